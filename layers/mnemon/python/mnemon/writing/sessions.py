"""A session's sources in the order in which their turns were accepted, and the turns themselves, read from the raw resources."""

from __future__ import annotations

from dataclasses import dataclass

from mnemon.model import keys
from mnemon.model.rows import Unreadable
from mnemon.model.sources import Session, SessionSource, Source, Turn
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.views import View

from .sources import read_turns


@dataclass(frozen=True, slots=True)
class Place:
    """Positions [first, end) of a session are a source's turns."""

    source: str
    first: int
    end: int


def read_session(stores: TenantStores, view: View, session: str) -> Session | None:
    key = keys.session(view.scope, session)
    row = stores.records.get([key]).get(key)
    return None if row is None else Session.from_row(row, view.box)


def places(stores: TenantStores, view: View, session: str) -> list[Place]:
    """In the session's order, which is not that of the sources' ids when two were accepted at once."""
    rows = stores.records.walk(view.scope.partition, keys.session_sources(session))
    held = (SessionSource.from_row(row, view.box) for row in rows)
    return sorted((Place(s.source, s.first, s.first + s.count) for s in held), key=lambda place: place.first)


def source_turns(stores: TenantStores, view: View, place: Place) -> tuple[Source, list[Turn]] | None:
    """A source with its turns; None when it was erased. Raises Unavailable."""
    key = keys.source(view.scope, place.source)
    row = stores.records.get([key]).get(key)
    if row is None:
        return None
    try:
        source = Source.from_row(row, view.box)
        return source, read_turns(stores, view.box, source, place.first)
    except (NoSuchObject, Unreadable):
        return None
