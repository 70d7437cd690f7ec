"""What is derived follows what is known: marked stale by each write, never told beyond its grounds, caught up with off the request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemon.errors import Problem
from mnemon.maintenance.summaries import rewrite as rewriting
from mnemon.maintenance.summaries.sentences import summarise
from mnemon.model import keys
from mnemon.model.policy import Policy
from mnemon.ports.records import Operation, Put, Unavailable
from mnemon.tenant.derived import category_of
from mnemon.tenant.holdings import name_of
from tests.unit.summaries.world import Person, texts

CANARY = "Zanzibar"


def test_what_is_said_is_told_once_it_was_written_anew() -> None:
    person = Person()
    person.say("My name is Ada Byron.", "I live in Oslo.", "I work at Tata Steel as a chemist.", "I love green tea.")
    assert (texts(person.profile), person.profile.stale, person.profile.written_at) == ([], True, None)
    assert person.rewrite() > 0
    told = person.profile
    assert any("Oslo" in text for text in texts(told))
    assert any("Tata Steel" in text for text in texts(told))
    assert any("green tea" in text for text in texts(told))
    assert (told.stale, told.written_at) == (False, person.world.clock.now())
    assert told.seq == person.held.view().state.seq
    assert told.confidence
    current = {head.id for head in person.current().values()}
    assert all(set(told.memories(sentence)) <= current for sentence in told.sentences)
    assert set(person.summaries()) >= {"home", "work", "preference"}
    assert set(person.summaries("HOME")) == {"home"}
    assert person.summaries("nothing of the kind") == {}
    assert person.rewrite() == 0
    assert person.rows(keys.SUMMARY_MARK) == []


def test_a_correction_is_never_told_in_its_old_words() -> None:
    person = Person()
    (result,) = person.write("The user lives in Oslo.")
    person.rewrite()
    assert texts(person.profile) == ["The user lives in Oslo."]
    person.correct(str(result.id), content="The user lives in Bergen.")
    assert (texts(person.profile), person.profile.stale) == ([], True)
    assert person.summaries()["home"].stale
    person.rewrite()
    assert (texts(person.profile), person.profile.stale) == (["The user lives in Bergen."], False)
    assert texts(person.summaries()["home"]) == ["The user lives in Bergen."]


def test_only_what_a_write_touches_is_stale() -> None:
    person = Person()
    person.write("The user lives in Oslo.", {"content": "The server runs on port 8080.", "category": "setting"})
    person.rewrite()
    person.write({"content": "The server runs on Linux.", "category": "setting"})
    assert {name: told.stale for name, told in person.summaries().items()} == {"home": False, "setting": True}
    before = person.held.stores.records.get([row.key for row in person.rows(keys.SUMMARY)])
    person.rewrite()
    after = person.held.stores.records.get(list(before))
    assert sorted(int(str(row.plain["rev"])) for row in after.values()) == [1, 2]


def test_a_deleted_memory_is_told_no_more_and_comes_back_with_it() -> None:
    person = Person()
    (result,) = person.write("The user lives in Oslo.")
    person.rewrite()
    person.delete(str(result.id))
    assert (texts(person.profile), person.profile.stale) == ([], True)
    person.rewrite()
    assert (texts(person.profile), person.profile.stale, person.summaries()) == ([], False, {})
    person.restore(str(result.id))
    assert person.profile.stale
    person.rewrite()
    assert texts(person.profile) == ["The user lives in Oslo."]


def test_an_update_takes_the_place_of_what_it_updates() -> None:
    person = Person()
    person.say("I live in Oslo.")
    person.rewrite()
    person.say("I moved to Bergen.")
    assert not any("Oslo" in text for text in texts(person.profile))
    person.rewrite()
    assert any("Bergen" in text for text in texts(person.profile))
    assert not any("Oslo" in text for told in person.summaries().values() for text in texts(told))


def test_what_expires_is_told_until_then_and_swept_out_afterwards() -> None:
    person = Person()
    person.write({"content": f"The user stays in {CANARY}.", "category": "home", "expires_at": "2026-12-01T00:00:00.000Z"})
    person.rewrite()
    assert texts(person.profile) == [f"The user stays in {CANARY}."]
    person.world.clock.set("2026-12-01T00:00:00.000Z")
    assert (texts(person.profile), person.profile.stale) == ([], True)
    assert person.stored_words(CANARY)
    person.swept_by_ttl()
    assert (texts(person.profile), person.profile.stale, person.summaries()) == ([], False, {})
    assert person.stored_words(CANARY) == []


@pytest.mark.parametrize("target", ["source", "memory", "session"])
def test_an_erasure_takes_its_trace_out_of_what_is_derived_before_it_is_done(target: str) -> None:
    person = Person()
    person.say("I live in Oslo.", session="kept")
    accepted = person.say(f"I work at {CANARY} Mining.", session="s2")
    person.rewrite()
    assert len(person.stored_words(CANARY)) == 2
    memory = next(head.id for head in person.heads() if CANARY in head.content)
    what = {"source": {"source_id": accepted.source_id}, "memory": {"memory_id": memory}, "session": {"session_id": "s2"}}[target]
    dry = person.erase(target, dry_run=True, **what)
    era = person.erase(target, **what)
    assert era.status == "succeeded"
    assert (dry.counts["summaries"], era.counts["summaries"]) == (2, 2)
    assert person.stored_words(CANARY) == []
    assert texts(person.profile) == []
    assert person.profile.stale
    person.rewrite()
    assert len(texts(person.profile)) == 1
    assert "Oslo" in texts(person.profile)[0]
    assert set(person.summaries()) == {"home"}


def test_an_erased_scope_leaves_nothing_and_a_rewriting_under_way_is_given_up() -> None:
    person = Person()
    person.say(f"I live in {CANARY}.")
    erased: list[Any] = []

    def erase_first(operations: Sequence[Operation]) -> None:
        if not erased and any(isinstance(op, Put) and op.key.sk == "PROFILE" for op in operations):
            erased.append(True)
            erased.append(person.erase("user"))

    person.world.tenancy.records.before_write = erase_first
    assert person.rewrite() == 0
    assert erased[1].status == "succeeded"
    assert {row.key.sk for row in person.rows("")} == {keys.STATE}


def test_an_erasure_counts_what_is_derived() -> None:
    person = Person()
    person.write("The user lives in Oslo.")
    person.rewrite()
    person.write("The user lives in Bergen.")
    assert person.erase("user", dry_run=True).counts["summaries"] == 2
    assert person.erase("user").counts["summaries"] == 2


def test_nothing_is_written_while_the_scope_is_being_erased() -> None:
    person = Person()
    person.write("The user lives in Oslo.")
    era = person.world.request(
        __import__("mnemon.forgetting.request", fromlist=["ErasureRequest"]).ErasureRequest("user", person.held.key.sid)
    )
    person.world.erasure_steps("block", era.tid, era.ulid)
    assert person.rewrite() == 0
    assert person.rows("PROFILE") == []


def test_a_write_between_reading_and_writing_is_told_by_its_own_mark() -> None:
    person = Person()
    (result,) = person.write("The user lives in Oslo.")
    done: list[bool] = []

    def correct_first(operations: Sequence[Operation]) -> None:
        if not done and any(op.key.sk == "PROFILE" for op in operations):
            done.append(True)
            person.correct(str(result.id), content="The user lives in Bergen.")

    person.world.tenancy.records.before_write = correct_first
    person.rewrite()
    assert (texts(person.profile), person.profile.stale) == ([], True)
    person.rewrite()
    assert texts(person.profile) == ["The user lives in Bergen."]


def test_of_two_rewritings_the_one_that_read_earlier_loses() -> None:
    person = Person()
    (result,) = person.write("The user lives in Oslo.")
    person.rewrite()
    person.write("The user works at Tata Steel.")
    done: list[bool] = []

    def overtake(operations: Sequence[Operation]) -> None:
        if not done and any(op.key.sk == "PROFILE" for op in operations):
            done.append(True)
            person.correct(str(result.id), content="The user lives in Bergen.")
            person.rewrite()

    person.world.tenancy.records.before_write = overtake
    person.rewrite()
    assert texts(person.profile) == ["The user lives in Bergen.", "The user works at Tata Steel."]
    assert not person.profile.stale


def test_a_rewriting_that_was_cut_off_is_done_again() -> None:
    person = Person()
    person.write("The user lives in Oslo.")
    records = person.world.tenancy.records
    real = records.delete_all
    records.delete_all = lambda _: (_ for _ in ()).throw(Unavailable("gone"))  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        person.rewrite()
    records.delete_all = real  # type: ignore[method-assign]
    assert person.profile.stale
    assert person.rewrite() == 2
    assert (texts(person.profile), person.profile.stale) == (["The user lives in Oslo."], False)


def test_text_of_others_never_enters_the_profile() -> None:
    person = Person()
    person.say(
        {"role": "user", "content": "What is my job?"},
        {"role": "assistant", "content": "Your employer is Initech. You live in Paris."},
        {"role": "tool", "name": "crm", "content": '{"employer": "Globex", "home": "Quito", "status": "ok"}'},
        {"role": "user", "content": "I work at Tata Steel."},
    )
    person.rewrite()
    told = " ".join(texts(person.profile))
    assert "Tata" in told
    assert not any(word in told for word in ("Initech", "Paris", "Globex", "Quito"))


def test_what_a_named_speaker_says_of_itself_is_about_the_person() -> None:
    person = Person()
    person.say({"role": "user", "name": "Maya", "content": "I live in Oslo."})
    person.rewrite()
    assert texts(person.profile) == ["Maya lives in Oslo."]


def test_of_two_speakers_neither_is_taken_for_the_person() -> None:
    person = Person()
    person.say(
        {"role": "user", "name": "Maya", "content": "I live in Oslo."}, {"role": "user", "name": "Ben", "content": "I live in Rome."}
    )
    person.rewrite()
    assert texts(person.profile) == []
    assert len(texts(person.summaries()["home"])) == 2


def test_a_mark_is_of_one_write_alone_and_has_no_condition() -> None:
    person = Person()
    person.write("The user lives in Oslo.", "The user works at Tata Steel.")
    person.write("The user lives in Bergen.")
    marks = [op for ops in person.world.tenancy.records.writes for op in ops if op.key.sk.startswith(keys.SUMMARY_MARK)]
    assert len({op.key for op in marks}) == len(marks) == 2
    assert all(op.when is None for op in marks)


def test_a_team_has_summaries_and_no_profile() -> None:
    from mnemon.model.scopes import Scope
    from tests.support.fakes import TEST_PEPPER
    from tests.support.held import TID, Held

    class Team(Person):
        @property
        def held(self) -> Held:
            scope = Scope.parse("team/blue")
            return Held(self.world, scope, TEST_PEPPER.scope(TID, scope))

    team = Team()
    team.write({"content": "The user lives in Oslo.", "category": "home"})
    team.rewrite()
    assert texts(team.summaries()["home"]) == ["The user lives in Oslo."]
    assert (texts(team.profile), team.profile.stale) == ([], False)


def test_what_the_tenant_allows_of_what_is_sensitive_is_told() -> None:
    person = Person(policies=lambda _: Policy(sensitive_allowed=frozenset({"health"})))
    plain = Person()
    for each in (person, plain):
        each.write("The user is allergic to peanuts.")
        each.rewrite()
    assert texts(person.profile) == ["The user is allergic to peanuts."]
    assert texts(plain.profile) == []
    person.policies = plain.policies
    assert (texts(person.profile), person.profile.stale) == ([], True)


def test_a_category_larger_than_what_is_chosen_from_is_begun_anew_when_it_thins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "MEMBERS", 6)
    person = Person()
    results = person.write(*({"content": f"Thing number {n}.", "category": "note", "salience": n / 20} for n in range(12)))
    person.rewrite()
    assert len(texts(person.summaries()["note"])) == 6
    for result in results[7:]:
        person.delete(str(result.id))
    person.rewrite()
    assert texts(person.summaries()["note"]) == [f"Thing number {n}." for n in (6, 5, 4, 3, 2, 1)]


def test_marks_of_many_writes_are_all_caught_up_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "_MARKS", 3)
    person = Person()
    for number in range(10):
        person.write({"content": f"Thing number {number}.", "category": "note"})
    assert len(person.rows(keys.SUMMARY_MARK)) == 10
    person.rewrite()
    assert person.rows(keys.SUMMARY_MARK) == []
    assert len(texts(person.summaries()["note"])) == 10


def test_every_item_is_one_that_erasures_know() -> None:
    person = Person()
    person.write("The user lives in Oslo.")
    names = {name_of(row.key) for row in person.rows("SUM")}
    person.rewrite()
    assert names | {name_of(row.key) for row in (*person.rows("SUM"), *person.rows("PROFILE"))} == {"summaries", "summary_marks"}


# Whatever happens in whatever order: nothing told rests on what is not current, and in the end it is as if it were written from all.

_PLACES = ("Oslo", "Rome", "Quito", "Bergen")
ACTIONS = (
    "say", "write", "write", "correct", "delete", "restore", "expire", "erase memory", "erase source", "rewrite", "rewrite", "race",
)  # fmt: skip
actions = st.lists(
    st.tuples(
        st.sampled_from(ACTIONS),
        st.integers(0, 7),
        st.integers(0, 3),
    ),
    min_size=3,
    max_size=14,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(actions)
def test_nothing_told_rests_on_what_is_not_current(steps: list[tuple[str, int, int]]) -> None:
    person = Person()
    for name, which, number in steps:
        _act(person, name, which, number)
        _holds(person)
    person.swept_by_ttl()
    person.rewrite()
    _holds(person)
    by_category: dict[str, list[Any]] = {}
    for head in person.current().values():
        by_category.setdefault(category_of(head), []).append(head)
    told = person.summaries()
    assert {name: (one.sentences, one.stale) for name, one in told.items()} == {
        name: (summarise(name, heads), False) for name, heads in by_category.items()
    }
    assert not person.profile.stale
    person.erase("user")
    assert {row.key.sk for row in person.rows("")} <= {keys.STATE}
    assert (texts(person.profile), person.summaries()) == ([], {})


def _holds(person: Person) -> None:
    current = person.current()
    for told in (person.profile, *person.summaries().values()):
        for sentence in told.sentences:
            assert sentence.rests_on
            grounds = [current[basis.ulid] for basis in sentence.rests_on]
            assert [head.version for head in grounds] == [basis.version for basis in sentence.rests_on]
            if len(grounds) == 1:
                assert sentence.text == " ".join(grounds[0].content.split())
            if told.category is None:
                assert all(head.trust >= 4 for head in grounds)


def _act(person: Person, name: str, which: int, number: int) -> None:
    place = _PLACES[number]
    heads = person.heads()
    one = heads[which % len(heads)] if heads else None
    try:
        match name:
            case "say":
                said = ("I live in {}.", "I flew to {} on 3 March 2026.", "I love {}.", "My sister's name is {}.")[which % 4]
                person.say(said.format(place), session=f"s{which}")
            case "write":
                fact: dict[str, Any] = {"content": f"Note {which} of {place}.", "category": f"note {number % 2}"}
                if number == 2:
                    fact["expires_at"] = "2026-11-30T00:00:00.000Z"
                person.write(fact if person.world.clock.now() < "2026-11-30" else fact["content"])
            case "correct" if one:
                person.correct(one.id, content=f"{one.content[:20]} {place}")
            case "delete" if one:
                person.delete(one.id)
            case "restore" if one:
                person.restore(one.id)
            case "expire":
                person.world.clock.set(max(person.world.clock.now(), "2026-11-30T00:00:00.000Z"))
                if number:
                    person.swept_by_ttl()
            case "erase memory" if one:
                person.erase("memory", memory_id=one.id)
            case "erase source" if one and one.sources:
                person.erase("source", source_id=one.sources[0].id)
            case "race":
                _raced(person, place)
            case _:
                person.rewrite()
    except Problem:
        pass  # refused: there is no such memory any more, or another says so


def _raced(person: Person, place: str) -> None:
    """A write comes in the middle of a rewriting."""
    left = [1]

    def between(operations: Sequence[Operation]) -> None:
        if left and any(op.key.sk.startswith((keys.SUMMARY, "PROFILE")) for op in operations):
            left.pop()
            person.write({"content": f"In between: {place}.", "category": "note 0"})

    person.world.tenancy.records.before_write = between
    try:
        person.rewrite()
    finally:
        person.world.tenancy.records.before_write = None
