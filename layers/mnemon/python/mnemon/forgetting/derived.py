"""Summaries and the profile of a scope in which memories are erased: what tells of them goes at once, and is written anew later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mnemon.model import keys
from mnemon.model.memory import Head
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.summaries import Derived, Profile, Summary, SummaryMark
from mnemon.ports.records import Delete, Put, Records
from mnemon.tenant.batches import parts
from mnemon.tenant.derived import current_heads
from mnemon.tenant.views import View, look, unerased

from .block import closed_by
from .erasures import Work, plain
from .races import until_it_holds

_AT_ONCE = 40


def forget_derived(work: Work, scope: ScopeKey) -> None:
    """Removes what rests on a memory that is not current any more, or has changed in any way; what is left of the scope is summarised anew.

    Raises Unavailable.
    """
    until_it_holds(lambda: _forget(work, scope))


def _forget(work: Work, scope: ScopeKey) -> None:
    view = look(work.stores, scope, newest=0)
    doomed = _outlived(work, view)
    if not doomed:
        return
    guard = closed_by(work, scope) if view.state.erasing == work.era.ulid else unerased(view)
    # Without a profile the next rewriting begins from all memories, not from those that one summary was chosen from.
    gone = [keys.profile(scope), *(key for key in doomed if key != keys.profile(scope))]
    digests = [key.sk.removeprefix(keys.SUMMARY) for key in gone[1:]]
    mark = SummaryMark(tid=scope.tid, sid=scope.sid, write=work.ids.ulid(), categories=digests, profile=True)
    work.stores.records.write(Put(plain(mark)), guard)
    for part in parts(gone, _AT_ONCE):
        work.stores.records.write(*map(Delete, part), guard)


def _outlived(work: Work, view: View) -> list[Key]:
    found = list(_derived(work.stores.records, view))
    wanted = {ulid for _, derived in found if derived is not None for ulid in derived.memories}
    heads = current_heads(work.stores, view, wanted, work.clock.now())
    return [key for key, derived in found if derived is None or not _stands(derived, heads)]


def _stands(derived: Derived, heads: Mapping[str, Head]) -> bool:
    """A memory that keeps its words may have lost the ground that told since when it is true: then its dates are a trace of that ground."""
    if not derived.memories <= heads.keys():
        return False
    return all(heads[basis.ulid].rev == basis.rev for sentence in derived.sentences for basis in sentence.rests_on)


def resting_on(records: Records, view: View, memories: Collection[str]) -> int:
    """How many summaries and profiles were made of any of these memories. Raises Unavailable."""
    return sum(1 for _, derived in _derived(records, view) if derived is None or derived.memories.intersection(memories))


def _derived(records: Records, view: View) -> Iterator[tuple[Key, Derived | None]]:
    """None for what cannot be opened any more."""
    profile = keys.profile(view.scope)
    rows = [*records.get([profile]).values(), *records.walk(view.scope.partition, keys.SUMMARY)]
    for row in rows:
        model: type[Derived] = Profile if row.key == profile else Summary
        try:
            yield row.key, model.from_row(row, view.box)
        except Unreadable:
            yield row.key, None
