"""Looks for words in every place that could hold them: stores as they are and decrypted, queues, logs, histories, files on disk."""

from __future__ import annotations

import contextlib
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mnemon.adapters.codec import Codec
from mnemon.model import keys
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import ScopeKey
from tests.e2e.world import World

SEALED = "sealed"
Pieces = Iterator[tuple[str, bytes]]
"""Where, and what stands there."""


@dataclass(frozen=True)
class Scans:
    """Every place by its name. Each is a generator of what stands in it."""

    world: World

    @property
    def live(self) -> dict[str, Callable[[], Pieces]]:
        """Places that can be looked at while the cloud runs."""
        return {
            "table, raw": self.table,
            "table, decrypted": self.table_decrypted,
            "keys table": lambda: self._items("KeysTable"),
            "buckets, raw": self.buckets,
            "bucket raw, decrypted": self.raw_decrypted,
            "index": self.index,
            "queues": self.queues,
            "workflow histories": self.histories,
            "logs": self.logs,
            "log files": lambda: _files(self.world.cloud.state.logs),
            "stack descriptions": self.stacks,
        }

    def find(self, *words: str, places: Callable[[str], bool] = lambda _: True) -> dict[str, list[str]]:
        """For each place that holds any of the words, where in it."""
        found: dict[str, list[str]] = {}
        for name, pieces in self.live.items():
            if places(name):
                hits = [where for where, data in pieces() if holds(data, words)]
                if hits:
                    found[name] = hits[:5]
        return found

    # -- stores ---------------------------------------------------------------------------------------------------------

    def table(self) -> Pieces:
        return self._items("MemoryTable")

    def _items(self, table: str) -> Pieces:
        for row in self.world.rows(table):
            yield f"{row['PK']['S']} {row['SK']['S']}", _flat(row)

    def table_decrypted(self) -> Pieces:
        codecs = self._codecs()
        for row in self.world.rows():
            key = Key(row["PK"]["S"], row["SK"]["S"])
            sealed = row.get(SEALED, {}).get("B")
            scope = _scope(key)
            if sealed is not None and scope in codecs:
                with contextlib.suppress(Unreadable):
                    yield f"{key.pk} {key.sk}", codecs[scope].open(key, bytes(sealed))

    def buckets(self) -> Pieces:
        for name in ("RawBucket", "DropBucket", "AuditBucket"):
            yield from self._objects(name)

    def _objects(self, bucket: str) -> Pieces:
        s3, name = self.world.aws("s3"), self.world.outputs[bucket]
        for page in s3.get_paginator("list_object_versions").paginate(Bucket=name):
            for version in page.get("Versions", []):
                where = f"{bucket} {version['Key']} {version['VersionId']}"
                body = s3.get_object(Bucket=name, Key=version["Key"], VersionId=version["VersionId"])["Body"].read()
                yield where, where.encode() + b"\n" + body

    def raw_decrypted(self) -> Pieces:
        codecs = self._codecs()
        s3, bucket = self.world.aws("s3"), self.world.outputs["RawBucket"]
        for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
            for version in page.get("Versions", []):
                _, tid, sid, *_ = version["Key"].split("/")
                codec = codecs.get(ScopeKey(tid=tid, sid=sid))
                body = s3.get_object(Bucket=bucket, Key=version["Key"], VersionId=version["VersionId"])["Body"].read()
                if codec is not None:
                    with contextlib.suppress(Unreadable):
                        yield version["Key"], codec.open(Key(version["Key"], ""), body)

    def _codecs(self) -> dict[ScopeKey, Codec]:
        """By scope, made from its secret as it stands in the keys table now."""
        kms = self.world.aws("kms")
        codecs: dict[ScopeKey, Codec] = {}
        for row in self.world.rows("KeysTable"):
            scope = keys.scope_of(Key(row["PK"]["S"], row["SK"]["S"]))
            context = {"tid": scope.tid, "sid": scope.sid}
            codecs[scope] = Codec(kms.decrypt(CiphertextBlob=bytes(row["wrapped"]["B"]), EncryptionContext=context)["Plaintext"])
        return codecs

    def index(self) -> Pieces:
        for hit in self.world.documents():
            yield f"{hit['_index']} {hit['_id']}", json.dumps(hit, ensure_ascii=False).encode()

    # -- what passes by -------------------------------------------------------------------------------------------------

    def queues(self) -> Pieces:
        sqs = self.world.aws("sqs")
        for url in sqs.list_queues().get("QueueUrls", []):
            for _ in range(20):
                messages = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, VisibilityTimeout=0).get("Messages", [])
                for message in messages:
                    yield url, message["Body"].encode()
                if not messages:
                    break

    def histories(self) -> Pieces:
        machines = self.world.aws("stepfunctions")
        for machine in machines.list_state_machines()["stateMachines"]:
            for page in machines.get_paginator("list_executions").paginate(stateMachineArn=machine["stateMachineArn"]):
                for execution in page["executions"]:
                    arn = execution["executionArn"]
                    described = machines.describe_execution(executionArn=arn)
                    yield arn, json.dumps(described, default=str, ensure_ascii=False).encode()
                    for events in machines.get_paginator("get_execution_history").paginate(executionArn=arn):
                        yield arn, json.dumps(events, default=str, ensure_ascii=False).encode()

    def logs(self) -> Pieces:
        logs = self.world.aws("logs")
        for page in logs.get_paginator("describe_log_groups").paginate():
            for group in page["logGroups"]:
                name = group["logGroupName"]
                for events in logs.get_paginator("filter_log_events").paginate(logGroupName=name):
                    for event in events["events"]:
                        yield name, event["message"].encode()

    def stacks(self) -> Pieces:
        for function in (name for output, name in self.world.outputs.items() if output.startswith("Function")):
            described = self.world.aws("lambda").get_function_configuration(FunctionName=function)
            yield function, json.dumps(described, default=str).encode()

    # -- files, for when the servers have been told to write and stop ---------------------------------------------------

    def index_files(self) -> Pieces:
        return _files(self.world.cloud.state.engine)

    def emulator_files(self) -> Pieces:
        return _files(self.world.cloud.state.cloud)


def _scope(key: Key) -> ScopeKey | None:
    with contextlib.suppress(ValueError):
        return keys.scope_of(key)
    if key.sk.startswith("SCOPE#"):
        return ScopeKey(tid=key.pk.split("#")[1], sid=key.sk.split("#")[1])
    return None


def holds(data: bytes, words: tuple[str, ...]) -> bool:
    """Whether any of the words stands in the data: as it is, in lower case, or as JSON escapes it."""
    lower = data.lower()
    return any(form in lower for word in words for form in (word.lower().encode(), json.dumps(word)[1:-1].lower().encode()))


def _flat(value: object) -> bytes:
    """An item with its binary values as they are."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict):
        return b"\n".join(part for name, one in value.items() for part in (str(name).encode(), _flat(one)))
    if isinstance(value, list):
        return b"\n".join(_flat(one) for one in value)
    if hasattr(value, "value"):
        return _flat(value.value)
    return str(value).encode()


def _files(folder: Path) -> Pieces:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            yield str(path.relative_to(folder)), data
            if path.suffix == ".gz":
                with contextlib.suppress(OSError, zlib.error):
                    yield f"{path.name}, unpacked", gzip.decompress(data)
