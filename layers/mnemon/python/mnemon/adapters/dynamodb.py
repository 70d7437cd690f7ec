"""The table on DynamoDB's low-level client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from botocore.exceptions import ClientError

from mnemon.adapters.attributes import from_item, from_key, to_attribute, to_item, to_key
from mnemon.adapters.aws import ATTEMPTS, error_code, pause, unavailable
from mnemon.adapters.expressions import Placeholders, change, condition
from mnemon.adapters.operations import check
from mnemon.model.rows import Key, Row
from mnemon.ports.records import Check, Conflict, Delete, KeyPage, Operation, Page, Put, Unavailable, Update

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

LISTS = "lists"
_READ_BATCH = 100
_WRITE_BATCH = 25
_REFUSED = frozenset({"ConditionalCheckFailedException", "TransactionConflictException"})
_REFUSED_PART = frozenset({"ConditionalCheckFailed", "TransactionConflict"})
_T = TypeVar("_T")


class DynamoRecords:
    """`ports.records.Records` over one table, with the credentials of the client it is given."""

    def __init__(self, client: DynamoDBClient, table: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._client: Any = client
        self._table = table
        self._sleep = sleep

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        wanted = list(dict.fromkeys(keys))
        if len(wanted) == 1:
            with unavailable("table get"):
                answer = self._client.get_item(TableName=self._table, Key=to_key(wanted[0]), ConsistentRead=True)
            return {wanted[0]: from_item(answer["Item"])} if "Item" in answer else {}
        rows: dict[Key, Row] = {}
        for batch in _batches(wanted, _READ_BATCH):
            for item in self._get_batch(batch):
                row = from_item(item)
                rows[row.key] = row
        return rows

    def query(
        self,
        partition: str,
        prefix: str = "",
        *,
        limit: int = 100,
        descending: bool = False,
        after: str | None = None,
        until: str | None = None,
    ) -> Page:
        inside = after is None or (after.startswith(prefix) if until is None else prefix <= after <= until)
        if after is not None and not inside:
            if (after > prefix) != descending:
                return Page((), None)
            after = None
        # one more than asked tells "no more" from "just as many"
        items, last = self._page(_range(partition, prefix, until), descending, after, limit + 1)
        rows = tuple(from_item(item) for item in items[:limit])
        return Page(rows, rows[-1].key.sk if len(items) > limit else last)

    def walk(self, partition: str, prefix: str = "") -> Iterator[Row]:
        after: str | None = None
        while True:
            items, after = self._page(_range(partition, prefix, None), False, after, None)
            yield from map(from_item, items)
            if after is None:
                return

    def list(self, name: str, *, limit: int = 100, descending: bool = True, after: str | None = None) -> KeyPage:
        values = {":n": {"S": name}, **({":a": {"S": after}} if after else {})}
        beyond = f" AND LSK {'<' if descending else '>'} :a" if after else ""
        with unavailable("table list"):
            answer = self._client.query(
                TableName=self._table,
                IndexName=LISTS,
                KeyConditionExpression=f"LPK = :n{beyond}",
                ExpressionAttributeValues=values,
                ScanIndexForward=not descending,
                Limit=limit + 1,
            )
        items = answer["Items"]
        more = len(items) > limit or "LastEvaluatedKey" in answer
        shown = items[:limit]
        return KeyPage(tuple(from_key(item) for item in shown), shown[-1]["LSK"]["S"] if shown and more else None)

    def write(self, *operations: Operation) -> None:
        check(operations)
        if not operations:
            return
        try:
            with unavailable("table write"):
                if len(operations) == 1 and not isinstance(operations[0], Check):
                    self._write_one(operations[0])
                else:
                    # boto3 adds the token that makes its own repeats of a transaction harmless
                    self._client.transact_write_items(TransactItems=[self._part(operation) for operation in operations])
        except ClientError as error:
            raise _verdict(error, operations) from error

    def put_all(self, rows: Sequence[Row]) -> None:
        check_each = [Put(row) for row in rows]
        for put in check_each:
            check([put])
        latest = {row.key: row for row in rows}
        self._write_batches([{"PutRequest": {"Item": to_item(row)}} for row in latest.values()])

    def delete_all(self, keys: Sequence[Key]) -> None:
        self._write_batches([{"DeleteRequest": {"Key": to_key(key)}} for key in dict.fromkeys(keys)])

    def _get_batch(self, keys: Sequence[Key]) -> Iterator[dict[str, Any]]:
        request: dict[str, Any] = {self._table: {"Keys": [to_key(key) for key in keys], "ConsistentRead": True}}
        for attempt in range(ATTEMPTS):
            with unavailable("table batch get"):
                answer = self._client.batch_get_item(RequestItems=request)
            yield from answer["Responses"].get(self._table, ())
            request = answer.get("UnprocessedKeys") or {}
            if not request:
                return
            pause(attempt, self._sleep)
        raise Unavailable("table batch get: unprocessed keys")

    def _write_batches(self, requests: Sequence[dict[str, Any]]) -> None:
        for batch in _batches(requests, _WRITE_BATCH):
            pending: dict[str, Any] = {self._table: batch}
            for attempt in range(ATTEMPTS):
                with unavailable("table batch write"):
                    answer = self._client.batch_write_item(RequestItems=pending)
                pending = answer.get("UnprocessedItems") or {}
                if not pending:
                    break
                pause(attempt, self._sleep)
            else:
                raise Unavailable("table batch write: unprocessed items")

    def _page(
        self, condition: dict[str, Any], descending: bool, after: str | None, limit: int | None
    ) -> tuple[list[dict[str, Any]], str | None]:
        request = {"TableName": self._table, "ConsistentRead": True, "ScanIndexForward": not descending, **condition}
        if limit is not None:
            request["Limit"] = limit
        if after is not None:
            request["ExclusiveStartKey"] = {"PK": condition["ExpressionAttributeValues"][":pk"], "SK": {"S": after}}
        with unavailable("table query"):
            answer = self._client.query(**request)
        last = answer.get("LastEvaluatedKey")
        return answer["Items"], last["SK"]["S"] if last else None

    def _write_one(self, operation: Operation) -> None:
        ((kind, parameters),) = self._part(operation).items()
        calls = {"Put": self._client.put_item, "Update": self._client.update_item, "Delete": self._client.delete_item}
        calls[kind](**parameters)

    def _part(self, operation: Operation) -> dict[str, dict[str, Any]]:
        use = Placeholders()
        parameters: dict[str, Any] = {"TableName": self._table}
        if operation.when is not None and (asked := condition(operation.when, use)):
            parameters["ConditionExpression"] = asked
        match operation:
            case Put(row):
                kind = "Put"
                parameters["Item"] = to_item(row)
            case Update(key):
                kind = "Update"
                parameters |= {"Key": to_key(key), "UpdateExpression": change(operation, use)}
            case Delete(key):
                kind = "Delete"
                parameters["Key"] = to_key(key)
            case Check(key):
                kind = "ConditionCheck"
                parameters["Key"] = to_key(key)
        return {kind: parameters | use.parameters()}


def _range(partition: str, prefix: str, until: str | None) -> dict[str, Any]:
    values = {":pk": to_attribute(partition)}
    if until is not None:
        expression = "PK = :pk AND SK BETWEEN :low AND :high" if prefix else "PK = :pk AND SK <= :high"
        values |= {":high": to_attribute(until), **({":low": to_attribute(prefix)} if prefix else {})}
    elif prefix:
        expression = "PK = :pk AND begins_with(SK, :low)"
        values[":low"] = to_attribute(prefix)
    else:
        expression = "PK = :pk"
    return {"KeyConditionExpression": expression, "ExpressionAttributeValues": values}


def _verdict(error: ClientError, operations: Sequence[Operation]) -> Exception:
    """What a refused write means: a Conflict with the keys refused, a busy table, or a bug that passes as it is."""
    code = error_code(error)
    every_key = [operation.key for operation in operations]
    if code in _REFUSED or code == "TransactionInProgressException":
        return Conflict(every_key)
    if code != "TransactionCanceledException":
        return error
    reasons: Any = error.response.get("CancellationReasons", ())
    codes = [reason.get("Code") for reason in reasons]
    if refused := [key for key, reason in zip(every_key, codes, strict=False) if reason in _REFUSED_PART]:
        return Conflict(refused)
    if "ValidationError" in codes:
        return error
    return Unavailable("table write: transaction cancelled")


def _batches(values: Sequence[_T], size: int) -> Iterator[list[_T]]:
    for start in range(0, len(values), size):
        yield list(values[start : start + size])
