"""Which entity a mention means, by its aliases within the scope. Pure: the book is what one view of the scope holds of the names asked.

One alias belongs to one entity. A person's first name alone means the one who was first called so; two people whose full names differ
stay two, whatever their first names. Where a fact says that two names are one and both are entities already, they stay two items and
`same_as` links them: nothing that was written has to be moved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from mnemon.language.aliases import SELF, first_name, form, named
from mnemon.model.entities import Entity
from mnemon.model.instants import Instant
from mnemon.model.scopes import ScopeKey

from .mentions import Mention, Name

MOST_ALIASES = 50
"""Of one entity."""


@dataclass(frozen=True, slots=True)
class Meant:
    """`forms` are the names by which the mention will be found; `same` are other entities that it says are this one."""

    ulid: str
    forms: tuple[str, ...]
    same: tuple[str, ...] = ()


@dataclass(slots=True)
class Book:
    """`aliases` leads from a form to an entity's ULID. What is resolved is added to it, and noted in `changed` and `added`."""

    scope: ScopeKey
    now: Instant
    new_ulid: Callable[[], str]
    digest: Callable[[str], str]
    own: Collection[str]
    aliases: dict[str, str]
    entities: dict[str, Entity]
    changed: set[str] = field(default_factory=set[str])
    added: dict[str, str] = field(default_factory=dict[str, str])

    def meant(self, mention: Mention) -> Meant:
        ulid = self._found(mention)
        entity = self.entities[ulid] if ulid else self._made()
        forms = [name.form for name in mention.names]
        short = self._first_name(entity, mention)
        names = [*mention.names, *([short] if short else [])]
        self._learn(entity, mention, names)
        mine = tuple(dict.fromkeys(one for one in [*forms, *([short.form] if short else [])] if self.aliases.get(one) == entity.ulid))
        return Meant(entity.ulid, mine, self._same(entity.ulid, mention))

    def _found(self, mention: Mention) -> str | None:
        if mention.is_self:
            forms = [*sorted(self.own, key=lambda one: one != SELF), *(name.form for name in mention.names)]
            return next((self.aliases[one] for one in forms if one in self.aliases), None)
        proper = [name for name in mention.names if name.proper]
        for name in proper:
            if name.form in self.aliases:
                return self.aliases[name.form]
        if mention.type == "person" and (known := self._by_first_name(proper)):
            return known
        for name in mention.names:
            holder = None if name.proper else self.aliases.get(name.form)
            if holder and (not proper or not _is_named(self.entities[holder])):
                return holder
        return None

    def _by_first_name(self, proper: Collection[Name]) -> str | None:
        """Somebody who was called by the first name alone until now."""
        for name in proper:
            first = first_name(name.text)
            holder = self.entities.get(self.aliases.get(form(first), "")) if first else None
            if holder is None or holder.type not in (None, "person"):
                continue
            if not any(first_name(alias) == first for alias in holder.aliases if named(alias).name):
                return holder.ulid
        return None

    def _first_name(self, entity: Entity, mention: Mention) -> Name | None:
        if mention.type != "person" and entity.type != "person":
            return None
        for name in mention.names:
            if name.proper and (first := first_name(name.text)):
                return Name(name.text.split()[0], form(first), True)
        return None

    def _made(self) -> Entity:
        entity = Entity(tid=self.scope.tid, sid=self.scope.sid, ulid=self.new_ulid(), rev=0, created_at=self.now, name="")
        self.entities[entity.ulid] = entity
        return entity

    def _learn(self, entity: Entity, mention: Mention, names: Collection[Name]) -> None:
        """Aliases that are free, a type where none is known, and a better name."""
        aliases, digests, name = list(entity.aliases), list(entity.digests), entity.name
        for one in names:
            if one.form in self.aliases or len(aliases) >= MOST_ALIASES:
                continue
            self.aliases[one.form] = self.added[one.form] = entity.ulid
            aliases.append(one.text)
            digests.append(self.digest(one.form))
            if one.proper and one.form != SELF and (not name or form(name) == SELF or not named(name).name or _longer(one.text, name)):
                name = one.text
        update: Mapping[str, object] = {
            "aliases": tuple(aliases),
            "digests": digests,
            "name": name or next(iter(aliases), ""),
            "type": entity.type or mention.type,
        }
        learned = entity.model_copy(update=update)
        if learned != entity:
            self.entities[entity.ulid] = learned
            self.changed.add(entity.ulid)

    def _same(self, ulid: str, mention: Mention) -> tuple[str, ...]:
        """Entities of their own under another of the mention's names. A description that somebody else with a name goes by is not one."""
        others = dict.fromkeys(
            holder
            for name in mention.names
            if (holder := self.aliases.get(name.form, ulid)) != ulid and (name.proper or not _is_named(self.entities[holder]))
        )
        return tuple(others)


def _is_named(entity: Entity) -> bool:
    return any(form(alias) != SELF and named(alias).name for alias in entity.aliases)


def _longer(name: str, than: str) -> bool:
    """A full name in place of the first name."""
    return first_name(name) == form(than)
