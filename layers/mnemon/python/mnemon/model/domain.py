"""A tenant's domain: what its memories are about, what is always and what is never kept, for how long, and how they are ranked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from .durations import Duration, checked
from .memory import Kind
from .policy import APPROVAL_DAYS, DEFAULT_GROUPS, LOW_CONFIDENCE, PiiGroup, Policy, Treatment
from .text import clean, folded

MAX_CATEGORIES = 100
MAX_TYPES = 100
MAX_PHRASES = 500
MAX_EMBEDDERS = 16
MAX_WEIGHTS = 64
MAX_PII_TYPES = 200
MAX_NAME = 64
MAX_PHRASE = 200
MAX_DESCRIPTION = 500
LARGEST = 131_072
"""Bytes of one document of JSON: an item of the table holds it whole."""

SensitiveClass = Literal["health", "religion", "orientation", "politics", "biometric"]
RESERVED_RELATIONS = frozenset({"about", "derives", "extends", "rests_on", "updates"})
"""Links that every tenant has."""


def _tidy(value: Any) -> Any:
    return " ".join(clean(value).split()) if isinstance(value, str) else value


def _a_phrase(value: str) -> str:
    if all(unicodedata.category(c)[0] in "PZC" for c in value):
        raise ValueError("holds a letter, a digit or a sign")
    return value


def _called(field: str) -> Callable[[Any], Any]:
    """A part may be given by its name alone."""
    return lambda value: {field: value} if isinstance(value, str) else value


Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_a_phrase), BeforeValidator(_tidy)]
Phrase = Annotated[str, Field(min_length=1, max_length=MAX_PHRASE), AfterValidator(_a_phrase), BeforeValidator(_tidy)]
Description = Annotated[str, Field(max_length=MAX_DESCRIPTION), BeforeValidator(_tidy)]
RelationName = Annotated[str, Field(max_length=MAX_NAME, pattern=r"^[a-z][a-z0-9_]*$")]
"""It stands in keys."""
Length = Annotated[str, Field(max_length=40, description="ISO 8601, such as P7D or PT12H."), AfterValidator(checked)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Number = Annotated[float, Field(strict=True, ge=-1_000, le=1_000, allow_inf_nan=False)]
Level = Annotated[int, Field(strict=True, ge=1, le=5)]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Category(Part):
    """Its memories expire and are delicate as it says. A fact's own expiry goes before it, a higher level too."""

    name: Name
    description: Description | None = None
    expiry: Length | None = Field(default=None, description="From when it was said, or from when it happens where that is later.")
    sensitivity: Level = 1


class EntityType(Part):
    name: Name
    description: Description | None = None


class RelationType(Part):
    """A link between two entities, such as `works_at` from a person to a company, and what it is called from the other end."""

    name: RelationName
    description: Description | None = None
    from_types: Annotated[tuple[Name, ...], Field(max_length=MAX_TYPES)] = ()
    to_types: Annotated[tuple[Name, ...], Field(max_length=MAX_TYPES)] = ()
    inverse: RelationName | None = None


class Always(Part):
    """What is said about it is kept, as of this category where one is named."""

    phrase: Phrase
    category: Name | None = None


class Thresholds(Part):
    """They hold for one embedder: cosines of two embedders do not compare."""

    floor: Share | None = Field(default=None, description="Where nothing that is found is more relevant, nothing is known.")
    near_duplicate: Annotated[float, Field(strict=True, ge=0, le=1)] | None = Field(
        default=None,
        description="The cosine from which a fact that no rule relates to what is known is not taken for new at once: the model says "
        "what it is to the memories that are so near; a person does where the model is not sure, or none is configured. Without it only a "
        "model is asked, where one is configured and the embedder is the built-in one.",
    )


class Retention(Part):
    """How long what is kept is kept, counted from when it was."""

    conversation: Length = Field(default="P30D", description="Turns as conversation memory; their sources stay, as citations.")
    kinds: dict[Kind, Length] = Field(
        default_factory=dict[Kind, str],
        description="Memories by their kind, such as episode, where neither they nor their category say otherwise.",
    )


class PolicyRules(Part):
    """What becomes of personal data, and what waits for a person. What is not named here stays as it is without a config."""

    types: Annotated[dict[Annotated[str, Field(max_length=MAX_NAME)], Treatment], Field(max_length=MAX_PII_TYPES)] = Field(
        default_factory=dict, description="By type, such as us_ssn or email_address; before groups."
    )
    groups: dict[PiiGroup, Treatment] = Field(default_factory=dict[PiiGroup, Treatment])
    sensitive_allowed: Annotated[tuple[SensitiveClass, ...], Field(max_length=5)] = Field(
        default=(), description="Sensitive classes that need nobody's approval."
    )
    approve_below: Annotated[float, Field(strict=True, ge=0, le=1)] = Field(
        default=LOW_CONFIDENCE, description="Facts in which there is less confidence wait for a person; 0: none do."
    )
    approval_days: Annotated[int, Field(strict=True, ge=1, le=365)] = Field(
        default=APPROVAL_DAYS, description="How long something waits before it is given up."
    )


