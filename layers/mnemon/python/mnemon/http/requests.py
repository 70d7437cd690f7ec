"""Bodies and query parameters of the calls that read and forget. What is written is described in `writing.requests`."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from mnemon.model.approvals import ApprovalKind, ApprovalStatus
from mnemon.model.entities import EntityType
from mnemon.model.instants import NO_TIME, Instant, parse
from mnemon.model.memory import Kind
from mnemon.model.records import JobStatus
from mnemon.model.scopes import MAX_NAME
from mnemon.model.text import clean
from mnemon.reading.context import PARTS, Part
from mnemon.reading.memories import Include
from mnemon.reading.query import RecordType
from mnemon.writing.document_requests import NewDocument
from mnemon.writing.requests import MAX_FACTS, Events, IncomingFact

MAX_QUERY = 4_000
MAX_RESULTS = 100
MAX_SCOPES = 50
MAX_BUDGET = 100_000
MAX_PAGE = 100
MAX_LAST = 1_000
"""Turns that a window of a conversation looks at."""
MAX_ID = 64


def _cleaned(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError(NO_TIME)
    return parse(value)


def _present(value: str) -> str:
    if not value.strip():
        raise ValueError("is blank")
    return value


def _several(value: Any) -> Any:
    """A parameter that may stand several times, or once with commas."""
    return tuple(part for each in cast(tuple[object, ...], value) for part in str(each).split(",")) if isinstance(value, tuple) else value


UserId = Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="The end user; a service names it, for a user it is its own.")]
ScopeName = Annotated[
    str, Field(min_length=1, max_length=4 * MAX_NAME, description="org, team/<id>, user/<id> or agent/<id>, percent-encoded.")
]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), BeforeValidator(_cleaned)]
At = Annotated[Instant, BeforeValidator(_moment), Field(description="ISO 8601; without a zone it is UTC.")]
Id = Annotated[str, Field(min_length=1, max_length=MAX_ID)]
Whole = Annotated[int, Field(strict=True)]
Yes = Annotated[bool, Field(strict=True)]
"""JSON's own true or false."""
Scopes = Annotated[tuple[ScopeName, ...], Field(min_length=1, max_length=MAX_SCOPES)]


class Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Query(Body):
    """Of a URL: all values arrive as text."""

    several: ClassVar[frozenset[str]] = frozenset()
    """Parameters that may stand several times."""


