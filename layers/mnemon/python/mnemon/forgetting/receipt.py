"""The receipt: what was forgotten, by counts and keyed hashes, and what a last look found, signed so that anybody can check it."""

from __future__ import annotations

import base64
import json
from typing import Any

from mnemon.model.ids import PublicId
from mnemon.model.instants import epoch_seconds
from mnemon.model.records import Erasure
from mnemon.ports.flow import Signer

TYPE = "erasure-receipt+jwt"


def claims(era: Erasure) -> dict[str, Any]:
    """Nothing personal: a tenant, a scope and a session stand here as their hashes, records as their ids."""
    target = {"kind": era.target, "tenant": era.tid, "scope": era.sid, "session": era.session}
    if era.source:
        target["source"] = str(PublicId("src", era.sid, era.source))
    if era.memory:
        target["memory"] = str(PublicId("mem", era.sid, era.memory))
    return {
        "iss": "mnemon",
        "jti": era.id,
        "iat": epoch_seconds(era.finished_at or era.updated_at),
        "erasure": era.id,
        "target": {name: value for name, value in target.items() if value},
        "requested_by": era.requested_by,
        "requested_at": era.created_at,
        "finished_at": era.finished_at,
        "counts": dict(sorted(era.counts.items())),
        "left": dict(sorted(era.verified.items())),
        "secret_destroyed": "secrets" in era.verified,
        "index_files": "the index no longer finds them; its files are merged by the next purge",
    }


def signed(era: Erasure, signer: Signer) -> str:
    """A compact JWS, ES256. Raises Unavailable."""
    header = {"alg": "ES256", "kid": signer.key_id, "typ": TYPE}
    message = f"{_encoded(_json(header))}.{_encoded(_json(claims(era)))}"
    return f"{message}.{_encoded(signer.sign(message.encode()))}"


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode()


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
