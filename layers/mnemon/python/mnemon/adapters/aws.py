"""Clients of AWS services: made when first asked for, with limits on time, and with their errors told apart."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

from mnemon.adapters.answers import read_plainly
from mnemon.ports.records import Unavailable

if TYPE_CHECKING:
    from botocore.config import Config

_BUSY = frozenset(
    {
        "DependencyTimeoutException", "InternalFailure", "InternalServerError", "KMSInternalException", "KeyUnavailableException",
        "LimitExceededException", "ModelErrorException", "ModelNotReadyException", "ModelTimeoutException", "OverLimit",
        "ProvisionedThroughputExceeded", "ProvisionedThroughputExceededException", "RequestLimitExceeded", "RequestThrottled",
        "RequestTimeout", "RequestTimeoutException", "ServiceQuotaExceededException", "ServiceUnavailable", "ServiceUnavailableException",
        "SlowDown", "ThrottledException", "Throttling", "ThrottlingError", "ThrottlingException", "TooManyRequestsException",
    }
)  # fmt: skip
ATTEMPTS = 8
_USER_AGENT = "mnemon"


def error_code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


def is_busy(error: ClientError) -> bool:
    """A throttle, or an error of the service's own: the call may be repeated."""
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return error_code(error) in _BUSY or status >= 500 or status == 429


@contextmanager
def unavailable(what: str) -> Generator[None]:
    """Turns throttles, errors of the service and of the network into Unavailable; all other errors pass."""
    try:
        yield
    except ClientError as error:
        if is_busy(error):
            raise Unavailable(f"{what}: {error_code(error)}") from error
        raise
    except (ConnectionError, HTTPClientError) as error:
        raise Unavailable(f"{what}: {type(error).__name__}") from error


def pause(attempt: int, sleep: Callable[[float], None] = time.sleep) -> None:
    """Waits before the try after `attempt` (from 0): full jitter, up to a second."""
    sleep(random.uniform(0, min(1.0, 0.02 * 2**attempt)))


@dataclass(frozen=True, slots=True)
class Credentials:
    """Temporary credentials of a role session."""

    access_key: str
    secret_key: str
    token: str
    expires_at: float
    """Seconds since the epoch."""

    def __repr__(self) -> str:
        return f"Credentials({self.access_key}, ...)"


class LazyClient:
    """A client of boto3 that is made when it is first used, so that a function pays only for the services that a request touches."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: Any = None
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            with self._lock:
                self._made = self._made or self._make()
        return getattr(self._made, name)


class Aws:
    """Clients of one process. A session of boto3 is not safe between threads, a client is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._session: Any = None
        self._clients: dict[str, LazyClient] = {}

    def client(self, service: str) -> Any:
        """The one client of a service with the function's own role."""
        with self._lock:
            return self._clients.setdefault(service, LazyClient(lambda: self._make(service, {})))

    def client_as(self, service: str, credentials: Credentials) -> Any:
        """A new client of a service in a role session; the caller keeps it."""
        keys = {
            "aws_access_key_id": credentials.access_key,
            "aws_secret_access_key": credentials.secret_key,
            "aws_session_token": credentials.token,
        }
        return LazyClient(lambda: self._make(service, keys))

    def signing(self) -> tuple[Any, str]:
        """The function's own credentials, which renew themselves, and its region: for what is signed without a client."""
        with self._lock:
            session = self._own_session()
            return session.get_credentials(), session.region_name

    def _make(self, service: str, keys: dict[str, str]) -> Any:
        with self._lock:
            client = self._own_session().client(service, config=_config(service), **keys)
        if service == "dynamodb":
            read_plainly(client)
        return client

    def _own_session(self) -> Any:
        if self._session is None:
            import boto3

            self._session = boto3.Session()
        return self._session


def _config(service: str) -> Config:
    from botocore.config import Config

    return Config(
        connect_timeout=2,
        read_timeout=60 if service == "bedrock-runtime" else 5,
        retries={"mode": "standard", "total_max_attempts": 3},
        max_pool_connections=32,
        tcp_keepalive=True,
        # what the table is asked is typed here, and the service looks at it again
        parameter_validation=service != "dynamodb",
        # otherwise botocore makes a long one of what it runs on, twice a call: a quarter of the time that a call takes here
        user_agent=_USER_AGENT,
        # For leave to upload: signed in the newer way, and for the bucket's own region, since a redirect would break the signature. An
        # endpoint that is an address of its own keeps the bucket in the path.
        signature_version="s3v4" if service == "s3" else None,
        s3={"addressing_style": "virtual"} if service == "s3" else None,
    )
