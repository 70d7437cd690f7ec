"""What becomes of a memory when some of the sources that it rests on are forgotten."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mnemon.model.instants import Instant
from mnemon.model.memory import SHOWN_SOURCES, Head, MemoryRecord, SourceRef, Version

_R = TypeVar("_R", bound=MemoryRecord)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`head`: as it is from now on, None when nothing is left to rest on. `changed`: versions that lose a ground and keep another.
    `removed`: versions that lose their last, and one that became the head."""

    head: Head | None
    changed: tuple[Version, ...] = ()
    removed: tuple[Version, ...] = ()


def without(head: Head, versions: Sequence[Version], erased: Collection[str], unshown: Sequence[SourceRef], now: Instant) -> Verdict:
    """Pure. `erased`: public ids of sources. `unshown`: grounds that stay and that no record shows, since a record shows only some.

    A wording goes with the last source that it came from. Where that is the head's, the newest wording that is left stands in its
    place, superseded as it was: forgetting a version never revives the one before.
    """
    verdicts = [(version, _lose(version, erased, ())) for version in versions]
    changed = [left for version, left in verdicts if left is not None and left != version]
    removed = [version for version, left in verdicts if left is None]
    left_head = _lose(head, erased, unshown)
    if left_head is not None:
        return Verdict(left_head, tuple(changed), tuple(removed))
    left = [left for _, left in verdicts if left is not None]
    if not left:
        return Verdict(None, (), tuple(versions))
    heir = max(left, key=lambda version: (version.true_from, version.version))
    return Verdict(
        _succeeded(head, heir, now),
        tuple(version for version in changed if version.version != heir.version),
        (*removed, next(version for version in versions if version.version == heir.version)),
    )


def _lose(record: _R, erased: Collection[str], unshown: Sequence[SourceRef]) -> _R | None:
    kept = [source for source in record.sources if source.id not in erased]
    lost = len(record.sources) - len(kept)
    if not lost:
        return record
    kept += unshown[: SHOWN_SOURCES - len(kept)] if record.source_count > len(record.sources) else ()
    if not kept:
        return None
    count = max(len(kept), record.source_count - lost)
    return record.model_copy(update={"sources": tuple(kept), "source_count": count, "rev": record.rev + 1})


def _succeeded(head: Head, heir: Version, now: Instant) -> Head:
    wording = {name: getattr(heir, name) for name in MemoryRecord.model_fields}
    closed = {"is_latest": False, "valid_to": heir.valid_to or now, "rev": head.rev + 1}
    return head.model_copy(update={**wording, **closed})
