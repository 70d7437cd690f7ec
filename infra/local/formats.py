"""A person's chat logs, whatever wrote them, as sessions of messages that the API takes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

Json = dict[str, Any]

ROLES = ("user", "assistant", "tool", "system")
SESSION_GAP = timedelta(hours=6)
"""Messages of a flat log that lie further apart than this belong to two sessions."""
_OTHER_ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant", "function": "tool", "developer": "system"}
_LOCOMO_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+(\w+),?\s+(\d{4})", re.IGNORECASE)
LONGEST = 100_000
"""Characters of one turn that the API takes; what is longer becomes several."""
_MILLISECONDS = 1e11
"""A number of epoch seconds above this is a number of milliseconds."""


class UnknownFormat(ValueError):
    """The file is none of the known chat logs; says what was found."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `id` is derived from what is said and where, so that the same log always gives the same ids."""

    role: str
    content: str
    id: str = ""
    name: str | None = None
    timestamp: str | None = None
    captions: tuple[str, ...] = ()

    def to_json(self) -> Json:
        """As an element of `messages` in `POST /v1/events`."""
        body: Json = {"id": self.id, "role": self.role, "content": self.content}
        if self.name:
            body["name"] = self.name
        if self.timestamp:
            body["timestamp"] = self.timestamp
        if self.captions:
            body["attachments"] = [{"caption": caption} for caption in self.captions]
        return body


@dataclass(frozen=True, slots=True)
class Session:
    id: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ChatLog:
    """What one file holds of one person: `person` is set where a file holds several people's logs."""

    format: str
    sessions: tuple[Session, ...]
    person: str | None = None
    skipped: int = 0
    """Messages with no words in them."""

    @property
    def turns(self) -> int:
        return sum(len(session.messages) for session in self.sessions)


@dataclass
class _Builder:
    """Collects messages into sessions; those of one session belong together wherever they stand in the file."""

    sessions: dict[str, list[Message]] = field(default_factory=dict[str, list[Message]])
    skipped: int = 0

    def add(self, session: str, messages: Sequence[Message | None]) -> None:
        """`session` may be blank: a session with no id is known by when and with what words it began."""
        kept = [message for message in messages if message is not None]
        self.skipped += len(messages) - len(kept)
        if kept:
            self.sessions.setdefault(session or self._new_id(kept[0]), []).extend(kept)

    def _new_id(self, first: Message) -> str:
        day = f"{first.timestamp[:10]}-" if first.timestamp else ""
        name = f"chat-{day}{_digest(first.role, first.timestamp or '', first.content)[:8]}"
        alike = sum(session == name or session.startswith(f"{name}.") for session in self.sessions)
        return f"{name}.{alike + 1}" if alike else name

    def log(self, format_name: str, person: str | None = None) -> ChatLog:
        sessions = (Session(session, tuple(_pieces(_with_ids(session, messages)))) for session, messages in self.sessions.items())
        return ChatLog(format_name, tuple(sessions), person, self.skipped)


def read(path: Path) -> list[ChatLog]:
    """The chat logs in a file, one for each person it holds. Raises UnknownFormat, OSError."""
    return parse(path.read_text(encoding="utf-8-sig"))


def parse(text: str) -> list[ChatLog]:
    """As `read`, from the file's text."""
    data = _load(text)
    if isinstance(data, dict):
        found = cast("Json", data)
        data = found.get("conversations") or found.get("sessions") or [found]
    if not isinstance(data, list) or not data or not all(isinstance(item, dict) for item in cast("list[object]", data)):
        raise UnknownFormat("expected a list of messages or of conversations (JSON), or one of them a line (JSON lines)")
    items = cast("list[Json]", data)
    first = items[0]
    if isinstance(first.get("conversation"), dict):
        return [_locomo(item, number) for number, item in enumerate(items, 1)]
    if isinstance(first.get("mapping"), dict):
        return [_chatgpt(items)]
    if isinstance(first.get("messages"), list):
        return [conversations(items)]
    if "content" in first or "text" in first:
        return [_flat(items)]
    raise UnknownFormat(f"no known chat log: its first element has {', '.join(sorted(first)[:8]) or 'no fields'}")


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            return [json.loads(line) for line in lines]
        except json.JSONDecodeError as error:
            where = whole if len(lines) < 2 else error
            raise UnknownFormat(f"neither JSON nor JSON lines: {where.msg} at character {where.pos}") from None


def _flat(items: list[Json]) -> ChatLog:
    """One list of messages: cut where it says so itself (`session_id`), else where nothing was said for hours."""
    builder = _Builder()
    for session, group in _groups(items):
        builder.add(session, [_message(item) for item in group])
    return builder.log("messages")


