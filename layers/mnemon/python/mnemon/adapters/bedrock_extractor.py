"""Extraction by a model on Bedrock: Converse with one tool, whose schema is that of a fact."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mnemon.adapters.bedrock import Refused, Unusable, call_tool, correction, invalid, listed
from mnemon.adapters.domain_prompt import category_names, domain_prompt, relation_names
from mnemon.adapters.extraction_prompt import FIELDS, MAX_NAME, PROMPT_VERSION, SYSTEM, prompt, tool
from mnemon.language.relations import KINDS
from mnemon.model.domain import DomainConfig
from mnemon.model.instants import InvalidInstant, parse
from mnemon.model.memory import MAX_CONTENT, MAX_ENTITIES, MAX_RELATIONS, FactRelation, SourceRef
from mnemon.model.records import Fact
from mnemon.ports.models import ExtractionFailed, Passage
from mnemon.tenant.wording import wording_hash

MAX_TOKENS = 4_096

_log = logging.getLogger(__name__)

Share = Annotated[float, Field(ge=0, le=1)]


class _Relation(BaseModel):
    """Between two entities."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    subject: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    type: str
    object: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class _Said(BaseModel):
    """A fact as the model answers it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    content: Annotated[str, Field(min_length=1, max_length=MAX_CONTENT)]
    turns: Annotated[list[int], Field(min_length=1)]
    event_at: str | None = None
    salience: Share = 0.5
    confidence: Share = 0.8
    sensitivity: Annotated[int, Field(ge=1, le=5)] = 1
    entities: Annotated[tuple[str, ...], Field(max_length=MAX_ENTITIES)] = ()
    relations: Annotated[tuple[_Relation, ...], Field(max_length=MAX_RELATIONS)] = ()


class BedrockExtractor:
    """`ports.models.Extractor`. `ignored` counts the turn numbers that the model made up."""

    def __init__(self, client: Any, model: str) -> None:
        self._client = client
        self._model = model
        self.name = f"bedrock:{model}"
        self.prompt_version = PROMPT_VERSION
        self.ignored = 0

    def extract(self, passage: Passage) -> list[Fact]:
        messages: list[dict[str, Any]] = [{"role": "user", "content": [{"text": prompt(passage)}]}]
        try:
            answer = self._ask(messages, passage.domain)
            try:
                return self._read(answer, passage)
            except Unusable as wrong:
                messages += [answer, correction(answer, wrong, "Call the tool again with all facts, corrected.")]
            return self._read(self._ask(messages, passage.domain), passage)
        except Refused as refused:
            raise ExtractionFailed(str(refused)) from None
        except Unusable as wrong:
            raise ExtractionFailed(f"unusable after one repair: {wrong.what}") from None

    def _ask(self, messages: Sequence[dict[str, Any]], domain: DomainConfig) -> dict[str, Any]:
        system = [SYSTEM, *([told] if (told := domain_prompt(domain)) else [])]
        asked = tool(category_names(domain), relation_names(domain))
        return call_tool(self._client, self._model, system=system, messages=messages, tool=asked, tokens=MAX_TOKENS)

    def _read(self, answer: dict[str, Any], passage: Passage) -> list[Fact]:
        facts: list[Fact] = []
        for said in listed(answer, "facts"):
            facts += [fact for n, one in enumerate(said) if (fact := self._fact(one, f"facts.{n}", passage))]
        return facts

    def _fact(self, said: object, path: str, passage: Passage) -> Fact | None:
        try:
            read = _Said.model_validate(said)
            known = [number for number in dict.fromkeys(read.turns) if 1 <= number <= len(passage.turns)]
            self._count(len(set(read.turns)) - len(known))
            if not known:
                return None
            own = {name: value for name, value in cast("dict[str, object]", said).items() if name in FIELDS and value is not None}
            at = [passage.turns[number - 1].at for number in known]
            return Fact.model_validate(
                {
                    **own,
                    **read.model_dump(include={"content", "salience", "confidence", "sensitivity", "entities"}),
                    "relations": _relations(read.relations, passage.domain),
                    "event_at": parse(read.event_at) if read.event_at else None,
                    "stated_at": max(at),
                    "sources": [_ground(passage, number) for number in known],
                }
            )
        except ValidationError as error:
            raise invalid(path, error) from None
        except InvalidInstant:
            raise Unusable(f"{path}.event_at: not an ISO 8601 time") from None

    def _count(self, unknown: int) -> None:
        if unknown:
            self.ignored += unknown
            _log.warning("turns that do not exist were ignored", extra={"ignored": unknown, "model": self._model})


def _relations(said: Sequence[_Relation], domain: DomainConfig) -> list[FactRelation]:
    """A type that is neither ours nor the tenant's stands in no key: it becomes `related_to`."""
    known = {*KINDS, *relation_names(domain)}
    return [FactRelation(subject=one.subject, type=one.type if one.type in known else "related_to", object=one.object) for one in said]


def _ground(passage: Passage, number: int) -> SourceRef:
    turn = passage.turns[number - 1]
    return SourceRef(
        type="conversation",
        id=passage.source_ids[number - 1],
        session=passage.session_id,
        run=passage.run_id,
        turns=(turn.number,),
        wording=turn.content,
        hash=wording_hash(turn.content),
        at=turn.at,
    )
