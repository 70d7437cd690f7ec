"""What a run left in the stores, decrypted, and how it differs from what another left, modulo ids and times."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from mnemon.model.rows import Box, Key, Row, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.tenant.holdings import name_of

from .cloud import BEGINS, Cloud

Kind = Literal["lost", "twice", "half"]
_ID = re.compile(r"01K\d{23}")
_PUBLIC = re.compile(r"[a-z]{3}_[a-z2-7]{26}01K\d{23}")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_DAY = BEGINS[:10]
_ROUNDS = 4
_TOLD_BY_AN_ERASURE = frozenset({"counts", "takes_over", "cursor"})
"""One that takes over from another counts what was left to it."""
_TOLD_BY_A_JOB = frozenset({"attempt", "updated_at", "memories", "candidates"})
"""A redrive is a new attempt, and of two jobs of a session either may do the work: what they made together is compared."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One text for each thing that the stores hold, with what kind of thing it is."""

    entries: tuple[tuple[str, str], ...]

    @property
    def shapes(self) -> Counter[tuple[str, str]]:
        """Without ids."""
        return Counter((kind, _ID.sub("<id>", text)) for kind, text in self.entries)

    @property
    def woven(self) -> Counter[str]:
        """With each id told apart by all that is said of it, wherever."""
        texts = [text for _, text in self.entries]
        colours = dict.fromkeys((id for text in texts for id in _ID.findall(text)), "id")
        for _ in range(_ROUNDS):
            colours = _refined(texts, colours)
        return Counter(_painted(text, colours) for text in texts)


def _refined(texts: Sequence[str], colours: Mapping[str, str]) -> dict[str, str]:
    """Each id gets the colour of everything that is said of it, ids in it by their colours so far."""
    said: defaultdict[str, list[str]] = defaultdict(list)
    for text in texts:
        for id in set(_ID.findall(text)):
            said[id].append(_short(_painted(text, {**colours, id: "*"})))
    return {id: _short("".join(sorted(found))) for id, found in said.items()}


def _painted(text: str, colours: Mapping[str, str]) -> str:
    return _ID.sub(lambda match: colours[match[0]], text)


@dataclass(frozen=True, slots=True)
class Difference:
    kinds: frozenset[Kind]
    examples: Sequence[str] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.kinds)


def compare(after: Trace, undisturbed: Trace) -> Difference:
    """`lost`: of some kind of thing there is less. `twice`: more. `half`: as much, and not the same."""
    found: set[Kind] = set()
    missing, extra = undisturbed.shapes - after.shapes, after.shapes - undisturbed.shapes
    less, more = Counter(kind for kind, _ in missing.elements()), Counter(kind for kind, _ in extra.elements())
    for kind in less.keys() | more.keys():
        found.add("lost" if less[kind] > more[kind] else "twice" if more[kind] > less[kind] else "half")
    examples = [f"- {kind} {text[:300]}" for kind, text in missing] + [f"+ {kind} {text[:300]}" for kind, text in extra]
    if not found and after.woven != undisturbed.woven:
        found.add("half")
        examples = [f"~ {text[:300]}" for text in (after.woven - undisturbed.woven)]
    return Difference(frozenset(found), tuple(sorted(examples)[:12]))


def trace(cloud: Cloud) -> Trace:
    entries = [*_table(cloud), *_objects(cloud), *_index(cloud)]
    entries += [("waiting message", f"{message.queue} {message.body}") for message in cloud.messages]
    entries += [("dead letter", f"{message.queue} {message.body}") for message in cloud.dead_letters]
    eras = {row.key.sk[4:30] for row in cloud.records.all_rows() if row.key.sk.startswith("ERA#")}

    def shown(text: str) -> str:
        """Whichever erasure did it in the end."""
        return _timeless(_ID.sub(lambda match: "<era>" if match[0] in eras else match[0], text))

    return Trace(tuple((kind, shown(text)) for kind, text in entries))


