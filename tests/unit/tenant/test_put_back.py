"""A copy of the table from before an erasure is put back: what was sealed with the destroyed secret is noise, and nothing is in the way."""

from __future__ import annotations

import pytest

from mnemon.model import keys
from mnemon.model.memory import Head, Version, WrittenBy
from mnemon.model.scopes import Scope
from mnemon.ports.records import Put, Unavailable, Update
from mnemon.reading.memories import ListMemories, ListRequest, MemoryHistory
from mnemon.tenant.callers import Reader
from mnemon.tenant.views import View, enter, look
from tests.support.fakes import TEST_PEPPER, FakeTenancy, FixedClock

NOW = "2026-01-01T00:00:00.000Z"
PERSON = Scope.user("ana")
TID = TEST_PEPPER.tenant("acme")
KEY = TEST_PEPPER.scope(TID, PERSON)
READER = Reader(TID, ((PERSON, KEY),), "ana")
OLD, NEW = (f"01JP00000000000000000000{n}" for n in ("0A", "0B"))


def _write(tenancy: FakeTenancy, view: View, ulid: str, content: str) -> None:
    fields = {
        "tid": TID, "sid": KEY.sid, "ulid": ulid, "created_at": NOW, "valid_from": NOW, "true_from": NOW, "scope": str(PERSON),
        "content": content, "written_by": WrittenBy(actor="ana", method="direct"),
    }  # fmt: skip
    rows = (Head(**fields, version=2).to_row(view.box), Version(**fields).to_row(view.box))
    tenancy.stores(TID).records.write(*(Put(row) for row in rows))


@pytest.fixture
def tenancy() -> FakeTenancy:
    """With a person who was erased, came back, and then all that was theirs before is put back, their state too."""
    tenancy = FakeTenancy()
    stores = tenancy.stores(TID)
    _write(tenancy, enter(stores, PERSON, KEY, NOW), OLD, "before")
    copy = list(stores.records.walk(KEY.partition))
    stores.records.delete_all([row.key for row in copy])
    tenancy.vault.destroy(KEY)
    _write(tenancy, enter(stores, PERSON, KEY, NOW), NEW, "after")
    stores.records.put_all(copy)
    return tenancy


def test_the_scope_counts_as_new_and_can_be_written_again(tenancy: FakeTenancy) -> None:
    stores = tenancy.stores(TID)
    view = look(stores, KEY)
    assert (view.is_new, view.state.scope, view.state.speakers) == (True, "", ())
    assert not enter(stores, PERSON, KEY, NOW).is_new


def test_an_erasure_under_way_still_keeps_writers_out(tenancy: FakeTenancy) -> None:
    stores = tenancy.stores(TID)
    stores.records.write(Update(keys.state(KEY), set={"erasing": OLD}))
    assert look(stores, KEY).state.erasing == OLD
    with pytest.raises(Unavailable):
        enter(stores, PERSON, KEY, NOW)


def test_what_was_put_back_is_not_listed(tenancy: FakeTenancy) -> None:
    clock = FixedClock(NOW)
    assert ListMemories(tenancy, clock)(READER, ListRequest()).memories == ()
    enter(tenancy.stores(TID), PERSON, KEY, NOW)
    listed = ListMemories(tenancy, clock)(READER, ListRequest()).memories
    assert [one.record.content for one in listed] == ["after"]


def test_an_older_version_that_was_put_back_is_no_part_of_a_history(tenancy: FakeTenancy) -> None:
    enter(tenancy.stores(TID), PERSON, KEY, NOW)
    stale = next(row for row in tenancy.records.all_rows() if row.key == keys.version(KEY, OLD, 1))
    moved = stale._replace(key=keys.version(KEY, NEW, 7))
    tenancy.stores(TID).records.write(Put(moved))
    history = MemoryHistory(tenancy, FixedClock(NOW))(READER, f"mem_{KEY.sid}{NEW}")
    assert [version.content for version in history] == ["after", "after"]
