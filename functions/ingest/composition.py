"""Joins what comes without a call to AWS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.documents import parse
from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.adapters.pepper import PepperSecret
from mnemon.adapters.sqs import SqsQueues
from mnemon.adapters.stepfunctions import StateMachines
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs
from mnemon.writing.accept import AcceptEvents
from mnemon.writing.ingest import AcceptOnce, IngestBusEvent, IngestObject
from mnemon.writing.take_document import TakeDocument


class IngestSettings(TenantSettings):
    drop_bucket: str
    extraction_machine: str
    idle_queue: str
    idle_seconds: int = 180


@dataclass(frozen=True, slots=True)
class Ingest:
    take_object: IngestObject
    take_document: TakeDocument
    take_event: IngestBusEvent


@cache
def ingest() -> Ingest:
    settings, aws, clock, ids = IngestSettings.load(), Aws(), SystemClock(), UlidIds()
    tenancy = AwsTenancy.of(aws, settings, drop_bucket=settings.drop_bucket)
    machines = StateMachines(aws.client("stepfunctions"), {"extraction": settings.extraction_machine})
    queues = SqsQueues(aws.client("sqs"), {"idle": settings.idle_queue})
    configs = Configs(clock)
    accept = AcceptEvents(
        tenancy, clock, ids, machines, queues, idle_seconds=settings.idle_seconds, policies=configs.policy, domain=configs
    )
    pepper = PepperSecret(aws.client("secretsmanager"), settings.pepper_secret).pepper
    once = AcceptOnce(tenancy, pepper, clock, ids, accept)
    return Ingest(
        IngestObject(tenancy, once),
        TakeDocument(tenancy, pepper, clock, ids, machines, parse, policies=configs.policy),
        IngestBusEvent(DynamoRecords(aws.client("dynamodb"), settings.table), once),
    )