def _many(part: type[Part], field: str = "name") -> Any:
    return BeforeValidator(_called(field), json_schema_input_type=part | str)


class DomainConfig(Part):
    """One version of a tenant's config, whole. Without one these defaults hold."""

    categories: Annotated[tuple[Annotated[Category, _many(Category)], ...], Field(max_length=MAX_CATEGORIES)] = Field(
        default=(),
        description="With their expiry and level. A direct write may name another, and is told in a `note` that nothing is set for it.",
    )
    entity_types: Annotated[tuple[Annotated[EntityType, _many(EntityType)], ...], Field(max_length=MAX_TYPES)] = ()
    relation_types: Annotated[tuple[Annotated[RelationType, _many(RelationType)], ...], Field(max_length=MAX_TYPES)] = ()
    always: Annotated[tuple[Annotated[Always, _many(Always, "phrase")], ...], Field(max_length=MAX_PHRASES)] = Field(
        default=(), description="Phrases and topics: a statement that holds one is kept."
    )
    never: Annotated[tuple[Phrase, ...], Field(max_length=MAX_PHRASES)] = Field(
        default=(), description="Words and phrases: no fact that holds one is kept, whoever says it."
    )
    thresholds: Annotated[dict[Annotated[str, Field(min_length=1, max_length=128)], Thresholds], Field(max_length=MAX_EMBEDDERS)] = Field(
        default_factory=dict, description="By the embedder's name."
    )
    retention: Retention = Field(default_factory=lambda: Retention())
    weights: Annotated[dict[Annotated[str, Field(max_length=MAX_NAME)], Number], Field(max_length=MAX_WEIGHTS)] = Field(
        default_factory=dict, description="Of ranking, by name; those that are not named stay as they are."
    )
    policy: PolicyRules = Field(default_factory=lambda: PolicyRules())

    @property
    def gate_policy(self) -> Policy:
        """As the gate takes it: a group that the tenant does not name is treated as by default."""
        groups = {**DEFAULT_GROUPS, **self.policy.groups}
        return Policy(
            types=self.policy.types,
            groups=cast("dict[str, Treatment]", groups),
            sensitive_allowed=frozenset(self.policy.sensitive_allowed),
            approve_below=self.policy.approve_below,
            approval_days=self.policy.approval_days,
        )

    def category(self, name: str | None) -> Category | None:
        """The category of that name, however it is spelled in capitals and spaces."""
        if name is None:
            return None
        wanted = folded(name)
        return next((category for category in self.categories if folded(category.name) == wanted), None)

    def expiry(self, kind: Kind) -> Duration | None:
        return self.retention.kinds.get(kind)

    def contradictions(self) -> list[tuple[str, str]]:
        """What no field shows by itself: (path, what is wrong), in order."""
        return [
            *_repeated("categories", ((f"{n}.name", c.name) for n, c in enumerate(self.categories))),
            *_repeated("entity_types", ((f"{n}.name", t.name) for n, t in enumerate(self.entity_types))),
            *_repeated("relation_types", ((f"{n}.name", t.name) for n, t in enumerate(self.relation_types))),
            *_repeated("always", ((f"{n}.phrase", a.phrase) for n, a in enumerate(self.always))),
            *_repeated("never", ((str(n), phrase) for n, phrase in enumerate(self.never))),
            *_relations(self),
            *(
                (f"always.{n}.category", "is one of categories")
                for n, always in enumerate(self.always)
                if always.category is not None and self.category(always.category) is None
            ),
        ]


@cache
def defaults() -> DomainConfig:
    """Made when it is first asked for: a function that never asks does not pay for the model."""
    return DomainConfig()


def _repeated(field: str, named: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for path, name in named:
        if folded(name) in seen:
            yield f"{field}.{path}", "stands there already"
        seen.add(folded(name))


def _relations(config: DomainConfig) -> Iterator[tuple[str, str]]:
    entities = {folded(entity.name) for entity in config.entity_types}
    inverses = {relation.name: relation.inverse for relation in config.relation_types}
    called: dict[str, str] = {}
    for n, relation in enumerate(config.relation_types):
        path = f"relation_types.{n}"
        if relation.name in RESERVED_RELATIONS:
            yield f"{path}.name", "is a link that every tenant has"
        for side in ("from_types", "to_types"):
            for m, name in enumerate(getattr(relation, side)):
                if folded(name) not in entities:
                    yield f"{path}.{side}.{m}", "is one of entity_types"
        if relation.inverse is None or relation.inverse == relation.name:
            continue
        if relation.inverse in RESERVED_RELATIONS:
            yield f"{path}.inverse", "is a link that every tenant has"
        elif inverses.get(relation.inverse, relation.name) != relation.name:
            yield f"{path}.inverse", "is a relation type with another inverse"
        elif called.setdefault(relation.inverse, relation.name) != relation.name:
            yield f"{path}.inverse", "is another relation type's inverse"
