"""AWS in this process (moto): the tables, buckets and keys that the stacks make, with the same attributes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
import pytest
from moto import mock_aws

TABLE = "memory"
KEYS_TABLE = "keys"
BUCKET = "raw"
REGION = "eu-central-1"


@contextmanager
def in_process_aws() -> Iterator[None]:
    """moto with credentials that reach nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_SESSION_TOKEN": "testing",
            "AWS_DEFAULT_REGION": REGION, "AWS_REGION": REGION, "AWS_EC2_METADATA_DISABLED": "true",
        }.items():  # fmt: skip
            patch.setenv(name, value)
        for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_CA_BUNDLE"):
            patch.delenv(name, raising=False)
        with mock_aws():
            yield


def make_tables(dynamodb: Any | None = None) -> None:
    dynamodb = dynamodb or boto3.client("dynamodb")
    keys = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    names = [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", "LPK", "LSK")]
    lists = {
        "IndexName": "lists",
        "KeySchema": [{"AttributeName": "LPK", "KeyType": "HASH"}, {"AttributeName": "LSK", "KeyType": "RANGE"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }
    common = {"KeySchema": keys, "BillingMode": "PAY_PER_REQUEST"}
    dynamodb.create_table(TableName=TABLE, AttributeDefinitions=names, GlobalSecondaryIndexes=[lists], **common)
    dynamodb.create_table(TableName=KEYS_TABLE, AttributeDefinitions=names[:2], **common)


def make_bucket(s3: Any | None = None, name: str = BUCKET, *, versioned: bool = True) -> None:
    s3 = s3 or boto3.client("s3")
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION})
    if versioned:
        s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})


def make_content_key(kms: Any | None = None) -> str:
    return (kms or boto3.client("kms")).create_key()["KeyMetadata"]["KeyId"]
