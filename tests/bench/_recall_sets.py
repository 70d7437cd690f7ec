"""The public sets of questions that recall is measured by, read in place: conversations, what is asked about them, and what answers it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from infra.local import formats
from infra.local.formats import ChatLog, Message, Session

LANGUAGES = ("en", "de", "zh", "th")
ADVERSARIAL = 5
"""LoCoMo's category of questions that the conversation does not answer."""
CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", ADVERSARIAL: "adversarial"}
_TURN = re.compile(r"D:?(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """`gold` are the ids of the messages that answer it; none where nothing does."""

    text: str
    group: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What one person said, and what is asked about it."""

    user: str
    log: ChatLog
    questions: tuple[Question, ...]
    infer: Literal["now", "never"] = "now"

    @property
    def session_of(self) -> Mapping[str, str]:
        return {message.id: session.id for session in self.log.sessions for message in session.messages}

    def answered(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.gold)


def locomo(path: Path) -> list[Conversation]:
    """LoCoMo's own file: questions of all categories; evidence ids are repaired, and those that name no turn dropped."""
    raw = cast("list[dict[str, Any]]", json.loads(path.read_text(encoding="utf-8")))
    found: list[Conversation] = []
    for item, log in zip(raw, formats.read(path), strict=True):
        known = {message.id for session in log.sessions for message in session.messages}
        questions = [
            Question(
                one["question"],
                CATEGORIES[one["category"]],
                () if one["category"] == ADVERSARIAL else evidence(one.get("evidence") or (), known),
            )
            for one in item["qa"]
        ]
        found.append(Conversation(log.person or "", log, tuple(questions)))
    return found


def evidence(raw: Iterable[str], known: set[str]) -> tuple[str, ...]:
    """`D8:6; D9:17` are two turns, `D:11:26` is D11:26 and `D30:05` D30:5; what no turn has is dropped."""
    parts = (part for text in raw for part in re.split(r"[;,\s]+", text.strip()))
    ids = (f"D{match[1]}:{match[2]}" for part in parts if (match := _TURN.fullmatch(part)))
    return tuple(dict.fromkeys(id for id in ids if id in known))


def beam(path: Path) -> list[Conversation]:
    """BEAM's chats, what the user said of them: a chat a line. An ability is a group; abstention has no evidence."""
    found: list[Conversation] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        chat = json.loads(line)
        said = [message for message in chat["messages"] if message["role"] == "user"]
        known = {str(message["id"]) for message in said}
        sessions: dict[str, list[Message]] = {}
        for message in said:
            sessions.setdefault(f"chat-{chat['chat']}-{message['session']}", []).append(
                Message("user", message["content"], id=str(message["id"]))
            )
        questions = [
            Question(one["question"], ability, tuple(id for id in _ids(one.get("source_chat_ids")) if id in known))
            for ability, asked in chat["probing_questions"].items()
            for one in asked
        ]
        log = ChatLog("BEAM", tuple(Session(name, tuple(messages)) for name, messages in sessions.items()), f"beam-{chat['chat']}")
        found.append(Conversation(f"beam-{chat['chat']}", log, tuple(questions)))
    return found


def _ids(named: object) -> Iterator[str]:
    """Of a list, or of an object of lists, each once."""
    yield from dict.fromkeys(_flat(named))


def _flat(named: object) -> Iterator[str]:
    match named:
        case dict():
            yield from _flat(list(cast("dict[str, object]", named).values()))
        case list():
            for one in cast("list[object]", named):
                yield from _flat(one)
        case int() | str() if str(named).isdigit():
            yield str(named)
        case _:
            return


def xquad(path: Path, language: str, most: int | None = None) -> Conversation:
    """XQuAD in one language: an article is a session, a paragraph a turn; a question is answered by its paragraph. Of the questions every
    n-th, `most` in all, where that is given."""
    sessions: list[Session] = []
    questions: list[Question] = []
    for number, article in enumerate(json.loads(path.read_text(encoding="utf-8"))["data"]):
        messages: list[Message] = []
        for place, paragraph in enumerate(article["paragraphs"]):
            id = f"{number}-{place}"
            messages.append(Message("user", paragraph["context"], id=id))
            questions += [Question(one["question"], language, (id,)) for one in paragraph["qas"]]
        sessions.append(Session(f"{language}-{number}", tuple(messages)))
    user = f"xquad-{language}"
    return Conversation(user, ChatLog("XQuAD", tuple(sessions), user), tuple(_spread(questions, most)), infer="never")


def _spread(questions: Sequence[Question], most: int | None) -> Sequence[Question]:
    if most is None or len(questions) <= most:
        return questions
    return [questions[n * len(questions) // most] for n in range(most)]
