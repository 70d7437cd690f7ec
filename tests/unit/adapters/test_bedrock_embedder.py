from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.response import StreamingBody
from botocore.stub import Stubber

from mnemon.adapters.aws import Aws
from mnemon.adapters.bedrock_embedder import CohereEmbedder, TitanEmbedder
from mnemon.adapters.embedder import OnnxEmbedder
from mnemon.adapters.embedders import embedder_from
from mnemon.ports.records import Unavailable
from mnemon.settings import Misconfigured

TITAN = "amazon.titan-embed-text-v2:0"


@dataclass
class Bedrock:
    client: Any = field(
        default_factory=lambda: boto3.client(
            "bedrock-runtime",
            region_name="eu-central-1",
            aws_access_key_id="x",
            aws_secret_access_key="x",
            config=Config(retries={"total_max_attempts": 1, "mode": "standard"}),
        )
    )

    def __post_init__(self) -> None:
        self.stub = Stubber(self.client)

    def answers(self, model: str, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        raw = json.dumps(answer).encode()
        expected = {"modelId": model, "contentType": "application/json", "accept": "application/json", "body": _json(asked)}
        response = {"body": StreamingBody(io.BytesIO(raw), len(raw)), "contentType": "application/json"}
        self.stub.add_response("invoke_model", response, expected)


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


@pytest.fixture
def bedrock() -> Iterator[Bedrock]:
    bedrock = Bedrock()
    with bedrock.stub:
        yield bedrock
        bedrock.stub.assert_no_pending_responses()


def test_titan(bedrock: Bedrock) -> None:
    asked = {"inputText": "Ann drives 汽车", "dimensions": 256, "normalize": True, "embeddingTypes": ["float"]}
    vector = [2.0] + [0.0] * 255
    bedrock.answers(TITAN, asked, {"embedding": vector, "embeddingsByType": {"float": vector}, "inputTextTokenCount": 3})
    embedder = TitanEmbedder(bedrock.client, TITAN, 256)
    assert embedder.embed_query("Ann drives 汽车") == [1.0] + [0.0] * 255
    assert (embedder.dimension, embedder.name) == (256, f"{TITAN}:256")


def test_titan_embeds_texts_in_order() -> None:
    class Client:
        def invoke_model(self, *, body: bytes, **_: object) -> dict[str, Any]:
            number = int(json.loads(body)["inputText"])
            return {"body": io.BytesIO(_json({"embedding": [float(n == number) for n in range(256)]}))}

    vectors = TitanEmbedder(Client(), TITAN, 256).embed([str(n) for n in range(20)])
    assert [vector.index(1.0) for vector in vectors] == list(range(20))
    assert TitanEmbedder(Client(), TITAN, 256).embed([]) == []


def test_cohere_v3_tells_texts_from_questions(bedrock: Bedrock) -> None:
    model = "cohere.embed-multilingual-v3"
    embedder = CohereEmbedder(bedrock.client, model)
    vector = [0.0, 2.0] + [0.0] * 1022
    for purpose, texts in (("search_document", ["a", "b" * 2_048]), ("search_query", ["q"])):
        asked = {"texts": texts, "input_type": purpose, "embedding_types": ["float"], "truncate": "END"}
        bedrock.answers(model, asked, {"embeddings": {"float": [vector] * len(texts)}})
    assert embedder.embed(["a", "b" * 5_000]) == [[0.0, 1.0] + [0.0] * 1022] * 2
    assert len(embedder.embed_query("q")) == 1024


def test_cohere_v4_is_told_its_dimension(bedrock: Bedrock) -> None:
    model = "cohere.embed-v4:0"
    asked = {
        "texts": ["a"], "input_type": "search_document", "embedding_types": ["float"], "truncate": "RIGHT", "output_dimension": 512,
    }  # fmt: skip
    bedrock.answers(model, asked, {"embeddings": {"float": [[1.0] + [0.0] * 511]}})
    assert len(CohereEmbedder(bedrock.client, model, 512).embed(["a"])[0]) == 512


def test_cohere_takes_any_number_of_texts() -> None:
    sizes: list[int] = []

    class Client:
        def invoke_model(self, *, body: bytes, **_: object) -> dict[str, Any]:
            texts = json.loads(body)["texts"]
            sizes.append(len(texts))
            return {"body": io.BytesIO(_json({"embeddings": {"float": [[1.0] + [0.0] * 1023] * len(texts)}}))}

    assert len(CohereEmbedder(Client(), "cohere.embed-english-v3").embed(["x"] * 200)) == 200
    assert sizes == [96, 96, 8]


@pytest.mark.parametrize("code", ["ThrottlingException", "ModelNotReadyException", "ServiceUnavailableException", "ModelTimeoutException"])
def test_a_busy_model_is_unavailable(bedrock: Bedrock, code: str) -> None:
    bedrock.stub.add_client_error("invoke_model", code)
    with pytest.raises(Unavailable, match=code):
        TitanEmbedder(bedrock.client, TITAN).embed(["x"])


def test_a_denied_model_is_not(bedrock: Bedrock) -> None:
    bedrock.stub.add_client_error("invoke_model", "AccessDeniedException")
    with pytest.raises(ClientError):
        TitanEmbedder(bedrock.client, TITAN).embed(["x"])


def test_a_vector_of_another_dimension_is_never_kept(bedrock: Bedrock) -> None:
    bedrock.stub.add_response("invoke_model", {"body": io.BytesIO(_json({"embedding": [1.0]})), "contentType": "x"})
    with pytest.raises(Unavailable, match="dimension"):
        TitanEmbedder(bedrock.client, TITAN).embed(["x"])


@pytest.mark.parametrize(
    ("setting", "name", "dimension"),
    [
        ("builtin", "bge-small-en-v1.5-int8", 384),
        ("titan", f"{TITAN}:1024", 1024),
        ("titan:512", f"{TITAN}:512", 512),
        ("cohere", "cohere.embed-multilingual-v3:1024", 1024),
        (f"bedrock:{TITAN}", f"{TITAN}:1024", 1024),
        (f"bedrock:{TITAN}:256", f"{TITAN}:256", 256),
        (f"bedrock:eu.{TITAN}:256", f"eu.{TITAN}:256", 256),
        ("bedrock:cohere.embed-english-v3", "cohere.embed-english-v3:1024", 1024),
        ("bedrock:cohere.embed-v4:0:1536", "cohere.embed-v4:0:1536", 1536),
    ],
)
def test_a_setting_names_an_embedder(setting: str, name: str, dimension: int) -> None:
    embedder = embedder_from(setting, "/nowhere", Aws())
    assert (embedder.name, embedder.dimension) == (name, dimension)
    assert isinstance(embedder, OnnxEmbedder) is (setting == "builtin")


@pytest.mark.parametrize(
    "setting", ["", "other", "bedrock", "bedrock:", "bedrock:anthropic.x", f"bedrock:{TITAN}:384", "bedrock:cohere.embed-english-v3:512"]
)
def test_a_setting_that_names_none(setting: str) -> None:
    with pytest.raises(Misconfigured, match="embedder"):
        embedder_from(setting, "/nowhere", Aws())
