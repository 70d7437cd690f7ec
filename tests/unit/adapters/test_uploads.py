"""Leave to upload: one object, of one type and size, for five minutes. Signed without a network."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from mnemon.adapters.aws import Aws, Credentials
from mnemon.adapters.s3 import UPLOAD_SECONDS, S3Objects
from mnemon.adapters.tenancy import RENEW_BEFORE_SECONDS

NOW = "2026-11-29T12:00:00.000Z"
KEY = "up/tenant/scope/01K"


@pytest.mark.parametrize(
    ("region", "host"), [("us-east-1", "drop.s3.amazonaws.com"), ("eu-central-1", "drop.s3.eu-central-1.amazonaws.com")]
)
def test_type_and_size_are_signed(monkeypatch: pytest.MonkeyPatch, region: str, host: str) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", region)
    monkeypatch.delenv("AWS_CA_BUNDLE", raising=False)
    client = Aws().client_as("s3", Credentials("AKIDEXAMPLE", "s3cr3t", "session-token", 0))
    upload = S3Objects(client, "drop").upload(KEY, media_type="application/pdf", size=4021, now=NOW)
    address = urlsplit(upload.url)
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert (address.scheme, address.path) == ("https", f"/{KEY}")
    assert address.netloc == host
    assert query["X-Amz-Algorithm"] == "AWS4-HMAC-SHA256"
    assert set(query["X-Amz-SignedHeaders"].split(";")) == {"content-length", "content-type", "host"}
    assert query["X-Amz-Expires"] == str(UPLOAD_SECONDS) == "300"
    assert f"/{region}/s3/" in query["X-Amz-Credential"]
    assert "s3cr3t" not in upload.url
    assert upload.headers == {"content-type": "application/pdf", "content-length": "4021"}
    assert upload.expires_at == "2026-11-29T12:05:00.000Z"


def test_an_endpoint_that_is_an_address_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    monkeypatch.delenv("AWS_CA_BUNDLE", raising=False)
    client = Aws().client_as("s3", Credentials("AKIDEXAMPLE", "s3cr3t", "session-token", 0))
    upload = S3Objects(client, "drop").upload(KEY, media_type="application/pdf", size=4021, now=NOW)
    assert upload.url.startswith(f"http://127.0.0.1:4566/drop/{KEY}?")


def test_the_session_that_gives_leave_outlives_it() -> None:
    assert RENEW_BEFORE_SECONDS >= UPLOAD_SECONDS
