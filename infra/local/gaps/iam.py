# pyright: basic
"""IAM conditions that keep tenants apart, and those that want TLS.

On AWS `dynamodb:LeadingKeys` holds the partition keys that a request touches, `kms:EncryptionContext:x` what a secret is wrapped with, and
a policy may name `${aws:PrincipalTag/x}`, the tag of the session that asks. The emulator's evaluation knows none of them: a policy with
them allows nothing, or everything. Its own address is plain HTTP on loopback, which stands for the TLS of AWS: policies that refuse what
comes without it would refuse everything here.
"""

import contextlib
import dataclasses
import json
import re
from collections.abc import Iterator
from typing import Any

from infra.local.gaps.upstream import upstream

LEADING_KEYS = "dynamodb:LeadingKeys"
SECURE_TRANSPORT = "aws:securetransport"
ENCRYPTION_CONTEXT = "kms:EncryptionContext"
# a variable without a value must match nothing: no resource name and no value holds this character
NO_VALUE = "\0"
_EQUALITY = re.compile(r"([#\w.]+)\s*=\s*(:\w+)")
_VARIABLE = re.compile(r"\$\{([^}]+)\}")


def close() -> None:
    """Give requests their leading keys and policies their variables."""
    actions, evaluator = upstream("core.iam_actions"), upstream("core.iam_evaluator")
    tables = upstream("services.dynamodb")
    context_of, tags_of = actions.dynamodb_service_context, actions.request_tag_context
    first_match, resolve = evaluator._first_match, evaluator._resolve_condition_key

    def with_leading_keys(body: bytes) -> dict[str, Any]:
        context: dict[str, Any] = dict(context_of(body))
        with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, StopIteration):
            keys = set(leading_keys(json.loads(body or b"{}"), lambda name, index: _partition_key(tables, name, index)))
            if keys:
                context[LEADING_KEYS] = sorted(keys)
        return context

    def with_variables(context: Any, statements: list[Any], effect: str) -> Any:
        return first_match(context, [_filled_statement(evaluator, statement, context) for statement in statements], effect)

    def with_transport(key: str, context: Any) -> Any:
        return "true" if key.lower() == SECURE_TRANSPORT else resolve(key, context)

    def with_encryption_context(service: str, action: str, body: bytes, parameters: Any) -> dict[str, Any]:
        return {**tags_of(service, action, body, parameters), **(encryption_context(body) if service == "kms" else {})}

    actions.request_tag_context = with_encryption_context
    evaluator._resolve_condition_key = with_transport
    actions.dynamodb_service_context = with_leading_keys
    evaluator._first_match = with_variables


def encryption_context(body: bytes) -> dict[str, str]:
    """The condition keys of what a request to KMS binds its ciphertext to."""
    try:
        bound = json.loads(body or b"{}").get("EncryptionContext") or {}
    except (ValueError, AttributeError):
        return {}
    return {f"{ENCRYPTION_CONTEXT}:{name}": str(value) for name, value in bound.items()}


def leading_keys(request: dict[str, Any], partition_key: Any) -> Iterator[str]:
    """The partition key values that a DynamoDB request touches. `partition_key(table, index)` names the attribute."""
    table = request.get("TableName")
    for part in ("Key", "Item"):
        if part in request:
            yield _value(request[part], partition_key(table, None))
    for name, asked in (request.get("RequestItems") or {}).items():
        for key in _batch_keys(asked):
            yield _value(key, partition_key(name, None))
    for entry in request.get("TransactItems") or []:
        operation = next(iter(entry.values()))
        yield _value(operation.get("Key") or operation["Item"], partition_key(operation.get("TableName"), None))
    if condition := request.get("KeyConditionExpression"):
        attribute = partition_key(table, request.get("IndexName"))
        names, values = request.get("ExpressionAttributeNames") or {}, request.get("ExpressionAttributeValues") or {}
        for left, right in _EQUALITY.findall(condition):
            if names.get(left, left) == attribute:
                yield str(next(iter(values[right].values())))


def _batch_keys(asked: Any) -> list[dict[str, Any]]:
    if isinstance(asked, dict):
        return asked.get("Keys", [])
    operations = [next(iter(request.values())) for request in asked]
    return [operation.get("Item") or operation["Key"] for operation in operations]


def _value(item: dict[str, Any], attribute: str) -> str:
    return str(next(iter(item[attribute].values())))


def _partition_key(tables: Any, name: str | None, index: str | None) -> str:
    table = tables._tables.get(tables._normalize_table_name(name or "")) or {}
    for one in (table.get("GlobalSecondaryIndexes") or []) if index else []:
        if one["IndexName"] == index:
            return next(key["AttributeName"] for key in one["KeySchema"] if key["KeyType"] == "HASH")
    return table.get("pk_name", "")


def _filled_statement(evaluator: Any, statement: Any, context: Any) -> Any:
    parts = {name: getattr(statement, name) for name in ("resources", "not_resources", "conditions")}
    if "${" not in repr(parts):
        return statement

    def fill(value: Any) -> Any:
        if isinstance(value, str):
            return _VARIABLE.sub(lambda found: _variable(evaluator, found[1], context), value)
        if isinstance(value, list):
            return [fill(one) for one in value]
        return {key: fill(one) for key, one in value.items()} if isinstance(value, dict) else value

    return dataclasses.replace(statement, **{name: fill(value) for name, value in parts.items()})


def _variable(evaluator: Any, name: str, context: Any) -> str:
    value = evaluator._resolve_condition_key(name, context)
    return NO_VALUE if value is None else str(value)
