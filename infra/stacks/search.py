"""The index: the engine, what sets it up, what keeps it in step with the table."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from typing import Any

from aws_cdk import CfnResource, CustomResource, Duration, FileSystem, Stack
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.constructs.function import MnemonFunction
from infra.constructs.index import SETUP_TIMEOUT, Domain, Index, index_roles, setup_properties
from infra.constructs.layers import LayerSet
from infra.constructs.network import Network
from infra.constructs.outputs import publish
from infra.constructs.queue import QueueWithDeadLetters, failure_queue
from infra.constructs.resource import child
from infra.constructs.tenant_role import READ
from infra.settings import ROOT, Settings
from infra.stacks.data import DataStack

EXPIRE_TIMEOUT = Duration.minutes(2)
_DAY = Duration.hours(24)


class SearchStack(Stack):
    """Whatever writes to the table is deployed after this stack, so the index is there before the first record of the stream."""

    def __init__(self, scope: Construct, id: str, *, settings: Settings, data: DataStack, **kwargs: Any) -> None:
        super().__init__(scope, id, **kwargs)
        self._settings = settings
        self._data = data
        self._layers = LayerSet(self, "Layers", settings)
        network = Network(self, "Network", settings) if settings.vpc else None

        setup = self._setup_function(network)
        self.index = self._engine(setup, network)
        setup.function.add_environment("MNEMON_OPENSEARCH_URL", self.index.url)
        setup.function.add_environment("MNEMON_OPENSEARCH_AUTH", "iam" if self.index.domain else "none")
        self.index.allow_administration(setup)
        ready = self._set_up(setup)

        self.expire = QueueWithDeadLetters(self, "ExpireQueue", consumer_timeout=EXPIRE_TIMEOUT)
        self.unindexable = failure_queue(self, "UnindexableQueue")
        self.indexer_failed = failure_queue(self, "IndexerFailedQueue")
        self.indexer = self._indexer(network)
        self.indexer.node.add_dependency(ready)
        self.functions = [setup, self.indexer]
        publish(
            self,
            {
                "OpenSearchUrl": self.index.url,
                "QueueExpire": self.expire.queue.queue_url,
                "QueueExpireDead": self.expire.dead.queue_url,
                "QueueUnindexable": self.unindexable.queue_url,
                "QueueIndexerFailed": self.indexer_failed.queue_url,
            },
        )

    def _setup_function(self, network: Network | None) -> MnemonFunction:
        return MnemonFunction(
            self,
            "index_setup",
            settings=self._settings,
            layers=self._layers.base(),
            description="Makes indices, aliases and role mappings when the stack is deployed",
            environment={},
            memory=256,
            timeout=SETUP_TIMEOUT,
            network=network,
        )

    def _engine(self, setup: MnemonFunction, network: Network | None) -> Index:
        if self._settings.opensearch is not None:
            return Index(url=self._settings.opensearch)
        return Domain(self, "Engine", settings=self._settings, administrator=setup.role.role_arn, network=network).index

    def _set_up(self, setup: MnemonFunction) -> CustomResource:
        roles = index_roles(self, self._settings) if self.index.domain else {}
        revision = FileSystem.fingerprint(str(ROOT / "layers" / "mnemon" / "python"), exclude=["**/__pycache__", "**/*.pyc"])
        resource = CustomResource(
            self,
            "IndexReady",
            service_token=setup.function.function_arn,
            properties=setup_properties(self._settings, revision, roles),
        )
        # The construct's own property writes the number as text.
        child(resource, CfnResource).add_property_override("ServiceTimeout", SETUP_TIMEOUT.to_seconds())
        # The function must be allowed what it does before it is called.
        resource.node.add_dependency(setup)
        return resource

    def _indexer(self, network: Network | None) -> MnemonFunction:
        data = self._data
        indexer = MnemonFunction(
            self,
            "indexer",
            settings=self._settings,
            layers=self._layers.base(),
            description="Writes to the index what the table says now",
            environment={
                "MNEMON_TABLE": data.memory.table_name,
                "MNEMON_KEYS_TABLE": data.keys.table_name,
                "MNEMON_CONTENT_KEY": data.content_key.key_id,
                "MNEMON_EXPIRE_QUEUE": self.expire.queue.queue_url,
                "MNEMON_UNINDEXABLE_QUEUE": self.unindexable.queue_url,
                **self.index.environment(),
            },
            timeout=Duration.minutes(2),
            network=network,
        )
        # Every tenant's scopes, but no system partition, and never a scan.
        any_tenant = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["T#*"]}, "Null": {"dynamodb:LeadingKeys": "false"}}
        # It deletes NOW# alone: that is its code's word, a policy cannot tell sort keys apart.
        indexer.allow([*READ, "dynamodb:DeleteItem"], [data.memory.table_arn], any_tenant)
        indexer.allow(["dynamodb:GetItem"], [data.keys.table_arn], any_tenant)
        indexer.allow(["kms:Decrypt"], [data.content_key.key_arn], {"Null": {"kms:EncryptionContext:tid": "false"}})
        indexer.allow(["sqs:SendMessage"], [queue.queue_arn for queue in (self.expire.queue, self.unindexable, self.indexer_failed)])
        self.index.allow_indexing(indexer)
        self._follow_stream(indexer)
        return indexer

    def _follow_stream(self, indexer: MnemonFunction) -> None:
        stream = self._data.memory.table_stream_arn
        if stream is None:
            raise ValueError("table memory has no stream")
        indexer.allow(["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"], [stream])
        indexer.allow(["dynamodb:ListStreams"], ["*"])
        mapping = lambda_.EventSourceMapping(
            indexer,
            "Stream",
            target=indexer.function,
            event_source_arn=stream,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=100,
            max_batching_window=Duration.seconds(0),
            bisect_batch_on_error=True,
            report_batch_item_failures=True,
            # For as long as the stream keeps a record; what fails by then goes to the queue, by key.
            max_record_age=_DAY,
            filters=[
                lambda_.FilterCriteria.filter(_record("INSERT", "NOW#")),
                lambda_.FilterCriteria.filter(_record("REMOVE", "MEM#")),
            ],
        )
        # The construct's own way allows more than sending.
        failed = lambda_.CfnEventSourceMapping.OnFailureProperty(destination=self.indexer_failed.queue_arn)
        child(mapping, lambda_.CfnEventSourceMapping).destination_config = lambda_.CfnEventSourceMapping.DestinationConfigProperty(
            on_failure=failed
        )


def _record(event: str, prefix: str) -> dict[str, Any]:
    return {"eventName": [event], "dynamodb": {"Keys": {"SK": {"S": [{"prefix": prefix}]}}}}
