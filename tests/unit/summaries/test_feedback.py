"""What somebody thinks of a memory changes the memory, and so what was made of it: it is written anew, and never goes missing for it."""

from __future__ import annotations

import pytest

from mnemon.model import keys
from mnemon.model.summaries import Profile
from mnemon.writing.feedback import GiveFeedback, GivenFeedback

from .world import QUICK, Person, texts


def think(person: Person, memory: str, verdict: str) -> None:
    world = person.world
    given = GivenFeedback.model_validate({"verdict": verdict})
    GiveFeedback(world.tenancy, world.clock, world.ids, attempts=QUICK)(person.held.writer, memory, given)


def told() -> tuple[Person, str, str]:
    person = Person()
    home, job = (str(result.id) for result in person.write("I live in Ghent.", "I work at Nordlys."))
    person.rewrite()
    assert len(texts(person.profile)) == 2
    return person, home, job


@pytest.mark.parametrize("verdict", ["helpful", "wrong", "outdated"])
def test_it_makes_stale_what_rests_on_the_memory_and_is_told_again_after_the_refresh(verdict: str) -> None:
    person, home, _ = told()
    before = texts(person.profile)
    think(person, home, verdict)
    assert person.profile.stale
    assert sorted(texts(person.profile)) == sorted(before)
    assert any(each.stale for each in person.summaries().values())
    assert person.rewrite() > 0
    assert not person.profile.stale
    assert sorted(texts(person.profile)) == sorted(before)


def test_what_is_told_rests_on_the_memory_as_it_is_after_the_refresh() -> None:
    """Else the erasure of something else would take it for a trace of what it erases."""
    person, home, job = told()
    think(person, home, "helpful")
    person.rewrite()
    (row,) = person.rows("PROFILE")
    profile = Profile.from_row(row, person.held.view().box)
    heads = person.current()
    assert {basis.rev == heads[basis.ulid].rev for sentence in profile.sentences for basis in sentence.rests_on} == {True}
    assert [row.key.sk for row in person.rows(keys.SUMMARY_MARK)] == []
    think(person, job, "helpful")
    assert len(person.rows(keys.SUMMARY_MARK)) == 1


def test_the_same_verdict_again_makes_nothing_stale() -> None:
    person, home, _ = told()
    think(person, home, "helpful")
    person.rewrite()
    think(person, home, "helpful")
    assert not person.profile.stale
