"""The graph: who and what a user's memories speak of, and how these are related."""

from __future__ import annotations

from typing import Any, Literal

from mnemon.http.messages import Response
from mnemon.http.requests import GetEntityQuery, ListEntitiesQuery
from mnemon.http.routing import Call, Route
from mnemon.model.entities import EntityType
from mnemon.model.instants import Instant
from mnemon.reading.entities import EntityRequest, Known, Position, Related
from mnemon.reading.filter_language import equals
from mnemon.reading.filters import All
from mnemon.reading.view_models import MemoryView, View


class EntityView(View):
    id: str
    scope: str
    name: str
    type: EntityType | None = None
    aliases: tuple[str, ...]
    """All names that current memories use for it, a name such as `user's sister` among them."""
    created_at: Instant


class EntitiesView(View):
    entities: tuple[EntityView, ...]
    next_token: str | None = None


class OtherView(View):
    id: str
    name: str


class RelationView(View):
    """`out`: the entity `type` the other one, as in Jana `works_at` Globex; `in`: the other way round."""

    type: str
    direction: Literal["out", "in"]
    entity: OtherView
    memory_ids: tuple[str, ...]
    """The current memories on which it rests, newest first."""


class EntityDetailView(EntityView):
    relations: tuple[RelationView, ...]
    memories: tuple[MemoryView, ...]
    next_token: str | None = None
    """Of the memories."""


def listed(call: Call) -> Response:
    asked = call.query(ListEntitiesQuery)
    reader = call.services.scopes.reader(call.who, asked.user_id, asked.scope)
    bound = {"list": "entities", **asked.model_dump(exclude={"next_token", "limit"}, exclude_none=True)}
    position = call.services.paging.position(asked.next_token, reader, bound)
    start = Position(int(position[0]), str(position[1])) if position else None
    page = call.services.list_entities(reader, EntityRequest(asked.type, asked.q, asked.limit, start))
    token = call.services.paging.token(page.next, reader, bound) if page.next else None
    return Response.text(EntitiesView(entities=tuple(EntityView(**_entity(one)) for one in page.entities), next_token=token).json_text())


def get(call: Call) -> Response:
    id, asked = call.path["id"], call.query(GetEntityQuery)
    reader = call.services.scopes.reader_of(call.who, id, "ent")
    bound = {"list": "entity", "id": id, **asked.model_dump(exclude={"next_token", "limit"}, exclude_none=True)}
    position = call.services.paging.position(asked.next_token, reader, bound)
    named = {name: getattr(asked, name) for name in ("kind", "category", "attribute", "namespace")}
    parts = tuple(equals(name, value) for name, value in named.items() if value is not None)
    shown = call.services.get_entity(
        reader, id, All(parts) if parts else None, limit=asked.limit, after=str(position[0]) if position else None
    )
    view = EntityDetailView(
        **_entity(shown.known),
        relations=tuple(map(_relation, shown.relations)),
        memories=tuple(MemoryView.of(head) for head in shown.memories),
        next_token=call.services.paging.token([shown.next], reader, bound) if shown.next else None,
    )
    return Response.text(view.json_text())


def _entity(known: Known) -> dict[str, Any]:
    entity = known.entity
    return {
        "id": entity.id, "scope": known.scope, "name": known.name, "type": entity.type, "aliases": known.aliases,
        "created_at": entity.created_at,
    }  # fmt: skip


def _relation(one: Related) -> RelationView:
    return RelationView(
        type=one.type,
        direction="out" if one.outward else "in",
        entity=OtherView(id=one.other, name=one.name),
        memory_ids=tuple(head.id for head in one.memories),
    )


ROUTES = (
    Route(
        "GET", "/entities", "People, places and things that memories speak of", listed, "memory:read",
        query=ListEntitiesQuery, answer=EntitiesView,
    ),
    Route(
        "GET", "/entities/{id}", "One entity: its names, its relations with the memories behind each, the memories about it", get,
        "memory:read", query=GetEntityQuery, answer=EntityDetailView,
    ),
)  # fmt: skip
