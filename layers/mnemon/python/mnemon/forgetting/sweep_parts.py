"""Sources, sessions and memories leave the table, and what rests on them alone; the rest of the scope stays, whole."""

from __future__ import annotations

import contextlib

from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.rows import Unreadable
from mnemon.model.sources import Chunk
from mnemon.ports.records import Put, When
from mnemon.tenant.views import look

from .block import close, open_again
from .derived import forget_derived
from .direct_sources import of_memory, take_out
from .erasures import Work
from .memories import read, remove
from .races import until_it_holds
from .sources import remove_session, remove_source

AT_ONCE = 50
"""Records of one call."""


def sweep_parts(work: Work) -> tuple[Work, bool]:
    """True: there is more. The scope takes writes again when there is not. Raises Unavailable."""
    scope, records = work.scope, work.stores.records
    close(work, scope)
    done = 0
    sources = list(work.parts("SRC"))
    erased = {str(PublicId("src", scope.sid, part.ulid)) for part in sources}
    for part in sources:
        if keys.source(scope, part.ulid) not in records.get([keys.source(scope, part.ulid)]):
            continue
        remove_source(work, scope, part.ulid, erased, with_session=work.era.target == "session")
        done += 1
        if done >= AT_ONCE:
            return work, True
    for part in work.parts("MEM"):
        if keys.head(scope, part.ulid) not in records.get([keys.head(scope, part.ulid)]):
            continue
        _take_out_of_direct_sources(work, part.ulid)
        remove(work, scope, part.ulid)
        done += 1
        if done >= AT_ONCE:
            return work, True
    if work.era.target == "session":
        remove_session(work, scope, work.era.session)
    if work.era.target != "memory":
        until_it_holds(lambda: _forget_speakers(work))
    forget_derived(work, scope)
    work = work.saved(swept=work.ids.ulid())
    open_again(work, scope)
    return work, False


def _take_out_of_direct_sources(work: Work, memory: str) -> None:
    view = look(work.stores, work.scope, newest=0)
    lineage = read(work, view, memory)
    if lineage is not None:
        for source in of_memory(work, view, lineage)[1]:
            take_out(work, view, source, lineage)


def _forget_speakers(work: Work) -> None:
    """The scope's state keeps the names of who speaks: those who do not any more are forgotten with what they said."""
    view = look(work.stores, work.scope, newest=0)
    silent = set(view.state.speakers)
    for row in work.stores.records.walk(work.scope.partition, "SRC#") if silent else ():
        if "#CHUNK#" in row.key.sk:
            with contextlib.suppress(Unreadable):
                silent.discard(Chunk.from_row(row, view.box).speaker)
        if not silent:
            return
    if silent:
        state = view.state.model_copy(update={"speakers": tuple(name for name in view.state.speakers if name not in silent)})
        work.stores.records.write(Put(state.to_row(view.box), When(equals={"epoch": view.state.epoch, "erasing": work.era.ulid})))
