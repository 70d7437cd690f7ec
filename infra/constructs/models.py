"""Which models the functions use, and what they may call for it."""

from __future__ import annotations

from aws_cdk import Stack

from infra.constructs.acknowledge import acknowledge
from infra.constructs.function import MnemonFunction
from infra.models import arns
from infra.settings import Settings


def model_environment(settings: Settings, *, extracts: bool = False) -> dict[str, str]:
    extractor = {"MNEMON_EXTRACTOR": settings.extractor.setting} if extracts else {}
    return {"MNEMON_EMBEDDER": settings.embedder.setting, "MNEMON_MODEL_DIR": settings.model_dir, **extractor}


def allow_models(function: MnemonFunction, settings: Settings, *, extracts: bool = False) -> None:
    """Nothing for the built-in models; on Bedrock, the models chosen and no other."""
    models = [settings.embedder.bedrock_model, settings.extractor.bedrock_model if extracts else None]
    stack = Stack.of(function)
    allowed = [arn for model in models if model for arn in arns(model, stack.partition, stack.region, stack.account)]
    if allowed:
        function.allow(["bedrock:InvokeModel"], allowed)
    reason = "An inference profile calls its model in whichever region of its group has room."
    wild = [arn.replace(stack.partition, "<AWS::Partition>") for arn in allowed if "*" in arn]
    acknowledge(function.role, {f"IAM5[Resource::{arn}]": reason for arn in wild})
