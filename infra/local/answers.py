"""What a search found, as a person reads it: the words, when they were said, by whom, and where to look them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from infra.local.page import Page

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that was said, on which a memory rests."""

    id: str
    wording: str
    at: str | None = None
    session: str | None = None

    @classmethod
    def of(cls, source: Json) -> Ground:
        return cls(str(source.get("id", "")), str(source.get("wording", "")), source.get("at"), source.get("session"))


@dataclass(frozen=True, slots=True)
class Found:
    """One result: a memory with its grounds, or a turn or chunk, which is its own ground."""

    type: str
    id: str
    content: str
    at: str | None
    speaker: str
    grounds: tuple[Ground, ...]

    @property
    def is_memory(self) -> bool:
        return self.type == "memory"

    @classmethod
    def of(cls, result: Json) -> Found:
        grounds = tuple(Ground.of(source) for source in cast("list[Json]", result.get("sources") or []))
        at = result.get("event_at") or result.get("true_from") or result.get("at") or next((g.at for g in grounds if g.at), None)
        return cls(str(result["type"]), str(result["id"]), str(result["content"]), at, str(result.get("speaker") or ""), grounds)


def found(answer: Json) -> list[Found]:
    """The results of `POST /v1/search`, best first."""
    return [Found.of(result) for result in cast("list[Json]", answer.get("results") or [])]


def day(at: str | None) -> str:
    """`8 March 2025` of an instant; nothing of nothing."""
    if not at:
        return ""
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {moment:%B %Y}"


def show_memory(
    page: Page, content: str, aside: str, grounds: Iterable[Ground], *, mark: str = "●", styles: Sequence[str] = ("bold",)
) -> None:
    """A memory, and under it the words that it rests on."""
    page.text(content, *styles, first=f"{page.paint(mark, 'green')} " if mark else "", hang=2)
    if aside:
        page.text(aside, "dim", indent=6)
    for ground in grounds:
        where = " · ".join(part for part in (day(ground.at), ground.session) if part)
        page.text(f"“{ground.wording}”{f'  {where}' if where else ''}", "cyan", indent=6, first="└ ")
