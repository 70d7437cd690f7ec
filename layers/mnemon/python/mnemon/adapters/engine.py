"""Requests to an OpenSearch engine, and nothing of its words in what goes wrong: its reasons quote content."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from mnemon.ports.records import Unavailable

Auth = Literal["none", "iam"]
Signing = Callable[[], tuple[Any, str]]
"""Credentials that renew themselves, and the region."""
NO_PARAMETERS: Mapping[str, Any] = {}


class EngineError(Unavailable):
    """The engine refused or failed; `status` is 0 when it did not answer."""

    def __init__(self, status: int, kind: str) -> None:
        super().__init__(f"index: {status} {kind}")
        self.status = status
        self.kind = kind


class Engine:
    """One engine. The client is imported and made at the first request."""

    def __init__(self, url: str, *, auth: Auth = "none", signing: Signing | None = None) -> None:
        if auth == "iam" and signing is None:
            raise ValueError("requests are to be signed, and nothing signs them")
        self._url = url
        self._auth = auth
        self._signing = signing
        self._lock = threading.Lock()
        self._client: Any = None

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        parameters: Mapping[str, Any] = NO_PARAMETERS,
        seconds: float = 10.0,
    ) -> dict[str, Any]:
        """Raises EngineError."""
        transport = self._transport()
        from opensearchpy.exceptions import OpenSearchException, TransportError

        try:
            answer = transport.perform_request(method, path, params={**parameters, "request_timeout": seconds}, body=body)
        except TransportError as error:
            status, kind = _facts(error)
            raise EngineError(status, kind) from None
        except OpenSearchException as error:
            raise EngineError(0, type(error).__name__) from None
        return cast("dict[str, Any]", answer) if isinstance(answer, dict) else {"ok": answer}

    def _transport(self) -> Any:
        with self._lock:
            if self._client is None:
                self._client = self._made()
            return self._client.transport

    def _made(self) -> Any:
        # without grpcio: nothing here touches the client's gRPC transport
        from opensearchpy import OpenSearch, Urllib3AWSV4SignerAuth

        # the library logs whole bodies
        for name in ("opensearch", "opensearchpy.trace"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        options: dict[str, Any] = {"max_retries": 1, "pool_maxsize": 8}
        if self._auth == "iam" and self._signing is not None:
            options["http_auth"] = Urllib3AWSV4SignerAuth(*self._signing(), "es")
        return OpenSearch(self._url, **options)


def _facts(error: Any) -> tuple[int, str]:
    """Status and type, which never quote content; the reason stays where it is."""
    status = error.status_code if isinstance(error.status_code, int) else 0
    info: object = error.info
    cause = cast("dict[str, object]", info).get("error") if isinstance(info, dict) else None
    if isinstance(cause, dict):
        return status, str(cast("dict[str, object]", cause).get("type"))
    return status, type(error).__name__
