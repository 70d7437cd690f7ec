"""Sources, sessions and memories leave the table, and what rests on them alone; the rest of the scope stays, whole."""

from __future__ import annotations

from mnemon.model import keys
from mnemon.model.ids import PublicId

from .block import close, open_again
from .erasures import Work
from .memories import remove
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
        remove(work, scope, part.ulid)
        done += 1
        if done >= AT_ONCE:
            return work, True
    if work.era.target == "session":
        remove_session(work, scope, work.era.session)
    work = work.saved(swept=work.ids.ulid())
    open_again(work, scope)
    return work, False
