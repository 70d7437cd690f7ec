"""Many memories at once: the rows and the documents that the product would have written, without its writing.

Texts are drawn from a small vocabulary. Each distinct sentence is embedded once by the embedder in use, and each memory's vector is that
one with noise of its own, so that no two are the same.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from mnemon.maintenance.documents import lineage_changes
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.memory import Head, SourceRef, WrittenBy
from mnemon.model.rows import Box, Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.model.vectors import pack
from mnemon.ports.index import Document, SearchIndex
from mnemon.ports.models import Embedder

THINGS = ("bicycle", "passport", "piano", "greenhouse", "telescope", "kayak", "typewriter", "beehive", "loom", "caravan")
PLACES = ("Aarhus", "Bergen", "Cork", "Dijon", "Essen", "Faro", "Ghent", "Hanoi", "Izmir", "Jaipur")
COLOURS = ("red", "blue", "green", "yellow", "white", "black", "silver", "orange")
SENTENCES = tuple((colour, thing, place) for colour in COLOURS for thing in THINGS for place in PLACES)
NOISE = 0.4
"""Length of a memory's own part beside its sentence's vector: two of one sentence have a cosine of some .86."""
_AT = "2026-05-04T12:00:00.000Z"
_BULK, _AT_ONCE = 800, 2
_DIGITS = 6


def questions(count: int, chance: Any) -> list[str]:
    return [f"Where is the {c} {t} kept in {p}?" for c, t, p in (chance.choice(SENTENCES) for _ in range(count))]


@dataclass
class Vectors:
    """One embedding for each distinct sentence, made in advance."""

    embedder: Embedder
    _known: Any = field(init=False)

    def __post_init__(self) -> None:
        texts = [f"The {colour} {thing} is kept in {place}." for colour, thing, place in SENTENCES]
        self._known = np.array(self.embedder.embed(texts), np.float32)

    def of(self, sentence: int, numbers: np.random.Generator) -> Any:
        """The sentence's vector with noise, rounded to what a document carries."""
        noise: Any = numbers.standard_normal(self._known.shape[1], np.float32)
        mixed: Any = self._known[sentence] + NOISE * noise / np.linalg.norm(noise)
        return mixed / np.linalg.norm(mixed)


@dataclass(frozen=True)
class Memories:
    """The `count` memories of one scope, each made again from its number whenever it is asked for."""

    scope: ScopeKey
    name: str
    box: Box
    vectors: Vectors
    count: int
    seed: int

    def head(self, number: int) -> Head:
        sentence = _spread(self.seed, number) % len(SENTENCES)
        colour, thing, place = SENTENCES[sentence]
        content = f"The {colour} {thing} number {number} is kept in {place}, shelf {_spread(number, self.seed) % 900}."
        vector = self.vectors.of(sentence, np.random.default_rng((self.seed, number)))
        ulid = self._ulid(number)
        source = SourceRef.model_construct(
            type="direct", id=str(PublicId("src", self.scope.sid, ulid)), chunk=1, wording=content, at=_AT, true_at=_AT,
            hash=hashlib.sha256(content.encode()).hexdigest()[:32],
        )  # fmt: skip
        return Head.model_construct(
            tid=self.scope.tid, sid=self.scope.sid, ulid=ulid, trust=4, created_at=_AT, valid_from=_AT, true_from=_AT, scope=self.name,
            content=content, sources=(source,), written_by=WrittenBy(actor="bench", method="direct"), embedding=pack(vector),
        )  # fmt: skip

    def row(self, key: Key) -> Row | None:
        """What the table holds at a head's key; None for any other key."""
        if key.pk != self.scope.partition or not key.sk.startswith(keys.HEAD):
            return None
        number = self._number(key.sk.removeprefix(keys.HEAD))
        return self.head(number).to_row(self.box) if number is not None else None

    def documents(self) -> Iterator[Document]:
        for number in range(self.count):
            for change in lineage_changes(self.head(number), (), _AT):
                if isinstance(change, Document):
                    body = dict(change.body)
                    body["vec"] = [round(value, _DIGITS) for value in body["vec"]]
                    yield Document(change.index, change.id, change.routing, change.version, body)

    def _ulid(self, number: int) -> str:
        return f"01J{number:023d}"

    def _number(self, ulid: str) -> int | None:
        number = int(ulid[3:]) if ulid.startswith("01J") and ulid[3:].isdigit() else self.count
        return number if number < self.count else None


def index_all(index: SearchIndex, memories: Iterable[Memories], told: Callable[[int], None] = lambda _: None) -> int:
    """How many documents there are now; two bulks are under way at once."""
    total = 0
    documents = (document for some in memories for document in some.documents())
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        waiting: deque[Future[int]] = deque()
        while batch := list(islice(documents, _BULK)):
            waiting.append(pool.submit(_bulk, index, batch))
            if len(waiting) > _AT_ONCE:
                total += waiting.popleft().result()
                told(total)
        total += sum(each.result() for each in waiting)
    told(total)
    return total


def _bulk(index: SearchIndex, batch: Sequence[Document]) -> int:
    if failed := [outcome for outcome in index.apply(batch, wait=False) if not outcome.ok]:
        raise RuntimeError(f"{len(failed)} documents were refused: {failed[0].error}")
    return len(batch)


def row_of(memories: Sequence[Memories], key: Key) -> Row | None:
    return next((row for some in memories if (row := some.row(key)) is not None), None)


def _spread(first: int, second: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"{first}/{second}".encode(), digest_size=6).digest(), "big")
