"""What becomes of a memory when some of the sources that it rests on are forgotten."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    left = {version.version: _lose(version, erased, ()) for version in versions}
    left_head = _lose(head, erased, unshown)
    lost = {record.content for record in (head, *versions) if _of(record, left, left_head) is None}
    rests = any(each is not None and each.sources for each in (left_head, *left.values()))
    for version in versions:
        # A wording without a ground of its own goes with the same wording, or with the last ground of all.
        if not version.sources and (version.content in lost or not rests):
            left[version.version] = None
    if left_head is not None and not head.sources and (head.content in lost or not rests):
        left_head = None
    removed = tuple(version for version in versions if left[version.version] is None)
    changed = tuple(each for version in versions if (each := left[version.version]) is not None and each != version)
    if left_head is not None:
        return Verdict(left_head, changed, removed)
    heir = max((each for each in left.values() if each is not None), key=lambda each: (each.true_from, each.version), default=None)
    if heir is None:
        return Verdict(None, (), tuple(versions))
    moved = next(version for version in versions if version.version == heir.version)
    return Verdict(_succeeded(head, heir, now), tuple(each for each in changed if each.version != heir.version), (*removed, moved))


def _of(record: MemoryRecord, left: Mapping[int, Version | None], left_head: Head | None) -> MemoryRecord | None:
    return left_head if isinstance(record, Head) else left[record.version]


def _lose(record: _R, erased: Collection[str], unshown: Sequence[SourceRef]) -> _R | None:
    """None when it had grounds and has none now. It holds from when those that are left say so."""
    kept = [source for source in record.sources if source.id not in erased]
    if len(kept) == len(record.sources):
        return record
    shown = {source.id for source in record.sources}
    if record.source_count > len(shown):
        kept += unshown[: SHOWN_SOURCES - len(kept)]
    if not kept:
        return None
    lost = len(shown & set(erased))
    count = max(len({source.id for source in kept}), record.source_count - lost)
    since = _since(record, kept, erased)
    return record.model_copy(update={"sources": tuple(kept), "source_count": count, "true_from": since, "rev": record.rev + 1})


def _since(record: MemoryRecord, kept: Sequence[SourceRef], erased: Collection[str]) -> Instant:
    """A beginning that only what is erased told is forgotten with it."""
    told = {source.true_at for source in record.sources if source.id in erased}
    points = [source.true_at for source in kept if source.true_at is not None]
    if record.true_from not in told or not points or record.true_from in points:
        return record.true_from
    later = min(points)
    return later if later > record.true_from and (record.true_to is None or later < record.true_to) else record.true_from


def _succeeded(head: Head, heir: Version, now: Instant) -> Head:
    wording = {name: getattr(heir, name) for name in MemoryRecord.model_fields}
    closed = {"is_latest": False, "valid_to": heir.valid_to or now, "rev": head.rev + 1}
    return head.model_copy(update={**wording, **closed})
