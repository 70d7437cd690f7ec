"""Everything that a deployment may choose, read from the CDK context once and checked before anything is built."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast, get_args
from urllib.parse import urlsplit

from infra.models import BUILTIN, Embedder, Extractor

ROOT: Final = Path(__file__).resolve().parents[1]

LayerSource = Literal["aws", "local", "dev"]
Reranker = Literal["none", "builtin"]
Lookup = Callable[[str], object]

_NAME = re.compile(r"[A-Z][A-Za-z0-9]{1,15}")


class InvalidContext(ValueError):
    """A context value that cannot be deployed; names the value and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """An OIDC issuer that exists already. Without one the stack makes a Cognito user pool."""

    jwks_url: str
    issuer: str
    audience: str
    scope_prefix: str


@dataclass(frozen=True, slots=True)
class Producer:
    """Who may drop objects for one tenant: a principal's ARN, tied to the tenant's prefix by the bucket's policy."""

    arn: str
    tid: str


@dataclass(frozen=True, slots=True)
class Settings:
    """One deployment. `opensearch` unset: the stack makes the domain. `issuer` unset: it makes the user pool."""

    name: str
    layers: LayerSource
    layers_dir: Path
    retain: bool
    vpc: bool
    opensearch: str | None
    issuer: Issuer | None
    embedder: Embedder
    extractor: Extractor
    model_dir: str
    reranker: Reranker
    idle_seconds: int
    audit_days: int
    search_instance: str
    search_nodes: int
    callback_urls: tuple[str, ...]
    producers: tuple[Producer, ...]
    alarm_email: str | None

    @classmethod
    def read(cls, lookup: Lookup) -> Settings:
        """Raises InvalidContext for the first value that cannot be deployed."""
        context = _Context(lookup)
        opensearch = context.url("opensearch")
        vpc = context.flag("vpc", default=False)
        if vpc and opensearch:
            raise InvalidContext("context vpc: places the domain that this stack makes; with opensearch set there is none")
        return cls(
            name=context.matching("name", "Mnemon", _NAME, "a capital letter, then 1 to 15 letters or digits"),
            layers=cast("LayerSource", context.one_of("layers", "aws", get_args(LayerSource))),
            layers_dir=ROOT / context.text("layers_dir", "build/layers"),
            retain=context.flag("retain", default=True),
            vpc=vpc,
            opensearch=opensearch,
            issuer=_issuer(context),
            embedder=_embedder(context.text("embedder", BUILTIN)),
            extractor=_extractor(context.text("extractor", BUILTIN)),
            model_dir=context.text("model_dir", "/opt/model"),
            reranker=cast("Reranker", context.one_of("reranker", "none", get_args(Reranker))),
            idle_seconds=context.number("idle_seconds", 180, 0, 900),
            audit_days=context.number("audit_days", 365, 1, 36_500),
            search_instance=context.text("search_instance", "r7g.medium.search"),
            search_nodes=context.number("search_nodes", 2, 1, 80),
            callback_urls=context.texts("callback_urls", ("http://localhost:3000/",)),
            producers=_producers(context),
            alarm_email=context.text("alarm_email", "") or None,
        )


class _Context:
    """Typed reads of context values, which are strings from the command line and anything from JSON."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    def text(self, key: str, default: str) -> str:
        value = self._lookup(key)
        if value is None or value == "":
            return default
        if not isinstance(value, str):
            raise InvalidContext(f"context {key}: expected text, found {type(value).__name__}")
        return value

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._lookup(key)
        if value is None or value == "":
            return default
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        if isinstance(value, list) and all(isinstance(part, str) for part in cast("list[object]", value)):
            return tuple(cast("list[str]", value))
        raise InvalidContext(f"context {key}: expected a list, or text separated by commas")

    def matching(self, key: str, default: str, pattern: re.Pattern[str], meaning: str) -> str:
        value = self.text(key, default)
        if not pattern.fullmatch(value):
            raise InvalidContext(f"context {key}: expected {meaning}, found {value!r}")
        return value

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key, default)
        if value not in allowed:
            raise InvalidContext(f"context {key}: expected one of {', '.join(allowed)}, found {value!r}")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._lookup(key)
        if value is None or value == "":
            return default
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        raise InvalidContext(f"context {key}: expected true or false, found {value!r}")

    def number(self, key: str, default: int, least: int, most: int) -> int:
        value = self._lookup(key)
        if value is None or value == "":
            return default
        try:
            number = int(cast("str | int | float", value))
        except (TypeError, ValueError):
            number = least - 1
        if isinstance(value, bool) or not least <= number <= most:
            raise InvalidContext(f"context {key}: expected a whole number from {least} to {most}, found {value!r}")
        return number

    def url(self, key: str) -> str | None:
        value = self.text(key, "")
        if not value:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidContext(f"context {key}: expected an http or https URL, found {value!r}")
        return value.rstrip("/")

    def records(self, key: str, fields: tuple[str, ...]) -> list[dict[str, str]]:
        value = self._lookup(key)
        if value is None or value == "":
            return []
        if isinstance(value, list):
            rows = cast("list[object]", value)
            if all(isinstance(row, dict) and set(cast("dict[str, object]", row)) == set(fields) for row in rows):
                return cast("list[dict[str, str]]", rows)
        raise InvalidContext(f"context {key}: expected a list of objects with {' and '.join(fields)}")


def _embedder(setting: str) -> Embedder:
    try:
        return Embedder.read(setting)
    except ValueError as problem:
        raise InvalidContext(f"context embedder: {problem}") from None


def _extractor(setting: str) -> Extractor:
    try:
        return Extractor.read(setting)
    except ValueError as problem:
        raise InvalidContext(f"context extractor: {problem}") from None


def _issuer(context: _Context) -> Issuer | None:
    jwks_url = context.url("jwks_url")
    if jwks_url is None:
        return None
    found = {key: context.text(key, "") for key in ("issuer", "audience")}
    missing = [key for key, value in found.items() if not value]
    if missing:
        raise InvalidContext(f"context {', '.join(missing)}: needed with jwks_url")
    return Issuer(jwks_url=jwks_url, scope_prefix=context.text("scope_prefix", ""), **found)


def _producers(context: _Context) -> tuple[Producer, ...]:
    producers = tuple(Producer(**row) for row in context.records("producers", ("arn", "tid")))
    for producer in producers:
        if not re.fullmatch(r"[a-z2-7]{26}", producer.tid):
            raise InvalidContext(f"context producers: {producer.tid!r} is no tid (26 characters of base32, lower case)")
    return producers