def _groups(items: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    group: list[Json] = []
    session, last = "", None
    for item in items:
        named, at = _text(item.get("session_id") or item.get("conversation_id")), _when(item)
        paused = not named and at is not None and last is not None and at - last > SESSION_GAP
        if group and (named != session or paused):
            yield session, group
            group = []
        group.append(item)
        session, last = named, at or last
    if group:
        yield session, group


def conversations(items: list[Json]) -> ChatLog:
    """Of a list of `{"id": ..., "messages": [...]}`. Raises UnknownFormat."""
    builder = _Builder()
    for item in items:
        session = _text(item.get("session_id") or item.get("id") or item.get("conversation_id"))
        builder.add(session, [_message(message) for message in _list(item, "messages")])
    return builder.log("conversations")


def _chatgpt(items: list[Json]) -> ChatLog:
    """An export of ChatGPT: each conversation is a tree, of which the branch that was read last is kept."""
    builder = _Builder()
    for item in items:
        nodes = cast("dict[str, Json]", item.get("mapping") or {})
        branch: list[Message | None] = []
        at: object = item.get("current_node") or next(reversed(nodes), None)
        while isinstance(at, str) and at in nodes and len(branch) <= len(nodes):
            node = nodes[at]
            said = node.get("message")
            if isinstance(said, dict):
                branch.append(_chatgpt_message(cast("Json", said)))
            at = node.get("parent")
        builder.add(_text(item.get("conversation_id") or item.get("id")), branch[::-1])
    return builder.log("ChatGPT export")


def _chatgpt_message(said: Json) -> Message | None:
    content = cast("Json", said.get("content") or {})
    parts = cast("list[object]", content.get("parts") or ([content["text"]] if "text" in content else []))
    words = "\n".join(part for part in parts if isinstance(part, str)).strip()
    author = cast("Json", said.get("author") or {})
    role = _role(author.get("role"))
    if role == "system":
        return None
    return _message({"role": role, "content": words, "timestamp": said.get("create_time")})


def _locomo(item: Json, number: int) -> ChatLog:
    """LoCoMo's own file: two people over many sessions, each with its date; pictures stand as captions."""
    talk = cast("Json", item["conversation"])
    person = _text(item.get("sample_id")) or f"conversation-{number}"
    builder = _Builder()
    sessions = sorted((int(key.split("_")[1]), key) for key in talk if re.fullmatch(r"session_\d+", key))
    for _, key in sessions:
        begins = _locomo_time(_text(talk.get(f"{key}_date_time")))
        turns: list[Message | None] = []
        for index, turn in enumerate(_list(talk, key)):
            # the turns of a session have no times of their own: a second apart keeps their order and the session's date
            at = begins + timedelta(seconds=index) if begins else None
            caption = _text(turn.get("blip_caption"))
            words = _text(turn.get("text")) or caption
            if not words:
                turns.append(None)
                continue
            turns.append(
                Message(
                    role="user",
                    content=words,
                    id=_text(turn.get("dia_id")),
                    name=_text(turn.get("speaker")) or None,
                    timestamp=_stamp(at),
                    captions=(caption,) if caption else (),
                )
            )
        builder.add(f"{person}-{key}", turns)
    return builder.log("LoCoMo", person)


def _locomo_time(text: str) -> datetime | None:
    match = _LOCOMO_TIME.search(text)
    if match is None:
        return None
    return datetime.strptime(" ".join(match.groups()), "%I %M %p %d %B %Y").replace(tzinfo=UTC)


def _message(item: Json) -> Message | None:
    content: object = item.get("content", item.get("text"))
    if isinstance(content, list):
        words: list[str] = []
        for part in cast("list[object]", content):
            if isinstance(part, str):
                words.append(part)
            elif isinstance(part, dict) and isinstance(cast("Json", part).get("text"), str):
                words.append(cast("Json", part)["text"])
        content = "\n".join(words)
    attachments = cast("list[object]", item.get("attachments") or [])
    captions = [_text(cast("Json", one).get("caption")) for one in attachments if isinstance(one, dict)]
    if not isinstance(content, str) or not content.strip():
        return None
    return Message(
        role=_role(item.get("role") or item.get("sender") or item.get("from")),
        content=content,
        id=_text(item.get("id") or item.get("uuid")),
        name=_text(item.get("name")) or None,
        timestamp=_stamp(_when(item)),
        captions=tuple(caption for caption in captions if caption),
    )


def _role(role: object) -> str:
    text = _text(role).lower()
    text = _OTHER_ROLES.get(text, text)
    return text if text in ROLES else "user"


def _when(item: Json) -> datetime | None:
    for key in ("timestamp", "created_at", "create_time", "time", "date"):
        value: object = item.get(key)
        if isinstance(value, bool) or value is None or value == "":
            continue
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC)
        try:
            at = datetime.fromisoformat(str(value).strip())
        except ValueError:
            raise UnknownFormat(f"{key} is neither ISO 8601 nor epoch seconds: {str(value)[:40]!r}") from None
        return at if at.tzinfo else at.replace(tzinfo=UTC)
    return None


def _stamp(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if at else None


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode(errors="surrogatepass")).hexdigest()


def _with_ids(session: str, messages: Sequence[Message]) -> Iterator[Message]:
    """Messages with no id of their own get one from what they say and how often it was said before in the session."""
    seen: dict[tuple[str, ...], int] = {}
    for message in messages:
        if message.id:
            yield message
            continue
        said = (session, message.role, message.name or "", message.timestamp or "", message.content)
        seen[said] = seen.get(said, 0) + 1
        yield replace(message, id=_digest(*said, str(seen[said]))[:24])


def _pieces(messages: Iterable[Message]) -> Iterator[Message]:
    """Long messages as several, cut at a line's end or a space where there is one near."""
    for message in messages:
        rest, number = message.content, 1
        while len(rest) > LONGEST:
            cut = max(rest.rfind("\n", LONGEST // 2, LONGEST), rest.rfind(" ", LONGEST // 2, LONGEST)) + 1 or LONGEST
            yield replace(message, content=rest[:cut], id=f"{message.id}.{number}")
            rest, number = rest[cut:], number + 1
        yield message if number == 1 else replace(message, content=rest, id=f"{message.id}.{number}")


def _list(item: Json, key: str) -> list[Json]:
    found: object = item.get(key)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in cast("list[object]", found)):
        raise UnknownFormat(f"expected a list of objects in {key!r}")
    return cast("list[Json]", found)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
