"""The models that a setting names.

Embedders: `builtin`, `titan`, `cohere`, `bedrock:<model id>` and `bedrock:<model id>:<dimension>`. Extractors: `builtin`,
`bedrock:<model id>`, and `bedrock` with the model's id in a setting of its own; that model adjudicates too.
"""

from __future__ import annotations

from mnemon.adapters.aws import Aws
from mnemon.ports.models import Adjudicator, Embedder, Extractor
from mnemon.settings import Misconfigured

BUILTIN = "builtin"
BEDROCK = "bedrock"
SHORT = {"titan": "amazon.titan-embed-text-v2:0", "cohere": "cohere.embed-multilingual-v3"}
_DIMENSIONS = frozenset({"256", "384", "512", "1024", "1536"})


def embedder_from(setting: str, model_dir: str, aws: Aws) -> Embedder:
    """Raises Misconfigured."""
    if setting == BUILTIN:
        from mnemon.adapters.embedder import OnnxEmbedder

        return OnnxEmbedder(model_dir)
    from mnemon.adapters.bedrock_embedder import CohereEmbedder, TitanEmbedder

    model, dimension = _bedrock_model(setting)
    client = aws.client("bedrock-runtime")
    try:
        if "titan-embed-text-v2" in model:
            return TitanEmbedder(client, model, dimension) if dimension else TitanEmbedder(client, model)
        if "cohere.embed" in model:
            return CohereEmbedder(client, model, dimension)
    except ValueError as error:
        raise Misconfigured(f"embedder: {error}") from None
    raise Misconfigured("embedder: neither builtin nor a Titan v2 or Cohere embedder on Bedrock")


def extractor_from(setting: str, aws: Aws, *, model: str = "") -> Extractor:
    """Raises Misconfigured."""
    if setting == BUILTIN:
        from mnemon.adapters.rules import RuleExtractor

        return RuleExtractor()
    from mnemon.adapters.bedrock_extractor import BedrockExtractor

    return BedrockExtractor(aws.client("bedrock-runtime"), _language_model(setting, model))


def adjudicator_from(setting: str, aws: Aws, *, model: str = "") -> Adjudicator | None:
    """The extractor's model; None where the built-in rules extract: they have said already what they know. Raises Misconfigured."""
    if setting == BUILTIN:
        return None
    from mnemon.adapters.bedrock_adjudicator import BedrockAdjudicator

    return BedrockAdjudicator(aws.client("bedrock-runtime"), _language_model(setting, model))


def _language_model(setting: str, model: str) -> str:
    kind, _, named = setting.partition(":")
    if kind != BEDROCK or not (named or model):
        raise Misconfigured("extractor: neither builtin nor a model on Bedrock")
    return named or model


def _bedrock_model(setting: str) -> tuple[str, int | None]:
    name, _, rest = setting.partition(":")
    if name in SHORT:
        return SHORT[name], int(rest) if rest else None
    if name != BEDROCK or not rest:
        raise Misconfigured("embedder: neither builtin nor a model on Bedrock")
    model, _, last = rest.rpartition(":")
    return (model, int(last)) if model and last in _DIMENSIONS else (rest, None)
