"""What a tenant's policy says of personal data holds in every field that is kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.adapters.codec import Codec
from mnemon.errors import Invalid
from mnemon.model.policy import DEFAULT, Policy, Treatment
from mnemon.model.records import Fact
from mnemon.writing.accept import AcceptEvents
from mnemon.writing.direct import WriteFacts
from mnemon.writing.gate import Gate
from mnemon.writing.requests import Events, IncomingFact
from mnemon.writing.sensitive import graded, waits

from .world import QUICK, World, says

SSN = "536-90-4399"
MAIL = "jo@garden.example"
IBAN = "GB82 WEST 1234 5698 7654 32"


def gate(policy: Policy = DEFAULT, secret: bytes = b"s" * 32) -> Gate:
    return Gate(Codec(secret), policy)


def policy(type: str, treatment: Treatment) -> Policy:
    return Policy(types={type: treatment})


def test_by_default_ids_of_states_and_payment_data_are_masked_and_nothing_else() -> None:
    shown = gate().text(f"SSN {SSN}, IBAN {IBAN}, mail {MAIL}, call +44 20 7946 0958, server 10.1.2.3")
    assert SSN not in shown
    assert IBAN not in shown
    assert "[pii:us_ssn:" in shown
    assert "[pii:iban_code:" in shown
    assert f"mail {MAIL}, call +44 20 7946 0958, server 10.1.2.3" in shown


def test_a_type_is_allowed_or_masked_as_the_tenant_says() -> None:
    assert SSN in gate(policy("us_ssn", "allow")).text(f"SSN {SSN}")
    assert MAIL not in gate(policy("email_address", "mask")).text(f"mail {MAIL}")
    assert MAIL not in gate(Policy(groups={"contact": "mask"})).text(f"mail {MAIL}")


def test_a_card_is_masked_as_a_secret_even_where_payment_data_is_allowed() -> None:
    assert "[secret:card:" in gate(Policy(groups={})).text("card 5555 5555 " + "5555 4444")


def test_what_is_refused_names_type_and_field_and_not_the_value() -> None:
    with pytest.raises(Invalid) as caught:
        gate(policy("us_ssn", "refuse")).text(f"SSN {SSN}", "content")
    assert caught.value.field == "content"
    assert "us_ssn" in caught.value.detail
    assert SSN not in caught.value.detail


def test_the_marker_is_stable_for_one_id_however_it_is_written() -> None:
    first, second, other = (gate().text(f"SSN {value}") for value in (SSN, SSN.replace("-", " "), "536-90-4398"))
    assert first == second != other
    assert gate(secret=b"t" * 32).text(f"SSN {SSN}") != first


def test_what_was_masked_passes_again_unchanged() -> None:
    once = gate().text(f"SSN {SSN} and IBAN {IBAN}")
    assert gate().text(once) == once


def test_names_metadata_ids_and_nested_values_are_masked() -> None:
    one = gate()
    assert SSN not in str(one.texts({f"ssn {SSN}": "x", "note": f"ssn {SSN}"}))
    assert SSN not in str(one.json({"a": [{"ssn": f"ssn {SSN}"}]}))
    world = World()
    world.accept(
        says(f"my ssn is {SSN}", name=f"ssn {SSN}", id=f"ssn {SSN}", metadata={"m": f"ssn {SSN}"}, attachments=[{"caption": f"ssn {SSN}"}]),
        session=f"ssn {SSN}",
    )
    world.write(f"The ssn of Ada is {SSN}")
    opened = [world.view.box.open(row.key, row.sealed).decode() for row in world.rows() if row.sealed]
    assert not any(SSN in text for text in opened)
    assert not any(SSN in str(row.plain) + str(row.key) for row in world.rows())


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"content": f"ssn {SSN}"}, "messages.1.content"),
        ({"name": f"ssn {SSN}"}, "messages.1.name"),
        ({"id": f"ssn {SSN}"}, "messages.1.id"),
        ({"metadata": {"m": f"ssn {SSN}"}}, "messages.1.metadata"),
        ({"attachments": [{"caption": "a"}, {"caption": f"ssn {SSN}"}]}, "messages.1.attachments.1.caption"),
    ],
)
def test_events_are_refused_whole_with_the_field(changed: dict[str, object], field: str) -> None:
    world = World()
    accept = AcceptEvents(
        world.tenancy, world.clock, world.ids, world.workflows, world.queues, attempts=QUICK, policies=lambda _: policy("us_ssn", "refuse")
    )
    messages = [{"role": "user", "content": "fine"}, {"role": "user", "content": "fine", **changed}]
    with pytest.raises(Invalid) as caught:
        accept(world.who, Events.model_validate({"session_id": "s", "messages": messages}))
    assert caught.value.field == field
    assert not [row for row in world.rows() if row.key.sk.startswith(("SRC#", "SES#"))]
    assert not list(world.tenancy.raw.all_bytes())


def test_of_several_facts_only_the_refused_one_is_left_out() -> None:
    world = World()
    write = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK, policies=lambda _: policy("us_ssn", "refuse"))
    results = write(world.who, [IncomingFact(content="Ada lives in Oslo"), IncomingFact(content=f"Ada's ssn is {SSN}")])
    assert [(r.status, r.field) for r in results] == [("created", None), ("refused", "content")]


_DISGUISES = (
    str,
    lambda value: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value),
    "\u200b".join,
    lambda value: value.replace("-", "\u2011"),
    lambda value: value.replace("-", " "),
)


@given(
    area=st.integers(100, 665),
    group=st.integers(1, 99),
    serial=st.integers(1, 9998),
    disguise=st.sampled_from(_DISGUISES),
    wrapping=st.sampled_from(("my ssn is {}", '{{"ssn": "{}"}}', "ssn:{}.", "Social Security ({})", "{} is her social security number")),
)
@settings(max_examples=150, deadline=None)
def test_an_id_is_masked_in_any_disguise_and_the_marker_holds_nothing_of_it(
    area: int, group: int, serial: int, disguise, wrapping: str
) -> None:
    value = f"{area:03d}-{group:02d}-{serial:04d}"
    shown = gate().text(wrapping.format(disguise(value)))
    assert "[pii:us_ssn:" in shown
    marker = shown[shown.index("[pii:") : shown.index("]", shown.index("[pii:"))]
    assert value.replace("-", "") not in "".join(c for c in shown if c.isdigit())
    assert not any(part in marker for part in (value, value.replace("-", "")))


@pytest.mark.parametrize(
    ("content", "level", "kinds"),
    [("Ada takes insulin", 4, {"health"}), ("Ada drives a Saab", 1, set()), ("Ada is a lesbian", 5, {"orientation"})],
)
def test_facts_carry_a_level_and_say_for_what_they_wait(content: str, level: int, kinds: set[str]) -> None:
    fact = graded(Fact(content=content, stated_at="2026-03-01T10:00:00.000Z"))
    assert fact.sensitivity == level
    assert waits(fact, DEFAULT) == kinds
    assert waits(fact, Policy(sensitive_allowed=frozenset(kinds))) == frozenset()


def test_a_level_that_was_given_is_not_lowered() -> None:
    assert graded(Fact(content="Ada drives a Saab", sensitivity=3, stated_at="2026-03-01T10:00:00.000Z")).sensitivity == 3


def test_a_fact_written_directly_carries_its_level() -> None:
    world = World()
    allowed = Policy(sensitive_allowed=frozenset({"health"}))
    write = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK, policies=lambda _: allowed)
    write(world.who, [IncomingFact(content="Ada was diagnosed with asthma"), IncomingFact(content="Ada drives a Saab")])
    assert {head.content: head.sensitivity for head in world.heads()} == {"Ada was diagnosed with asthma": 4, "Ada drives a Saab": 1}
