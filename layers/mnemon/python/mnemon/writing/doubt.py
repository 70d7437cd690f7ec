"""Which statements rules leave open: near to what is known, and not related to it by any rule. What comes of these is for a model, or a
person, to say: a cosine finds the pairs and decides nothing."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mnemon.language.relation import Relation as Bearing
from mnemon.language.synonyms import are_two
from mnemon.model.memory import Head, MemoryRecord
from mnemon.model.records import Fact
from mnemon.model.text import folded
from mnemon.model.vectors import PackedVector, dot, packed, unpack

from .adjudicate import Known, Setting, Statement, bears, is_new, of_one_turn

MOST_PAIRS = 3
"""Memories with which one statement is compared beyond the rules, the nearest."""


def is_open(record: MemoryRecord, fact: Fact, cosine: float, near: float, selves: Collection[str] = ()) -> bool:
    """Whether a memory and a statement may be of the same, for all that rules say: as near as restatements are (`near`, a threshold of the
    embedder's), of one namespace, of no two subjects and no two attributes that are known to differ, not said in one turn, and neither the
    same, nor a part of the other, nor another value by any rule. `selves`: names of one person, folded."""
    if cosine < near or fact.ends or record.namespace != fact.namespace or record.procedure is not None or fact.procedure is not None:
        return False
    if record.subject and fact.subject and _subject(record.subject, selves) != _subject(fact.subject, selves):
        return False
    if record.attribute and fact.attribute and are_two(record.attribute, fact.attribute):
        return False
    return not of_one_turn(record, fact) and bears(record, fact) == "unrelated"


def _subject(name: str, selves: Collection[str]) -> tuple[bool, str]:
    """Whether it is one of theirs, or is named after them as in `user's sister`; and how else it is called."""
    name = folded(name)
    own = next((self for self in selves if name == self or name.startswith(f"{self}'s ")), None)
    return own is not None, name if own is None else name[len(own) :]


class Near(NamedTuple):
    """A memory as it is, and the keyed hash of its text."""

    head: Head
    text: str
    is_kept: bool
    """False: it is of the same commit, and has no id yet that anybody else may know."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A statement that rules leave open; `place` is that of its fact among those of the commit."""

    place: int
    fact: Fact
    near: tuple[Near, ...]
    """The nearest first."""


Told = Mapping[str, Bearing]
"""By the hash of a memory's text: what somebody who understands both says that the statement is to it."""


class Doubtful(Exception):
    """Nothing was written: this has to be settled before."""

    def __init__(self, doubts: Sequence[Doubt]) -> None:
        super().__init__("rules leave something open")
        self.doubts = tuple(doubts)


@dataclass(frozen=True, slots=True)
class Doubts:
    """What a commit does about them. `settle` is asked between transactions, never within one; for each doubt in order it says what the
    statement is to the memories, which stands for as long as their texts are the same, or None: it waits for a person, and is not
    committed."""

    near: float
    settle: Callable[[Sequence[Doubt]], Sequence[Told | None]]
    _vectors: dict[PackedVector, array[float]] = field(default_factory=dict[PackedVector, "array[float]"])

    def about(
        self, known: Known, statement: Statement, setting: Setting, kept: Collection[str], selves: Collection[str]
    ) -> tuple[Near, ...]:
        """Of all that is known the memories for which it is open what the statement is to them; none when rules find what it bears on.

        `kept`: ULIDs of what the table holds. `selves`: names of one person, folded.
        """
        room = MOST_PAIRS - len(statement.told)
        if room <= 0 or not statement.embedding or not is_new(known, statement, setting):
            return ()
        found: list[tuple[float, str, Near]] = []
        for lineage in known.lineages.values():
            head = lineage.head
            if not head.is_latest or not head.is_alive(setting.now) or head.superseded_by:
                continue
            cosine = self._cosine(head.embedding, packed(statement.embedding))
            if is_open(head, statement.fact, cosine, self.near, selves):
                text = setting.text_key(head.content, head.namespace)
                if text not in statement.told:
                    found.append((-cosine, head.ulid, Near(head, text, head.ulid in kept)))
        return tuple(near for _, _, near in sorted(found, key=lambda one: one[:2])[:room])

    def _cosine(self, one: PackedVector, other: PackedVector) -> float:
        """-1 of vectors that do not compare: another embedder made them."""
        a, b = self._vector(one), self._vector(other)
        return dot(a, b) if len(a) == len(b) else -1.0

    def _vector(self, kept: PackedVector) -> array[float]:
        if kept not in self._vectors:
            self._vectors[kept] = unpack(kept)
        return self._vectors[kept]
