"""A Lambda function of ours: its code folder, its log group, its own role."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.constructs.acknowledge import acknowledge
from infra.constructs.network import Network
from infra.constructs.outputs import pascal, publish
from infra.settings import ROOT, Settings

_VPC_ACTIONS: Final = (
    "ec2:AssignPrivateIpAddresses",
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:UnassignPrivateIpAddresses",
)


def execution_role_name(stack: Stack, settings: Settings, function: str) -> str:
    return f"{settings.name}-{function}-{stack.region}"


def execution_role_arn(stack: Stack, settings: Settings, function: str) -> str:
    """Known before the function is made: the index maps roles when it is set up, before any function that reads it exists."""
    return stack.format_arn(service="iam", region="", resource="role", resource_name=execution_role_name(stack, settings, function))


class MnemonFunction(Construct):
    """The role may write this function's log and traces. Everything else is allowed one statement at a time."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        settings: Settings,
        layers: Sequence[lambda_.LayerVersion],
        description: str,
        environment: Mapping[str, str],
        memory: int = 512,
        timeout: Duration | None = None,
        network: Network | None = None,
    ) -> None:
        super().__init__(scope, pascal(name))
        self.name = name
        self.timeout = timeout or Duration.seconds(30)
        stack = Stack.of(self)
        log_group = logs.LogGroup(self, "Log", retention=logs.RetentionDays.ONE_MONTH, removal_policy=RemovalPolicy.DESTROY)
        self.role = iam.Role(
            self,
            "Role",
            role_name=execution_role_name(stack, settings, name),
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            description=f"Runs {settings.name}'s function {name}",
        )
        self.allow(["logs:CreateLogStream", "logs:PutLogEvents"], [log_group.log_group_arn])
        if network is not None:
            self.allow(_VPC_ACTIONS, ["*"])
        self.function = lambda_.Function(
            self,
            "Function",
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            handler="handler.handler",
            code=lambda_.Code.from_asset(str(ROOT / "functions" / name), exclude=["**/__pycache__", "**/*.pyc"]),
            description=description,
            role=self.role,
            layers=list(layers),
            log_group=log_group,
            tracing=lambda_.Tracing.ACTIVE,
            memory_size=memory,
            timeout=self.timeout,
            environment={"POWERTOOLS_SERVICE_NAME": name, "POWERTOOLS_LOG_LEVEL": "INFO", **dict(sorted(environment.items()))},
            vpc=network.vpc if network else None,
            vpc_subnets=ec2.SubnetSelection(subnet_type=ec2.SubnetType.PRIVATE_ISOLATED) if network else None,
            security_groups=[network.functions] if network else None,
        )
        publish(stack, {f"Function{pascal(name)}": self.function.function_name})
        acknowledge(
            self,
            {
                "L1": "python3.13 is the newest runtime that every wheel of the layers is built for on arm64.",
                "IAM5[Resource::*]": "Actions that have no resources to name: X-Ray's traces, EC2's network interfaces (in a VPC), "
                "DynamoDB's ListStreams (the indexer).",
            },
        )

    def allow(self, actions: Sequence[str], resources: Sequence[str], conditions: Mapping[str, Any] | None = None) -> None:
        """Of the execution role: what is not one tenant's."""
        self.role.add_to_principal_policy(iam.PolicyStatement(actions=list(actions), resources=list(resources), conditions=conditions))
