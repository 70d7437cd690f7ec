import json
from typing import Any

import pytest

from infra.local.formats import LONGEST, ChatLog, UnknownFormat, parse


def _one(data: object) -> ChatLog:
    (log,) = parse(json.dumps(data))
    return log


def _said(log: ChatLog) -> list[list[str]]:
    return [[message.content for message in session.messages] for session in log.sessions]


def test_a_list_of_messages_is_one_session_when_it_has_no_times() -> None:
    log = _one([{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}])
    assert _said(log) == [["hello", "hi"]]
    assert [message.role for message in log.sessions[0].messages] == ["user", "assistant"]
    assert log.sessions[0].messages[0].timestamp is None


def test_hours_of_silence_begin_a_session() -> None:
    times = ["2025-03-01T09:00:00Z", "2025-03-01T14:59:00Z", "2025-03-01T21:00:00Z", "2025-03-02T08:00:00+02:00"]
    log = _one([{"role": "user", "content": f"turn {n}", "timestamp": at} for n, at in enumerate(times)])
    assert _said(log) == [["turn 0", "turn 1"], ["turn 2"], ["turn 3"]]
    assert log.sessions[2].messages[0].timestamp == "2025-03-02T06:00:00Z"
    assert log.sessions[0].id.startswith("chat-2025-03-01-")


def test_sessions_that_the_file_names_are_kept_together() -> None:
    log = _one([{"role": "user", "content": f"turn {n}", "session_id": name} for n, name in enumerate("abab")])
    assert [(session.id, [m.content for m in session.messages]) for session in log.sessions] == [
        ("a", ["turn 0", "turn 2"]),
        ("b", ["turn 1", "turn 3"]),
    ]


@pytest.mark.parametrize(
    ("value", "stamp"),
    [
        (1741424400, "2025-03-08T09:00:00Z"),
        (1741424400.25, "2025-03-08T09:00:00Z"),
        (1741424400250, "2025-03-08T09:00:00Z"),
        ("2025-03-08T10:00:00+01:00", "2025-03-08T09:00:00Z"),
        ("2025-03-08", "2025-03-08T00:00:00Z"),
        (None, None),
        ("", None),
    ],
)
def test_times_are_iso_or_epoch(value: object, stamp: str | None) -> None:
    assert _one([{"role": "user", "content": "x", "timestamp": value}]).sessions[0].messages[0].timestamp == stamp


def test_a_time_that_is_none_is_told() -> None:
    with pytest.raises(UnknownFormat, match="timestamp"):
        _one([{"role": "user", "content": "x", "timestamp": "yesterday"}])


def test_json_lines_of_messages_and_of_conversations() -> None:
    lines = "\n".join(json.dumps({"role": "user", "content": text}) for text in ("one", "two"))
    assert _said(parse(lines)[0]) == [["one", "two"]]
    lines = "\n".join(json.dumps({"id": name, "messages": [{"role": "user", "content": name}]}) for name in ("s1", "s2"))
    assert [session.id for session in parse(lines)[0].sessions] == ["s1", "s2"]


@pytest.mark.parametrize("wrapping", ["conversations", "sessions"])
def test_an_object_around_the_conversations(wrapping: str) -> None:
    assert _said(_one({wrapping: [{"messages": [{"role": "human", "text": "hi"}]}]})) == [["hi"]]


def test_one_conversation_by_itself() -> None:
    log = _one(
        {
            "messages": [
                {"role": "human", "content": [{"type": "text", "text": "a"}, "b", {"type": "image"}]},
                {"role": "ai", "content": "c"},
            ]
        }
    )
    assert _said(log) == [["a\nb", "c"]]
    assert [m.role for m in log.sessions[0].messages] == ["user", "assistant"]


def test_messages_without_words_are_left_out_and_counted() -> None:
    log = _one([{"role": "user", "content": " "}, {"role": "user", "content": None}, {"role": "user", "content": "x"}])
    assert (_said(log), log.skipped) == ([["x"]], 2)


