"""Every call that writes can be repeated: a caller's key is claimed once, and a repetition gets the first call's answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from mnemon.errors import Collision
from mnemon.model.instants import Instant, epoch_seconds, instant, moment
from mnemon.model.records import Idempotency
from mnemon.model.rows import Box, Key, Row
from mnemon.ports.flow import Clock
from mnemon.ports.records import Conflict, Put, Records, When

from .work import Work

KEPT = timedelta(hours=24)
ABANDONED = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Answer:
    """Of the first call. `body` is JSON that holds ids only, never content."""

    status: int
    body: str


@dataclass(frozen=True, slots=True)
class Claim:
    """This call is the one that does the work; `complete` takes it."""

    digest: str
    body: str
    created_at: Instant
    work: Work


class Idempotent:
    """The idempotency keys of one tenant. `digest` is `Pepper.caller(tid, subject, key)`, `body` is `Pepper.request(digest, ...)`."""

    def __init__(self, tid: str, records: Records, clock: Clock) -> None:
        self._tid, self._records, self._clock = tid, records, clock

    def claim(self, digest: str, body: str, work: str = "") -> Claim | Answer:
        """A Claim to do the work, or the Answer that was given. A claim that was not completed within a minute is taken over, with the
        id under which its work was begun; `work` is that id when nobody has begun.

        Raises Collision when the key was used with another body, or its first call is still under way.
        """
        now = self._clock.now()
        item = Idempotency(tid=self._tid, digest=digest, body=body, work=work, created_at=now, ttl=_until(now))
        try:
            self._records.write(Put(_row(item), When(absent=True)))
            return Claim(digest, body, now, Work(work))
        except Conflict:
            return self._again(item)

    def complete(self, claim: Claim, answer: Answer) -> None:
        """Keeps the answer for 24 hours. A claim that another call has taken over meanwhile is left to that call."""
        item = Idempotency(
            tid=self._tid,
            digest=claim.digest,
            body=claim.body,
            status=answer.status,
            answer=answer.body,
            work=claim.work.ulid,
            created_at=claim.created_at,
            ttl=_until(claim.created_at),
        )
        try:
            self._records.write(Put(_row(item), When(equals={"created_at": claim.created_at, "status": 0})))
        except Conflict:
            return

    def release(self, claim: Claim) -> None:
        """The work failed and left nothing behind: the next call may start anew at once."""
        stale = instant(moment(claim.created_at) - ABANDONED)
        item = Idempotency(
            tid=self._tid,
            digest=claim.digest,
            body=claim.body,
            work=claim.work.ulid,
            created_at=stale,
            ttl=_until(claim.created_at),
        )
        try:
            self._records.write(Put(_row(item), When(equals={"created_at": claim.created_at, "status": 0})))
        except Conflict:
            return

    def resume(self, digest: str, work: str) -> Work:
        """For a call that has no key of its own, known by what it is about (`digest`, a keyed hash): the id under which it is done, again
        the same when an earlier one broke off. It holds nobody up. Whoever ends the work removes `keys.idempotency(tid, digest)`."""
        item = Idempotency(
            tid=self._tid, digest=digest, body=digest, work=work, created_at=self._clock.now(), ttl=_until(self._clock.now())
        )
        key = item.key()
        try:
            self._records.write(Put(_row(item), When(absent=True)))
            return Work(work)
        except Conflict:
            row = self._records.get([key]).get(key)
            return Work(work) if row is None else Work(Idempotency.from_row(row, _NoBox()).work, again=True)

    def _again(self, item: Idempotency) -> Claim | Answer:
        key = item.key()
        row = self._records.get([key]).get(key)
        if row is None:
            raise Collision("the first call with this idempotency key is still under way")
        held = Idempotency.from_row(row, _NoBox())
        expired = held.ttl <= epoch_seconds(item.created_at)
        if not expired:
            if held.body != item.body:
                raise Collision("this idempotency key was used with another request")
            if held.status:
                return Answer(held.status, held.answer)
            if moment(item.created_at) - moment(held.created_at) < ABANDONED:
                raise Collision("the first call with this idempotency key is still under way")
        work = Work(item.work) if expired else Work(held.work or item.work, again=bool(held.work))
        item = item.model_copy(update={"work": work.ulid})
        try:
            self._records.write(Put(_row(item), When(equals={"created_at": held.created_at, "status": held.status})))
        except Conflict as error:
            raise Collision("the first call with this idempotency key is still under way") from error
        return Claim(item.digest, item.body, item.created_at, work)


def _until(now: Instant) -> int:
    return epoch_seconds(instant(moment(now) + KEPT))


class _NoBox(Box):
    """An idempotency item holds nothing that is sealed."""

    def seal(self, key: Key, plain: bytes) -> bytes:
        raise NotImplementedError

    def open(self, key: Key, sealed: bytes) -> bytes:
        raise NotImplementedError

    def digest(self, purpose: str, text: str) -> str:
        raise NotImplementedError


def _row(item: Idempotency) -> Row:
    return item.to_row(_NoBox())
