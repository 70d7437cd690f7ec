"""The functions' own client of the table reads answers without botocore's parser: what comes of it is the same."""

from __future__ import annotations

import boto3
import pytest
from botocore.exceptions import ClientError

from mnemon.adapters.aws import Aws, error_code
from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.model.rows import Key, Row
from tests.support.aws import TABLE, make_tables

pytestmark = pytest.mark.usefixtures("aws")
PK = "T#aaa#S#bbb"


def row(sk: str) -> Row:
    plain = {
        "text": "NFC é, emoji 🚗, quotes \" ' and \\", "empty": "", "number": -12, "big": 2**53 - 1, "yes": True, "no": False,
        "raw": b"\x00\x01", "names": ["a", "", "b"], "none": [], "counts": {"a": 1, "b": 0},
    }  # fmt: skip
    return Row(Key(PK, sk), plain, b"\x00\xff sealed")


def test_every_read_gives_what_the_usual_client_gives() -> None:
    make_tables()
    usual, ours = DynamoRecords(boto3.client("dynamodb"), TABLE), DynamoRecords(Aws().client("dynamodb"), TABLE)
    rows = [row(f"MEM#{number}") for number in range(3)]
    ours.put_all(rows)
    some = [one.key for one in rows[:2]]

    assert ours.get(some) == usual.get(some) == {one.key: one for one in rows[:2]}
    assert ours.get(some[:1]) == usual.get(some[:1])
    assert ours.query(PK, limit=2, descending=True) == usual.query(PK, limit=2, descending=True)
    assert list(ours.walk(PK)) == rows


def test_what_is_absent_is_absent() -> None:
    make_tables()
    records = DynamoRecords(Aws().client("dynamodb"), TABLE)

    assert records.get([Key(PK, "A")]) == {}
    assert records.get([Key(PK, "A"), Key(PK, "B")]) == {}
    assert records.query(PK).rows == ()


def test_an_error_is_told_by_its_code() -> None:
    with pytest.raises(ClientError) as told:
        DynamoRecords(Aws().client("dynamodb"), "no-such-table").query(PK)
    assert error_code(told.value) == "ResourceNotFoundException"
