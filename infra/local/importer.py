"""Takes a person's chat logs in through the API. Safe to repeat and to break off: what is there already is not sent again.

python -m infra.local.importer FILE [--user USER] [--tenant TENANT] [--only PERSON]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from infra.local import formats
from infra.local.client import Api, ApiProblem, NoAnswer, NotDone
from infra.local.errors import LocalError
from infra.local.formats import ChatLog, Message, Session
from infra.local.meter import Meter
from infra.local.page import counted

TENANT = "home"
BATCH_TURNS = 50
BATCH_BYTES = 500_000
"""Half of what a call may hold: a message grows when it is written as JSON by somebody else."""
IN_FLIGHT = 4
"""Jobs that are waited for before the next batch is sent, so that a long log does not pile up."""
JOB_SECONDS = 300.0


@dataclass
class Summary:
    """What an import came to."""

    sessions: int = 0
    turns: int = 0
    known: int = 0
    """Turns that were there already."""
    skipped: int = 0
    """Messages with no words in them."""
    redactions: int = 0
    memories: set[str] = field(default_factory=set[str])
    failures: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        known = f"{self.known} were there already" if self.known else ""
        empty = f"{self.skipped} without words left out" if self.skipped else ""
        aside = ", ".join(part for part in (known, empty) if part)
        yield f"turns       {self.turns} of {counted(self.sessions, 'session')}{f' ({aside})' if aside else ''}"
        yield f"memories    {len(self.memories)}"
        yield f"redactions  {self.redactions}"
        yield f"seconds     {self.seconds:.1f}{f' ({self.turns / self.seconds:.0f} turns a second)' if self.turns and self.seconds else ''}"
        yield f"failures    {len(self.failures)}"
        for failure in self.failures:
            yield f"  {failure}"


class Importer:
    """Imports one person's log. Every batch has a key derived from what it holds, and every turn an id derived from what it says."""

    def __init__(self, api: Api, user: str, *, infer: str = "now", moved: Callable[[int], None] = lambda _: None) -> None:
        self._api = api
        self._user = user
        self._infer = infer
        self._moved = moved
        self._waiting: deque[tuple[str, int, str]] = deque()
        self.summary = Summary()

    def run(self, log: ChatLog) -> Summary:
        """Raises NoAnswer when the API is gone; what was refused or failed stands in the summary, and the rest goes on."""
        began = time.monotonic()
        self.summary.skipped += log.skipped
        for session in log.sessions:
            self._session(session)
        while self._waiting:
            self._settle()
        self.summary.seconds += time.monotonic() - began
        return self.summary

    def _session(self, session: Session) -> None:
        self.summary.sessions += 1
        held = {str(turn.get("id")) for turn in self._api.turns(session.id, user_id=self._user)}
        new = [message for message in session.messages if message.id not in held]
        self.summary.known += len(session.messages) - len(new)
        self._moved(len(session.messages) - len(new))
        for batch in batches(new):
            self._send(session.id, batch)

    def _send(self, session_id: str, batch: Sequence[Message]) -> None:
        body = [message.to_json() for message in batch]
        try:
            accepted = self._api.post_events(
                session_id, body, user_id=self._user, infer=self._infer, key=batch_key(self._user, session_id, batch, self._infer)
            )
        except ApiProblem as problem:
            self.summary.failures.append(f"{session_id}, {len(batch)} turns from {batch[0].id}: {problem}")
            self._moved(len(batch))
            return
        self.summary.turns += len(batch)
        self.summary.redactions += int(accepted.get("redactions") or 0)
        self._waiting.append((str(accepted["job_id"]), len(batch), session_id))
        while len(self._waiting) >= IN_FLIGHT:
            self._settle()

    def _settle(self) -> None:
        job_id, turns, session_id = self._waiting.popleft()
        try:
            job = self._api.wait_for_job(job_id, JOB_SECONDS)
            self.summary.memories.update(str(memory) for memory in job.get("memories") or ())
        except (NotDone, ApiProblem) as error:
            self.summary.failures.append(f"{session_id}: {error}")
        self._moved(turns)


def batches(messages: Sequence[Message]) -> Iterator[list[Message]]:
    """In order, as many to a batch as one call takes."""
    batch: list[Message] = []
    size = 0
    for message in messages:
        length = len(json.dumps(message.to_json()))
        if batch and (len(batch) == BATCH_TURNS or size + length > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(message)
        size += length
    if batch:
        yield batch


def batch_key(user: str, session_id: str, batch: Sequence[Message], infer: str) -> str:
    """The same batch always has the same Idempotency-Key, so that a repetition is the same call."""
    content = json.dumps([user, session_id, infer, [message.to_json() for message in batch]])
    return f"import-{hashlib.sha256(content.encode()).hexdigest()[:40]}"


def user_of(log: ChatLog, user: str | None, several: bool) -> str:
    """Whose a log is: USER; where the file holds several people, each is one of its own under it."""
    if user and several and log.person:
        return f"{user}/{log.person}"
    chosen = user or log.person
    if not chosen:
        raise LocalError("whose are these chats?", "say it: make import FILE=... USER=me")
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """0: all is in. 1: a part failed. 2: the file or the API cannot be used."""
    parser = argparse.ArgumentParser(prog="import", description="Takes chat logs in.")
    parser.add_argument("file", type=Path, help="role/content messages (JSON, JSONL), a ChatGPT export, or LoCoMo's file")
    parser.add_argument("--user", help="whose chats these are")
    parser.add_argument("--tenant", default=TENANT)
    parser.add_argument("--only", help="of a file that holds several people, this one")
    parser.add_argument("--infer", choices=("now", "idle", "never"), default="now", help="when to extract memories (default: now)")
    asked = parser.parse_args(arguments)
    from infra.local.connect import connect  # needs the cloud environment, which --help does not
    from infra.local.issuer import Caller

    try:
        found = formats.read(asked.file)
        logs = [log for log in found if asked.only in (None, log.person)]
        if not logs:
            people = ", ".join(str(log.person) for log in found)
            raise LocalError(f"{asked.only} is not in this file", f"it holds {people}")
        failed = 0
        for log in logs:
            user = user_of(log, asked.user, len(logs) > 1)
            print(f"{log.format}: {counted(log.turns, 'turn')} in {counted(len(log.sessions), 'session')}, for {user}", flush=True)
            with Meter(log.turns, "turns") as meter:
                summary = Importer(connect(Caller(asked.tenant, user)), user, infer=asked.infer, moved=meter.move).run(log)
            for line in summary.lines():
                print(f"  {line}")
            failed += len(summary.failures)
        if not failed:
            print(f'\nask something:  make ask USER={user_of(logs[0], asked.user, len(logs) > 1)!r} Q="..."')
        return 1 if failed else 0
    except (OSError, UnicodeDecodeError, formats.UnknownFormat, LocalError, NoAnswer, ApiProblem) as error:
        print(f"cannot import this: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
