"""The role in which a function serves one tenant."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from aws_cdk import Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.constructs.acknowledge import acknowledge, wildcard
from infra.constructs.function import MnemonFunction
from infra.constructs.outputs import pascal, publish

TID: Final = "${aws:PrincipalTag/tid}"
TID_LENGTH: Final = 26

# A request that names no partition (Scan, PartiQL without a key) has no leading keys, and "all of none" would hold: hence Null.
OWN_PARTITIONS: Final[Mapping[str, Any]] = {
    "ForAllValues:StringLike": {"dynamodb:LeadingKeys": [f"T#{TID}", f"T#{TID}#*"]},
    "Null": {"dynamodb:LeadingKeys": "false"},
}
OWN_CONTENT: Final[Mapping[str, Any]] = {"StringEquals": {"kms:EncryptionContext:tid": TID}}

# A tag of another length is no tenant's. Tags cannot hold the wildcards of policies.
_ONE_TENANT: Final[Mapping[str, Any]] = {
    "StringLike": {"aws:RequestTag/tid": "?" * TID_LENGTH},
    "ForAllValues:StringEquals": {"aws:TagKeys": ["tid"]},
}

READ: Final = ("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query")
# A transaction is authorised by the actions of its parts, so there is no TransactWriteItems to allow.
WRITE: Final = (
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
)

LISTS_INDEX: Final = "lists"


class TenantRole(Construct):
    """Trusts one function's execution role, for sessions tagged with one `tid`, and reaches that tenant's partitions, objects and
    secrets. The session's tag is part of the policy, so code that mixes two tenants up is refused by IAM."""

    def __init__(self, function: MnemonFunction) -> None:
        super().__init__(function, "Tenant")
        trusted = iam.PrincipalWithConditions(iam.ArnPrincipal(function.role.role_arn), dict(_ONE_TENANT))
        self.role = iam.Role(
            self,
            "Role",
            assumed_by=iam.SessionTagsPrincipal(trusted),
            description=f"One tenant's data, for the function {function.name}",
        )
        function.allow(["sts:AssumeRole", "sts:TagSession"], [self.role.role_arn])
        function.function.add_environment("MNEMON_TENANT_ROLE", self.role.role_arn)
        publish(Stack.of(self), {f"TenantRole{pascal(function.name)}": self.role.role_arn})

    def table(self, table: dynamodb.Table, *actions: str) -> TenantRole:
        return self._allow(actions, [table.table_arn], OWN_PARTITIONS)

    def lists(self, table: dynamodb.Table) -> TenantRole:
        """Queries of the sparse index whose partitions are a tenant's lists."""
        return self._allow(["dynamodb:Query"], [f"{table.table_arn}/index/{LISTS_INDEX}"], OWN_PARTITIONS)

    def objects(self, bucket: s3.Bucket, prefixes: Sequence[str], *actions: str) -> TenantRole:
        """`prefixes` such as `t`: the tenant's own folder under each."""
        paths = [f"{prefix}/{TID}/*" for prefix in prefixes]
        reason = "The session's tag names the tenant: all of its objects, and nobody else's."
        acknowledge(self.role, {wildcard(self, bucket, bucket.bucket_arn, f"/{path}"): reason for path in paths})
        return self._allow(actions, [bucket.arn_for_objects(path) for path in paths])

    def listing(self, bucket: s3.Bucket, prefixes: Sequence[str], *actions: str) -> TenantRole:
        own = {"StringLike": {"s3:prefix": [f"{prefix}/{TID}/*" for prefix in prefixes]}}
        return self._allow(actions, [bucket.bucket_arn], own)

    def content_key(self, key: kms.Key, *actions: str) -> TenantRole:
        """Wraps and unwraps scope secrets, under this tenant's encryption context only."""
        return self._allow(actions, [key.key_arn], OWN_CONTENT)

    def _allow(self, actions: Sequence[str], resources: Sequence[str], conditions: Mapping[str, Any] | None = None) -> TenantRole:
        self.role.add_to_principal_policy(iam.PolicyStatement(actions=list(actions), resources=list(resources), conditions=conditions))
        return self
