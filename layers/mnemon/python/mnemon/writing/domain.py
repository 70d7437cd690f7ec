"""What the tenant's config makes of a fact: stopped, named, graded and given its time before anything is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mnemon.language.terms import Terms, terms
from mnemon.model.domain import DomainConfig
from mnemon.model.durations import after
from mnemon.model.instants import Instant
from mnemon.model.memory import SourceRef
from mnemon.model.records import Fact

from . import procedures
from .requests import Correction, IncomingFact

Named = Iterable[tuple[str, str | None]]
"""Fields with what stands in them."""


def never_in(fact: IncomingFact | Correction, domain: DomainConfig) -> str | None:
    """The path of the first field that holds a `never` word of the tenant."""
    return _field(_handed(fact), terms(domain.never))


def shaped(fact: Fact, domain: DomainConfig, now: Instant, *, category_given: bool = False) -> Fact | None:
    """The fact as the tenant wants it kept; None when it holds a `never` word, or its time is over already.

    It carries the category of the `always` phrase that it holds (unless its caller named one: `category_given`), that category's level
    where it is higher, and, where it has no expiry of its own, that of its category, else of its kind.
    """
    never = terms(domain.never)
    if _field(_said(fact), never) is not None:
        return None
    fact = _categorised(fact, domain, category_given)
    category = domain.category(fact.category)
    fact = fact.model_copy(
        update={
            "category": category.name if category else fact.category,
            "sensitivity": max(fact.sensitivity, category.sensitivity if category else 1),
            "expires_at": fact.expires_at or _expiry(fact, domain, now),
            "sources": tuple(_without(never, source) for source in fact.sources),
        }
    )
    return None if fact.expires_at is not None and fact.expires_at <= now else fact


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


def _field(fields: Named, never: Terms) -> str | None:
    return next((path for path, text in fields if text and never.holds(text)), None)


def _said(fact: Fact) -> Iterator[tuple[str, str | None]]:
    yield "content", fact.content
    yield from (("subject", fact.subject), ("attribute", fact.attribute), ("value", fact.value), ("category", fact.category))
    yield from _listed(fact.entities, fact.metadata)


def _handed(fact: IncomingFact | Correction) -> Iterator[tuple[str, str | None]]:
    yield "content", fact.content
    yield "attribute", fact.attribute
    if isinstance(fact, Correction):
        yield from _listed((), fact.metadata or {})
        return
    yield from (("subject", fact.subject), ("category", fact.category), ("namespace", fact.namespace))
    yield from _listed(fact.entities, fact.metadata)
    if fact.procedure is not None:
        yield "procedure", procedures.told(fact)


def _listed(entities: Iterable[str], metadata: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    yield from ((f"entities.{number}", entity) for number, entity in enumerate(entities))
    for name, value in metadata.items():
        yield from (("metadata", name), ("metadata", value))
