from __future__ import annotations

import secrets
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.adapters.codec import Codec
from mnemon.writing.gate import Gate
from tests.unit.writing.world import World, says

KEY = "sk-proj-" + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(44)) + "a1"
CARD = "5555 5555 " + "5555 4444"


def gate(secret: bytes = b"s" * 32) -> Gate:
    return Gate(Codec(secret))


def test_the_value_is_replaced_by_a_typed_marker_and_counted() -> None:
    one = gate()
    text = one.text(f"My key is {KEY}, and I paid with {CARD}.")
    assert KEY not in text
    assert CARD not in text
    assert text.startswith("My key is [secret:api_key:")
    assert "[secret:card:" in text
    assert one.redactions == 2


def test_the_marker_is_stable_in_a_scope_and_tells_nothing_in_another() -> None:
    assert gate().text(KEY) == gate().text(KEY)
    assert gate().text(KEY) != gate(b"t" * 32).text(KEY)


def test_a_disguised_secret_gets_the_marker_of_the_plain_one() -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) for c in KEY)
    assert gate().text(wide) == gate().text(KEY)


def test_what_passed_the_gate_passes_it_again_unchanged() -> None:
    once = gate().text(f"the password is {KEY} ok")
    again = gate()
    assert again.text(once) == once
    assert again.redactions == 0


def test_metadata_is_redacted_in_keys_and_values_and_under_names_that_promise_a_secret() -> None:
    shown = gate().texts({"api_key": "plain looking", f"k {KEY}": "v", "note": KEY, "city": "Oslo"})
    assert KEY not in str(shown)
    assert "plain looking" not in str(shown)
    assert shown["city"] == "Oslo"


def test_nested_json_is_redacted_to_any_depth() -> None:
    shown = gate().json({"a": [{"password": "open sesame", "deep": {"x": [KEY, 4111111111111111, True, None]}}]})
    assert KEY not in str(shown)
    assert "sesame" not in str(shown)
    assert "4111111111111111" not in str(shown)


@pytest.mark.parametrize("text", ["nul \x00 byte", "lone \ud800 surrogate", "combining e\u0301"])
def test_text_is_normalised(text: str) -> None:
    shown = gate().text(text)
    assert "\x00" not in shown
    shown.encode()
    assert "e\u0301" not in shown


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_passes(text: str) -> None:
    gate().text(text).encode()


def test_a_pasted_key_is_nowhere_at_rest_after_events_and_facts() -> None:
    world = World()
    world.accept(
        says(f"here: {KEY}", name=f"bob {KEY}", id=f"m-{KEY}", metadata={KEY: KEY}, attachments=[{"caption": KEY}]),
        session=f"s {KEY}",
    )
    world.chunk_turns(world.scope, world.session(f"s {KEY}").digest)
    world.write(f"The key is {KEY}")
    box = world.view.box
    plain = [str(row.plain) + str(row.key) for row in world.tenancy.records.all_rows()]
    opened = [box.open(row.key, row.sealed).decode() for row in world.rows() if row.sealed]
    assert not any(KEY in text for text in plain + opened)
    assert not any(KEY.encode() in data for data in world.tenancy.raw.all_bytes())
    assert KEY not in str(world.workflows.started) + str(world.queues.sent) + str(world.embedder.embedded)
