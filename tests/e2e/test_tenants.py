"""Tenants are kept apart by IAM, not only by code: with evaluation on, one tenant's session is refused another's things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.e2e.world import Person, World

SERVING = ("Api", "Extract", "Commit", "Erase", "Ingest", "Idle", "Expire")
"""Functions that serve one tenant at a time."""
Execution = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def pair(world: World) -> tuple[Person, Person]:
    mine, theirs = world.person(), world.person()
    for person in (mine, theirs):
        person.write("Something is written.")
        person.say("Something is said.", session="s")
    return mine, theirs


@pytest.fixture(scope="module")
def execution(world: World) -> Execution:
    """The credentials that each function runs with. Nobody but Lambda may have them, so they are taken while nothing is evaluated."""
    world.cloud.set_iam(False)
    try:
        return {name: _execution(world, name) for name in SERVING}
    finally:
        world.cloud.set_iam(True)


def _execution(world: World, name: str) -> dict[str, str]:
    role = world.aws("lambda").get_function_configuration(FunctionName=world.outputs[f"Function{name}"])["Role"]
    return world.aws("sts").assume_role(RoleArn=role, RoleSessionName="function")["Credentials"]


def _session(world: World, execution: Execution, name: str, tid: str) -> dict[str, str]:
    """A tenant's session, as the function opens it."""
    sts = world.aws_as("sts", execution[name])
    arn = world.outputs[f"TenantRole{name}"]
    return sts.assume_role(RoleArn=arn, RoleSessionName="test", Tags=[{"Key": "tid", "Value": tid}])["Credentials"]


def _denied(call: Callable[[], Any]) -> bool:
    try:
        call()
    except ClientError as error:
        return error.response["Error"]["Code"] in ("AccessDenied", "AccessDeniedException")
    return False


@pytest.mark.parametrize("role", ["Api", "Extract", "Commit", "Erase", "Ingest"])
def test_a_tenant_session_reaches_its_own_items_and_nobody_elses(
    world: World, pair: tuple[Person, Person], execution: Execution, role: str
) -> None:
    mine, theirs = pair
    table = world.outputs["MemoryTable"]
    dynamodb = world.aws_as("dynamodb", _session(world, execution, role, mine.tid))

    def state(person: Person) -> dict[str, Any]:
        return {"PK": {"S": person.scope.partition}, "SK": {"S": "NOW~"}}

    def item(person: Person) -> dict[str, Any]:
        return {"PK": {"S": person.scope.partition}, "SK": {"S": "ZZZ#test"}}

    def query(person: Person) -> Any:
        values = {":p": {"S": person.scope.partition}}
        return dynamodb.query(TableName=table, KeyConditionExpression="PK = :p", ExpressionAttributeValues=values)

    assert "Item" in dynamodb.get_item(TableName=table, Key=state(mine))
    assert query(mine)["Count"]
    assert _denied(lambda: dynamodb.get_item(TableName=table, Key=state(theirs)))
    assert _denied(lambda: query(theirs))
    assert _denied(lambda: dynamodb.batch_get_item(RequestItems={table: {"Keys": [state(mine), state(theirs)]}}))
    assert _denied(lambda: dynamodb.put_item(TableName=table, Item=item(theirs)))
    put_mine, put_theirs = ({"Put": {"TableName": table, "Item": item(person)}} for person in pair)
    dynamodb.transact_write_items(TransactItems=[put_mine])
    assert _denied(lambda: dynamodb.transact_write_items(TransactItems=[put_mine, put_theirs]))
    check = {"ConditionCheck": {"TableName": table, "Key": state(theirs), "ConditionExpression": "attribute_exists(PK)"}}
    assert _denied(lambda: dynamodb.transact_write_items(TransactItems=[put_mine, check]))
    dynamodb.delete_item(TableName=table, Key=item(mine))
    assert _denied(lambda: dynamodb.scan(TableName=table))
    assert _denied(lambda: dynamodb.execute_statement(Statement=f'SELECT * FROM "{table}"'))
    assert _denied(
        lambda: dynamodb.query(TableName=table, KeyConditionExpression="PK = :p", ExpressionAttributeValues={":p": {"S": "SYS#TENANTS"}})
    )
    assert _denied(lambda: dynamodb.get_item(TableName=table, Key={"PK": {"S": f"T#{mine.tid}x#S#y"}, "SK": {"S": "NOW~"}}))


