"""What callers hand over: limits and types of every field. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from mnemon.model.domain import RESERVED_RELATIONS, RelationName
from mnemon.model.instants import NO_TIME, Instant, parse
from mnemon.model.memory import (
    MAX_CONTENT,
    MAX_ENTITIES,
    MAX_METADATA_KEY,
    MAX_METADATA_KEYS,
    MAX_METADATA_VALUE,
    MAX_PROCEDURE,
    MAX_RELATIONS,
    Kind,
)
from mnemon.model.sources import Role
from mnemon.model.text import clean

from .json_values import bounded, size

MAX_MESSAGES = 100
MAX_BODY = 1_048_576
"""Bytes of one request."""
MAX_MESSAGE = 100_000
MAX_FACTS = 100
MAX_NAME = 256
MAX_ATTACHMENTS = 20
MAX_SEGMENTS = 10
STATE_SECONDS = 7 * 86_400
MAX_STATE_SECONDS = 90 * 86_400

Infer = Literal["now", "idle", "never"]


def _cleaned(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value


def _present(value: str) -> str:
    if not value.strip():
        raise ValueError("is blank")
    return value


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError(NO_TIME)
    return parse(value)


def _not_reserved(value: str) -> str:
    if value in RESERVED_RELATIONS:
        raise ValueError("is a link of every tenant's own")
    return value


def _namespace(value: str) -> str:
    segments = value.split("/")
    if len(segments) > MAX_SEGMENTS or not all(s.strip() for s in segments):
        raise ValueError(f"has 1 to {MAX_SEGMENTS} segments, none of them blank")
    return value


def _short(value: dict[str, Any]) -> dict[str, Any]:
    if size(value) > MAX_PROCEDURE:
        raise ValueError(f"has at most {MAX_PROCEDURE} bytes of JSON")
    return value


Text = Annotated[str, BeforeValidator(_cleaned)]
"""Any text: NUL and lone surrogates are normalised before they are judged."""
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_present), BeforeValidator(_cleaned)]
At = Annotated[Instant, BeforeValidator(_moment)]
Namespace = Annotated[Name, AfterValidator(_namespace)]
MetadataKey = Annotated[str, Field(min_length=1, max_length=MAX_METADATA_KEY, pattern=r"^[^=]*$"), BeforeValidator(_cleaned)]
"""Without `=`: the index holds `key=value`, and a filter has to tell which is which."""
MetadataValue = Annotated[str, Field(max_length=MAX_METADATA_VALUE), BeforeValidator(_cleaned)]
Metadata = Annotated[dict[MetadataKey, MetadataValue], Field(max_length=MAX_METADATA_KEYS)]
Content = Annotated[str, Field(min_length=1, max_length=MAX_CONTENT), AfterValidator(_present), BeforeValidator(_cleaned)]
Procedure = Annotated[dict[str, Any], Field(min_length=1), AfterValidator(bounded), AfterValidator(_short)]
RelationType = Annotated[RelationName, AfterValidator(_not_reserved)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Level = Annotated[int, Field(ge=1, le=5)]


class Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Attachment(Request):
    caption: Annotated[Text, Field(max_length=2_000)]


class IncomingMessage(Request):
    """One turn as it is handed over."""

    id: Name | None = None
    role: Role
    name: Name | None = None
    content: Annotated[Text, Field(max_length=MAX_MESSAGE)]
    timestamp: At | None = None
    attachments: Annotated[tuple[Attachment, ...], Field(max_length=MAX_ATTACHMENTS)] = ()
    metadata: Metadata = Field(default_factory=dict)


class Events(Request):
    """Turns of one session, in order."""

    session_id: Name
    messages: Annotated[tuple[IncomingMessage, ...], Field(min_length=1, max_length=MAX_MESSAGES)]
    agent_id: Name | None = None
    run_id: Name | None = None
    metadata: Metadata = Field(default_factory=dict)
    infer: Infer = "now"


class IncomingRelation(Request):
    """Between two entities, by name: `subject` `type` `object`. `same_as` says that both are names of one."""

    subject: Name
    type: RelationType
    object: Name


class IncomingFact(Request):
    """One fact, written directly. (subject, attribute) is read from the content by rules when no attribute is given."""

    content: Content
    kind: Kind = "fact"
    namespace: Namespace | None = None
    subject: Name | None = None
    attribute: Name | None = None
    category: Name | None = None
    entities: Annotated[tuple[Name, ...], Field(max_length=MAX_ENTITIES)] = ()
    relations: Annotated[tuple[IncomingRelation, ...], Field(max_length=MAX_RELATIONS)] = ()
    metadata: Metadata = Field(default_factory=dict)
    salience: Share | None = None
    confidence: Share = 1.0
    sensitivity: Level = 1
    event_at: At | None = None
    expires_at: At | None = None
    procedure: Procedure | None = Field(
        None, description="Of kind procedure: a playbook or an instruction as structured JSON, such as its steps. `content` is its title."
    )

    @field_validator("procedure")
    @classmethod
    def _is_of_a_procedure(cls, value: dict[str, Any] | None, info: ValidationInfo) -> dict[str, Any] | None:
        if value is not None and info.data.get("kind", "procedure") != "procedure":
            raise ValueError("goes with kind procedure")
        return value


class StateValue(Request):
    """What is kept under one key of a task: any JSON, for a time of its own."""

    value: Annotated[Any, AfterValidator(bounded)]
    ttl_seconds: Annotated[int, Field(strict=True, ge=1, le=MAX_STATE_SECONDS)] = STATE_SECONDS


class Correction(Request):
    """What a PATCH may change. A field that is not given stays as it is; null clears `attribute` and `expires_at`."""

    content: Content | None = None
    attribute: Name | None = None
    metadata: Metadata | None = None
    pinned: bool | None = None
    expires_at: At | None = None

    def changes(self, field: str) -> bool:
        return field in self.model_fields_set
