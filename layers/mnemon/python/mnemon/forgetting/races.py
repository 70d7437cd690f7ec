"""A decision that lost a race is made again, on a fresh view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mnemon.ports.records import Conflict, Unavailable
from mnemon.tenant.attempts import Attempts

_T = TypeVar("_T")


def until_it_holds(decide: Callable[[], _T]) -> _T:
    """Calls `decide` until it raises no Conflict. Raises Unavailable when other writes keep coming first."""
    for _ in Attempts():
        try:
            return decide()
        except Conflict:
            continue
    raise Unavailable("other writes keep coming first")
