"""The ports as wires that can be cut: what may be called is read from the protocols themselves."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import mnemon.ports
from mnemon.ports.tenancy import TenantStores

Side = Literal["before", "midway", "after"]


class Killed(BaseException):
    """The process is gone: no handler of exceptions sees it, and nothing that it still tries reaches anything."""


@dataclass(frozen=True, slots=True)
class Method:
    """One method of a port. `several`: its first argument is a sequence, so that it may be done by half."""

    port: str
    name: str
    several: bool

    def __str__(self) -> str:
        return f"{self.port}.{self.name}"


def _protocols() -> Iterator[type]:
    for module in pkgutil.iter_modules(mnemon.ports.__path__):
        for _, kind in inspect.getmembers(importlib.import_module(f"mnemon.ports.{module.name}"), inspect.isclass):
            if getattr(kind, "_is_protocol", False) and kind.__module__ == f"mnemon.ports.{module.name}":
                yield kind


def _methods(port: type) -> dict[str, Method]:
    found: dict[str, Method] = {}
    for name, value in vars(port).items():
        if inspect.isfunction(value) and (not name.startswith("_") or name == "__call__"):
            given = list(inspect.signature(value).parameters.values())[1:]
            first = given[0] if given else None
            several = first is not None and (first.kind is first.VAR_POSITIONAL or "Sequence[" in str(first.annotation))
            found[name] = Method(port.__name__, name, several and first is not None and first.kind is not first.VAR_POSITIONAL)
    return found


PORTS: Mapping[str, Mapping[str, Method]] = {port.__name__: _methods(port) for port in _protocols()}
"""Every port with its methods. Properties are no calls."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where one run is killed: at one call of one invocation."""

    invocation: int
    call: int
    side: Side


@dataclass
class Invocation:
    """Of a function: its calls, each with the number of things that it was about; the state of the stores before each, and at the end."""

    function: str
    calls: list[tuple[Method, int]] = field(default_factory=list[tuple[Method, int]])
    states: list[object] = field(default_factory=list[object])


@dataclass
class Fuse:
    """Counts the calls of each invocation, and kills one at its cut."""

    cut: Cut | None = None
    stubborn: bool = False
    """Every repetition of the invocation that was cut is killed at the same call, until `heal`."""
    invocation: int = -1
    invocations: list[Invocation] = field(default_factory=list["Invocation"])
    state: Callable[[], object] = lambda: None
    """Of all stores together: two that are equal are the same."""
    fired: bool = False
    _again: str | None = None
    _dead: bool = False
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def begin(self, name: str) -> None:
        self.invocation += 1
        self.invocations.append(Invocation(name))
        self._dead = False

    def end(self) -> None:
        self.invocations[-1].states.append(self.state())

    def heal(self) -> None:
        self.stubborn, self._again = False, None

    @property
    def is_dead(self) -> bool:
        return self._dead

    def call(self, method: Method, do: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        with self._lock:
            if self._dead:
                raise Killed
            now = self.invocations[-1]
            name = now.function
            now.calls.append((method, len(given[0]) if method.several and given else 1))
            now.states.append(self.state())
            side = self._side(name, len(now.calls) - 1)
            if side is None or side == "before":
                if side:
                    self._die(name)
                return do(*given, **named)
            if side == "midway":
                first, *rest = given
                if len(first) > 1:
                    do(first[: len(first) // 2], *rest, **named)
            else:
                result = do(*given, **named)
                if inspect.isgenerator(result):
                    list(result)
            return self._die(name)

    def _side(self, name: str, number: int) -> Side | None:
        cut = self.cut
        if cut is None or cut.call != number:
            return None
        if cut.invocation == self.invocation or (self.stubborn and self._again == name):
            return cut.side
        return None

    def _die(self, name: str) -> None:
        self.fired = self._dead = True
        self._again = name
        raise Killed


class Wire:
    """Stands in front of what implements a port; each call of a method of the port goes through the fuse."""

    def __init__(self, target: object, port: str, fuse: Fuse) -> None:
        self._target, self._methods, self._fuse = target, PORTS[port], fuse

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        method = self._methods.get(name)
        if method is None:
            return value
        if method.port == "Tenancy":
            return lambda tid: _stores(self._fuse.call(method, value, (tid,), {}), self._fuse)
        return lambda *given, **named: self._fuse.call(method, value, given, named)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._fuse.call(self._methods["__call__"], self._target, given, named)  # type: ignore[arg-type]


def _stores(stores: TenantStores, fuse: Fuse) -> TenantStores:
    records, vault, raw = stores.records, stores.vault, stores.raw
    wired: list[Any] = [Wire(each, port, fuse) for each, port in ((records, "Records"), (vault, "Vault"), (raw, "Objects"))]
    drop: Any = None if stores.drop is None else Wire(stores.drop, "Objects", fuse)
    return TenantStores(stores.tid, *wired, drop)
