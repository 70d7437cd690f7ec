"""Repeats a write that lost a race: at once the first time, then after a growing, jittered pause."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LIMIT = 20
LONGEST_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class Attempts:
    """`for _ in attempts: ...` ends after `limit` turns; the caller then answers that it is busy."""

    limit: int = LIMIT
    pause: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random

    def __iter__(self) -> Iterator[int]:
        for number in range(self.limit):
            if number:
                self.pause(self.chance() * min(LONGEST_PAUSE, 0.01 * 2 ** min(number, 10)))
            yield number
