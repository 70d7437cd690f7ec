"""Every point of every story; one run for all those at which the stores hold the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from .cloud import Cloud
from .lambdas import wired
from .stories import STORIES
from .traces import Difference, Trace, compare, trace
from .wires import Cut, Fuse, Invocation, Side

How = Literal["once", "until_it_fails", "redriven", "given_up"]
"""Killed once, or each time until the execution fails and its job is redriven; or an execution that is stopped between two states and
either redriven where it stood, or given up and its job redriven."""
IN_WORKFLOWS = frozenset({"extract", "commit", "erase"})


@dataclass(frozen=True, slots=True)
class Point:
    story: str
    how: How
    what: str
    cut: Cut | None = None
    passage: int = -1

    def __str__(self) -> str:
        return f"{self.story}: {self.what} ({self.how})"


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """`runs`: one point of those that leave the stores the same when it is killed there, with all of them."""

    left: Trace
    runs: Mapping[Point, Sequence[Point]]
    calls: Counter[str]
    passages: frozenset[tuple[str, str, str]]


@cache
def undisturbed(story: str) -> Undisturbed:
    """A run in which nothing is killed, and the points at which another can be."""
    cloud = Cloud()
    of_calls, of_passages = _tell(story, cloud)
    invocations = list(enumerate(cloud.fuse.invocations))[of_calls]
    runs: dict[Point, Sequence[Point]] = {}
    for number, invocation in invocations:
        runs |= _of_calls(story, number, invocation)
    for number, (workflow, before, after) in list(enumerate(cloud.passages))[of_passages]:
        for how in ("redriven", "given_up"):
            point = Point(story, how, f"passage {number}, {workflow} from {before} to {after}", passage=number)
            runs[point] = [point]
    calls = Counter(f"{each.function} {method}" for _, each in invocations for method, _ in each.calls)
    return Undisturbed(trace(cloud), runs, calls, frozenset(cloud.passages))


def judge(point: Point) -> Difference:
    """Runs the story with the point's kill. Raises AssertionError when the product never comes to rest, or the point is not reached."""
    fuse = Fuse(point.cut, stubborn=point.how == "until_it_fails")
    cloud = Cloud(fuse, stop_after=point.passage, give_up=point.how == "given_up")
    _tell(point.story, cloud)
    if not cloud.fuse.fired and not cloud.abandoned:
        raise AssertionError(f"{point} was never reached")
    return compare(trace(cloud), undisturbed(point.story).left)


def _tell(story: str, cloud: Cloud) -> tuple[slice, slice]:
    """Returns which invocations and passages are those of its act."""
    before, act = STORIES[story]
    with wired(cloud):
        held = before(cloud)
        cloud.settle()
        calls, passages = len(cloud.fuse.invocations), len(cloud.passages)
        act(cloud, held)
        cloud.settle()
        done = slice(calls, len(cloud.fuse.invocations)), slice(passages, len(cloud.passages))
        cloud.recover()
    return done


def _of_calls(story: str, number: int, invocation: Invocation) -> Iterator[tuple[Point, Sequence[Point]]]:
    """By the state in which the stores are when it is killed: what comes after depends on nothing else."""
    points: defaultdict[object, list[Point]] = defaultdict(list)
    for call, (method, size) in enumerate(invocation.calls):
        before, after = invocation.states[call : call + 2]
        sides: list[tuple[Side, object]] = [("before", before), ("after", after)]
        if method.several and size > 1:
            sides.append(("midway", before if before == after else (call, "midway")))
        for side, state in sides:
            what = f"{side} call {call} of invocation {number}, {invocation.function} {method}"
            points[state].append(Point(story, "once", what, Cut(number, call, side)))
    for same in points.values():
        yield same[0], same
        if invocation.function in IN_WORKFLOWS:
            again = [replace(point, how="until_it_fails") for point in same]
            yield again[0], again
