"""A person's scope with the product's write path, what is derived of it, and what forgets it, over stores in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mnemon.adapters.rules import RuleExtractor
from mnemon.forgetting.expire import ExpireMemories
from mnemon.forgetting.request import ErasureRequest
from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.model import keys
from mnemon.model.memory import Head
from mnemon.model.records import Erasure
from mnemon.model.rows import Row
from mnemon.model.summaries import Sentence
from mnemon.reading.derived import ReadDerived, Told
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Reader
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.fact_keys import session_digest
from mnemon.writing.accept import Accepted, AcceptEvents
from mnemon.writing.correct import CorrectMemory
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import Correction, Events, IncomingFact
from mnemon.writing.turns import ChunkTurns
from mnemon.writing.windows import ExtractWindow
from tests.support.held import Held, World

QUICK = Attempts(pause=lambda _: None, limit=6)


@dataclass
class Person:
    world: World = field(default_factory=World)
    name: str = "ada"
    policies: Policies = default_policy

    @property
    def held(self) -> Held:
        return self.world.scope(self.name)

    # what a client does

    def write(self, *facts: str | dict[str, Any]) -> list[FactResult]:
        self.world.clock.advance(minutes=1)
        write = WriteFacts(
            self.world.tenancy, self.world.embedder, self.world.clock, self.world.ids, attempts=QUICK, policies=self.policies
        )
        return write(self.held.writer, [IncomingFact.model_validate({"content": f} if isinstance(f, str) else f) for f in facts])

    def say(self, *messages: str | dict[str, Any], session: str = "s1") -> Accepted:
        """Turns, extracted and committed; what is derived is not yet written."""
        world = self.world
        world.clock.advance(minutes=1)
        given = [{"role": "user", "content": m} if isinstance(m, str) else m for m in messages]
        accept = AcceptEvents(world.tenancy, world.clock, world.ids, world.workflows, world.queues, attempts=QUICK)
        accepted = accept(self.held.writer, Events.model_validate({"session_id": session, "messages": given, "infer": "now"}))
        digest, job = session_digest(self.held.view().box, session), accepted.job_id[-26:]
        ChunkTurns(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)(self.held.key, digest)
        window = ExtractWindow(world.tenancy, RuleExtractor(), world.clock, attempts=QUICK)
        commit = CommitWindow(world.tenancy, world.embedder, world.clock, world.ids, model="rules", attempts=QUICK, policies=self.policies)
        while True:
            done = window(self.held.key, job, digest)
            if done.candidates:
                commit(self.held.key, job, digest, done.start)
            if not done.more:
                return accepted

    def correct(self, memory: str, **changes: Any) -> Head:
        self.world.clock.advance(minutes=1)
        correct = CorrectMemory(self.world.tenancy, self.world.embedder, self.world.clock, self.world.ids, attempts=QUICK)
        return correct(self.held.writer, memory, Correction(**changes))

    def delete(self, memory: str) -> None:
        DeleteMemory(self.world.tenancy, self.world.clock, self.world.ids)(self.held.writer, memory)

    def restore(self, memory: str) -> None:
        RestoreMemory(self.world.tenancy, self.world.clock, self.world.ids)(self.held.writer, memory)

    def erase(self, target: str, **what: Any) -> Erasure:
        return self.world.run(self.world.request(ErasureRequest(target, self.held.key.sid, **what)))  # type: ignore[arg-type]

    # what the product does

    def rewrite(self, gone: Sequence[str] = ()) -> int:
        return RewriteSummaries(self.world.tenancy, self.world.clock, self.policies, QUICK)(self.held.key, gone)

    def swept_by_ttl(self) -> None:
        """TTL removes the heads whose time has run out, and the broom comes after it."""
        now = self.world.clock.now()
        gone = [head for head in self.heads() if head.expires_at and head.expires_at <= now]
        self.world.tenancy.records.delete_all([head.key() for head in gone])
        swept = ExpireMemories(self.world.tenancy)(self.held.key, [head.ulid for head in gone])
        self.rewrite(swept)

    # what is there

    @property
    def reader(self) -> Reader:
        return Reader(self.held.key.tid, ((self.held.scope, self.held.key),), "sub-1")

    @property
    def profile(self) -> Told:
        return ReadDerived(self.world.tenancy, self.world.clock, self.policies).profile(self.reader)

    def summaries(self, category: str | None = None) -> dict[str, Told]:
        told = ReadDerived(self.world.tenancy, self.world.clock, self.policies).summaries(self.reader, category, limit=100).summaries
        return {str(each.category): each for each in told}

    def rows(self, prefix: str) -> list[Row]:
        return [row for row in self.world.tenancy.records.partition(self.held.key.partition) if row.key.sk.startswith(prefix)]

    def heads(self) -> list[Head]:
        found = (self.held.head(row.key.sk.removeprefix(keys.HEAD)) for row in self.rows(keys.HEAD))
        return [head for head in found if head is not None]

    def current(self) -> dict[str, Head]:
        now = self.world.clock.now()
        return {head.ulid: head for head in self.heads() if head.is_current(now)}

    def stored_words(self, words: str) -> list[str]:
        """Sort keys of the summaries and profiles in which the words stand, sealed."""
        return [place for place in self.world.contains(words) if place.startswith(("table SUM", "table PROFILE"))]


def texts(told: Told | Sequence[Sentence]) -> list[str]:
    return [sentence.text for sentence in (told.sentences if isinstance(told, Told) else told)]
