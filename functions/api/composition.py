"""Joins the API to AWS. Each part is made when a call first needs it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from pydantic import Field, Json

from mnemon.adapters.aws import Aws
from mnemon.adapters.pepper import PepperSecret
from mnemon.adapters.sqs import SqsQueues
from mnemon.adapters.stepfunctions import StateMachines
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.http.paging import Paging
from mnemon.http.scopes import Scopes
from mnemon.reading.approvals import ListApprovals
from mnemon.reading.config import GetConfig
from mnemon.reading.context import AssembleContext
from mnemon.reading.derived import ReadDerived
from mnemon.reading.entities import GetEntity, ListEntities
from mnemon.reading.jobs import GetJob, ListJobs
from mnemon.reading.memories import GetMemory, ListMemories, MemoryHistory
from mnemon.reading.recall import Recall, RecallOptions
from mnemon.reading.sources import GetSource, SessionTurns, SourceChunks
from mnemon.reading.task_state import GetTaskState
from mnemon.reading.tokens import Estimate
from mnemon.reading.tuning import TenantOptions
from mnemon.reading.users import ListUsers
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs

if TYPE_CHECKING:
    from mnemon.forgetting.request import GetErasure, RequestErasure
    from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory
    from mnemon.model.scopes import Pepper
    from mnemon.ports.index import SearchIndex
    from mnemon.ports.models import Embedder, Reranker, TokenCounter
    from mnemon.writing.accept import AcceptEvents
    from mnemon.writing.config import PutConfig
    from mnemon.writing.correct import CorrectMemory
    from mnemon.writing.decide import DecideApproval
    from mnemon.writing.direct import WriteFacts
    from mnemon.writing.documents import AcceptDocument
    from mnemon.writing.feedback import GiveFeedback
    from mnemon.writing.redrive import RedriveJob
    from mnemon.writing.task_state import ClearTaskState, PutTaskState


class ApiSettings(TenantSettings):
    opensearch_url: str
    opensearch_auth: Literal["none", "iam"] = "none"
    embedder: str = "builtin"
    model_dir: str = "/opt/model"
    reranker: Literal["none", "builtin"] = "none"
    drop_bucket: str
    extraction_machine: str
    erasure_machine: str
    idle_queue: str
    access_queue: str
    idle_seconds: int = 180
    recall_weights: Json[dict[str, float]] = Field(default_factory=dict[str, float])
    """Of `reading.fuse.Weights` and `reading.merit.MeritWeights`, by name; the rest keep their defaults."""
    recall_floor: float | None = None
    index_timeout_ms: int = 2_000


class Composition:
    """`http.services.Services`."""

    def __init__(self, settings: ApiSettings) -> None:
        self._settings = settings
        self._aws = Aws()
        self._secret = PepperSecret(self._aws.client("secretsmanager"), settings.pepper_secret)
        self.clock = SystemClock()
        self.configs = Configs(self.clock)
        self.ids = UlidIds()
        self.tenancy = AwsTenancy.of(self._aws, settings, drop_bucket=settings.drop_bucket)
        self.queues = SqsQueues(self._aws.client("sqs"), {"access": settings.access_queue, "idle": settings.idle_queue})
        self.workflows = StateMachines(
            self._aws.client("stepfunctions"), {"extraction": settings.extraction_machine, "erasure": settings.erasure_machine}
        )

    @property
    def pepper(self) -> Pepper:
        return self._secret.pepper

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes(self.tenancy, self.pepper, self.clock, self.queues)

    @cached_property
    def paging(self) -> Paging:
        return Paging(self.pepper)

    @cached_property
    def embedder(self) -> Embedder:
        from mnemon.adapters.embedders import embedder_from

        return embedder_from(self._settings.embedder, self._settings.model_dir, self._aws)

    @cached_property
    def reranker(self) -> Reranker | None:
        if self._settings.reranker == "none":
            return None
        from mnemon.adapters.reranker import OnnxReranker

        return OnnxReranker(self._settings.model_dir)

    @cached_property
    def index(self) -> SearchIndex:
        from mnemon.adapters.engine import Engine
        from mnemon.adapters.opensearch import OpenSearchIndex

        return OpenSearchIndex(Engine(self._settings.opensearch_url, auth=self._settings.opensearch_auth, signing=self._aws.signing))

    # reading

    @cached_property
    def recall(self) -> Recall:
        settings = self._settings
        base = RecallOptions.of(settings.recall_weights, floor=settings.recall_floor, index_timeout_ms=settings.index_timeout_ms)
        options = TenantOptions(self.configs, self.embedder.name, base)
        return Recall(self.tenancy, self.index, self.embedder, self.clock, self.queues, base, options, self.reranker)

    @cached_property
    def assemble_context(self) -> AssembleContext:
        return AssembleContext(self.recall, self.tokens, derived=self.read_derived)

    @cached_property
    def tokens(self) -> TokenCounter:
        from mnemon.adapters.tokens import BpeCounter

        counter = BpeCounter(self._settings.model_dir)
        return counter if counter.is_there else Estimate()

    @cached_property
    def read_derived(self) -> ReadDerived:
        return ReadDerived(self.tenancy, self.clock, self.configs.policy)

    @cached_property
    def get_memory(self) -> GetMemory:
        return GetMemory(self.tenancy, self.clock)

    @cached_property
    def list_memories(self) -> ListMemories:
        return ListMemories(self.tenancy, self.clock)

    @cached_property
    def memory_history(self) -> MemoryHistory:
        return MemoryHistory(self.tenancy, self.clock)

    @cached_property
    def list_entities(self) -> ListEntities:
        return ListEntities(self.tenancy, self.clock)

    @cached_property
    def get_entity(self) -> GetEntity:
        return GetEntity(self.tenancy, self.clock)

    @cached_property
    def get_source(self) -> GetSource:
        return GetSource(self.tenancy)

    @cached_property
    def source_chunks(self) -> SourceChunks:
        return SourceChunks(self.tenancy)

    @cached_property
    def session_turns(self) -> SessionTurns:
        return SessionTurns(self.tenancy, self.clock, self.tokens.count)

    @cached_property
    def get_job(self) -> GetJob:
        return GetJob(self.tenancy, self.clock)

    @cached_property
    def list_jobs(self) -> ListJobs:
        return ListJobs(self.tenancy, self.clock)

    @cached_property
    def list_users(self) -> ListUsers:
        return ListUsers(self.tenancy)

    @cached_property
    def get_task_state(self) -> GetTaskState:
        return GetTaskState(self.tenancy, self.clock)

    @cached_property
    def list_approvals(self) -> ListApprovals:
        return ListApprovals(self.tenancy, self.clock)

    @cached_property
    def get_config(self) -> GetConfig:
        return GetConfig(self.tenancy)

    # writing

    @cached_property
    def accept_events(self) -> AcceptEvents:
        from mnemon.writing.accept import AcceptEvents

        return AcceptEvents(
            self.tenancy,
            self.clock,
            self.ids,
            self.workflows,
            self.queues,
            idle_seconds=self._settings.idle_seconds,
            policies=self.configs.policy,
            domain=self.configs,
        )

    @cached_property
    def accept_document(self) -> AcceptDocument:
        from mnemon.writing.documents import AcceptDocument

        return AcceptDocument(self.tenancy, self.clock, self.ids, policies=self.configs.policy)

    @cached_property
    def write_facts(self) -> WriteFacts:
        from mnemon.writing.direct import WriteFacts

        configs = self.configs
        return WriteFacts(self.tenancy, self.embedder, self.clock, self.ids, policies=configs.policy, domain=configs, index=self.index)

    @cached_property
    def correct_memory(self) -> CorrectMemory:
        from mnemon.writing.correct import CorrectMemory

        configs = self.configs
        return CorrectMemory(self.tenancy, self.embedder, self.clock, self.ids, policies=configs.policy, domain=configs)

    @cached_property
    def decide_approval(self) -> DecideApproval:
        from mnemon.writing.decide import DecideApproval

        policies, index = self.configs.policy, self.index
        return DecideApproval(self.tenancy, self.embedder, self.clock, self.ids, self.queues, self.pepper, policies=policies, index=index)

    @cached_property
    def give_feedback(self) -> GiveFeedback:
        from mnemon.writing.feedback import GiveFeedback

        return GiveFeedback(self.tenancy, self.clock, self.ids, policies=self.configs.policy)

    @cached_property
    def redrive_job(self) -> RedriveJob:
        from mnemon.writing.redrive import RedriveJob

        return RedriveJob(self.tenancy, self.clock, self.workflows)

    @cached_property
    def put_task_state(self) -> PutTaskState:
        from mnemon.writing.task_state import PutTaskState

        return PutTaskState(self.tenancy, self.clock, self.ids, policies=self.configs.policy)

    @cached_property
    def clear_task_state(self) -> ClearTaskState:
        from mnemon.writing.task_state import ClearTaskState

        return ClearTaskState(self.tenancy, self.clock)

    @cached_property
    def put_config(self) -> PutConfig:
        from mnemon.writing.config import PutConfig

        return PutConfig(self.tenancy, self.pepper, self.clock, self.queues, self.configs)

    # forgetting

    @cached_property
    def delete_memory(self) -> DeleteMemory:
        from mnemon.forgetting.soft_delete import DeleteMemory

        return DeleteMemory(self.tenancy, self.clock, self.ids)

    @cached_property
    def restore_memory(self) -> RestoreMemory:
        from mnemon.forgetting.soft_delete import RestoreMemory

        return RestoreMemory(self.tenancy, self.clock, self.ids)

    @cached_property
    def request_erasure(self) -> RequestErasure:
        from mnemon.forgetting.request import RequestErasure

        return RequestErasure(self.tenancy, self.pepper, self.clock, self.ids, self.workflows)

    @cached_property
    def get_erasure(self) -> GetErasure:
        from mnemon.forgetting.request import GetErasure

        return GetErasure(self.tenancy)
