"""The CDK app: the only description of the system, for AWS and for this machine.

`cdk deploy --all` calls it (cdk.json). Without the CLI: `CDK_OUTDIR=out CDK_CONTEXT_JSON='{...}' python infra/app.py`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

# Run as a script, the first entry of the path is this folder, whose `constructs` would stand in for the library of that name.
if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import aws_cdk as cdk
from cdk_nag import AwsSolutionsChecks

from infra.settings import InvalidContext, Settings
from infra.stacks.api import ApiStack
from infra.stacks.data import DataStack
from infra.stacks.observability import ObservabilityStack
from infra.stacks.search import SearchStack
from infra.stacks.workflows import WorkflowsStack

# Here and not in cdk.json, which is read by the CLI only: the same app gives the same template either way.
_FEATURES: Final = {
    "@aws-cdk/aws-apigateway:authorizerChangeDeploymentLogicalId": True,
    "@aws-cdk/aws-apigateway:disableCloudWatchRole": True,
    "@aws-cdk/aws-iam:minimizePolicies": True,
    "@aws-cdk/aws-s3:createDefaultLoggingPolicy": True,
    "@aws-cdk/core:defaultCrossStackReferences": "strong",
    "@aws-cdk/core:enablePartitionLiterals": True,
    "@aws-cdk/core:validateAgainstDefaultRules": True,
}


def build(app: cdk.App) -> None:
    """Raises InvalidContext when the context asks for something that cannot be deployed."""
    settings = Settings.read(app.node.try_get_context)
    env = cdk.Environment(
        account=os.environ.get("CDK_ACCOUNT") or os.environ.get("CDK_DEFAULT_ACCOUNT"),
        region=os.environ.get("CDK_REGION") or os.environ.get("CDK_DEFAULT_REGION"),
    )
    name = settings.name
    data = DataStack(
        app,
        f"{name}Data",
        settings=settings,
        env=env,
        description="Mnemon: tables, buckets, keys",
        termination_protection=settings.retain,
    )
    search = SearchStack(app, f"{name}Search", settings=settings, data=data, env=env, description="Mnemon: the index")
    workflows = WorkflowsStack(
        app, f"{name}Workflows", settings=settings, data=data, search=search, env=env, description="Mnemon: queues and state machines"
    )
    api = ApiStack(
        app,
        f"{name}Api",
        settings=settings,
        data=data,
        search=search,
        workflows=workflows,
        env=env,
        description="Mnemon: the API and who may call it",
    )
    ObservabilityStack(
        app,
        f"{name}Observability",
        settings=settings,
        search=search,
        workflows=workflows,
        api=api,
        env=env,
        description="Mnemon: alarms and a dashboard",
    )
    if settings.layers != "aws" and settings.opensearch is None:
        cdk.Annotations.of(app).add_info(f"layers={settings.layers} holds packages for this machine: Lambda cannot run them")
    cdk.Tags.of(app).add("application", name)
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks(app))


def main() -> None:
    app = cdk.App(context=_FEATURES, analytics_reporting=False)
    try:
        build(app)
    except InvalidContext as problem:
        raise SystemExit(f"cannot synthesize: {problem}") from None
    app.synth()


if __name__ == "__main__":
    main()
