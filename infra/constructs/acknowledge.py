"""Findings of the security checks that are right to be there, each with its reason, beside the construct that they are about."""

from __future__ import annotations

from collections.abc import Mapping

from aws_cdk import Acknowledgment, Stack, Validations
from constructs import Construct


def acknowledge(construct: Construct, findings: Mapping[str, str]) -> None:
    """`findings` maps a finding, such as `IAM5[Resource::*]`, to the reason why it stands."""
    Validations.of(construct).acknowledge(
        *(Acknowledgment(id=f"AwsSolutions-{finding}", reason=reason) for finding, reason in findings.items())
    )


def wildcard(user: Construct, owner: Construct, arn: str, path: str) -> str:
    """The finding about `<arn><path>` in a policy of `user`, where `arn` is an attribute of `owner`'s resource: findings are named after
    the resource, or after the export through which another stack sees it."""
    stack = Stack.of(owner)
    if Stack.of(user) is stack:
        name = "<{}.{}>".format(*stack.resolve(arn)["Fn::GetAtt"])
    else:
        name = stack.resolve(stack.export_value(arn))["Fn::ImportValue"]
    return f"IAM5[Resource::{name}{path}]".replace("${", "<").replace("}", ">")
