"""What a bucket's errors mean."""

from __future__ import annotations

import boto3
import pytest
from botocore.stub import Stubber

from mnemon.adapters.s3 import S3Objects
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.records import Unavailable


def bucket(code: str, status: int) -> S3Objects:
    client = boto3.client("s3", region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    stub = Stubber(client)
    stub.add_client_error("get_object", code, http_status_code=status)
    stub.activate()
    return S3Objects(client, "raw")


@pytest.mark.parametrize(("code", "status"), [("NoSuchKey", 404), ("AccessDenied", 403)])
def test_an_absent_object_is_absent_also_to_who_may_list_a_prefix_only(code: str, status: int):
    with pytest.raises(NoSuchObject):
        bucket(code, status).get("t/a/b/c")


def test_a_bucket_that_asks_to_slow_down_is_unavailable():
    with pytest.raises(Unavailable):
        bucket("SlowDown", 503).get("t/a/b/c")