def _table(cloud: Cloud) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    rows = cloud.records.all_rows()
    unfinished = {row.key.sk for row in rows if row.key.sk.startswith("ERA#") and row.plain.get("status", "succeeded") != "succeeded"}
    made: set[str] = set()
    for row in rows:
        kind, plain = name_of(row.key), dict(row.plain)
        if row.key.sk[:30] in unfinished:  # what failed stays on record; the erasure that took it over is compared
            continue
        match kind:
            case "jobs":
                made |= {str(id) for id in cast("list[str]", plain["memories"])}
                plain = {name: value for name, value in plain.items() if name not in _TOLD_BY_A_JOB}
            case "idempotency":  # a repetition is told the same ids, and that they were there
                del plain["work"]
                plain["answer"] = [id for id in _PUBLIC.findall(str(plain["answer"])) if not id.startswith("era_")]
            case "erasures" if "receipt" in plain:
                plain = {name: value for name, value in plain.items() if name not in _TOLD_BY_AN_ERASURE}
                plain["receipt"] = bool(row.plain["receipt"])
            case "recalls":  # counted for each time that an answer was given, also to a client that never got it
                del plain["count"]
            case "state":  # in how many transactions it was written, and how often it was closed and opened
                del plain["seq"]
                if _erasures(rows):
                    del plain["epoch"]
            case "entities":  # in how many commits it was spoken of: turns of two jobs may be committed by one
                del plain["rev"]
            case "summaries":  # how often it was written anew, and on which write
                plain = {name: value for name, value in plain.items() if name not in ("rev", "seq")}
            case _:
                pass
        if isinstance(ttl := plain.get("ttl"), int):
            plain["ttl"] = "<ttl>" if ttl else 0
        sealed: Any = None if row.sealed is None else _opened(cloud, row.key, row.sealed)
        found.append((kind, _dumped({"pk": row.key.pk, "sk": row.key.sk, "plain": plain, "sealed": sealed})))
    return found + [("made by a job", id) for id in made]


def _erasures(rows: Sequence[Row]) -> bool:
    return any(row.key.sk.startswith("ERA#") for row in rows)


def _objects(cloud: Cloud) -> list[tuple[str, str]]:
    """The current version of each: an object put twice under one key is one."""
    found: list[tuple[str, str]] = []
    for key in cloud.tenancy.raw.keys():  # noqa: SIM118
        _, tid, sid, *_ = key.split("/")
        text = _read(_box(cloud, ScopeKey(tid=tid, sid=sid)), Key(key, ""), cloud.tenancy.raw.get(key))
        found.append(("raw object", _dumped({"key": key, "data": text})))
    found += [("drop object", key) for key in cloud.tenancy.drop.keys()]  # noqa: SIM118
    lines = {_timeless(_told(line)) for key in cloud.trail.bucket.keys() for line in cloud.trail.bucket.get(key).decode().splitlines()}  # noqa: SIM118
    return found + [("audit line", line) for line in lines]


def _told(line: str) -> str:
    """A repetition changed nothing any more, and says so: what was done, by whom and to what is the same."""
    return _dumped({name: value for name, value in json.loads(line).items() if name != "changed"})


def _index(cloud: Cloud) -> list[tuple[str, str]]:
    return [
        (f"index {name}", _dumped({"id": id, "body": body}))
        for name in ("recall", "recall-past")
        for id, body in cloud.index.documents(name).items()
    ]


def _opened(cloud: Cloud, key: Key, sealed: bytes) -> Any:
    parts = key.pk.split("#")
    sid = parts[3] if len(parts) == 4 else key.sk.split("#")[1]
    return _read(_box(cloud, ScopeKey(tid=parts[1], sid=sid)), key, sealed)


def _box(cloud: Cloud, scope: ScopeKey) -> Box:
    return cloud.vault.open(scope, 0)


def _read(box: Box, key: Key, sealed: bytes) -> Any:
    try:
        text = box.open(key, sealed).decode()
    except Unreadable:
        return "<unreadable>"
    try:
        return json.loads(text)
    except ValueError:
        return text


def _dumped(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


def _timeless(text: str) -> str:
    """Times of the run itself are all the same; those that were told with the words stay."""
    text = _INSTANT.sub(lambda match: "<now>" if match[0] >= BEGINS else match[0], text)
    return text.replace(_DAY, "<today>")


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]
