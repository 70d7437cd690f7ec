"""The API over stores in memory: requests as the gateway hands them on."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mnemon.forgetting.request import GetErasure, RequestErasure
from mnemon.forgetting.soft_delete import DeleteMemory, RestoreMemory
from mnemon.http.messages import Request, Response
from mnemon.http.paging import Paging
from mnemon.http.principals import encode
from mnemon.http.scopes import Scopes
from mnemon.http.service import Api
from mnemon.model.principal import PERMISSIONS, Principal
from mnemon.reading.approvals import ListApprovals
from mnemon.reading.config import GetConfig
from mnemon.reading.context import AssembleContext
from mnemon.reading.derived import ReadDerived
from mnemon.reading.entities import GetEntity, ListEntities
from mnemon.reading.jobs import GetJob, ListJobs
from mnemon.reading.memories import GetMemory, ListMemories, MemoryHistory
from mnemon.reading.recall import Recall
from mnemon.reading.sources import GetSource, SessionTurns, SourceChunks
from mnemon.reading.task_state import GetTaskState
from mnemon.reading.tuning import TenantOptions
from mnemon.reading.users import ListUsers
from mnemon.tenant.config import Configs
from mnemon.writing.accept import AcceptEvents
from mnemon.writing.config import PutConfig
from mnemon.writing.decide import DecideApproval
from mnemon.writing.direct import WriteFacts
from mnemon.writing.documents import AcceptDocument
from mnemon.writing.feedback import GiveFeedback
from mnemon.writing.redrive import RedriveJob
from mnemon.writing.task_state import ClearTaskState, PutTaskState
from tests.support.fakes import TEST_PEPPER, RecordedWorkflows
from tests.unit.reading.world import World

FAR = 4_102_444_800
ALL = frozenset(PERMISSIONS)
ANNA = Principal(tenant="acme", subject="sub-anna", user="anna@example.org", permissions=ALL)
BEN = Principal(tenant="acme", subject="sub-ben", user="ben@example.org", permissions=ALL)
BACKEND = Principal(tenant="acme", subject="backend", service=True, permissions=ALL)


@dataclass
class Answer:
    response: Response

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.response.headers)

    @property
    def json(self) -> Any:
        return json.loads(self.response.body)

    def __repr__(self) -> str:
        return f"{self.status} {self.response.body[:500]}"


@dataclass
class ApiWorld:
    """`http.services.Services` on fakes."""

    data: World = field(default_factory=World)
    workflows: RecordedWorkflows = field(default_factory=RecordedWorkflows)
    logged: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])

    def __post_init__(self) -> None:
        world = self.data
        self.tenancy, self.clock, self.ids, self.pepper = world.tenancy, world.clock, world.ids, TEST_PEPPER
        self.scopes = Scopes(world.tenancy, self.pepper, world.clock, world.queues)
        self.paging = Paging(self.pepper)
        self.queues = world.queues
        self.configs = configs = Configs(world.clock)
        options = TenantOptions(configs, world.embedder.name)
        self.recall = Recall(world.tenancy, world.index, world.embedder, world.clock, world.queues, options_for=options)
        self.read_derived = ReadDerived(world.tenancy, world.clock, configs.policy)
        self.assemble_context = AssembleContext(self.recall, derived=self.read_derived)
        self.get_memory = GetMemory(world.tenancy, world.clock)
        self.list_memories = ListMemories(world.tenancy, world.clock)
        self.memory_history = MemoryHistory(world.tenancy, world.clock)
        self.list_entities = ListEntities(world.tenancy, world.clock)
        self.get_entity = GetEntity(world.tenancy, world.clock)
        self.get_source = GetSource(world.tenancy)
        self.source_chunks = SourceChunks(world.tenancy)
        self.session_turns = SessionTurns(world.tenancy, world.clock)
        self.get_job = GetJob(world.tenancy, world.clock)
        self.list_jobs = ListJobs(world.tenancy, world.clock)
        asked: Any = {"policies": configs.policy, "domain": configs}
        self.accept_events = AcceptEvents(world.tenancy, world.clock, world.ids, self.workflows, world.queues, **asked)
        self.write_facts = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, **asked)
        self.get_config = GetConfig(world.tenancy)
        self.put_config = PutConfig(world.tenancy, self.pepper, world.clock, world.queues, configs)
        self.accept_document = AcceptDocument(world.tenancy, world.clock, world.ids, policies=configs.policy)
        if importlib.util.find_spec("mnemon.writing.correct"):
            from mnemon.writing.correct import CorrectMemory

            self.correct_memory = CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, **asked)
        self.list_approvals = ListApprovals(world.tenancy, world.clock)
        self.decide_approval = DecideApproval(world.tenancy, world.embedder, world.clock, world.ids, world.queues, self.pepper)
        self.give_feedback = GiveFeedback(world.tenancy, world.clock, world.ids)
        self.list_users = ListUsers(world.tenancy)
        self.get_task_state = GetTaskState(world.tenancy, world.clock)
        self.put_task_state = PutTaskState(world.tenancy, world.clock, world.ids, policies=configs.policy)
        self.clear_task_state = ClearTaskState(world.tenancy, world.clock)
        self.redrive_job = RedriveJob(world.tenancy, world.clock, self.workflows)
        self.delete_memory = DeleteMemory(world.tenancy, world.clock, world.ids)
        self.restore_memory = RestoreMemory(world.tenancy, world.clock, world.ids)
        self.request_erasure = RequestErasure(world.tenancy, self.pepper, world.clock, world.ids, self.workflows)
        self.get_erasure = GetErasure(world.tenancy)

    @cached_property
    def api(self) -> Api:
        return Api(self, lambda event, **facts: self.logged.append((event, facts)))

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        who: Principal | None = ANNA,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
        expires: int = FAR,
        **query: str | list[str],
    ) -> Answer:
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        given = {name: tuple(value) if isinstance(value, list) else (value,) for name, value in query.items()}
        principal = None if who is None else encode(who, expires)
        return Answer(self.api(Request(method, path, headers or {}, given, data, principal, "req-1")))
