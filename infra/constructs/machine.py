"""A state machine whose definition stands in a file of its own, read by the stack and by tests alike."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Mapping

from aws_cdk import RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.constructs.acknowledge import acknowledge
from infra.constructs.function import MnemonFunction
from infra.constructs.outputs import publish
from infra.settings import ROOT


class Machine(Construct):
    """`steps` maps the placeholders of the definition to the functions that it may call: those, and nothing else."""

    def __init__(self, scope: Construct, id: str, *, definition: str, steps: Mapping[str, MnemonFunction]) -> None:
        super().__init__(scope, id)
        arns = {placeholder: step.function.function_arn for placeholder, step in steps.items()}
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("states.amazonaws.com"))
        role.add_to_principal_policy(iam.PolicyStatement(actions=["lambda:InvokeFunction"], resources=list(arns.values())))
        stack = Stack.of(self)
        log = logs.LogGroup(
            self,
            "Log",
            # Log groups of other names run into the length limit of the policy that lets Step Functions write to them.
            log_group_name=f"/aws/vendedlogs/states/{stack.stack_name}-{id}",
            retention=logs.RetentionDays.ONE_MONTH,
            removal_policy=RemovalPolicy.DESTROY,
        )
        self.machine = sfn.StateMachine(
            self,
            "Machine",
            definition_body=sfn.DefinitionBody.from_file(str(ROOT / "infra" / "workflows" / definition)),
            definition_substitutions=arns,
            role=role,
            tracing_enabled=True,
            logs=sfn.LogOptions(destination=log, level=sfn.LogLevel.ALL, include_execution_data=False),
        )
        publish(stack, {f"{id}Machine": self.machine.state_machine_arn})
        acknowledge(
            self,
            {"IAM5[Resource::*]": "X-Ray's actions and CloudWatch Logs' delivery actions (vended logs) have no resources to name."},
        )

    @property
    def arn(self) -> str:
        return self.machine.state_machine_arn
