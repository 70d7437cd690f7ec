"""The tenant's domain config: read by whoever reads memories, put by the tenant's own backend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, cast

from pydantic import Field

from mnemon.errors import Forbidden
from mnemon.http.messages import Response
from mnemon.http.problems import InvalidFields
from mnemon.http.routing import Call, Route
from mnemon.language import secrets
from mnemon.language.pii_types import TYPES
from mnemon.model.domain import LARGEST, DomainConfig
from mnemon.reading.fuse import Weights
from mnemon.reading.merit import MeritWeights

_DEFAULTS = {**Weights()._asdict(), **MeritWeights()._asdict()}
_PII = frozenset(type.name for type in TYPES)


class ConfigBody(DomainConfig):
    """Replaces the config whole: what is left out is as without a config. A config as GET answers it can be put again."""

    version: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        None, description="The version that was seen: guards as If-Match does."
    )


class ConfigView(DomainConfig):
    """What holds, defaults filled in. A change takes up to a minute to reach every part of the system."""

    version: int = Field(description="Also the ETag; 0 when the tenant has put no config.")


def get(call: Call) -> Response:
    return _shown(*call.services.get_config(call.services.scopes.tid(call.who)))


def put(call: Call) -> Response:
    if not call.who.service:
        raise Forbidden("only the tenant's own backend may put its config")
    body = call.body(ConfigBody)
    if problems := [*body.contradictions(), *_unknown(body), *_secrets(body.model_dump(mode="json"))]:
        raise InvalidFields(problems)
    config = DomainConfig.model_validate(body.model_dump(exclude={"version"}, exclude_unset=True))
    seen = call.if_match if call.if_match is not None else body.version
    held = call.services.put_config(call.services.scopes.tid(call.who), call.who.subject, config, seen)
    return _shown(held.version, held.config)


def _shown(version: int, config: DomainConfig) -> Response:
    return Response.json({"version": version, **config.model_dump(mode="json", exclude_none=True)}, headers={"etag": f'"{version}"'})


def _unknown(config: DomainConfig) -> Iterator[tuple[str, str]]:
    for name in config.policy.types:
        if name not in _PII:
            yield f"policy.types.{name}", "is no type of personal data"
    for name, value in config.weights.items():
        if name not in _DEFAULTS:
            yield f"weights.{name}", f"is one of {', '.join(_DEFAULTS)}"
        elif isinstance(_DEFAULTS[name], int) and (value < 1 or value != int(value)):
            yield f"weights.{name}", "is a whole number from 1"
        elif name == "half_life_days" and value <= 0:
            yield f"weights.{name}", "is more than 0"


def _secrets(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """A config is kept in clear and shown to whoever reads memories; a secret is never kept anyway, so it needs no `never`."""
    if isinstance(value, dict):
        for name, inner in cast("dict[str, Any]", value).items():
            yield from _secrets(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for number, inner in enumerate(cast("list[Any]", value)):
            yield from _secrets(inner, f"{path}.{number}")
    elif isinstance(value, str) and secrets.find(value):
        yield path, "holds a secret"


ROUTES = (
    Route("GET", "/config", "The tenant's domain config", get, "memory:read", answer=ConfigView, etag=True),
    Route(
        "PUT", "/config", "Replace the tenant's domain config by a new version; the same config again makes none", put, "tenant:admin",
        body=ConfigBody, answer=ConfigView, etag=True, if_match=True, max_body=LARGEST,
    ),
)  # fmt: skip
