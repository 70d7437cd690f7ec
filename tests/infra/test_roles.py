"""One role a function, with the actions it needs and no more; one tenant a session."""

from __future__ import annotations

import re

import pytest

from tests.infra.assembly import TENANT_FUNCTIONS, Assembly, Statement, text

READ = {"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"}
WRITE = {"dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"}
ALWAYS = {"logs:CreateLogStream", "logs:PutLogEvents", "xray:PutTelemetryRecords", "xray:PutTraceSegments"}
ASSUME = {"sts:AssumeRole", "sts:TagSession"}
TAKE = {"sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"}
PUT_RAW = {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion", "s3:ListBucketVersions"}
# Actions that AWS lets nobody limit to a resource.
UNLIMITED = {"xray:PutTraceSegments", "xray:PutTelemetryRecords", "dynamodb:ListStreams"}

# Without what every function has. The index's actions are told apart, since only a deployment with its own domain has them.
EXECUTION: dict[str, set[str]] = {
    "api": ASSUME | {"secretsmanager:GetSecretValue", "states:StartExecution", "sqs:SendMessage", "dynamodb:PutItem"},
    "authorizer": set(),
    "ingest": ASSUME | TAKE | {"secretsmanager:GetSecretValue", "states:StartExecution", "sqs:SendMessage", "dynamodb:GetItem"},
    "idle": ASSUME | TAKE | {"states:StartExecution"},
    "extract": ASSUME,
    "commit": ASSUME,
    "indexer": READ
    | {"dynamodb:DeleteItem", "kms:Decrypt", "sqs:SendMessage"}
    | {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"},
    "index_setup": set(),
    "access": ASSUME | TAKE,
    "expire": ASSUME | TAKE,
    "erase": ASSUME | {"kms:Sign"},
}
INDEX: dict[str, set[str]] = {
    "api": {"Post"},
    "commit": {"Post"},
    "indexer": {"Post"},
    "index_setup": {"Get", "Head", "Post", "Put", "Patch", "Delete"},
    "erase": {"Get", "Post"},
}
TENANT: dict[str, dict[str, set[str]]] = {
    "api": {
        "Memory": READ | WRITE,
        "Keys": {"dynamodb:GetItem", "dynamodb:PutItem"},
        "Raw": PUT_RAW,
        "ContentKey": {"kms:Decrypt", "kms:GenerateDataKey"},
        "Drop": {"s3:PutObject"},
    },
    "ingest": {
        "Memory": READ | WRITE,
        "Keys": {"dynamodb:GetItem", "dynamodb:PutItem"},
        "Raw": PUT_RAW,
        "ContentKey": {"kms:Decrypt", "kms:GenerateDataKey"},
        "Drop": {"s3:DeleteObject", "s3:GetObject"},
    },
    "idle": {
        "Memory": {"dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"},
        "Keys": {"dynamodb:GetItem"},
        "ContentKey": {"kms:Decrypt"},
    },
    "extract": {"Memory": READ | WRITE, "Keys": {"dynamodb:GetItem"}, "Raw": {"s3:GetObject"}, "ContentKey": {"kms:Decrypt"}},
    "commit": {"Memory": READ | WRITE, "Keys": {"dynamodb:GetItem"}, "ContentKey": {"kms:Decrypt"}},
    "access": {
        "Memory": {"dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:UpdateItem"},
        "Audit": {"s3:PutObject"},
    },
    "expire": {"Memory": READ | WRITE, "Keys": {"dynamodb:GetItem"}, "ContentKey": {"kms:Decrypt"}},
    "erase": {
        "Memory": READ | WRITE,
        "Keys": {"dynamodb:DeleteItem", "dynamodb:GetItem"},
        "Raw": PUT_RAW,
        "Drop": {"s3:DeleteObject", "s3:DeleteObjectVersion", "s3:ListBucketVersions"},
        "ContentKey": {"kms:Decrypt"},
    },
}


def actions(statements: list[Statement]) -> set[str]:
    return {action for statement in statements for action in statement.actions}


@pytest.mark.parametrize("function", EXECUTION)
def test_execution_role(aws: Assembly, local: Assembly, function: str) -> None:
    assert actions(local.execution_statements(function)) == EXECUTION[function] | ALWAYS
    index = {f"es:ESHttp{method}" for method in INDEX.get(function, set())}
    assert actions(aws.execution_statements(function)) == EXECUTION[function] | ALWAYS | index


def test_every_function_is_known_here(aws: Assembly) -> None:
    assert set(aws.functions) == set(EXECUTION) | {"pre_token"}
    assert actions(aws.execution_statements("pre_token")) == ALWAYS | {"ssm:GetParameter"}


def test_no_two_functions_share_a_role(either: Assembly) -> None:
    roles = [text(properties["Role"]) for properties in either.functions.values()]
    assert len(set(roles)) == len(roles)


@pytest.mark.parametrize("function", TENANT_FUNCTIONS)
def test_tenant_role(either: Assembly, function: str) -> None:
    found: dict[str, set[str]] = {}
    for statement in either.tenant_statements(function):
        for resource in statement.resources:
            store = re.search(r"(?:GetAtt)(Memory|Keys|Raw|Drop|Audit|ContentKey)", resource)
            assert store, resource
            found.setdefault(store[1], set()).update(statement.actions)
    assert found == TENANT[function]


def test_no_wildcard_among_actions(either: Assembly) -> None:
    wild = [(name, action) for name, statement in either.statements() for action in statement.actions if "*" in action]
    assert wild == []


def test_every_resource_is_named(either: Assembly) -> None:
    for name, statement in either.statements():
        if "*" in statement.resources and not name.startswith(("Extraction", "Erasure")):
            assert statement.actions <= UNLIMITED, (name, statement)


def test_nothing_scans(either: Assembly) -> None:
    for name, statement in either.statements():
        assert not {action for action in statement.actions if re.search(r"Scan|PartiQL|ExecuteStatement", action)}, name


def test_every_access_to_a_table_names_partitions(either: Assembly) -> None:
    items = re.compile(r"dynamodb:(Batch|Condition|Delete|Get|Put|Query|Update)\w*")
    for name, statement in either.statements():
        if any(items.fullmatch(action) for action in statement.actions - {"dynamodb:GetRecords", "dynamodb:GetShardIterator"}):
            assert statement.conditions.get("Null") == {"dynamodb:LeadingKeys": "false"}, (name, statement)
            assert any(operator.startswith("ForAllValues:String") for operator in statement.conditions), (name, statement)


@pytest.mark.parametrize("function", TENANT_FUNCTIONS)
def test_a_session_reaches_its_own_tenant_only(either: Assembly, function: str) -> None:
    tid = "${aws:PrincipalTag/tid}"
    for statement in either.tenant_statements(function):
        services = {action.split(":")[0] for action in statement.actions}
        assert len(services) == 1
        match services.pop():
            case "dynamodb":
                assert statement.conditions["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": [f"T#{tid}", f"T#{tid}#*"]}
            case "kms":
                assert statement.conditions == {"StringEquals": {"kms:EncryptionContext:tid": tid}}
            case "s3" if any("List" in action for action in statement.actions):
                prefixes = statement.conditions["StringLike"]["s3:prefix"]
                assert all(re.fullmatch(rf"(t|up|in)/{re.escape(tid)}/\*", prefix) for prefix in _listed(prefixes))
            case "s3":
                assert all(re.search(rf">/(t|up|in)/{re.escape(tid)}/\*$", resource) for resource in statement.resources)
            case other:
                pytest.fail(f"a tenant's session may use {other}")


@pytest.mark.parametrize("function", TENANT_FUNCTIONS)
def test_a_tenant_role_trusts_one_function_and_wants_the_tag(either: Assembly, function: str) -> None:
    logical, role = either.tenant_role(function)
    (trust,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"AWS": either.functions[function]["Role"]}
    assert set(trust["Action"]) == ASSUME
    assert trust["Condition"] == {
        "StringLike": {"aws:RequestTag/tid": "?" * 26},
        "ForAllValues:StringEquals": {"aws:TagKeys": ["tid"]},
    }
    (may,) = [statement for statement in either.execution_statements(function) if "sts:AssumeRole" in statement.actions]
    assert may.resources == (f"<{logical}.Arn>",)


def test_the_api_puts_uploads_alone_into_the_drop_bucket(either: Assembly) -> None:
    (statement,) = [one for one in either.tenant_statements("api") if any("Drop" in resource for resource in one.resources)]
    assert statement.actions == {"s3:PutObject"}
    assert all("/up/${aws:PrincipalTag/tid}/" in resource for resource in statement.resources)


def test_the_api_may_put_tenants_and_read_none(either: Assembly) -> None:
    (statement,) = [one for one in either.execution_statements("api") if "dynamodb:PutItem" in one.actions]
    assert statement.conditions["ForAllValues:StringEquals"] == {"dynamodb:LeadingKeys": ["SYS#TENANTS"]}
    assert statement.actions == {"dynamodb:PutItem"}


def test_the_indexer_reaches_scopes_only(either: Assembly) -> None:
    statements = [one for one in either.execution_statements("indexer") if "dynamodb:GetItem" in one.actions]
    assert statements
    for statement in statements:
        assert statement.conditions["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["T#*"]}


def test_the_content_key_is_never_used_without_a_tenant(either: Assembly) -> None:
    for name, statement in either.statements():
        if any("ContentKey" in resource for resource in statement.resources):
            assert "kms:EncryptionContext:tid" in str(statement.conditions), name


def test_machines_call_their_own_steps_only(either: Assembly) -> None:
    for machine, steps in {"Extraction": 2, "Erasure": 1}.items():
        calls = [s for name, s in either.statements() if name.startswith(f"{machine}Role") and "lambda:InvokeFunction" in s.actions]
        assert [len(call.resources) for call in calls] == [steps]
        assert all("*" not in resource for resource in calls[0].resources)


def test_no_managed_policies_but_the_gateways_own(either: Assembly) -> None:
    managed = {
        name: role["Properties"]["ManagedPolicyArns"]
        for name, role in either.all("AWS::IAM::Role").items()
        if "ManagedPolicyArns" in role["Properties"]
    }
    assert [text(arns[0]).rsplit("/", 1)[1] for arns in managed.values()] == ["AmazonAPIGatewayPushToCloudWatchLogs"]


def _listed(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]