class Asked(Body):
    """What search and context have in common."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_QUERY), AfterValidator(_present), BeforeValidator(_cleaned)]
    user_id: UserId | None = None
    scopes: Scopes | None = None
    filters: dict[str, Any] | None = Field(None, description="See the filter language; what cannot be applied is 422.")
    types: Annotated[tuple[RecordType, ...], Field(min_length=1, max_length=3)] | None = None
    as_of: At | None = Field(None, description="What was true in the world then.")
    known_at: At | None = Field(
        None,
        description="What was believed then; of a time that lies ahead, what is now. With as_of: what was then believed of it.",
    )
    floor: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None,
        description="When the most relevant that is found is less relevant than this, the answer is empty and says that nothing is known. "
        "0: whatever there is. The embedder's own unless it is given.",
    )
    rerank: Yes | None = Field(
        None,
        description="A second look at the ten best by a cross-encoder: `took.rerank` is its cost. As it is deployed unless it is "
        "given; true is 422 where none is deployed.",
    )


class SearchBody(Asked):
    limit: Annotated[Whole, Field(ge=1, le=MAX_RESULTS)] = 5
    include_superseded: Yes = False
    explain: Yes = Field(False, description="With each result: every list's rank and score, every factor, and why it was kept.")


class ContextBody(Asked):
    token_budget: Annotated[Whole, Field(ge=1, le=MAX_BUDGET)] = 1_000
    include: Annotated[tuple[Part, ...], Field(min_length=1, max_length=len(PARTS))] = PARTS


class EventsBody(Events):
    user_id: UserId | None = None


class DocumentBody(NewDocument):
    user_id: UserId | None = None
    scope: ScopeName | None = Field(None, description="Whose document it is; the user's own unless it is given.")


class MemoriesBody(Body):
    user_id: UserId | None = None
    scope: ScopeName | None = Field(None, description="Where to write; the user's own scope unless it is given.")
    memories: Annotated[tuple[IncomingFact, ...], Field(min_length=1, max_length=MAX_FACTS)]


class ErasureBody(Body):
    """Exactly one thing to forget: a whole user (`user_id` alone), one of its sessions, a source, a memory, or the tenant."""

    user_id: UserId | None = None
    session_id: Name | None = None
    source_id: Id | None = None
    memory_id: Id | None = None
    tenant: Yes = False
    dry_run: Yes = False


class EmptyBody(Body):
    """Nothing."""


class Paged(Query):
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 20
    next_token: str | None = None


class NoQuery(Query):
    """No parameters."""


class ListMemoriesQuery(Paged):
    several: ClassVar[frozenset[str]] = frozenset({"scope", "include"})

    user_id: UserId | None = None
    scope: Annotated[Scopes, BeforeValidator(_several)] | None = None
    kind: Kind | None = None
    category: Name | None = None
    entity: Name | None = None
    attribute: Name | None = None
    namespace: Name | None = None
    since: At | None = Field(None, description="Stored at or after.")
    until: At | None = Field(None, description="Stored before.")
    include: Annotated[tuple[Include, ...], BeforeValidator(_several)] = ()


class ProfileQuery(Query):
    user_id: UserId | None = None


class SummariesQuery(Paged):
    several: ClassVar[frozenset[str]] = frozenset({"scope"})

    user_id: UserId | None = None
    scope: Annotated[Scopes, BeforeValidator(_several)] | None = None
    category: Name | None = None


class ListEntitiesQuery(Paged):
    several: ClassVar[frozenset[str]] = frozenset({"scope"})

    user_id: UserId | None = None
    scope: Annotated[Scopes, BeforeValidator(_several)] | None = None
    type: EntityType | None = None
    q: Annotated[Name, AfterValidator(_present)] | None = Field(None, description="How one of its names begins, however it is written.")


class GetEntityQuery(Paged):
    """Of the memories about it and behind its relations."""

    kind: Kind | None = None
    category: Name | None = None
    attribute: Name | None = None
    namespace: Name | None = None


class TurnsQuery(Paged):
    user_id: UserId | None = None
    session_id: Name
    last: Annotated[int, Field(ge=1, le=MAX_LAST)] | None = Field(None, description="The newest turns, this many at most, oldest first.")
    token_budget: Annotated[int, Field(ge=1, le=MAX_BUDGET)] | None = Field(
        None,
        description="The newest turns that together fit, without a gap, oldest first: none when the newest alone does not. "
        f"Of the last {MAX_LAST}, or of `last`.",
    )


class TaskQuery(Query):
    """Whose task it is and what it is called; each caller's scope has tasks of its own."""

    user_id: UserId | None = None
    scope: ScopeName | None = Field(None, description="Whose state it is; the user's own scope unless it is given.")
    task: Annotated[Name, AfterValidator(_present)]


class TaskKeyQuery(TaskQuery):
    key: Annotated[Name, AfterValidator(_present)]


class ClearTaskQuery(TaskQuery):
    key: Annotated[Name, AfterValidator(_present)] | None = Field(None, description="One key; without it the task ends: all go.")


class ListJobsQuery(Paged):
    user_id: UserId | None = None
    status: JobStatus | None = None


class ListApprovalsQuery(Paged):
    user_id: UserId | None = None
    kind: ApprovalKind | None = None
    status: ApprovalStatus = Field("waiting", description="What waits, or what was decided and is not over yet.")
