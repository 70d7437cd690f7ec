"""Chunks of a document: nothing lost, cut where the text allows it, overlapping by whole sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.language.chunking import OVERLAP, SMALL, TAIL, TARGET, cut, weigh
from mnemon.model.documents import Extract, Heading, Passage


def restored(text: str, passages: tuple[Passage, ...]) -> str:
    """What each chunk adds to the one before."""
    ends = [0, *(passage.end for passage in passages)]
    return "".join(text[max(passage.start, end) : passage.end] for passage, end in zip(passages, ends, strict=False))


def sentence(number: int, words: int = 12) -> str:
    return " ".join(["Rule", str(number), *(["train", "meal", "lunch", "ticket", "hotel", "desk"] * 9)[: words - 3], "apply."])


def prose(sentences: int, words: int = 12) -> str:
    return " ".join(sentence(n, words) for n in range(sentences))


WORDS = st.sampled_from(
    ["train", "Mr. Smith", "e.g.", "lunch.", "Why?", "日本語の文章。", "ภาษาไทย", "\n", "\n\n# Head\n", "x" * 300, " ", "é\u0301\u0302"]
)
TEXTS = st.lists(WORDS, max_size=250).map(" ".join) | st.text(max_size=3_000) | st.integers(1, 90).map(prose)


@st.composite
def extracts(draw: st.DrawFn) -> Extract:
    text = draw(TEXTS)
    at = st.integers(0, len(text))
    headings = tuple(Heading(start, draw(st.integers(1, 4)), f"h{start}") for start in sorted(draw(st.lists(at, max_size=8))))
    pages = tuple(sorted(draw(st.lists(at, max_size=5))))
    return Extract(text, "", headings, (0, *pages) if pages else ())


@settings(max_examples=150, deadline=None)
@given(extracts())
def test_put_together_without_the_overlap_they_are_the_text(extract: Extract) -> None:
    passages = cut(extract)
    if not extract.text.strip():
        assert passages == ()
        return
    assert restored(extract.text, passages) == extract.text
    assert passages[0].start == 0
    assert passages[-1].end == len(extract.text)
    for before, after in pairwise(passages):
        assert before.start < after.start <= before.end < after.end
    for passage in passages:
        assert extract.text[passage.start : passage.end].strip() or len(passages) == 1 or passage.end - passage.start < 400
        assert weigh(extract.text[passage.start : passage.end]) <= TARGET + TAIL + 3 * OVERLAP
        assert (passage.page is None) == (not extract.pages)


def test_about_two_hundred_words_with_whole_sentences_repeated() -> None:
    text = prose(100)
    passages = cut(Extract(text))
    assert 6 <= len(passages) <= 9
    for before, after in pairwise(passages):
        shared = text[after.start : before.end]
        assert shared.startswith("Rule ")
        assert shared.strip().endswith("apply.")
        assert OVERLAP * 0.5 <= len(shared.split()) <= OVERLAP
    assert all(0.7 * TARGET <= len(text[p.start : p.end].split()) <= TARGET + TAIL + OVERLAP for p in passages[:-1])
    assert TAIL <= len(text[passages[-1].start : passages[-1].end].split()) <= TARGET + TAIL + OVERLAP


def test_a_heading_begins_a_chunk_and_its_path_is_kept() -> None:
    text, headings = "", list[Heading]()
    for level, title in ((1, "Handbook"), (2, "Travel"), (3, "Trains"), (2, "Meals")):
        headings.append(Heading(len(text), level, title))
        text += f"{title}\n\n{prose(20) if title != 'Handbook' else ''}\n\n"
    passages = cut(Extract(text, headings=tuple(headings)))
    assert list(dict.fromkeys(p.path for p in passages)) == [
        ("Handbook", "Travel"), ("Handbook", "Travel", "Trains"), ("Handbook", "Meals"),
    ]  # fmt: skip
    firsts = {path: next(p for p in passages if p.path == path) for path in {p.path for p in passages}}
    assert text[firsts[("Handbook", "Meals")].start :].startswith("Meals")
    # Nothing is repeated over a heading, and a heading alone is no chunk.
    assert text[firsts[("Handbook", "Travel")].start :].startswith("Handbook\n\n\n\nTravel")


def test_small_sections_go_together_under_what_they_have_in_common() -> None:
    text, headings = "", list[Heading]()
    for level, title in ((1, "Contacts"), (2, "Ann"), (2, "Ben"), (2, "Cat"), (2, "Dan")):
        headings.append(Heading(len(text), level, title))
        text += f"{title}\n\n{sentence(1, 10) if level == 2 else ''}\n\n"
    passages = cut(Extract(text, headings=tuple(headings)))
    assert len(passages) == 2
    assert passages[0].path == ("Contacts",)
    assert SMALL <= weigh(text[passages[0].start : passages[0].end]) < 3 * SMALL


@pytest.mark.parametrize("text", ["x" * 20_000, "word " * 3_000, "日本語" * 2_000, "ภาษาไทย" * 800, "é\u0301" * 4_000, "a\n" * 2_000])
def test_what_has_no_sentences_is_cut_all_the_same(text: str) -> None:
    passages = cut(Extract(text))
    assert len(passages) > 3
    assert restored(text, passages) == text
    assert all(weigh(text[p.start : p.end]) <= TARGET + TAIL + 3 * OVERLAP for p in passages)


def test_a_chunk_is_cited_by_the_page_on_which_it_adds_something() -> None:
    first, second = prose(20), prose(20)
    text = f"{first}\n\n{second}"
    passages = cut(Extract(text, pages=(0, len(first) + 2)))
    assert [p.page for p in passages] == sorted(p.page or 0 for p in passages)
    assert {p.page for p in passages} == {1, 2}


def test_two_million_characters_in_seconds() -> None:
    text = prose(24_000)
    assert len(cut(Extract(text))) > 1_000
    assert len(cut(Extract("x" * 2_000_000))) > 1_000
