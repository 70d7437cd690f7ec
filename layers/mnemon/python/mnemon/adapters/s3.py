"""A bucket on S3."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from mnemon.adapters.aws import error_code, unavailable
from mnemon.model.instants import Instant, instant, moment
from mnemon.ports.objects import NoSuchObject, Upload
from mnemon.ports.records import Unavailable

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

UPLOAD_SECONDS = 300
"""As long as a tenant's session lasts for sure: leave ends with the session that gave it."""
# S3 says AccessDenied of an absent key to who may list a prefix only, as tenant roles do.
_ABSENT = frozenset({"AccessDenied", "NoSuchKey", "NoSuchVersion", "404", "403", "MethodNotAllowed"})


class S3Objects:
    """`ports.objects.Objects` over one bucket."""

    def __init__(self, client: S3Client, bucket: str) -> None:
        self._client: Any = client
        self._bucket = bucket

    def put(self, key: str, data: bytes, *, media_type: str = "application/octet-stream") -> None:
        with unavailable("bucket put"):
            self._client.put_object(Bucket=self._bucket, Key=key, Body=data, ContentType=media_type)

    def get(self, key: str) -> bytes:
        try:
            with unavailable("bucket get"):
                return self._client.get_object(Bucket=self._bucket, Key=key)["Body"].read()
        except ClientError as error:
            if error_code(error) in _ABSENT:
                raise NoSuchObject("no such object") from None  # the key of a dropped object may name somebody
            raise

    def delete(self, key: str) -> None:
        with unavailable("bucket delete"):
            self._client.delete_object(Bucket=self._bucket, Key=key)

    def upload(self, key: str, *, media_type: str, size: int, now: Instant) -> Upload:
        """Type and length are signed with the rest: another body is refused by the bucket."""
        wanted = {"Bucket": self._bucket, "Key": key, "ContentType": media_type, "ContentLength": size}
        with unavailable("bucket leave"):
            url = self._client.generate_presigned_url("put_object", Params=wanted, ExpiresIn=UPLOAD_SECONDS, HttpMethod="PUT")
        headers = {"content-type": media_type, "content-length": str(size)}
        return Upload(url, headers, instant(moment(now) + timedelta(seconds=UPLOAD_SECONDS)))

    def versions(self, prefix: str) -> Iterator[tuple[str, str]]:
        marker: dict[str, str] = {}
        while True:
            page, marker = self._page(prefix, marker)
            yield from page
            if not marker:
                return

    def purge(self, prefix: str) -> int:
        count = 0
        while True:
            # from the start each time: what stood on the page before is gone
            page, more = self._page(prefix, {})
            if page:
                self._delete(page)
                count += len(page)
            if not more:
                return count

    def _page(self, prefix: str, marker: dict[str, str]) -> tuple[list[tuple[str, str]], dict[str, str]]:
        """A thousand versions and delete markers, as many as one delete takes, and where to go on; empty when there are no more."""
        with unavailable("bucket list"):
            answer = self._client.list_object_versions(Bucket=self._bucket, Prefix=prefix, **marker)
        entries = (*answer.get("Versions", ()), *answer.get("DeleteMarkers", ()))
        page = [(entry["Key"], entry["VersionId"]) for entry in entries]
        if not answer.get("IsTruncated"):
            return page, {}
        return page, {"KeyMarker": answer["NextKeyMarker"], "VersionIdMarker": answer["NextVersionIdMarker"]}

    def _delete(self, page: list[tuple[str, str]]) -> None:
        doomed = [{"Key": key, "VersionId": version} for key, version in page]
        with unavailable("bucket delete"):
            answer = self._client.delete_objects(Bucket=self._bucket, Delete={"Objects": doomed, "Quiet": True})
        if errors := answer.get("Errors"):
            codes = sorted({str(error.get("Code")) for error in errors})
            raise Unavailable(f"bucket delete: {len(errors)} left ({', '.join(codes)})")
