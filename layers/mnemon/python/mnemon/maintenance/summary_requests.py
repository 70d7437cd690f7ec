"""Asks for summaries to be written anew after whatever changed a memory: the table's stream tells of every such write."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from mnemon.model.instants import Instant, instant, moment
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Queues

DELAY = 10
"""Seconds from a write to the rewriting, so that one serves a burst of writes."""
_SERVES = timedelta(seconds=DELAY - 3)
"""For how long after a request the next ones of the same scope are served by it: it arrives after all that they tell of."""
_MOST_KNOWN = 10_000


class AskRewriting:
    """Remembers what it asked for lately, which only saves messages: one that comes twice finds nothing to do."""

    def __init__(self, queues: Queues, clock: Clock) -> None:
        self._queues, self._clock = queues, clock
        self._asked: dict[ScopeKey, Instant] = {}

    def __call__(self, scopes: Iterable[ScopeKey]) -> None:
        """Raises Unavailable."""
        now = self._clock.now()
        lately = instant(moment(now) - _SERVES)
        if len(self._asked) > _MOST_KNOWN:
            self._asked.clear()
        for scope in dict.fromkeys(scopes):
            if self._asked.get(scope, "") > lately:
                continue
            self._queues.send("expire", {"tid": scope.tid, "sid": scope.sid, "summaries": True}, delay_seconds=DELAY)
            self._asked[scope] = now
