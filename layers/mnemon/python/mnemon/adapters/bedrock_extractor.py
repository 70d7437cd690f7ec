"""Extraction by a model on Bedrock: Converse with one tool, whose schema is that of a fact."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Annotated, Any, cast

from botocore.exceptions import ClientError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mnemon.adapters.aws import error_code, unavailable
from mnemon.adapters.domain_prompt import category_names, domain_prompt, relation_names
from mnemon.adapters.extraction_prompt import FIELDS, MAX_NAME, PROMPT_VERSION, SYSTEM, TOOL, prompt, tool
from mnemon.language.relations import KINDS
from mnemon.model.domain import DomainConfig
from mnemon.model.instants import InvalidInstant, parse
from mnemon.model.memory import MAX_CONTENT, MAX_ENTITIES, MAX_RELATIONS, FactRelation, SourceRef
from mnemon.model.records import Fact
from mnemon.ports.models import ExtractionFailed, Passage
from mnemon.tenant.wording import wording_hash

MAX_TOKENS = 4_096
_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
_REFUSED = frozenset({"content_filtered", "guardrail_intervened", "refusal"})

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
        answer = self._ask(messages, passage.domain)
        try:
            return self._read(answer, passage)
        except _Unusable as wrong:
            messages += [answer, _correction(answer, wrong.what)]
        try:
            return self._read(self._ask(messages, passage.domain), passage)
        except _Unusable as wrong:
            raise ExtractionFailed(f"unusable after one repair: {wrong.what}") from None

    def _ask(self, messages: Sequence[dict[str, Any]], domain: DomainConfig) -> dict[str, Any]:
        system = [SYSTEM, *([told] if (told := domain_prompt(domain)) else [])]
        try:
            with unavailable(f"bedrock {self._model}"):
                answer = self._client.converse(
                    modelId=self._model,
                    system=[{"text": text} for text in system],
                    messages=messages,
                    toolConfig={
                        "tools": [{"toolSpec": tool(category_names(domain), relation_names(domain))}],
                        "toolChoice": {"tool": {"name": TOOL}},
                    },
                    inferenceConfig={"maxTokens": MAX_TOKENS, "temperature": 0},
                )
        except ClientError as error:
            if error_code(error) == "ValidationException":
                raise ExtractionFailed("the model does not take the request") from None
            raise
        reason = answer["stopReason"]
        if reason in _CUT or reason in _REFUSED:
            raise ExtractionFailed(f"the model stopped: {reason}")
        return cast("dict[str, Any]", answer["output"]["message"])

    def _read(self, answer: dict[str, Any], passage: Passage) -> list[Fact]:
        calls = [block["toolUse"]["input"] for block in answer["content"] if "toolUse" in block]
        if not calls:
            raise _Unusable("the tool was not called")
        facts: list[Fact] = []
        for call in calls:
            listed: object = cast("dict[str, object]", call).get("facts") if isinstance(call, dict) else None
            if isinstance(listed, str):
                listed = _unpacked(listed)
            if not isinstance(listed, list):
                raise _Unusable("facts: a list is needed")
            facts += [fact for n, said in enumerate(cast("list[object]", listed)) if (fact := self._fact(said, f"facts.{n}", passage))]
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
            wrong = sorted({f"{path}.{'.'.join(map(str, e['loc']))}: {e['type']}" for e in error.errors(include_input=False)})
            raise _Unusable("; ".join(wrong)) from None
        except InvalidInstant:
            raise _Unusable(f"{path}.event_at: not an ISO 8601 time") from None

    def _count(self, unknown: int) -> None:
        if unknown:
            self.ignored += unknown
            _log.warning("turns that do not exist were ignored", extra={"ignored": unknown, "model": self._model})


class _Unusable(Exception):
    """Says what is wrong by field and type, without the model's words."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


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


def _correction(answer: dict[str, Any], what: str) -> dict[str, Any]:
    """The model's own answer is sent back with what was wrong in it."""
    text = f"That cannot be used. {what}. Call the tool again with all facts, corrected."
    calls = [block["toolUse"]["toolUseId"] for block in answer["content"] if "toolUse" in block]
    if not calls:
        return {"role": "user", "content": [{"text": text}]}
    return {
        "role": "user",
        "content": [{"toolResult": {"toolUseId": call, "content": [{"text": text}], "status": "error"}} for call in calls],
    }


def _unpacked(text: str) -> object:
    """Some models put the list into a string, fenced as code."""
    try:
        return json.loads(text.strip().removeprefix("```json").removeprefix("```").removesuffix("```"))
    except ValueError:
        return None
