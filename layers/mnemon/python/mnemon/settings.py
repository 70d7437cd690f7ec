"""The environment of a function, validated once, at its first invocation. Each function's composition asks for what it needs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Self

from pydantic import AliasGenerator, BaseModel, ConfigDict, ValidationError

PREFIX = "MNEMON_"


class Misconfigured(RuntimeError):
    """A variable is missing or wrong; names it, never its value."""


class Settings(BaseModel):
    """Base of a function's settings: field `table` is read from `MNEMON_TABLE`. Endpoints and regions are the SDK's own business."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", defer_build=True, alias_generator=AliasGenerator(validation_alias=lambda n: PREFIX + n.upper())
    )

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Raises Misconfigured naming the variables that are missing or wrong."""
        values = {k: v for k, v in (os.environ if environment is None else environment).items() if k.startswith(PREFIX)}
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            wrong = sorted({f"{e['loc'][0]} ({e['type']})" for e in error.errors(include_input=False, include_url=False)})
            raise Misconfigured("environment: " + ", ".join(wrong)) from None


class TenantSettings(Settings):
    """Of a function that serves a tenant."""

    table: str
    keys_table: str
    raw_bucket: str
    content_key: str
    tenant_role: str
    pepper_secret: str
