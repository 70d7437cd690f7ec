"""What the function works with, from its environment and the resource's properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mnemon.adapters.aws import Aws
from mnemon.adapters.engine import Engine
from mnemon.adapters.index_admin import IndexAdmin
from mnemon.settings import Settings


class SetupSettings(Settings):
    opensearch_url: str
    opensearch_auth: Literal["none", "iam"] = "none"


@dataclass(frozen=True, slots=True)
class Deployment:
    admin: IndexAdmin
    dimension: int
    embedder: str
    roles: Mapping[str, list[str]]
    rebuild: bool
    """An index of another dimension is replaced: only when the property says the dimension that is wanted."""
    remove: bool
    """The indices go with the stack."""


def deployment(properties: Mapping[str, Any]) -> Deployment:
    """`IndexPrefix`, `Dimension`, `EmbedderName`, `Roles`; and, when asked for, `Rebuild` (a dimension) and `Remove` (`true`)."""
    settings = SetupSettings.load()
    engine = Engine(settings.opensearch_url, auth=settings.opensearch_auth, signing=Aws().signing)
    dimension = int(properties["Dimension"])
    return Deployment(
        admin=IndexAdmin(engine, base=str(properties["IndexPrefix"])),
        dimension=dimension,
        embedder=str(properties["EmbedderName"]),
        roles=properties.get("Roles") or {},
        rebuild=str(properties.get("Rebuild", "")) == str(dimension),
        remove=str(properties.get("Remove", "")).lower() == "true",
    )
