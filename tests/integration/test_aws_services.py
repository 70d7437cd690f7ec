"""Buckets, queues, workflows, the pepper and receipts' signatures."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from mnemon.adapters.aws import Aws
from mnemon.adapters.kms_signer import KmsSigner
from mnemon.adapters.pepper import PepperSecret
from mnemon.adapters.s3 import S3Objects
from mnemon.adapters.sqs import SqsQueues
from mnemon.adapters.stepfunctions import StateMachines
from mnemon.adapters.tenancy import RENEW_BEFORE_SECONDS, AwsTenancy
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import Pepper, ScopeKey
from mnemon.ports.objects import NoSuchObject, Objects
from mnemon.ports.records import Put, Unavailable
from tests.support.aws import BUCKET, KEYS_TABLE, TABLE, make_bucket, make_content_key, make_tables
from tests.support.fakes import MemoryObjects

pytestmark = pytest.mark.usefixtures("aws")


@pytest.fixture(params=["memory", "s3"])
def objects(request: pytest.FixtureRequest) -> Objects:
    if request.param == "memory":
        return MemoryObjects()
    make_bucket()
    return S3Objects(boto3.client("s3"), BUCKET)


class TestObjects:
    def test_bytes_come_back(self, objects: Objects) -> None:
        objects.put("t/a/b/1/raw", b"\x00first", media_type="text/plain")
        objects.put("t/a/b/1/raw", b"second")
        assert objects.get("t/a/b/1/raw") == b"second"
        assert len(list(objects.versions("t/a/b/"))) == 2

    def test_an_absent_object(self, objects: Objects) -> None:
        with pytest.raises(NoSuchObject):
            objects.get("t/a/b/none")

    def test_a_purge_takes_every_version_over_all_pages_and_nothing_else(self, objects: Objects) -> None:
        for number in range(1_003):
            objects.put(f"t/a/b/{number:04d}/raw", b"x")
        objects.put("t/a/b/0000/raw", b"again")
        objects.put("t/a/bb/1/raw", b"another scope")
        if isinstance(objects, MemoryObjects):
            objects.mark_deleted("t/a/b/0001/raw")
        else:
            boto3.client("s3").delete_object(Bucket=BUCKET, Key="t/a/b/0001/raw")
        assert objects.purge("t/a/b/") == 1_005
        assert list(objects.versions("t/a/b/")) == []
        assert objects.get("t/a/bb/1/raw") == b"another scope"
        assert objects.purge("t/a/b/") == 0


class TestDropBucket:
    """Not versioned."""

    @pytest.fixture
    def drop(self) -> S3Objects:
        make_bucket(name="drop", versioned=False)
        return S3Objects(boto3.client("s3"), "drop")

    def test_one_object_is_deleted_and_no_other(self, drop: S3Objects) -> None:
        drop.put("in/a/user/notes", b"x")
        drop.put("in/a/user/notes-2", b"y")
        drop.delete("in/a/user/notes")
        drop.delete("in/a/user/notes")
        with pytest.raises(NoSuchObject):
            drop.get("in/a/user/notes")
        assert drop.get("in/a/user/notes-2") == b"y"

    def test_a_prefix_is_purged(self, drop: S3Objects) -> None:
        drop.put("up/a/b/1", b"x")
        drop.put("up/a/c/1", b"y")
        assert drop.purge("up/a/b/") == 1
        assert [key for key, _ in drop.versions("up/")] == ["up/a/c/1"]


def test_a_purge_that_leaves_something_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    make_bucket()
    client: Any = boto3.client("s3")
    objects = S3Objects(client, BUCKET)
    objects.put("t/a/b/1/raw", b"x")
    monkeypatch.setattr(client, "delete_objects", lambda **_: {"Errors": [{"Key": "t/a/b/1/raw", "Code": "InternalError"}]})
    with pytest.raises(Unavailable, match="1 left"):
        objects.purge("t/a/b/")


class TestQueues:
    def test_a_message_with_its_delay(self) -> None:
        client: Any = boto3.client("sqs")
        url = client.create_queue(QueueName="idle")["QueueUrl"]
        queues = SqsQueues(client, {"idle": url})
        queues.send("idle", {"tid": "a", "at": 1, "ids": ["x"]})
        queues.send("idle", {"tid": "b"}, delay_seconds=900)
        (message,) = client.receive_message(QueueUrl=url, MaxNumberOfMessages=10)["Messages"]
        assert json.loads(message["Body"]) == {"tid": "a", "at": 1, "ids": ["x"]}
        attributes = client.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
        assert attributes["ApproximateNumberOfMessagesDelayed"] == "1"

    def test_a_delay_that_the_service_does_not_take(self) -> None:
        with pytest.raises(ValueError, match="delay"):
            SqsQueues(boto3.client("sqs"), {}).send("idle", {}, delay_seconds=901)


class TestWorkflows:
    def test_a_name_that_is_taken_starts_nothing_and_is_told(self) -> None:
        client: Any = boto3.client("stepfunctions")
        arn = client.create_state_machine(
            name="extraction",
            definition='{"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true}}}',
            roleArn="arn:aws:iam::123456789012:role/r",
        )["stateMachineArn"]
        machines = StateMachines(client, {"extraction": arn})
        assert machines.start("extraction", "one", {"job": "1"})
        assert not machines.start("extraction", "one", {"job": "2"})
        assert machines.start("extraction", "two", {"job": "2"})
        assert len(client.list_executions(stateMachineArn=arn)["executions"]) == 2

    def test_other_errors_pass(self) -> None:
        missing = "arn:aws:states:eu-central-1:123456789012:stateMachine:none"
        with pytest.raises(ClientError):
            StateMachines(boto3.client("stepfunctions"), {"erasure": missing}).start("erasure", "x", {})


def test_the_pepper_is_read_once() -> None:
    client: Any = boto3.client("secretsmanager")
    arn = client.create_secret(Name="pepper", SecretString="p" * 64)["ARN"]
    secret = PepperSecret(client, arn)
    pepper = secret.pepper
    client.delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)
    assert secret.pepper is pepper
    assert pepper.tenant("acme") == Pepper(b"p" * 64).tenant("acme")


@pytest.mark.parametrize("message", [b"", b"short", b"x" * 100_000])
def test_a_signature_verifies_with_the_public_key(message: bytes) -> None:
    client: Any = boto3.client("kms")
    key_id = client.create_key(KeySpec="ECC_NIST_P256", KeyUsage="SIGN_VERIFY")["KeyMetadata"]["KeyId"]
    signer = KmsSigner(client, key_id)
    signature = signer.sign(message)
    assert len(signature) == 64
    public = load_der_public_key(signer.public_key())
    assert isinstance(public, ec.EllipticCurvePublicKey)
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    # moto hashes what it is given even when it is told that it is a digest
    given = hashlib.sha256(message).digest()
    public.verify(der, hashlib.sha256(given).digest(), ec.ECDSA(Prehashed(SHA256())))


class TestTenancy:
    @pytest.fixture
    def now(self) -> list[float]:
        import time

        return [time.time()]

    @pytest.fixture
    def tenancy(self, now: list[float]) -> AwsTenancy:
        make_tables()
        make_bucket()
        return AwsTenancy(
            Aws(),
            role="arn:aws:iam::123456789012:role/tenant-api",
            table=TABLE,
            keys_table=KEYS_TABLE,
            raw_bucket=BUCKET,
            content_key=make_content_key(),
            seconds=lambda: now[0],
        )

    def test_everything_works_in_the_session(self, tenancy: AwsTenancy) -> None:
        stores = tenancy.stores("a" * 26)
        scope = ScopeKey(tid="a" * 26, sid="b" * 26)
        key = Key(scope.partition, "MEM#1")
        box = stores.vault.create(scope, 0)
        stores.records.write(Put(Row(key, {"rev": 1}, box.seal(key, b"x"))))
        stores.raw.put("t/a", b"raw")
        assert stores.raw.get("t/a") == b"raw"
        assert stores.drop is None
        sealed = stores.records.get([key])[key].sealed
        assert sealed is not None
        assert stores.vault.open(scope, 0).open(key, sealed) == b"x"

    def test_the_session_is_tagged_and_kept_until_shortly_before_it_expires(self, tenancy: AwsTenancy, now: list[float]) -> None:
        asked: list[str] = []
        sts: Any = tenancy._aws.client("sts")  # pyright: ignore[reportPrivateUsage]
        sts.meta.events.register("before-call.sts", lambda params, **_: asked.append(params["body"]))
        first = tenancy.stores("a" * 26)
        assert tenancy.stores("a" * 26) is first
        assert asked[0]["Tags.member.1.Key"] == "tid"
        assert asked[0]["Tags.member.1.Value"] == "a" * 26
        tenancy.stores("b" * 26)
        assert len(asked) == 2
        now[0] += 3600 - RENEW_BEFORE_SECONDS + 5
        assert tenancy.stores("a" * 26) is not first
        assert len(asked) == 3

    def test_each_tenant_uses_its_own_credentials(self, tenancy: AwsTenancy) -> None:
        used: set[str] = set()
        for tid in ("a" * 26, "b" * 26):
            client: Any = tenancy.stores(tid).records._client  # type: ignore[attr-defined]
            client.meta.events.register(
                "before-send.dynamodb", lambda request, **_: used.add(request.headers["Authorization"].split(b"/")[0])
            )
            tenancy.stores(tid).records.get([Key(f"T#{tid}", "x")])
        assert len(used) == 2
