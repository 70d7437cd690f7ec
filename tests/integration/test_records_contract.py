"""One contract of the table, held by the real adapter (on moto) and by the fake that all unit tests stand on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import boto3
import pytest

from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.model.rows import Key, Row, Value
from mnemon.ports.records import Check, Conflict, Delete, Put, Records, Update, When
from tests.support.aws import TABLE, in_process_aws, make_tables
from tests.support.fakes import MemoryRecords

PK = "T#aaa#S#bbb"


@pytest.fixture(params=["memory", "dynamodb"])
def records(request: pytest.FixtureRequest) -> Iterator[Records]:
    if request.param == "memory":
        yield MemoryRecords()
        return
    with in_process_aws():
        make_tables()
        yield DynamoRecords(boto3.client("dynamodb"), TABLE)


def key(sk: str, pk: str = PK) -> Key:
    return Key(pk, sk)


def row(sk: str, sealed: bytes | None = None, pk: str = PK, **plain: Value) -> Row:
    return Row(key(sk, pk), plain, sealed)


def sort_keys(rows: tuple[Row, ...]) -> list[str]:
    return [r.key.sk for r in rows]


class TestValues:
    def test_every_type_comes_back_as_it_went(self, records: Records) -> None:
        stored = row(
            "MEM#1",
            b"\x00\xff sealed",
            text="NFC é, emoji 🚗, quotes \" ' and \\",
            empty="",
            number=-12,
            big=2**53 - 1,
            yes=True,
            no=False,
            raw=b"\x00\x01",
            names=["a", "", "b"],
            none=[],
            counts={"a": 1, "b": 0},
        )
        records.write(Put(stored))
        assert records.get([stored.key]) == {stored.key: stored}
        assert records.query(PK).rows == (stored,)

    def test_a_row_without_payload_has_none(self, records: Records) -> None:
        records.write(Put(row("A", n=1)))
        assert records.get([key("A")])[key("A")].sealed is None

    @pytest.mark.parametrize("value", [1.5, None, ("a",), {"a": "b"}, [1], {"a"}])
    def test_other_types_are_refused_before_the_write(self, records: Records, value: object) -> None:
        with pytest.raises(TypeError, match="field"):
            records.write(Put(Row(key("A"), {"field": value})))  # type: ignore[dict-item]
        with pytest.raises(TypeError, match="field"):
            records.put_all([Row(key("A"), {"field": value})])  # type: ignore[dict-item]
        assert records.get([key("A")]) == {}


class TestGet:
    def test_absent_items_are_left_out(self, records: Records) -> None:
        records.write(Put(row("A")))
        assert set(records.get([key("A"), key("B")])) == {key("A")}
        assert records.get([key("B")]) == {}
        assert records.get([]) == {}

    def test_more_than_a_batch_and_doubles(self, records: Records) -> None:
        records.put_all([row(f"A#{n:03d}", n=n) for n in range(230)])
        wanted = [key(f"A#{n:03d}") for n in range(230)]
        found = records.get([*wanted, *wanted[:5], key("none")])
        assert sorted(found) == wanted
        assert found[key("A#117")].plain == {"n": 117}


class TestQuery:
    @pytest.fixture(autouse=True)
    def filled(self, records: Records) -> None:
        names = ("MEM#1", "NOW#1", "NOW#2", "NOW#3", "NOW~", "SRC#1", "SRC#1#CHUNK#000001", "SRC#2")
        records.put_all([*(row(sk) for sk in names), row("NOW#9", pk="T#aaa#S#bbbb"), row("NOW#8", pk="T#aaa")])

    def test_a_prefix_in_order(self, records: Records) -> None:
        assert sort_keys(records.query(PK, "NOW#").rows) == ["NOW#1", "NOW#2", "NOW#3"]
        assert sort_keys(records.query(PK, "SRC#1").rows) == ["SRC#1", "SRC#1#CHUNK#000001"]
        assert sort_keys(records.query(PK, "NOW#", descending=True).rows) == ["NOW#3", "NOW#2", "NOW#1"]
        assert records.query(PK, "ENT#").rows == ()
        assert len(records.query(PK).rows) == 8

    def test_the_state_sorts_after_every_marker(self, records: Records) -> None:
        page = records.query(PK, "NOW#", until="NOW~", descending=True, limit=3)
        assert sort_keys(page.rows) == ["NOW~", "NOW#3", "NOW#2"]
        assert page.after == "NOW#2"

    def test_no_more_is_told_from_just_as_many(self, records: Records) -> None:
        assert records.query(PK, "NOW#", limit=3).after is None
        assert records.query(PK, "NOW#", limit=2).after == "NOW#2"

    @pytest.mark.parametrize("descending", [False, True])
    def test_pages_meet_without_gap_or_overlap(self, records: Records, descending: bool) -> None:
        seen: list[str] = []
        after: str | None = None
        while True:
            page = records.query(PK, limit=3, after=after, descending=descending)
            seen += sort_keys(page.rows)
            after = page.after
            if after is None:
                break
        assert seen == sorted(seen, reverse=descending)
        assert len(seen) == 8

    @pytest.mark.parametrize(
        ("after", "descending", "expected"),
        [
            ("MEM#1", False, ["NOW#1", "NOW#2", "NOW#3"]),
            ("SRC#1", False, []),
            ("SRC#1", True, ["NOW#3", "NOW#2", "NOW#1"]),
            ("MEM#1", True, []),
            ("NOW#2", False, ["NOW#3"]),
            ("NOW#2", True, ["NOW#1"]),
        ],
    )
    def test_going_on_from_outside_the_range(self, records: Records, after: str, descending: bool, expected: list[str]) -> None:
        assert sort_keys(records.query(PK, "NOW#", after=after, descending=descending).rows) == expected
        ranged = records.query(PK, "NOW#", until="NOW#9", after=after, descending=descending)
        assert sort_keys(ranged.rows) == expected

    def test_walk_goes_over_all_pages(self, records: Records) -> None:
        records.put_all([row(f"EVT#{n:04d}", b"x" * 20_000) for n in range(120)])
        assert len(list(records.walk(PK, "EVT#"))) == 120
        assert len(list(records.walk(PK))) == 128


class TestConditions:
    @pytest.mark.parametrize(
        ("when", "there", "absent"),
        [
            (When(absent=True), False, True),
            (When(exists=True), True, False),
            (When(equals={"epoch": 3}), True, False),
            (When(equals={"epoch": 4}), False, False),
            (When(equals={"epoch": 3, "name": "x"}), True, False),
            (When(equals={"epoch": 3, "name": "y"}), False, False),
            (When(equals={"other": 1}), False, False),
            (When(equals={"flag": True}), True, False),
            (When(equals={"epoch": "3"}), False, False),
            (When(equals={"epoch": 3}, or_absent=True), True, True),
            (When(equals={"epoch": 4}, or_absent=True), False, True),
            (When(missing=("other",)), True, True),
            (When(missing=("epoch",)), False, True),
            (When(exists=True, missing=("other",)), True, False),
            (When(missing=("sealed",)), False, True),
            (When(equals={"epoch": 3}, missing=("other",)), True, False),
            (When(), True, True),
        ],
    )
    @pytest.mark.parametrize("shape", ["put", "delete", "check", "update"])
    def test_on_an_item_and_on_none(self, records: Records, when: When, there: bool, absent: bool, shape: str) -> None:
        records.write(Put(row("A", b"sealed", epoch=3, name="x", flag=True)))

        def attempt(sk: str) -> bool:
            aside = Put(row("aside"))
            try:
                match shape:
                    case "put":
                        records.write(Put(row(sk, b"sealed", epoch=3, name="x", flag=True), when))
                    case "delete":
                        records.write(Delete(key(sk), when), aside)
                    case "update":
                        records.write(Update(key(sk), set={"touched": 1}, when=when))
                    case _:
                        records.write(Check(key(sk), when), aside)
            except Conflict as conflict:
                return conflict.keys != (key(sk),)
            return True

        if shape == "check" and when == When():
            with pytest.raises(ValueError, match="condition"):
                attempt("A")
            return
        assert attempt("A") is there
        assert attempt("B") is absent

    def test_a_single_check(self, records: Records) -> None:
        records.write(Put(row("A", n=1)))
        records.write(Check(key("A"), When(equals={"n": 1})))
        with pytest.raises(Conflict):
            records.write(Check(key("A"), When(equals={"n": 2})))


class TestUpdates:
    def test_set_add_and_remove(self, records: Records) -> None:
        records.write(Put(row("A", b"sealed", n=1, gone="x", kept="k")))
        records.write(Update(key("A"), set={"s": "new", "names": ["a"]}, add={"n": 2, "fresh": -1}, remove=("gone", "never")))
        assert records.get([key("A")])[key("A")] == row("A", b"sealed", n=3, fresh=-1, s="new", names=["a"], kept="k")

    def test_an_absent_item_is_refused_unless_asked_for(self, records: Records) -> None:
        with pytest.raises(Conflict):
            records.write(Update(key("A"), set={"n": 1}))
        records.write(Update(key("A"), add={"n": 1}, when=None))
        assert records.get([key("A")])[key("A")] == row("A", n=1)

    @pytest.mark.parametrize(
        "update",
        [
            Update(key("A")),
            Update(key("A"), set={"sealed": b"x"}),
            Update(key("A"), set={"PK": "x"}),
            Update(key("A"), set={"n": 1}, add={"n": 1}),
            Update(key("A"), remove=("SK",)),
        ],
    )
    def test_what_makes_no_sense_is_a_bug(self, records: Records, update: Update) -> None:
        with pytest.raises(ValueError, match="update"):
            records.write(update)


class TestTransactions:
    def test_all_or_nothing(self, records: Records) -> None:
        records.write(Put(row("A", n=1)))
        with pytest.raises(Conflict) as refused:
            records.write(
                Put(row("B")),
                Update(key("A"), add={"n": 5}),
                Check(key("C"), When(exists=True)),
                Put(row("A2"), When(exists=True)),
                Delete(key("A3")),
            )
        assert set(refused.value.keys) == {key("C"), key("A2")}
        assert records.query(PK).rows == (row("A", n=1),)

    def test_several_kinds_at_once(self, records: Records) -> None:
        records.put_all([row("A", n=1), row("D")])
        records.write(
            Put(row("B", b"s", n=1), When(absent=True)),
            Update(key("A"), add={"n": 1}, when=When(equals={"n": 1})),
            Delete(key("D"), When(exists=True)),
            Check(key("E"), When(absent=True)),
            Put(row("X", pk="T#aaa#S#ccc")),
        )
        assert records.query(PK).rows == (row("A", n=2), row("B", b"s", n=1))
        assert records.query("T#aaa#S#ccc").rows == (row("X", pk="T#aaa#S#ccc"),)

    def test_a_hundred_and_no_more(self, records: Records) -> None:
        records.write(*(Put(row(f"A#{n:03d}")) for n in range(100)))
        assert len(records.query(PK, limit=200).rows) == 100
        with pytest.raises(ValueError, match="101 operations"):
            records.write(*(Put(row(f"B#{n:03d}")) for n in range(101)))

    def test_each_item_once(self, records: Records) -> None:
        with pytest.raises(ValueError, match="once"):
            records.write(Put(row("A")), Check(key("A"), When(absent=True)))

    def test_four_megabytes_and_no_more(self, records: Records) -> None:
        with pytest.raises(ValueError, match="bytes"):
            records.write(*(Put(row(f"A#{n:03d}", b"x" * 390_000)) for n in range(12)))
        with pytest.raises(ValueError, match="bytes"):
            records.write(Put(row("A", b"x" * 410_000)))
        assert records.query(PK).rows == ()

    def test_nothing_is_nothing(self, records: Records) -> None:
        records.write()
        records.put_all([])
        records.delete_all([])

    def test_of_two_writers_on_one_condition_one_wins(self, records: Records) -> None:
        records.write(Put(row("NOW~", seq=0)))
        won: list[int] = []

        def write(number: int) -> None:
            try:
                records.write(
                    Update(key("NOW~"), set={"seq": 1}, when=When(equals={"seq": 0})), Put(row(f"MEM#{number}"), When(absent=True))
                )
                won.append(number)
            except Conflict:
                pass

        threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 1
        assert sort_keys(records.query(PK, "MEM#").rows) == [f"MEM#{won[0]}"]


class TestBatches:
    def test_any_number(self, records: Records) -> None:
        rows = [row(f"A#{n:03d}", n=n) for n in range(60)]
        records.put_all([row("A#007", n=-1), *rows])
        assert list(records.walk(PK)) == rows
        records.delete_all([*(r.key for r in rows[5:]), rows[5].key, key("never")])
        assert list(records.walk(PK)) == rows[:5]


class TestLists:
    @pytest.fixture(autouse=True)
    def filled(self, records: Records) -> None:
        records.put_all([row(f"JOB#{n}", LPK="T#aaa#JOB", LSK=f"{n}", status="failed") for n in range(5)])
        records.put_all([row("JOB#x", LPK="T#aaa#APR", LSK="9"), row("JOB#y")])

    def test_newest_first_and_oldest_first(self, records: Records) -> None:
        assert [k.sk for k in records.list("T#aaa#JOB").keys] == ["JOB#4", "JOB#3", "JOB#2", "JOB#1", "JOB#0"]
        assert [k.sk for k in records.list("T#aaa#JOB", descending=False).keys][:2] == ["JOB#0", "JOB#1"]
        assert records.list("T#aaa#NONE").keys == ()

    @pytest.mark.parametrize("descending", [False, True])
    def test_pages(self, records: Records, descending: bool) -> None:
        first = records.list("T#aaa#JOB", limit=2, descending=descending)
        second = records.list("T#aaa#JOB", limit=3, descending=descending, after=first.after)
        assert second.after is None
        names = [k.sk for k in (*first.keys, *second.keys)]
        assert names == sorted((f"JOB#{n}" for n in range(5)), reverse=descending)

    def test_an_item_that_leaves_the_list(self, records: Records) -> None:
        records.write(Update(key("JOB#3"), remove=("LPK", "LSK")))
        assert len(records.list("T#aaa#JOB").keys) == 4

    def test_an_empty_list_name_is_a_bug(self, records: Records) -> None:
        with pytest.raises(ValueError, match="LPK"):
            records.write(Put(row("A", LPK="", LSK="1")))
