"""A tenant's config as it is kept: numbered versions, none of which is ever changed."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from . import keys
from .domain import DomainConfig
from .instants import Instant
from .rows import Key, Row, Stored


class ConfigVersion(Stored):
    """`CONFIG#<000001>` in the tenant's partition. In clear: it holds the tenant's own words and no person's, and no secret."""

    key_fields: ClassVar[frozenset[str]] = frozenset({"tid", "version"})

    tid: str
    version: int
    document: str
    """JSON of what the tenant said: what it left out follows the product's defaults, also later ones."""
    created_at: Instant
    written_by: str
    """Keyed hash of the caller's subject."""

    @property
    def config(self) -> DomainConfig:
        """A part that a later release added is passed over."""
        return DomainConfig.model_validate_json(self.document, extra="ignore")

    def key(self) -> Key:
        return keys.config(self.tid, self.version)

    @classmethod
    def identity(cls, key: Key) -> dict[str, Any]:
        return {"tid": key.pk.split("#")[1], "version": int(key.sk.split("#")[1])}

    def row(self) -> Row:
        return Row(self.key(), self.model_dump(exclude=set(self.key_fields)))

    @classmethod
    def of(cls, row: Row) -> Self:
        return cls.model_validate({**row.plain, **cls.identity(row.key)})
