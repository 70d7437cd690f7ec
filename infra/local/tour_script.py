"""What the tour plays, read from a file: who speaks, what is said, what is asked, and what has to come out of it.

The form is described in `events/README.md`.
"""

from __future__ import annotations

import json
import re
import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from infra.local.formats import Session, UnknownFormat, conversations

Json = dict[str, Any]
_BLANK = re.compile(r"\{(\d+)([Ad]?)\}")
_SIGNS = {"": string.ascii_letters + string.digits, "A": string.ascii_uppercase + string.digits, "d": string.digits}


class BadScript(ValueError):
    """The file is no conversation for the tour; says where."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Of an answer: `says` stands in one memory of it, all of it; none of `never` stands in any."""

    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    cites: str = ""
    """Words of the turn that the answer rests on."""

    def said_in(self, text: str) -> bool:
        return says(text, self.says)


@dataclass(frozen=True, slots=True)
class Question:
    ask: str
    now: Expected = Expected()
    as_of: str | None = None
    then: Expected = Expected()


@dataclass(frozen=True, slots=True)
class CorrectionOf:
    """The memory that says `says` is corrected to `content`."""

    says: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True)
class Script:
    title: str
    user: str
    name: str
    sessions: tuple[Session, ...]
    secrets: Mapping[str, str]
    """By name; in the turns they stand already in place of `{{name}}`."""
    questions: tuple[Question, ...] = ()
    correction: CorrectionOf | None = None
    remembered: tuple[tuple[str, ...], ...] = ()
    """For each, one current memory says all of its words."""
    not_remembered: tuple[str, ...] = ()
    """No current memory says any of these."""

    @property
    def turns(self) -> int:
        return sum(len(session.messages) for session in self.sessions)


def read(path: Path) -> Script:
    """Raises BadScript, OSError."""
    try:
        found: object = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise BadScript(f"{path.name} is not JSON: {error.msg} in line {error.lineno}") from None
    if not isinstance(found, dict):
        raise BadScript(f"{path.name}: expected an object")
    return parse(cast("Json", found))


def parse(data: Json) -> Script:
    """As `read`, from the file's object. Secrets are made anew, so that no file has to hold one. Raises BadScript."""
    made = {name: _generate(str(pattern)) for name, pattern in _object(data, "secrets").items()}
    try:
        log = conversations(cast("list[Json]", _fill(_list(data, "sessions"), made)))
    except UnknownFormat as error:
        raise BadScript(f"sessions: {error}") from None
    if not log.sessions:
        raise BadScript("sessions: nothing is said in them")
    expect = _object(data, "expect")
    correction = _object(data, "correction")
    return Script(
        title=str(data.get("title", "A conversation")),
        user=_need(data, "user"),
        name=str(data.get("name") or data["user"]),
        sessions=log.sessions,
        secrets=made,
        questions=tuple(_question(cast("Json", item)) for item in _list(data, "questions")),
        correction=CorrectionOf(_texts(correction, "says"), _need(correction, "content")) if correction else None,
        remembered=tuple(tuple(cast("list[str]", words)) for words in cast("list[object]", expect.get("remembered") or [])),
        not_remembered=_texts(expect, "not_remembered"),
    )


def says(text: str, words: Sequence[str]) -> bool:
    """Whether a text says all of the words."""
    return all(word.casefold() in text.casefold() for word in words)


def _question(item: Json) -> Question:
    return Question(
        _need(item, "ask"), _expected(_object(item, "now")), cast("str | None", item.get("as_of")), _expected(_object(item, "then"))
    )


def _expected(item: Json) -> Expected:
    return Expected(_texts(item, "says"), _texts(item, "never"), str(item.get("cites", "")))


def _generate(pattern: str) -> str:
    """`{40}` in a pattern becomes 40 random letters and digits, `{16A}` 16 of upper case, `{8d}` 8 digits."""
    return _BLANK.sub(lambda match: "".join(secrets.choice(_SIGNS[match[2]]) for _ in range(int(match[1]))), pattern)


def _fill(value: object, made: Mapping[str, str]) -> object:
    if isinstance(value, str):
        for name, secret in made.items():
            value = value.replace("{{" + name + "}}", secret)
        return value
    if isinstance(value, list):
        return [_fill(item, made) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {name: _fill(item, made) for name, item in cast("Json", value).items()}
    return value


def _need(item: Json, name: str) -> str:
    value: object = item.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadScript(f"{name}: expected words")
    return value


def _object(item: Json, name: str) -> Json:
    value: object = item.get(name) or {}
    if not isinstance(value, dict):
        raise BadScript(f"{name}: expected an object")
    return cast("Json", value)


def _list(item: Json, name: str) -> list[Any]:
    value: object = item.get(name) or []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in cast("list[object]", value)):
        raise BadScript(f"{name}: expected a list of objects")
    return cast("list[Any]", value)


def _texts(item: Json, name: str) -> tuple[str, ...]:
    value: object = item.get(name) or []
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in cast("list[object]", texts)):
        raise BadScript(f"{name}: expected a text or a list of texts")
    return tuple(cast("list[str]", texts))
