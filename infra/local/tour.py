"""The tour: a sample conversation, played through the public API as a client would, printed as a page that a person reads.

python -m infra.local.tour [--file events/tour/conversation.json]
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from infra.local import tour_script
from infra.local.answers import Found, found
from infra.local.client import Api, ApiProblem, Json, Memory, NoAnswer, NotDone
from infra.local.errors import LocalError
from infra.local.layout import ROOT
from infra.local.page import Page
from infra.local.tour_script import Expected, Question, Script, says
from infra.local.tour_view import View

DEFAULT = ROOT / "events" / "tour" / "conversation.json"
TENANT = "tour"


@dataclass
class Expectations:
    """What the file expects and what came: each is counted, and those that failed are told at the end."""

    held: int = 0
    failed: list[str] = field(default_factory=list[str])

    def check(self, holds: bool, otherwise: str) -> bool:
        if holds:
            self.held += 1
        else:
            self.failed.append(otherwise)
        return holds


class Tour:
    """Plays one script for one person, who is forgotten at the end."""

    def __init__(self, api: Api, script: Script, user: str, view: View, public_key: bytes | None = None) -> None:
        self._api = api
        self._script = script
        self._user = user
        self._view = view
        self._public_key = public_key
        self.expectations = Expectations()

    def play(self) -> bool:
        """True when all that the script expects came true. Raises ApiProblem, NoAnswer, NotDone."""
        began = time.monotonic()
        script = self._script
        self._view.title(script.title, script.turns, len(script.sessions))
        kept = self._tell()
        self._gate(kept)
        self._remembered()
        self._ask_all()
        self._correct()
        self._forget()
        return self._end(time.monotonic() - began)

    def _tell(self) -> dict[str, list[Json]]:
        told = 0.0
        began = time.monotonic()
        for session in self._script.sessions:
            sent = time.monotonic()
            accepted = self._api.post_events(session.id, [message.to_json() for message in session.messages], user_id=self._user)
            told += time.monotonic() - sent
            # one after the other, as they were said; side by side each would start functions of its own
            self._api.wait_for_job(str(accepted["job_id"]))
        kept = {session.id: list(self._api.turns(session.id, user_id=self._user)) for session in self._script.sessions}
        self._view.conversation(kept, self._script.name, told, time.monotonic() - began)
        for session in self._script.sessions:
            self._check(
                len(kept[session.id]) == len(session.messages),
                f"{len(session.messages)} turns were said in {session.id}, {len(kept[session.id])} were kept",
            )
        return kept

    def _gate(self, kept: dict[str, list[Json]]) -> None:
        removed: list[tuple[str, str, str]] = []
        for session in self._script.sessions:
            for said, turn in zip(session.messages, kept[session.id], strict=False):
                hidden = [name for name, value in self._script.secrets.items() if value in said.content]
                if hidden:
                    removed.append((said.content, str(turn["content"]), session.id))
        self._view.gate(removed, self._script.secrets)
        everything = "\n".join(str(turn) for turns in kept.values() for turn in turns)
        for name, value in self._script.secrets.items():
            self._check(value not in everything, f"the value of {{{{{name}}}}} was kept in a turn")
            answer = str(self._api.search(value, user_id=self._user, limit=20).get("results"))
            self._check(value not in answer, f"the value of {{{{{name}}}}} was found by a search")

    def _remembered(self) -> None:
        memories = list(self._api.memories(user_id=self._user))
        memories.sort(key=lambda memory: str(memory.get("true_from") or ""))
        self._view.memories(memories)
        texts = [memory["content"] for memory in memories]
        for words in self._script.remembered:
            self._check(any(says(text, words) for text in texts), f"no memory says {_quoted(words)}")
        for words in self._script.not_remembered:
            self._check(not any(says(text, (words,)) for text in texts), f"a memory says {words!r}")
        for memory in memories:
            self._check(bool(memory.get("sources")), f"a memory rests on nothing: {memory['id']}")
        for name, value in self._script.secrets.items():
            self._check(not any(value in str(memory) for memory in memories), f"the value of {{{{{name}}}}} stands in a memory")

    def _ask_all(self) -> None:
        if self._script.questions:
            self._view.questions()
        for question in self._script.questions:
            now = self._ask(question, None)
            self._judge(question, question.now, now, "now")
            then: list[Found] | None = None
            if question.as_of:
                then = self._ask(question, question.as_of)
                self._judge(question, question.then, then, f"as of {question.as_of}")
            self._view.question(question, now, then)

    def _ask(self, question: Question, as_of: str | None) -> list[Found]:
        return found(self._api.search(question.ask, user_id=self._user, as_of=as_of))

    def _judge(self, question: Question, expected: Expected, results: list[Found], when: str) -> None:
        memories = [result for result in results if result.is_memory]
        answer = f"{question.ask!r} {when}"
        if expected.says:
            best = next((memory for memory in memories if expected.said_in(memory.content)), None)
            self._check(best is not None, f"{answer}: no memory says {_quoted(expected.says)}")
            if expected.cites:
                grounds = best.grounds if best else ()
                self._check(any(expected.cites in ground.wording for ground in grounds), f"{answer}: does not cite “{expected.cites}”")
        for words in expected.never:
            self._check(not any(says(memory.content, (words,)) for memory in memories), f"{answer}: a memory says {words!r}")

    def _correct(self) -> None:
        wanted = self._script.correction
        if wanted is None:
            return
        memory = next((m for m in self._api.memories(user_id=self._user) if says(m["content"], wanted.says)), None)
        if not self._check(memory is not None, f"no memory to correct says {_quoted(wanted.says)}"):
            return
        assert memory is not None
        corrected = self._api.correct(memory["id"], {"content": wanted.content}, if_match=f'"{memory["rev"]}"')
        history = self._api.history(memory["id"])
        self._view.correction(memory, history)
        self._check(corrected["id"] == memory["id"] and corrected["version"] == memory["version"] + 1, "a correction is a new version")
        texts = [version["content"] for version in history]
        self._check({memory["content"], wanted.content} <= set(texts), "the history holds both wordings")
        results = found(self._api.search(memory["content"], user_id=self._user))
        told = [result.content for result in results if result.is_memory and result.id == memory["id"]]
        self._check(told == [wanted.content], "a search for the old words finds the new ones")

    def _forget(self) -> None:
        asked = self._api.erase(user_id=self._user)
        done = self._api.wait_for_erasure(str(asked["erasure_id"]))
        receipt = self._view.receipt(done, self._public_key)
        self._check(receipt, "the receipt's signature is not valid")
        question = self._script.questions[0].ask if self._script.questions else self._script.sessions[0].messages[0].content
        left = found(self._api.search(question, user_id=self._user, limit=20))
        held: list[Memory] = list(self._api.memories(user_id=self._user, include="superseded,deleted,hidden"))
        self._view.forgotten(question, left, len(held))
        self._check(not left, f"{question!r} after the erasure: {len(left)} results")
        self._check(not held, f"{len(held)} memories are left after the erasure")

    def _end(self, seconds: float) -> bool:
        self._view.end(self.expectations.held, self.expectations.failed, seconds)
        return not self.expectations.failed

    def _check(self, holds: bool, otherwise: str) -> bool:
        return self.expectations.check(holds, otherwise)


def _quoted(words: Sequence[str]) -> str:
    return " and ".join(repr(word) for word in words)


def main(arguments: Sequence[str] | None = None) -> int:
    """0: all came true. 1: something did not. 2: the file or the API cannot be used."""
    parser = argparse.ArgumentParser(prog="tour", description="Plays a conversation through the API and shows what becomes of it.")
    parser.add_argument("--file", type=Path, default=DEFAULT, help="another conversation (see events/README.md)")
    asked = parser.parse_args(arguments)
    try:
        script = tour_script.read(asked.file)
    except (OSError, tour_script.BadScript) as error:
        print(f"cannot play this file: {error}", file=sys.stderr)
        return 2
    from infra.local.connect import connect, receipt_key  # needs the cloud environment, which --help does not
    from infra.local.issuer import Caller

    # a new person at each run: two tours may play side by side, and one that broke off leaves nothing in the next one's way
    user = f"{script.user}+{secrets.token_hex(3)}"
    try:
        tour = Tour(connect(Caller(TENANT, user)), script, user, View(Page()), receipt_key())
        return 0 if tour.play() else 1
    except (ApiProblem, NoAnswer, NotDone, LocalError) as error:
        print(f"\nthe tour broke off: {error}", file=sys.stderr)
        print("what to do: make status; make logs", file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
