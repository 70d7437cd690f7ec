"""Which models the functions use, and what they may call for it."""

from __future__ import annotations

from aws_cdk import Stack

from infra.constructs.function import MnemonFunction
from infra.settings import Settings


def model_environment(settings: Settings) -> dict[str, str]:
    environment = {
        "MNEMON_EMBEDDER": settings.embedder,
        "MNEMON_EXTRACTOR": settings.extractor,
        "MNEMON_MODEL_DIR": settings.model_dir,
    }
    if settings.extractor_model:
        environment["MNEMON_EXTRACTOR_MODEL"] = settings.extractor_model
    return environment


def allow_models(function: MnemonFunction, settings: Settings) -> None:
    """Nothing for the built-in models; on Bedrock, the models chosen and no other."""
    models = [settings.embedding.bedrock_model, settings.extractor_model if settings.extractor == "bedrock" else None]
    stack = Stack.of(function)
    arns = [f"arn:{stack.partition}:bedrock:{stack.region}::foundation-model/{model}" for model in models if model]
    if arns:
        function.allow(["bedrock:InvokeModel"], arns)
