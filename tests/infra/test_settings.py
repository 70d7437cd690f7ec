"""What a context may say, and how it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from infra.models import arns
from infra.settings import InvalidContext, Issuer, Producer, Settings
from mnemon.adapters.aws import Aws
from mnemon.adapters.embedders import embedder_from

TID = "a" * 26


def read(**context: Any) -> Settings:
    return Settings.read(context.get)


def test_nothing_said_is_a_deployment_to_aws() -> None:
    settings = read()
    assert (settings.name, settings.layers, settings.retain, settings.vpc) == ("Mnemon", "aws", True, False)
    assert settings.opensearch is None
    assert settings.issuer is None
    assert settings.embedder.dimension == 384


def test_values_of_the_command_line_are_text() -> None:
    settings = read(retain="false", idle_seconds="2", vpc="true", callback_urls="https://a.example/, https://b.example/")
    assert (settings.retain, settings.idle_seconds, settings.vpc) == (False, 2, True)
    assert settings.callback_urls == ("https://a.example/", "https://b.example/")


def test_an_issuer_that_exists() -> None:
    settings = read(jwks_url="http://127.0.0.1:4571/jwks.json", issuer="http://127.0.0.1:4571", audience="mnemon")
    assert settings.issuer == Issuer("http://127.0.0.1:4571/jwks.json", "http://127.0.0.1:4571", "mnemon", "")


def test_producers() -> None:
    arn = "arn:aws:iam::111122223333:role/crm"
    assert read(producers=[{"arn": arn, "tid": TID}]).producers == (Producer(arn, TID),)


@pytest.mark.parametrize(
    ("context", "named"),
    [
        ({"layers": "docker"}, "layers"),
        ({"name": "has spaces"}, "name"),
        ({"name": "lower"}, "name"),
        ({"retain": "perhaps"}, "retain"),
        ({"idle_seconds": "901"}, "idle_seconds"),
        ({"idle_seconds": "soon"}, "idle_seconds"),
        ({"idle_seconds": True}, "idle_seconds"),
        ({"opensearch": "localhost:9200"}, "opensearch"),
        ({"opensearch": "http://127.0.0.1:9200", "vpc": "true"}, "vpc"),
        ({"embedder": "word2vec"}, "embedder"),
        ({"embedder": "titan:1000"}, "embedder"),
        ({"embedder": "bedrock:anthropic.claude"}, "embedder"),
        ({"extractor": "bedrock"}, "extractor"),
        ({"extractor": "rules"}, "extractor"),
        ({"jwks_url": "http://127.0.0.1:4571/jwks.json"}, "issuer, audience"),
        ({"producers": [{"arn": "x"}]}, "producers"),
        ({"producers": [{"arn": "x", "tid": "acme"}]}, "producers"),
        ({"model_dir": 7}, "model_dir"),
        ({"reranker": "cohere"}, "reranker"),
    ],
)
def test_what_cannot_be_deployed_is_refused_by_name(context: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidContext, match=f"context {named}"):
        read(**context)


@pytest.mark.parametrize(
    ("setting", "dimension", "model"),
    [
        ("builtin", 384, None),
        ("titan", 1024, "amazon.titan-embed-text-v2:0"),
        ("titan:256", 256, "amazon.titan-embed-text-v2:0"),
        ("bedrock:amazon.titan-embed-text-v2:0", 1024, "amazon.titan-embed-text-v2:0"),
        ("bedrock:amazon.titan-embed-text-v2:0:512", 512, "amazon.titan-embed-text-v2:0"),
        ("bedrock:eu.cohere.embed-v4:0", 1024, "eu.cohere.embed-v4:0"),
    ],
)
def test_the_dimension_follows_the_embedder(setting: str, dimension: int, model: str | None) -> None:
    embedder = read(embedder=setting).embedder
    assert (embedder.dimension, embedder.bedrock_model) == (dimension, model)


def test_what_a_model_is_called_on() -> None:
    where = ("aws", "eu-central-1", "111122223333")
    assert arns("cohere.embed-v4:0", *where) == ["arn:aws:bedrock:eu-central-1::foundation-model/cohere.embed-v4:0"]
    assert arns("eu.cohere.embed-v4:0", *where) == [
        "arn:aws:bedrock:eu-central-1:111122223333:inference-profile/eu.cohere.embed-v4:0",
        "arn:aws:bedrock:*::foundation-model/cohere.embed-v4:0",
    ]


@pytest.mark.parametrize(
    "setting", ["titan", "titan:256", "cohere", "bedrock:cohere.embed-v4:0", "bedrock:amazon.titan-embed-text-v2:0:512"]
)
def test_the_stack_and_the_functions_read_a_setting_alike(setting: str) -> None:
    assert embedder_from(setting, "/opt/model", Aws()).dimension == read(embedder=setting).embedder.dimension