def test_ids_depend_on_what_is_said_and_where_and_nothing_else() -> None:
    messages = [{"role": "user", "content": "again"}, {"role": "user", "content": "again"}, {"role": "user", "content": "last"}]
    ids = [m.id for m in _one(messages).sessions[0].messages]
    assert len(set(ids)) == 3
    grown = _one([*messages, {"role": "user", "content": "more"}]).sessions[0]
    assert [m.id for m in grown.messages][:3] == ids
    assert grown.id == _one(messages).sessions[0].id


def test_two_sessions_that_begin_alike_stay_two() -> None:
    data = {"conversations": [{"messages": [{"role": "user", "content": "hi"}, {"role": "user", "content": n}]} for n in "ab"]}
    assert len({session.id for session in _one(data).sessions}) == 2


def test_a_message_longer_than_a_turn_becomes_several() -> None:
    text = "word " * 50_000
    messages = _one([{"role": "user", "content": text, "id": "m"}]).sessions[0].messages
    assert "".join(message.content for message in messages) == text
    assert [message.id for message in messages] == ["m.1", "m.2", "m.3"]
    assert all(len(message.content) <= LONGEST for message in messages)
    assert all(message.content.endswith(" ") for message in messages)
    assert [len(m.content) for m in _one([{"role": "user", "content": "x" * 150_000}]).sessions[0].messages] == [100_000, 50_000]


def _node(parent: str | None, role: str, *parts: str, at: float | None = None) -> dict[str, Any]:
    said = {"author": {"role": role}, "content": {"content_type": "text", "parts": list(parts)}, "create_time": at}
    return {"parent": parent, "message": said if parts else None}


def test_a_chatgpt_export_is_read_along_the_branch_that_was_read_last() -> None:
    mapping = {
        "root": _node(None, "system"),
        "a": _node("root", "system", "be nice"),
        "b": _node("a", "user", "first try", at=1741424400),
        "c": _node("a", "user", "second try", at=1741424460),
        "d": _node("c", "assistant", "answer", at=1741424461),
    }
    log = _one([{"title": "t", "id": "conv-1", "current_node": "d", "mapping": mapping}])
    assert log.format == "ChatGPT export"
    assert (log.sessions[0].id, _said(log)) == ("conv-1", [["second try", "answer"]])
    assert log.sessions[0].messages[0].timestamp == "2025-03-08T09:01:00Z"


def test_locomo_keeps_order_dates_speakers_and_captions() -> None:
    turns = [
        {"speaker": "Ana", "dia_id": "D2:1", "text": "Look at this!", "blip_caption": "a photo of a red bicycle"},
        {"speaker": "Ben", "dia_id": "D2:2", "text": "Nice."},
        {"speaker": "Ben", "dia_id": "D2:3", "text": ""},
    ]
    talk = {
        "speaker_a": "Ana", "speaker_b": "Ben",
        "session_10": [{"speaker": "Ana", "dia_id": "D10:1", "text": "Late."}], "session_10_date_time": "12:09 am on 13 September, 2023",
        "session_2": turns, "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_11_date_time": "9:00 am on 1 October, 2023",
    }  # fmt: skip
    first, second = parse(json.dumps([{"sample_id": "conv-1", "conversation": talk}, {"conversation": talk}]))
    assert (first.person, second.person) == ("conv-1", "conversation-2")
    assert [session.id for session in first.sessions] == ["conv-1-session_2", "conv-1-session_10"]
    ana, ben = first.sessions[0].messages
    assert ana.to_json() == {
        "id": "D2:1", "role": "user", "name": "Ana", "content": "Look at this!", "timestamp": "2023-05-08T13:56:00Z",
        "attachments": [{"caption": "a photo of a red bicycle"}],
    }  # fmt: skip
    assert (ben.name, ben.timestamp) == ("Ben", "2023-05-08T13:56:01Z")
    assert first.sessions[1].messages[0].timestamp == "2023-09-13T00:09:00Z"
    assert first.skipped == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "3",
        "[1]",
        '[{"a": 1}]',
        '{"a": 1}',
        '{"role": "user"',
        '[{"messages": 3}]',
        '[{"messages": [1]}]',
        '{"a": 1}\nnope',
    ],
)
def test_what_is_no_chat_log_is_told(text: str) -> None:
    with pytest.raises(UnknownFormat):
        parse(text)
