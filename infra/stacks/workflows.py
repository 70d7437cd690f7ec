"""What happens off the request: events that come without a call, extraction, erasure, counts, expiry."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aws_cdk import Duration, Stack
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.constructs.function import MnemonFunction
from infra.constructs.layers import LayerSet
from infra.constructs.machine import Machine
from infra.constructs.models import allow_models, model_environment
from infra.constructs.outputs import publish
from infra.constructs.queue import QueueWithDeadLetters
from infra.constructs.tenant_role import READ, WRITE, TenantRole
from infra.settings import Settings
from infra.stacks.data import DROP_PREFIXES, DataStack
from infra.stacks.search import EXPIRE_TIMEOUT, SearchStack

# What a producer sends stands in the queue before the gate has seen it: two days at most, the bus's own attempts included.
_BUS_ATTEMPTS: Final = Duration.hours(1)
_UNGATED: Final = Duration.hours(47)

_INGEST_TIMEOUT: Final = Duration.minutes(5)
_SHORT_TIMEOUT: Final = Duration.minutes(1)


class WorkflowsStack(Stack):
    def __init__(self, scope: Construct, id: str, *, settings: Settings, data: DataStack, search: SearchStack, **kwargs: Any) -> None:
        super().__init__(scope, id, **kwargs)
        self.add_stack_dependency(search)
        self._settings = settings
        self._data = data
        self._search = search
        self._layers = LayerSet(self, "Layers", settings)

        self.ingest_queue = QueueWithDeadLetters(self, "IngestQueue", consumer_timeout=_INGEST_TIMEOUT, retention=_UNGATED)
        self.idle_queue = QueueWithDeadLetters(self, "IdleQueue", consumer_timeout=_SHORT_TIMEOUT)
        self.access_queue = QueueWithDeadLetters(self, "AccessQueue", consumer_timeout=_SHORT_TIMEOUT)

        extract, commit = self._extract(), self._commit()
        self.extraction = Machine(
            self, "Extraction", definition="extraction.asl.json", steps={"ExtractFunction": extract, "CommitFunction": commit}
        )
        erase = self._erase()
        self.erasure = Machine(self, "Erasure", definition="erasure.asl.json", steps={"EraseFunction": erase})
        self.functions = [extract, commit, erase, self._ingest(), self._idle(), self._access(), self._expire()]
        self.bus = self._bus()
        self._drop_rule()
        publish(
            self,
            {
                "EventBusName": self.bus.event_bus_name,
                **{
                    f"Queue{name}{suffix}": queue.queue_url
                    for name, pair in {"Ingest": self.ingest_queue, "Idle": self.idle_queue, "Access": self.access_queue}.items()
                    for suffix, queue in {"": pair.queue, "Dead": pair.dead}.items()
                },
            },
        )

    @property
    def queues(self) -> dict[str, QueueWithDeadLetters]:
        return {"ingest": self.ingest_queue, "idle": self.idle_queue, "access": self.access_queue, "expire": self._search.expire}

    def _function(
        self,
        name: str,
        description: str,
        *,
        environment: Mapping[str, str] | None = None,
        embeds: bool = False,
        extracts: bool = False,
        asks_index: bool = False,
        reads_documents: bool = False,
        memory: int = 512,
        timeout: Duration = _SHORT_TIMEOUT,
    ) -> MnemonFunction:
        models = model_environment(self._settings, extracts=extracts) if embeds else {}
        index = self._search.index.environment() if asks_index else {}
        layers = self._layers.embedding() if embeds else self._layers.reading_documents() if reads_documents else self._layers.base()
        return MnemonFunction(
            self,
            name,
            settings=self._settings,
            layers=layers,
            description=description,
            environment={**self._data.tenant_environment(), **models, **index, **(environment or {})},
            memory=memory,
            timeout=timeout,
            network=self._search.index.network if asks_index else None,
        )

    def _extract(self) -> MnemonFunction:
        data = self._data
        extract = self._function(
            "extract",
            "Makes turns searchable and finds what they say that is worth remembering",
            embeds=True,
            extracts=True,
            memory=1769,
            timeout=Duration.minutes(5),
        )
        allow_models(extract, self._settings, extracts=True)
        TenantRole(extract).table(data.memory, *READ, *WRITE).table(data.keys, "dynamodb:GetItem").objects(
            data.raw, ["t"], "s3:GetObject"
        ).content_key(data.content_key, "kms:Decrypt")
        return extract

    def _commit(self) -> MnemonFunction:
        data = self._data
        commit = self._function(
            "commit",
            "Adjudicates candidates against what is known and commits them whole",
            embeds=True,
            extracts=True,
            asks_index=True,
            memory=1769,
            timeout=Duration.minutes(5),
        )
        allow_models(commit, self._settings, extracts=True)
        self._search.index.allow_reading(commit)
        TenantRole(commit).table(data.memory, *READ, *WRITE).table(data.keys, "dynamodb:GetItem").content_key(
            data.content_key, "kms:Decrypt"
        )
        return commit

    def _erase(self) -> MnemonFunction:
        data = self._data
        erase = self._function(
            "erase",
            "Forgets: one step of an erasure at a time",
            environment={"MNEMON_DROP_BUCKET": data.drop.bucket_name, "MNEMON_RECEIPT_KEY": data.receipt_key.key_id},
            asks_index=True,
            memory=1024,
            timeout=Duration.minutes(14),
        )
        self._search.index.allow_erasing(erase)
        erase.allow(["kms:Sign"], [data.receipt_key.key_arn])
        tenant = TenantRole(erase)
        tenant.table(data.memory, *READ, *WRITE)
        tenant.table(data.keys, "dynamodb:DeleteItem", "dynamodb:GetItem")
        tenant.content_key(data.content_key, "kms:Decrypt")
        for bucket, prefixes in ((data.raw, ["t"]), (data.drop, DROP_PREFIXES)):
            tenant.listing(bucket, prefixes, "s3:ListBucketVersions")
            tenant.objects(bucket, prefixes, "s3:DeleteObject", "s3:DeleteObjectVersion")
        # A fact that was written directly beside others is taken out of the resource that they share.
        tenant.objects(data.raw, ["t"], "s3:GetObject", "s3:PutObject")
        self._purge_nightly(erase)
        return erase

    def _purge_nightly(self, erase: MnemonFunction) -> None:
        """A deleted document's text stays in its segment until it is merged away: for all erasures of a day at once, since it is dear."""
        events.Rule(
            self,
            "PurgeIndex",
            description="Erased text leaves the files of the index",
            schedule=events.Schedule.cron(hour="3", minute="0"),
            targets=[targets.LambdaFunction(erase.function, event=events.RuleTargetInput.from_object({"step": "purge"}))],
        )

    def _ingest(self) -> MnemonFunction:
        data = self._data
        ingest = self._function(
            "ingest",
            "Gates and keeps what is dropped into the bucket, documents too, or sent to the bus",
            environment={
                "MNEMON_DROP_BUCKET": data.drop.bucket_name,
                "MNEMON_EXTRACTION_MACHINE": self.extraction.arn,
                "MNEMON_IDLE_QUEUE": self.idle_queue.queue.queue_url,
                "MNEMON_IDLE_SECONDS": str(self._settings.idle_seconds),
            },
            reads_documents=True,
            # One whole processor: a document of a thousand pages is read in one go.
            memory=1769,
            timeout=_INGEST_TIMEOUT,
        )
        ingest.allow(["secretsmanager:GetSecretValue"], [data.pepper_arn])
        ingest.allow(["states:StartExecution"], [self.extraction.arn])
        ingest.allow(["sqs:SendMessage"], [self.idle_queue.queue.queue_arn])
        # A bus event's tenant is what its verified source and account are registered for.
        ingest.allow(["dynamodb:GetItem"], [data.memory.table_arn], system_partition())
        tenant = TenantRole(ingest)
        allow_writing(tenant, data)
        tenant.objects(data.drop, DROP_PREFIXES, "s3:DeleteObject", "s3:GetObject")
        # One at a time: a document that takes all memory or time takes nothing else with it to the dead letters.
        self._work_off(ingest, self.ingest_queue, batch_size=1)
        return ingest

    def _idle(self) -> MnemonFunction:
        idle = self._function(
            "idle",
            "Starts the extraction of a session that has fallen silent",
            environment={"MNEMON_EXTRACTION_MACHINE": self.extraction.arn},
        )
        idle.allow(["states:StartExecution"], [self.extraction.arn])
        data = self._data
        tenant = TenantRole(idle)
        # A job that waits for its workflow says so, so that one which never comes is found.
        tenant.table(data.memory, "dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem")
        tenant.table(data.keys, "dynamodb:GetItem").content_key(data.content_key, "kms:Decrypt")
        self._work_off(idle, self.idle_queue, batch_size=10)
        return idle

    def _access(self) -> MnemonFunction:
        data = self._data
        access = self._function(
            "access", "Writes access counts and audit lines, in batches", environment={"MNEMON_AUDIT_BUCKET": data.audit.bucket_name}
        )
        tenant = TenantRole(access)
        tenant.table(data.memory, "dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:UpdateItem")
        tenant.objects(data.audit, ["t"], "s3:PutObject")
        self._work_off(access, self.access_queue, batch_size=100, window=Duration.seconds(5))
        return access

    def _expire(self) -> MnemonFunction:
        expire = self._function(
            "expire",
            "Follows up on changes of memories: sweeps up what has expired, writes summaries anew",
            timeout=EXPIRE_TIMEOUT,
        )
        data, tenant = self._data, TenantRole(expire)
        tenant.table(data.memory, *READ, *WRITE)
        tenant.table(data.keys, "dynamodb:GetItem").content_key(data.content_key, "kms:Decrypt")
        self._work_off(expire, self._search.expire, batch_size=10)
        return expire

    def _work_off(self, function: MnemonFunction, pair: QueueWithDeadLetters, *, batch_size: int, window: Duration | None = None) -> None:
        function.allow(
            ["sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], [pair.queue.queue_arn]
        )
        lambda_.EventSourceMapping(
            function,
            "Queue",
            target=function.function,
            event_source_arn=pair.queue.queue_arn,
            batch_size=batch_size,
            max_batching_window=window,
            report_batch_item_failures=True,
        )

    def _bus(self) -> events.EventBus:
        bus = events.EventBus(self, "Bus", event_bus_name=f"{self._settings.name.lower()}-events")
        events.Rule(
            self,
            "BusEvents",
            event_bus=bus,
            description="What producers send to the bus goes to the gate",
            event_pattern=events.EventPattern(source=events.Match.anything_but_prefix("aws.")),
            targets=[self._to_ingest()],
        )
        return bus

    def _drop_rule(self) -> None:
        events.Rule(
            self,
            "DroppedObjects",
            description="What is put into the drop bucket goes to the gate",
            event_pattern=events.EventPattern(
                source=["aws.s3"],
                detail_type=["Object Created"],
                detail={
                    "bucket": {"name": [self._data.drop.bucket_name]},
                    "object": {"key": [{"prefix": f"{prefix}/"} for prefix in DROP_PREFIXES]},
                },
            ),
            targets=[self._to_ingest()],
        )

    def _to_ingest(self) -> targets.SqsQueue:
        return targets.SqsQueue(self.ingest_queue.queue, dead_letter_queue=self.ingest_queue.dead, max_event_age=_BUS_ATTEMPTS)


def system_partition() -> dict[str, Any]:
    """The one partition that is no tenant's: which tenants there are."""
    return {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["SYS#TENANTS"]}, "Null": {"dynamodb:LeadingKeys": "false"}}


def allow_writing(tenant: TenantRole, data: DataStack) -> None:
    """What storing a source takes: items, a scope's secret at its first write, raw objects."""
    tenant.table(data.memory, *READ, *WRITE)
    tenant.table(data.keys, "dynamodb:GetItem", "dynamodb:PutItem")
    tenant.content_key(data.content_key, "kms:Decrypt", "kms:GenerateDataKey")
    tenant.objects(data.raw, ["t"], "s3:GetObject", "s3:PutObject")
    # A writer that loses to an erasure removes what it has just put.
    tenant.listing(data.raw, ["t"], "s3:ListBucketVersions")
    tenant.objects(data.raw, ["t"], "s3:DeleteObject", "s3:DeleteObjectVersion")
    tenant.listing(data.raw, ["t"], "s3:ListBucketVersions")
