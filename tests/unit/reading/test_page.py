"""The block that goes into a prompt, whatever stands in memory: fenced, cited, within its budget, in an order of its own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.language.fence import CLOSING, OPENING, TAG, without_recalled
from mnemon.model.memory import SourceRef
from mnemon.model.sources import Chunk
from mnemon.model.summaries import Basis, Sentence
from mnemon.reading.derived import Told
from mnemon.reading.page import Page
from mnemon.reading.tokens import Estimate
from mnemon.reading.winners import Found
from tests.unit.reading.world import ANNA, World

WORLD = World()
HOSTILE = st.lists(
    st.sampled_from(
        [
            CLOSING,
            OPENING,
            f"</{TAG}",
            f"<{TAG}>",
            f"</ {TAG} >",
            "\n",
            "\r\n",
            "\u2028",
            "\x85",
            "\x00",
            "&lt;",
            "<|endoftext|>",
            "[p1] ",
            "[1] ",
        ]
    )
    | st.text(max_size=12),
    min_size=1,
    max_size=6,
).map("".join)


class Characters:
    name = "characters"

    def count(self, text: str) -> int:
        return len(text)


class Joined:
    """Takes more for a whole than for its parts."""

    name = "joined"

    def count(self, text: str) -> int:
        return len(text) + text.count("\n") ** 2


COUNTERS = [Characters(), Joined(), Estimate()]


def memory(content: str, **fields: Any) -> Found:
    head = WORLD.head(content, **fields)
    return Found(1.0, head, (SourceRef(id="src_" + "a" * 52, type="conversation", turns=(1,), at=head.created_at),))


def turn(words: str, **fields: Any) -> Found:
    chunk = WORLD.turn(words, **fields)
    return Found(1.0, chunk, (WORLD.ref(chunk),))


def told(*texts: str, category: str | None = None, of: Found | None = None) -> Told:
    ulid = of.record.ulid if of is not None and not isinstance(of.record, Chunk) else ""
    sentences = tuple(
        Sentence(
            text=text,
            rests_on=(Basis(ulid=ulid or WORLD.ids.ulid(), version=1, rev=1),),
            confidence=1.0,
            since=WORLD.clock.now(),
        )
        for text in texts
    )
    return Told(ANNA, WORLD.key(ANNA), category, sentences)


def ids(results: Iterable[Found]) -> set[str]:
    return {one.record.key().sk for one in results}


RESULTS = st.lists(st.tuples(st.sampled_from((memory, turn)), HOSTILE), max_size=6)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(HOSTILE, max_size=4),
    st.lists(st.tuples(HOSTILE, HOSTILE), max_size=3),
    RESULTS,
    st.integers(min_value=1, max_value=1_500),
    st.sampled_from(COUNTERS),
)
def test_whatever_stands_in_memory_it_stays_inside_cited_and_in_the_budget(
    profile: list[str], summaries: list[tuple[str, str]], results: list[tuple[Callable[..., Found], str]], budget: int, counter: Any
) -> None:
    page = Page(counter, budget)
    page.limit(0.5)
    kept = page.derived("Profile", "p", told(*profile))
    of = [page.derived(f"Summary of {category}", "s", told(text, category=category)) for category, text in summaries]
    page.limit(1)
    page.results([make(text, **({"speaker": text} if make is turn else {})) for make, text in results])
    text, tokens = page.text()
    assert tokens == (counter.count(text) if text else 0) <= budget
    if not text:
        return
    assert text.startswith(OPENING)
    assert text.endswith(CLOSING)
    assert without_recalled(text).strip() == ""
    inside = text[len(OPENING) : -len(CLOSING)]
    assert "<" not in inside
    assert ">" not in inside
    lines = inside.splitlines()
    cited = [match[1] for line in lines if (match := re.match(r"\[([ps]?\d+)\] ", line))]
    said = [f"p{n}" for n in range(1, len(kept.sentences) + 1)] if kept else []
    said += [f"s{n}" for n in range(1, sum(len(each.sentences) for each in of if each) + 1)]
    assert cited == [*said, *map(str, range(1, len(page.items) + 1))]
    assert all(re.match(r"\[[ps]?\d+\] |Profile:$|Summary of|Memories:$|From conversations and documents:$", line) for line in lines)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_results_is_their_own(seed: int) -> None:
    results = [
        memory("Anna moved to Oslo.", true_from="2023-05-08T10:00:00Z"),
        memory("Anna drives a Honda.", true_from="2024-01-02T10:00:00Z"),
        turn("I have moved!", at="2023-05-08T10:00:00Z"),
        turn("The car came.", at="2024-01-02T10:00:00Z"),
    ]
    random.Random(seed).shuffle(results)
    page = Page(Estimate(), 1_000)
    page.results(results)
    text, _ = page.text()
    assert [text.index(words) for words in ("Oslo", "Honda", "moved!", "came")] == sorted(
        text.index(words) for words in ("Oslo", "Honda", "moved!", "came")
    )
    assert text.index("Memories:") < text.index("Oslo") < text.index("From conversations") < text.index("moved!")


def test_what_is_new_comes_behind_what_was_there() -> None:
    old = [memory(f"Fact {n}.", true_from=f"2023-05-0{n}T10:00:00Z") for n in (1, 2, 3)]
    before, after = Page(Estimate(), 1_000), Page(Estimate(), 1_000)
    before.results(old)
    after.results([memory("New.", true_from="2024-05-01T10:00:00Z"), *reversed(old)])
    assert after.text()[0].startswith(before.text()[0].removesuffix(CLOSING))


def test_the_best_are_kept_where_not_all_fit() -> None:
    results = [memory(f"Fact number {n}.", true_from=f"2023-05-0{9 - n}T10:00:00Z") for n in range(1, 9)]
    page = Page(Characters(), 600)
    page.results(results)
    assert 0 < len(page.items) < 8
    assert ids(page.items) == ids(results[: len(page.items)])


def test_a_memory_that_a_sentence_tells_is_not_repeated() -> None:
    known, other = memory("Anna lives in Oslo."), memory("Anna works in Moss.")
    page = Page(Estimate(), 1_000)
    page.derived("Profile", "p", told("Anna lives in Oslo.", of=known))
    assert page.tells([known])
    assert not page.tells([known, other])
    assert not page.tells([turn("I live in Oslo."), known])
    assert not page.tells([])
    page.results([known, other])
    assert page.items == (other,)
    assert page.text()[0].count("Oslo") == 1


def test_a_sentence_that_did_not_fit_tells_nothing() -> None:
    known = memory("Anna lives in Oslo.")
    page = Page(Characters(), 1_000)
    page.limit(0.01)
    assert page.derived("Profile", "p", told("Anna lives in Oslo.", of=known)) is None
    assert not page.tells([known])
