"""Tenants are kept apart by IAM, not only by code: with evaluation on, one tenant's session is refused another's things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.e2e.world import Person, World


@pytest.fixture(scope="module")
def pair(world: World) -> tuple[Person, Person]:
    mine, theirs = world.person(), world.person()
    for person in (mine, theirs):
        person.write("Something is written.")
        person.say("Something is said.", session="s")
    return mine, theirs


def _session(world: World, role: str, tid: str) -> dict[str, str]:
    """As the function's execution role does it, since the tenant role trusts nobody else."""
    sts = world.aws("sts")
    arn = world.outputs[f"TenantRole{role}"]
    return sts.assume_role(RoleArn=arn, RoleSessionName="test", Tags=[{"Key": "tid", "Value": tid}])["Credentials"]


def _denied(call: Callable[[], Any]) -> bool:
    try:
        call()
    except ClientError as error:
        return error.response["Error"]["Code"] in ("AccessDenied", "AccessDeniedException")
    return False


@pytest.mark.parametrize("role", ["Api", "Extract", "Commit", "Erase", "Ingest"])
def test_a_tenant_session_reaches_its_own_items_and_nobody_elses(world: World, pair: tuple[Person, Person], role: str) -> None:
    mine, theirs = pair
    table = world.outputs["MemoryTable"]
    dynamodb = world.aws_as("dynamodb", _session(world, role, mine.tid))

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
def test_a_tenant_session_reaches_its_own_objects_and_nobody_elses(world: World, pair: tuple[Person, Person], role: str) -> None:
    mine, theirs = pair
    bucket = world.outputs["RawBucket"]
    owner, s3 = world.aws("s3"), world.aws_as("s3", _session(world, role, mine.tid))

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


def test_a_tenant_session_unwraps_its_own_secrets_and_nobody_elses(world: World, pair: tuple[Person, Person]) -> None:
    mine, theirs = pair
    session = _session(world, "Api", mine.tid)
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


@pytest.mark.parametrize("tag", ["*", "?" * 26, "", "a" * 25, "a" * 27])
def test_a_tag_that_is_no_tenant_is_refused(world: World, tag: str) -> None:
    """A wildcard in the tag would become one in the policy."""

    def read_with_it() -> None:
        key = {"PK": {"S": f"T#{'b' * 26}#S#x"}, "SK": {"S": "NOW~"}}
        world.aws_as("dynamodb", _session(world, "Api", tag)).get_item(TableName=world.outputs["MemoryTable"], Key=key)

    with pytest.raises(ClientError):
        read_with_it()