@pytest.mark.parametrize("role", ["Api", "Erase"])
def test_a_tenant_session_reaches_its_own_objects_and_nobody_elses(
    world: World, pair: tuple[Person, Person], execution: Execution, role: str
) -> None:
    mine, theirs = pair
    bucket = world.outputs["RawBucket"]
    owner, s3 = world.aws("s3"), world.aws_as("s3", _session(world, execution, role, mine.tid))

    def first(person: Person) -> str:
        return owner.list_objects_v2(Bucket=bucket, Prefix=f"t/{person.tid}/")["Contents"][0]["Key"]

    assert s3.get_object(Bucket=bucket, Key=first(mine))["Body"].read()
    assert _denied(lambda: s3.get_object(Bucket=bucket, Key=first(theirs)))
    assert _denied(lambda: s3.put_object(Bucket=bucket, Key=f"t/{theirs.tid}/x", Body=b""))
    assert _denied(lambda: s3.delete_object(Bucket=bucket, Key=first(theirs)))
    if role == "Erase":
        assert s3.list_object_versions(Bucket=bucket, Prefix=f"t/{mine.tid}/{mine.scope.sid}/")["Versions"]
        assert _denied(lambda: s3.list_object_versions(Bucket=bucket, Prefix=f"t/{theirs.tid}/"))
        assert _denied(lambda: s3.list_object_versions(Bucket=bucket))


def test_a_tenant_session_unwraps_its_own_secrets_and_nobody_elses(world: World, pair: tuple[Person, Person], execution: Execution) -> None:
    mine, theirs = pair
    session = _session(world, execution, "Api", mine.tid)
    kms, dynamodb = world.aws_as("kms", session), world.aws_as("dynamodb", session)

    def wrapped(person: Person) -> bytes:
        return next(bytes(row["wrapped"]["B"]) for row in world.rows("KeysTable", person.scope.partition))

    def context(person: Person) -> dict[str, str]:
        return {"tid": person.tid, "sid": person.scope.sid}

    key = world.outputs["ContentKey"]
    assert kms.decrypt(KeyId=key, CiphertextBlob=wrapped(mine), EncryptionContext=context(mine))["Plaintext"]
    assert _denied(lambda: kms.decrypt(KeyId=key, CiphertextBlob=wrapped(theirs), EncryptionContext=context(theirs)))
    row = {"PK": {"S": theirs.scope.partition}, "SK": {"S": "SECRET"}}
    assert _denied(lambda: dynamodb.get_item(TableName=world.outputs["KeysTable"], Key=row))


@pytest.mark.parametrize("tag", ["*", "", "a" * 25, "a" * 27])
def test_a_tag_that_is_no_tenant_is_refused(world: World, execution: Execution, tag: str) -> None:
    """A wildcard in the tag would become one in the policy. (`?` is no character of a tag on AWS, which the emulator does not mind.)"""

    def read_with_it() -> None:
        key = {"PK": {"S": f"T#{'b' * 26}#S#x"}, "SK": {"S": "NOW~"}}
        world.aws_as("dynamodb", _session(world, execution, "Api", tag)).get_item(TableName=world.outputs["MemoryTable"], Key=key)

    with pytest.raises(ClientError):
        read_with_it()


def test_a_tenant_role_is_for_its_own_function_only(world: World, execution: Execution) -> None:
    arn = world.outputs["TenantRoleErase"]
    for credentials in (execution["Api"], None):
        sts = world.aws_as("sts", credentials)
        assert _denied(
            lambda sts=sts: sts.assume_role(RoleArn=arn, RoleSessionName="test", Tags=[{"Key": "tid", "Value": "a" * 26}])  # type: ignore[misc]
        )


def test_an_execution_role_reaches_no_tenant_by_itself(world: World, pair: tuple[Person, Person], execution: Execution) -> None:
    mine, _ = pair
    key = {"PK": {"S": mine.scope.partition}, "SK": {"S": "NOW~"}}
    for name in SERVING:
        dynamodb, s3 = world.aws_as("dynamodb", execution[name]), world.aws_as("s3", execution[name])
        assert _denied(lambda dynamodb=dynamodb: dynamodb.get_item(TableName=world.outputs["MemoryTable"], Key=key)), name  # type: ignore[misc]
        assert _denied(lambda s3=s3: s3.list_object_versions(Bucket=world.outputs["RawBucket"])), name  # type: ignore[misc]
