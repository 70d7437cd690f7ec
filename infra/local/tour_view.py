"""How the tour looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from infra.local.answers import Found, Ground, day, show_memory
from infra.local.client import Json, Memory
from infra.local.page import Page, counted, fit
from infra.local.receipts import BadReceipt, Receipt
from infra.local.tour_script import Expected, Question

REGISTERED = frozenset({"iss", "jti", "iat"})
"""Claims of every token (RFC 7519), told by others of ours already."""
SHOWN = 8
"""Characters of a secret that the page shows: those that say what it is."""
LABEL, WIDE = 14, 19
ANSWERS = 3
GROUNDS = 2
"""What is shown of an answer at most, and of the words that each memory rests on."""


class View:
    """Prints the tour's sections on a page, in the order in which they are called."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._asked = False

    def title(self, title: str, turns: int, sessions: int) -> None:
        self._page.title(f"Mnemon · {title}", f"{counted(sessions, 'conversation')}, {counted(turns, 'turn')}")

    def conversation(self, kept: Mapping[str, Sequence[Json]], name: str, told: float, seconds: float) -> None:
        page, turns = self._page, sum(len(turns) for turns in kept.values())
        page.section("What was said", f"{counted(turns, 'turn')}, accepted in {told:.2f} s, remembered after {seconds:.1f} s")
        for number, (session, said) in enumerate(kept.items()):
            if number:
                page.line()
            page.text(" · ".join(part for part in (day(_at(said[0])) if said else "", session) if part), "bold")
            for turn in said:
                mine = turn.get("role") == "user"
                speaker = str(turn.get("name") or (name if mine else turn.get("role")))
                page.row(
                    speaker, str(turn["content"]), *(() if mine else ("dim",)), label_width=LABEL, label_style="cyan" if mine else "dim"
                )

    def gate(self, removed: Sequence[tuple[str, str, str]], secrets: Mapping[str, str]) -> None:
        page = self._page
        page.section("What the gate removed", "before anything was written")
        if not removed:
            page.text("Nothing: there was no secret in it.", "dim")
        for said, kept, session in removed:
            for value in secrets.values():
                said = said.replace(value, f"{value[:SHOWN]}…")
            page.row("said", said, "red", label_width=LABEL)
            page.row("kept", kept, "green", label_width=LABEL)
            page.row("where", session, "dim", label_width=LABEL)

    def memories(self, memories: Sequence[Memory]) -> None:
        self._page.section("What is remembered", f"{counted(len(memories), 'memory')}, with the words that each rests on")
        for memory in memories:
            show_memory(self._page, memory["content"], _about(memory), _grounds(memory))

    def questions(self) -> None:
        self._page.section("A question now, and the same as of another day", "true in the world, not in the store")

    def question(self, question: Question, now: Sequence[Found], then: Sequence[Found] | None) -> None:
        page = self._page
        if self._asked:
            page.line()
        self._asked = True
        page.text(question.ask, "bold", first="? ")
        self._answer("now", now, question.now)
        if then is not None:
            self._answer(f"as of {day(question.as_of)}", then, question.then)

    def _answer(self, when: str, results: Sequence[Found], expected: Expected) -> None:
        """From the best memory down to the one that says what is expected."""
        page = self._page
        page.text(when, "yellow", indent=6)
        memories = [result for result in results if result.is_memory]
        for result in (memories or list(results))[:ANSWERS]:
            page.text(result.content, "bold", indent=8)
            for ground in result.grounds[:GROUNDS]:
                where = " · ".join(part for part in (day(ground.at), ground.session) if part)
                page.text(f"“{ground.wording}”  {where}", "cyan", indent=8, first="└ ")
            if expected.said_in(result.content):
                break
        if not results:
            page.text("nothing", "dim", indent=8)

    def correction(self, before: Memory, history: Sequence[Memory]) -> None:
        page = self._page
        page.section("A correction, and its history", fit(before["id"], 24))
        for version in sorted(history, key=lambda version: version["version"]):
            by = version.get("written_by") or {}
            current = "current" if version.get("is_latest") else "corrected"
            page.row(
                f"version {version['version']}", version["content"], *(("bold",) if current == "current" else ("dim",)), label_width=LABEL
            )
            page.row(
                "",
                f"{current} · {by.get('method', '')} by {by.get('actor', '')} · {version.get('valid_from', '')}",
                "dim",
                label_width=LABEL,
            )

    def receipt(self, erasure: Json, public_key: bytes | None) -> bool:
        """True unless the receipt is wrong."""
        page = self._page
        page.section("Forgotten", "everywhere, with a receipt")
        compact = str(erasure.get("receipt") or "")
        try:
            receipt = Receipt.read(compact, public_key)
        except BadReceipt as error:
            page.row("receipt", f"not valid: {error}", "red", label_width=WIDE)
            return False
        for name, value in receipt.claims.items():
            if name not in REGISTERED and value not in ("", None):
                page.row(name.replace("_", " "), _plain(value), label_width=WIDE)
        word = "ES256, verified with the stack's public key" if receipt.verified else "ES256, not verified: no public key at hand"
        page.row("signature", word, "green" if receipt.verified else "yellow", label_width=WIDE)
        page.row("", fit(compact, page.width - 4 - WIDE), "dim", label_width=WIDE)
        return True

    def forgotten(self, question: str, left: Sequence[Found], held: int) -> None:
        page = self._page
        page.line()
        page.text(question, "bold", first="? ")
        page.text("nothing" if not left else counted(len(left), "result"), "dim" if not left else "red", indent=8)
        page.text(f"memories held about this person, current or past: {held}", "dim", indent=8)

    def end(self, held: int, failed: Sequence[str], seconds: float) -> None:
        page = self._page
        page.line()
        page.rule()
        for text in failed:
            page.text(text, "red", indent=1, first="✗ ")
        told = f"{held} of {held + len(failed)} expectations came true, {seconds:.1f} s"
        page.text(told, "red" if failed else "green", indent=1, first="✗ " if failed else "✓ ")
        page.rule()


def _about(memory: Memory) -> str:
    since, until = day(memory.get("true_from")), day(memory.get("true_to"))
    time = f"since {since}" if since and not until else f"{since} to {until}" if until else ""
    return " · ".join(part for part in (memory.get("kind", ""), memory.get("attribute") or "", time) if part)


def _grounds(memory: Memory) -> list[Ground]:
    return [Ground.of(cast("Json", source)) for source in memory.get("sources") or []]


def _at(turn: Json) -> str | None:
    return turn.get("timestamp") or turn.get("at")


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_plain(one)}" for name, one in cast("Json", value).items())
    if isinstance(value, list):
        return ", ".join(_plain(one) for one in cast("list[object]", value))
    return str(value)
