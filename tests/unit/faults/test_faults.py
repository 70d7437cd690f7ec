"""A seeded selection of all points at which a function can be killed; `make bench-write` goes through all of them."""

from __future__ import annotations

import pytest

from mnemon.model import keys
from mnemon.model.rows import Key, Row
from mnemon.model.scopes import ScopeKey
from tests.support.faults.cloud import Cloud
from tests.support.faults.lambdas import functions
from tests.support.faults.machine import arrows, names
from tests.support.faults.proof import Point, judge, undisturbed
from tests.support.faults.stories import STORIES
from tests.support.faults.traces import compare, trace
from tests.support.faults.wires import PORTS

EACH = 15
SEED = 7


def _selected() -> list[Point]:
    points = [point for story in STORIES for point in undisturbed(story).runs]
    return points[SEED % EACH :: EACH]


@pytest.mark.parametrize("story", STORIES)
def test_an_undisturbed_run_leaves_nothing_open(story: str) -> None:
    kinds = {kind for kind, _ in undisturbed(story).left.entries}
    assert kinds.isdisjoint({"markers", "candidates", "waiting message", "other"} - ({"other"} if story == "a_bus_event" else set()))
    assert all('"status": "storing"' not in text for kind, text in undisturbed(story).left.entries if kind == "sources")


def test_nothing_is_lost_or_done_twice_or_by_half_wherever_it_is_killed() -> None:
    wrong = {str(point): difference.examples for point in _selected() if (difference := judge(point))}
    assert wrong == {}


def test_every_function_is_in_a_story() -> None:
    called = {call.split()[0] for story in STORIES for call in undisturbed(story).calls}
    assert called == set(functions()), "a function that no story of tests/support/faults/stories.py brings to work"


def test_every_way_through_every_state_machine_is_gone() -> None:
    gone = {passage for story in STORIES for passage in undisturbed(story).passages}
    assert gone == {(name, *arrow) for name in names() for arrow in arrows(name)}


def test_the_ports_are_read_from_the_protocols() -> None:
    assert {"Records", "Objects", "Vault", "Tenancy", "SearchIndex", "Queues", "Workflows", "Embedder", "Extractor"} <= set(PORTS)
    assert PORTS["Records"]["put_all"].several
    assert not PORTS["Records"]["write"].several


def test_a_difference_is_seen() -> None:
    """The proof would tell: of a row that is gone, one that is there twice, one that says another thing."""
    cloud = Cloud()
    cloud.records.put_all([Row(key, {"memory": "01K" + "0" * 23}) for key in _keys(2)])
    before = trace(cloud)
    cloud.records.put_all([Row(_keys(3)[2], {"memory": "01K" + "0" * 23})])
    assert compare(trace(cloud), before).kinds == {"twice"}
    cloud.records.delete_all(_keys(3)[1:])
    assert compare(trace(cloud), before).kinds == {"lost"}
    cloud.records.put_all([Row(_keys(2)[1], {"memory": "01K" + "0" * 22 + "1"})])
    assert compare(trace(cloud), before).kinds == {"half"}


def _keys(count: int) -> list[Key]:
    return [keys.text(ScopeKey(tid="t" * 26, sid="s" * 26), f"{n:026d}") for n in range(count)]
