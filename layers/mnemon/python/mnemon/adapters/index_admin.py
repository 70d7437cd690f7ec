"""Makes the indices, their aliases and the roles inside the engine: when a stack is deployed, before the first write. Repeatable."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mnemon.adapters.engine import Engine, EngineError
from mnemon.adapters.mappings import ALIAS, CHANGEABLE, INDEX_NAMES, VECTOR, alias_of, definition, fields, name_of
from mnemon.ports.index import IndexName

ROLES: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "reader": (
        ["indices:data/read/msearch"],
        ["indices:data/read/search*", "indices:data/read/msearch*", "indices:admin/mappings/get"],
    ),
    "writer": (
        ["indices:data/write/bulk"],
        ["indices:data/write/bulk*", "indices:data/write/index", "indices:data/write/delete", "indices:data/read/search*"],
    ),
    "eraser": (
        ["indices:data/write/bulk"],
        [
            "indices:data/read/search*",
            "indices:data/write/bulk*",
            "indices:data/write/delete",
            "indices:admin/refresh*",
            "indices:admin/flush*",
            "indices:admin/forcemerge*",
            "indices:monitor/stats",
        ],
    ),
}
"""What each role may do: to the cluster, and to our indices."""


class DimensionMismatch(Exception):
    """The index that exists holds vectors of another dimension than the embedder makes. Says both, and what to do."""

    def __init__(self, index: str, there: int, wanted: int, embedder: str) -> None:
        super().__init__(
            f"{index} holds vectors of {there} dimensions and the embedder {embedder!r} makes {wanted}. Deploy with the embedder that "
            f"made it; or re-index: deploy with an index rebuilt for {wanted} dimensions (property Rebuild), which begins empty, then "
            "embed and index everything again from the table."
        )
        self.there = there
        self.wanted = wanted


class IndexAdmin:
    """`base` stands in place of `recall` where several installations share an engine."""

    def __init__(self, engine: Engine, *, base: str = ALIAS, sleep: Callable[[float], None] = time.sleep) -> None:
        self._engine = engine
        self._base = base
        self._sleep = sleep

    def wait(self, seconds: float) -> None:
        """Until the engine can hold an index. Raises EngineError when that takes longer."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self._engine.request("GET", "/_cluster/health", parameters={"wait_for_status": "yellow", "timeout": "5s"}, seconds=8.0)
                return
            except EngineError:
                if time.monotonic() >= deadline:
                    raise
                self._sleep(2.0)

    def ensure(self, dimension: int, embedder: str, *, rebuild: bool = False) -> dict[IndexName, str]:
        """The index behind each alias. With `rebuild` one of another dimension is replaced by an empty one.

        Raises DimensionMismatch before anything is changed, EngineError.
        """
        existing = {index: self._behind(alias_of(index, self._base)) for index in INDEX_NAMES}
        other = {index: there for index, name in existing.items() if name and (there := self._dimension(name)) != dimension}
        if other and not rebuild:
            index, there = next(iter(other.items()))
            raise DimensionMismatch(str(existing[index]), there, dimension, embedder)
        return {index: self._ensure(index, existing[index], index in other, dimension, embedder) for index in INDEX_NAMES}

    def remove(self) -> None:
        """Deletes the indices and all that they hold. Raises EngineError."""
        for index in INDEX_NAMES:
            if name := self._behind(alias_of(index, self._base)):
                self._engine.request("DELETE", f"/{name}")

    def map_roles(self, roles: Mapping[str, Sequence[str]]) -> None:
        """Roles inside the engine, and who gets them: `{"reader": [ARN, ...]}`. Raises EngineError, and KeyError for an unknown role."""
        for role, members in roles.items():
            cluster, actions = ROLES[role]
            name = f"{self._base}-{role}"
            permissions = {"index_patterns": [self._base, f"{self._base}-*"], "allowed_actions": list(actions)}
            self._security("roles", name, {"cluster_permissions": list(cluster), "index_permissions": [permissions]})
            self._security("rolesmapping", name, {"backend_roles": list(members)})

    def _ensure(self, index: IndexName, name: str | None, replace: bool, dimension: int, embedder: str) -> str:
        alias = alias_of(index, self._base)
        if name is None:
            name = name_of(index, self._base)
            self._make(name, dimension, embedder)
            self._move(alias, name)
        elif replace:
            old, name = name, name_of(index, self._base, _number(name) + 1)
            self._make(name, dimension, embedder)
            self._move(alias, name, old)
        self._engine.request("PUT", f"/{name}/_settings", {"index": dict(CHANGEABLE)})
        self._engine.request("PUT", f"/{name}/_mapping", dict(fields(dimension, embedder)))
        return name

    def _make(self, name: str, dimension: int, embedder: str) -> None:
        try:
            self._engine.request("PUT", f"/{name}", dict(definition(dimension, embedder)), seconds=60.0)
        except EngineError as error:
            if error.kind != "resource_already_exists_exception":
                raise

    def _move(self, alias: str, name: str, old: str | None = None) -> None:
        actions: list[dict[str, Any]] = [{"add": {"index": name, "alias": alias, "is_write_index": True}}]
        if old:
            actions.append({"remove_index": {"index": old}})
        self._engine.request("POST", "/_aliases", {"actions": actions}, seconds=30.0)

    def _behind(self, alias: str) -> str | None:
        try:
            return next(iter(self._engine.request("GET", f"/_alias/{alias}")), None)
        except EngineError as error:
            if error.status == 404:
                return None
            raise

    def _dimension(self, name: str) -> int:
        answer = self._engine.request("GET", f"/{name}/_mapping")
        return int(answer[name]["mappings"]["properties"][VECTOR]["dimension"])

    def _security(self, kind: str, name: str, body: Mapping[str, Any]) -> None:
        self._engine.request("PUT", f"/_plugins/_security/api/{kind}/{name}", dict(body), seconds=30.0)


def _number(name: str) -> int:
    match = re.search(r"-v(\d+)$", name)
    return int(match[1]) if match else 0
