"""What the table's answers mean to a caller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError
from botocore.stub import ANY, Stubber

from mnemon.adapters.dynamodb import DynamoRecords
from mnemon.model.rows import Key, Row
from mnemon.ports.records import Check, Conflict, Put, Unavailable, When

A, B, C = (Key("T#a#S#b", sk) for sk in "ABC")


class Table:
    def __init__(self) -> None:
        self.client: Any = boto3.client(
            "dynamodb",
            region_name="eu-central-1",
            aws_access_key_id="x",
            aws_secret_access_key="x",
            config=Config(retries={"total_max_attempts": 1, "mode": "standard"}),
        )
        self.stub = Stubber(self.client)
        self.slept: list[float] = []
        self.records = DynamoRecords(self.client, "memory", sleep=self.slept.append)

    def cancelled(self, *codes: str) -> None:
        self.stub.add_client_error(
            "transact_write_items",
            "TransactionCanceledException",
            modeled_fields={"CancellationReasons": [{"Code": code} for code in codes]},
        )


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    with table.stub:
        yield table


def write_three(table: Table) -> None:
    table.records.write(Put(Row(A, {})), Put(Row(B, {})), Check(C, When(exists=True)))


def test_a_cancelled_transaction_names_what_was_refused(table: Table) -> None:
    table.cancelled("None", "ConditionalCheckFailed", "TransactionConflict")
    with pytest.raises(Conflict) as refused:
        write_three(table)
    assert refused.value.keys == (B, C)


def test_a_transaction_cancelled_by_a_throttle_is_unavailable(table: Table) -> None:
    table.cancelled("None", "ThrottlingError", "None")
    with pytest.raises(Unavailable):
        write_three(table)


def test_a_transaction_with_an_invalid_part_is_a_bug(table: Table) -> None:
    table.cancelled("None", "ValidationError", "None")
    with pytest.raises(ClientError):
        write_three(table)


def test_the_same_transaction_under_way_is_a_conflict(table: Table) -> None:
    table.stub.add_client_error("transact_write_items", "TransactionInProgressException")
    with pytest.raises(Conflict) as refused:
        write_three(table)
    assert refused.value.keys == (A, B, C)


@pytest.mark.parametrize("code", ["ConditionalCheckFailedException", "TransactionConflictException"])
def test_a_single_write_refused(table: Table, code: str) -> None:
    table.stub.add_client_error("put_item", code)
    with pytest.raises(Conflict) as refused:
        table.records.write(Put(Row(A, {}), When(absent=True)))
    assert refused.value.keys == (A,)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("ProvisionedThroughputExceededException", 400),
        ("ThrottlingException", 400),
        ("RequestLimitExceeded", 400),
        ("InternalServerError", 500),
        ("Whatever", 503),
    ],
)
def test_throttles_and_errors_of_the_service_are_unavailable(table: Table, code: str, status: int) -> None:
    for method in ("put_item", "get_item", "query", "batch_get_item", "batch_write_item"):
        table.stub.add_client_error(method, code, http_status_code=status)
    for call in (
        lambda: table.records.write(Put(Row(A, {}))),
        lambda: table.records.get([A]),
        lambda: table.records.query("T#a#S#b"),
        lambda: table.records.get([A, B]),
        lambda: table.records.put_all([Row(A, {})]),
    ):
        with pytest.raises(Unavailable):
            call()


def test_a_denied_call_passes_as_it_is(table: Table) -> None:
    table.stub.add_client_error("get_item", "AccessDeniedException", http_status_code=400)
    with pytest.raises(ClientError, match="AccessDenied"):
        table.records.get([A])


@pytest.mark.parametrize(
    "error",
    [
        EndpointConnectionError(endpoint_url="http://x"),
        ConnectTimeoutError(endpoint_url="http://x"),
        ReadTimeoutError(endpoint_url="http://x"),
    ],
)
def test_a_network_that_fails_is_unavailable(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    table = Table()

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(table.client, "_make_api_call", fail)
    with pytest.raises(Unavailable):
        table.records.get([A])
    with pytest.raises(Unavailable):
        write_three(table)


def test_what_a_batch_left_is_asked_again(table: Table) -> None:
    left = {"memory": {"Keys": [{"PK": {"S": B.pk}, "SK": {"S": B.sk}}], "ConsistentRead": True}}
    item = {"PK": {"S": A.pk}, "SK": {"S": A.sk}}
    table.stub.add_response("batch_get_item", {"Responses": {"memory": [item]}, "UnprocessedKeys": left}, {"RequestItems": ANY})
    table.stub.add_response("batch_get_item", {"Responses": {"memory": [{**item, "SK": {"S": B.sk}}]}}, {"RequestItems": left})
    assert set(table.records.get([A, B])) == {A, B}
    assert len(table.slept) == 1


def test_a_batch_that_never_ends_is_unavailable(table: Table) -> None:
    left = {"memory": [{"DeleteRequest": {"Key": {"PK": {"S": A.pk}, "SK": {"S": A.sk}}}}]}
    for _ in range(8):
        table.stub.add_response("batch_write_item", {"UnprocessedItems": left}, {"RequestItems": left})
    with pytest.raises(Unavailable):
        table.records.delete_all([A])
    assert all(0 <= pause <= 1 for pause in table.slept)


def test_reads_are_strongly_consistent(table: Table) -> None:
    table.stub.add_response("get_item", {}, {"TableName": "memory", "Key": ANY, "ConsistentRead": True})
    table.records.get([A])
    table.stub.add_response(
        "query",
        {"Items": []},
        {
            "TableName": "memory", "ConsistentRead": True, "ScanIndexForward": True, "Limit": 101,
            "KeyConditionExpression": ANY, "ExpressionAttributeValues": ANY,
        },
    )  # fmt: skip
    table.records.query("T#a#S#b")


def test_a_transaction_carries_the_token_that_makes_its_repeat_harmless(table: Table) -> None:
    sent: list[str] = []
    table.client.meta.events.register_first("before-call.*.*", lambda params, **_: sent.append(params["body"].decode()))
    table.stub.add_response("transact_write_items", {})
    write_three(table)
    assert "ClientRequestToken" in sent[0]
