"""How good a ranking of turns is against the turns that answer."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

SEED = 7
_ROUNDS = 2_000
_SESSIONS = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """One question's scores, each 0 to 1."""

    r10: float
    r5: float
    mrr: float
    """Of the first ten; 0 when none of them answers."""
    session_hit1: float
    session_ndcg5: float


NAMES = ("r10", "r5", "mrr", "session_hit1", "session_ndcg5")


def measure(ranked: Sequence[str], gold: Iterable[str], session_of: Mapping[str, str]) -> Measured:
    """`ranked` are turns, best first, each once."""
    wanted = set(gold)
    hits = [id in wanted for id in ranked[:10]]
    sessions = list(islice(dict.fromkeys(session_of[id] for id in ranked), _SESSIONS))
    wanted_sessions = {session_of[id] for id in wanted}
    gain = sum((session in wanted_sessions) / math.log2(rank + 2) for rank, session in enumerate(sessions))
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(_SESSIONS, len(wanted_sessions))))
    return Measured(
        r10=sum(hits) / len(wanted),
        r5=sum(hits[:5]) / len(wanted),
        mrr=next((1 / (rank + 1) for rank, hit in enumerate(hits) if hit), 0.0),
        session_hit1=float(bool(sessions) and sessions[0] in wanted_sessions),
        session_ndcg5=gain / ideal,
    )


def figures(prefix: str, measured: Sequence[tuple[str, Measured]], names: Sequence[str] = NAMES) -> dict[str, float | int]:
    """Means, the 95 % interval of each, and r10 by group."""
    if not measured:
        return {}
    told: dict[str, float | int] = {}
    for name in names:
        values = [getattr(one, name) for _, one in measured]
        low, high = interval(values)
        told |= {f"{prefix}.{name}": _mean(values), f"{prefix}.{name}.low": low, f"{prefix}.{name}.high": high}
    told[f"{prefix}.n"] = len(measured)
    groups = sorted({group for group, _ in measured})
    for group in groups if len(groups) > 1 else ():
        values = [one.r10 for owner, one in measured if owner == group]
        told |= {f"{prefix}.{group}.r10": _mean(values), f"{prefix}.{group}.n": len(values)}
    return told


def interval(values: Sequence[float], mean: Callable[[Sequence[float]], float] | None = None) -> tuple[float, float]:
    """The 95 % interval of the mean, by bootstrap over questions."""
    of = mean or _mean
    chance = random.Random(SEED)
    means = sorted(of(chance.choices(values, k=len(values))) for _ in range(_ROUNDS))
    return means[int(0.025 * _ROUNDS)], means[int(0.975 * _ROUNDS)]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)
