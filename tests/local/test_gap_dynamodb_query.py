"""A query takes as long as what it returns, not as long as its partition."""

from time import perf_counter
from typing import Any

import pytest

from infra.local.gaps.dynamodb_query import compiled
from tests.local.emulators import Running

MANY = 3_000


def _milliseconds(tables: Any, partition: str) -> float:
    def query() -> float:
        began = perf_counter()
        found = tables.query(
            TableName="large", KeyConditionExpression="PK = :p AND SK BETWEEN :a AND :b", ScanIndexForward=False, Limit=3,
            ExpressionAttributeValues={":p": {"S": partition}, ":a": {"S": "0002990"}, ":b": {"S": "0003~"}},
        )["Items"]  # fmt: skip
        assert [item["SK"]["S"] for item in found] == ["0002999", "0002998", "0002997"]
        return (perf_counter() - began) * 1_000

    return min(query() for _ in range(5))


def test_a_few_items_of_a_large_partition(emulator: Running) -> None:
    emulator.table("large")
    tables = emulator.client("dynamodb")
    for partition, first in (("many", 0), ("few", MANY - 3)):
        for start in range(first, MANY, 25):
            puts = [{"PutRequest": {"Item": {"PK": {"S": partition}, "SK": {"S": f"{n:07}"}}}} for n in range(start, min(start + 25, MANY))]
            tables.batch_write_item(RequestItems={"large": puts})
    assert _milliseconds(tables, "many") < _milliseconds(tables, "few") + 20


ITEM = {"PK": {"S": "p"}, "SK": {"S": "m"}}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("PK = :p", True), ("#k = :p", True), ("PK=:other", False), ("SK = :m AND PK = :p", True),
        ("PK = :p AND begins_with(SK, :m)", True), ("PK = :p and begins_with ( SK , :p )", False),
        ("PK = :p AND SK BETWEEN :a AND :p", True), ("PK = :p AND SK between :p and :other", False),
        ("PK = :p AND SK = :m", True), ("PK = :p AND SK < :m", False), ("PK = :p AND SK <= :m", True),
        ("PK = :p AND SK > :a", True), ("PK = :p AND #s >= :p", False),
        ("PK = :n", None), ("PK = :p AND (SK = :m)", None), ("PK = :p OR SK = :m", None), ("PK = :missing", None),
    ],
)  # fmt: skip
def test_what_a_condition_says(expression: str, expected: bool | None) -> None:
    values = {":p": {"S": "p"}, ":m": {"S": "m"}, ":a": {"S": "a"}, ":other": {"S": "z"}, ":n": {"N": "1"}}
    test = compiled(expression, values, {"#k": "PK", "#s": "SK"})
    assert (test(ITEM) if test else None) is expected
