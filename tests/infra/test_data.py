"""Tables, buckets and keys: encrypted, restorable, retained."""

from __future__ import annotations

from typing import Any

import pytest

from tests.infra.assembly import Assembly, as_list, text
from tests.infra.conftest import PRODUCER, PRODUCER_TID

STATEFUL = (
    "AWS::DynamoDB::Table",
    "AWS::S3::Bucket",
    "AWS::KMS::Key",
    "AWS::SecretsManager::Secret",
)


def test_the_memory_table(either: Assembly) -> None:
    table = either.one("AWS::DynamoDB::Table", "Memory")
    assert [key["AttributeName"] for key in table["KeySchema"]] == ["PK", "SK"]
    assert table["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert table["StreamSpecification"] == {"StreamViewType": "KEYS_ONLY"}
    assert table["BillingMode"] == "PAY_PER_REQUEST"
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 7}
    (index,) = table["GlobalSecondaryIndexes"]
    assert (index["IndexName"], index["Projection"]) == ("lists", {"ProjectionType": "KEYS_ONLY"})
    assert [key["AttributeName"] for key in index["KeySchema"]] == ["LPK", "LSK"]


def test_the_keys_table_forgets_fast_and_has_no_stream(either: Assembly) -> None:
    table = either.one("AWS::DynamoDB::Table", "Keys")
    assert "StreamSpecification" not in table
    assert table["PointInTimeRecoverySpecification"]["RecoveryPeriodInDays"] == 1


def test_tables_are_encrypted_with_a_key_that_works_through_the_service_only(either: Assembly) -> None:
    for table in either.all("AWS::DynamoDB::Table").values():
        assert table["Properties"]["SSESpecification"]["SSEType"] == "KMS"
    statements = either.one("AWS::KMS::Key", "StoreKey")["KeyPolicy"]["Statement"]
    for statement in statements:
        if statement["Principal"] == {"AWS": "*"}:
            assert set(statement["Condition"]["StringEquals"]) == {"kms:CallerAccount", "kms:ViaService"}


def test_retained_on_aws(aws: Assembly) -> None:
    for kind in STATEFUL:
        for name, resource in aws.all(kind, "Data").items():
            assert resource["DeletionPolicy"] == resource["UpdateReplacePolicy"] == "Retain", name
    assert all(table["Properties"]["DeletionProtectionEnabled"] for table in aws.all("AWS::DynamoDB::Table").values())
    (domain,) = aws.all("AWS::OpenSearchService::Domain").values()
    assert domain["DeletionPolicy"] == "Retain"
    (pool,) = aws.all("AWS::Cognito::UserPool").values()
    assert pool["DeletionPolicy"] == "Retain"


def test_the_data_stack_cannot_be_deleted_by_mistake(aws: Assembly, local: Assembly) -> None:
    assert aws.manifest["MnemonData"]["properties"]["terminationProtection"] is True
    assert not local.manifest["MnemonData"]["properties"].get("terminationProtection")


def test_gone_with_the_stack_locally(local: Assembly) -> None:
    for kind in STATEFUL:
        for name, resource in local.all(kind).items():
            assert resource["DeletionPolicy"] == "Delete", name
    assert not any(table["Properties"]["DeletionProtectionEnabled"] for table in local.all("AWS::DynamoDB::Table").values())


@pytest.mark.parametrize("bucket", ["Raw", "Drop", "Audit"])
def test_buckets_are_private(either: Assembly, bucket: str) -> None:
    properties = either.one("AWS::S3::Bucket", bucket)
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    policy = either.one("AWS::S3::BucketPolicy", f"{bucket}Policy")["PolicyDocument"]["Statement"]
    assert any(one["Effect"] == "Deny" and one.get("Condition") == {"Bool": {"aws:SecureTransport": "false"}} for one in policy)


def test_what_is_dropped_goes_within_two_days(either: Assembly) -> None:
    drop = either.one("AWS::S3::Bucket", "Drop")
    assert "VersioningConfiguration" not in drop
    assert drop["NotificationConfiguration"] == {"EventBridgeConfiguration": {"EventBridgeEnabled": True}}
    (rule,) = [rule for rule in drop["LifecycleConfiguration"]["Rules"] if "ExpirationInDays" in rule]
    # S3 rounds up to the next midnight.
    assert rule["ExpirationInDays"] + 1 <= 2


def test_the_audit_trail_cannot_be_changed(aws: Assembly, local: Assembly) -> None:
    assert _lock(aws) == {"Mode": "COMPLIANCE", "Days": 365}
    assert _lock(local) == {"Mode": "GOVERNANCE", "Days": 1}


def test_raw_keeps_versions(either: Assembly) -> None:
    assert either.one("AWS::S3::Bucket", "Raw")["VersioningConfiguration"] == {"Status": "Enabled"}


def test_keys(either: Assembly) -> None:
    content = either.one("AWS::KMS::Key", "ContentKey")
    assert content["EnableKeyRotation"] is True
    receipt = either.one("AWS::KMS::Key", "ReceiptKey")
    assert (receipt["KeySpec"], receipt["KeyUsage"]) == ("ECC_NIST_P256", "SIGN_VERIFY")


def test_the_pepper_is_made_once(either: Assembly) -> None:
    (pepper,) = either.all("AWS::SecretsManager::Secret").values()
    assert pepper["Properties"]["GenerateSecretString"]["PasswordLength"] == 64
    assert not either.all("AWS::SecretsManager::RotationSchedule")


def test_a_producer_is_tied_to_its_tenant(other: Assembly) -> None:
    policy = other.one("AWS::S3::BucketPolicy", "DropPolicy")["PolicyDocument"]["Statement"]
    (allowed,) = [one for one in policy if one["Effect"] == "Allow"]
    assert as_list(allowed["Action"]) == ["s3:PutObject"]
    assert allowed["Principal"] == {"AWS": PRODUCER}
    assert text(allowed["Resource"]).endswith(f"/in/{PRODUCER_TID}/*")


def _lock(assembly: Assembly) -> Any:
    audit = assembly.one("AWS::S3::Bucket", "Audit")
    assert audit["ObjectLockEnabled"] is True
    return audit["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]
