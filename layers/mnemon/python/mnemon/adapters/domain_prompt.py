"""What a tenant's config tells a model: its own words for what matters, set beside the rules that hold for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from mnemon.model.domain import DomainConfig, RelationType


def domain_prompt(domain: DomainConfig) -> str | None:
    """Part of the system prompt; None when the tenant says nothing that a model should know."""
    parts = list(_parts(domain))
    return "\n\n".join(("This memory has a domain of its own.", *parts)) if parts else None


def category_names(domain: DomainConfig) -> list[str]:
    return [category.name for category in domain.categories]


def relation_names(domain: DomainConfig) -> list[str]:
    return [relation.name for relation in domain.relation_types]


def _parts(domain: DomainConfig) -> Iterator[str]:
    if domain.categories:
        yield "`category` is one of these; leave it out where none fits:\n" + _lines(
            {"category": category.name, "is": category.description} for category in domain.categories
        )
    if domain.entity_types:
        yield "Name in `entities` what is one of these:\n" + _lines(
            {"type": entity.name, "is": entity.description} for entity in domain.entity_types
        )
    if domain.relation_types:
        yield "How one of them stands to another matters; say it in `content` with both names, and in `relations`:\n" + _lines(
            map(_relation, domain.relation_types)
        )
    if domain.always:
        yield "Always keep what a turn states about these, however small, in the category named beside it:\n" + _lines(
            {"about": always.phrase, "category": always.category} for always in domain.always
        )
    if domain.never:
        yield "Never keep a fact that holds one of these words or phrases, and do not say it in other words:\n" + _lines(
            {"never": phrase} for phrase in domain.never
        )


def _relation(relation: RelationType) -> dict[str, object]:
    return {
        "relation": relation.name,
        "is": relation.description,
        "from": list(relation.from_types) or None,
        "to": list(relation.to_types) or None,
        "from the other end": relation.inverse,
    }


def _lines(told: Iterable[Mapping[str, object]]) -> str:
    """As JSON, so that no phrase can pass for a rule."""
    return "\n".join(json.dumps({k: v for k, v in one.items() if v is not None}, ensure_ascii=False) for one in told)
