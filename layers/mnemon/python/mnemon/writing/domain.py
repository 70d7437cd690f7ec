"""What the tenant's config makes of a fact: stopped, named, graded and given its time before anything is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from pydantic import BaseModel

from mnemon.language.terms import Terms, terms
from mnemon.model.domain import DomainConfig
from mnemon.model.durations import after
from mnemon.model.instants import Instant
from mnemon.model.memory import SourceRef
from mnemon.model.records import Fact

from .requests import Correction, IncomingFact

_NO_WORDS = frozenset({"kind", "language", "event_at", "stated_at", "expires_at", "sources"})

_SHOWN = 20
"""Categories that a note names."""


def never_in(fact: Fact | IncomingFact | Correction, domain: DomainConfig) -> str | None:
    """The path of the first field that holds a `never` word of the tenant, be it only a name that rules or a model gave it."""
    if not domain.never:
        return None
    never = terms(domain.never)
    fields = (name for name in type(fact).model_fields if name not in _NO_WORDS)
    return next((path for name in fields for path, text in _words(getattr(fact, name), name) if never.holds(text)), None)


def shaped(fact: Fact, domain: DomainConfig, now: Instant, *, category_given: bool = False) -> Fact | None:
    """The fact as the tenant wants it kept; None when it holds a `never` word, or its time is over already.

    It carries the category of the `always` phrase that it holds (unless its caller named one: `category_given`), that category's level
    where it is higher, and, where it has no expiry of its own, that of its category, else of its kind.
    """
    if never_in(fact, domain) is not None:
        return None
    fact = _categorised(fact, domain, category_given)
    category = domain.category(fact.category)
    fact = fact.model_copy(
        update={
            "category": category.name if category else fact.category,
            "sensitivity": max(fact.sensitivity, category.sensitivity if category else 1),
            "expires_at": fact.expires_at or _expiry(fact, domain, now),
            "sources": tuple(_without(terms(domain.never), source) for source in fact.sources),
        }
    )
    return None if fact.expires_at is not None and fact.expires_at <= now else fact


def unlisted(category: str | None, domain: DomainConfig) -> str | None:
    """What a caller is told whose category a config that lists some does not know. It is kept: rules have categories of their own, and a
    config that comes later must not stop who writes already; but nothing is set for it, which a misspelled one would never show."""
    if category is None or not domain.categories or domain.category(category) is not None:
        return None
    listed = ", ".join(each.name for each in domain.categories[:_SHOWN])
    more = len(domain.categories) - _SHOWN
    return f"category: the config sets no expiry and no level for it; it lists {listed}{f' and {more} more' if more > 0 else ''}"


def _categorised(fact: Fact, domain: DomainConfig, given: bool) -> Fact:
    if given:
        return fact
    named = [always for always in domain.always if always.category is not None]
    found = terms(tuple(always.phrase for always in named)).first(fact.content)
    return fact if found is None else fact.model_copy(update={"category": named[found].category})


def _expiry(fact: Fact, domain: DomainConfig, now: Instant) -> Instant | None:
    """A category's counts from when it was said, or happens where that is later; a kind's from when it is kept."""
    category = domain.category(fact.category)
    if category is not None and category.expiry is not None:
        return after(max(fact.event_at or fact.stated_at, fact.stated_at), category.expiry)
    kept = domain.expiry(fact.kind)
    return None if kept is None else after(now, kept)


def _without(never: Terms, source: SourceRef) -> SourceRef:
    """The turn is still named, and its words stand in the turn: a memory does not repeat what is never kept."""
    return source.model_copy(update={"wording": ""}) if never.holds(source.wording) else source


def _words(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Every text in it with the path of its field. Names in metadata and procedures are their author's words too."""
    match value:
        case str():
            yield path, value
        case BaseModel():
            for name in type(value).model_fields:
                yield from _words(getattr(value, name), f"{path}.{name}")
        case dict():
            for name, inner in cast("dict[str, object]", value).items():
                yield path, name
                yield from ((path, text) for _, text in _words(inner, path))
        case list() | tuple():
            for number, inner in enumerate(cast("Sequence[object]", value)):
                yield from _words(inner, f"{path}.{number}")
        case _:
            return
