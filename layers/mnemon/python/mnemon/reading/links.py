"""Links of the graph, as the table holds them: what speaks of an entity, and its relations. What they rest on is checked by who reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mnemon.model import keys
from mnemon.model.entities import ABOUT, About, Ground, Relates, entity_id
from mnemon.model.ids import PublicId
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import ScopeKey
from mnemon.ports.records import Page, Records

Together = Callable[[Callable[[tuple[str, str]], Page], Iterable[tuple[str, str]]], Iterable[Page]]
MOST_RELATIONS = 200
"""Of one entity, in one direction."""


class Spoken(NamedTuple):
    """A memory speaks of the entity: `about` is the link as it stands at the entity's end."""

    memory: str
    """A ULID."""
    about: About


class Relation(NamedTuple):
    """Seen from one entity. `outward`: it is the start, as in Jana (outward) `works_at` Globex (inward)."""

    kind: str
    outward: bool
    other: str
    """An entity's ULID."""
    grounds: tuple[Ground, ...]


def spoken(records: Records, scope: ScopeKey, entity: str, *, limit: int, after: str | None = None) -> tuple[list[Spoken], str | None]:
    """Newest memories first, and the sort key to go on after. Raises Unavailable."""
    prefix = f"{keys.edges_from(entity_id(scope.sid, entity))}~{ABOUT}#"
    page = records.query(scope.partition, prefix, limit=limit, descending=True, after=after)
    return [Spoken(PublicId.parse(link.end).ulid, link) for link in map(_about, page.rows)], page.after


def relations(records: Records, scope: ScopeKey, entity: str, together: Together = map) -> list[Relation]:
    """Of both directions, without `about`: three queries, which `together` may make at once. Raises Unavailable."""
    start = keys.edges_from(entity_id(scope.sid, entity))
    # Types are lower-case letters and underscores, so `~` sorts after all that lead outward, and `about` parts those that lead inward.
    ranges = ((start, f"{start}~"), (f"{start}~", f"{start}~{ABOUT}"), (f"{start}~{ABOUT}$", f"{start}~~"))
    pages = together(lambda ends: records.query(scope.partition, ends[0], until=ends[1], limit=MOST_RELATIONS), ranges)
    return [relation for page in pages for relation in _listed(page)]


def _listed(page: Page) -> Iterator[Relation]:
    for row in page.rows:
        link = Relates.model_validate({**row.plain, **Relates.identity(row.key)})
        outward = not link.kind.startswith("~")
        grounds = tuple(map(Ground.parse, reversed(link.grounds)))
        yield Relation(link.kind.removeprefix("~"), outward, PublicId.parse(link.end).ulid, grounds)


def about_key(scope: ScopeKey, memory: str, entity: str) -> Key:
    return keys.edge(scope, str(PublicId("mem", scope.sid, memory)), ABOUT, entity_id(scope.sid, entity))


def _about(row: Row) -> About:
    return About.model_validate({**row.plain, **About.identity(row.key)})


def about_of(row: Row | None) -> About | None:
    return None if row is None else _about(row)
