"""Embedders on Bedrock: Amazon Titan v2, Cohere v3 and v4."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, cast

from mnemon.adapters.bedrock import invoke
from mnemon.model.vectors import unit
from mnemon.ports.records import Unavailable

TITAN_DIMENSIONS = (1024, 512, 256)
COHERE_V4_DIMENSIONS = (1536, 1024, 512, 256)
COHERE_V3_DIMENSION = 1024
_TITAN_CHARACTERS = 50_000
_COHERE_V3_CHARACTERS = 2_048
_COHERE_V4_CHARACTERS = 100_000
_COHERE_TEXTS = 96
_AT_ONCE = 4


class TitanEmbedder:
    """`amazon.titan-embed-text-v2:0`. One text a call."""

    def __init__(self, client: Any, model: str, dimension: int = TITAN_DIMENSIONS[0]) -> None:
        if dimension not in TITAN_DIMENSIONS:
            raise ValueError(f"{model} makes vectors of {', '.join(map(str, TITAN_DIMENSIONS))} dimensions, not {dimension}")
        self._client = client
        self._model = model
        self.dimension = dimension
        self.name = f"{model}:{dimension}"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if len(texts) < 2:
            return [self._vector(text) for text in texts]
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return list(pool.map(self._vector, texts))

    def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        body = {"inputText": text[:_TITAN_CHARACTERS], "dimensions": self.dimension, "normalize": True, "embeddingTypes": ["float"]}
        answer = invoke(self._client, self._model, body)
        return _checked([answer["embeddingsByType"]["float"] if "embeddingsByType" in answer else answer["embedding"]], self.dimension)[0]


class CohereEmbedder:
    """`cohere.embed-english-v3`, `cohere.embed-multilingual-v3`, `cohere.embed-v4:0`. Texts and questions are embedded differently."""

    def __init__(self, client: Any, model: str, dimension: int | None = None) -> None:
        self._is_v4 = "embed-v4" in model
        allowed = COHERE_V4_DIMENSIONS if self._is_v4 else (COHERE_V3_DIMENSION,)
        dimension = dimension or COHERE_V3_DIMENSION
        if dimension not in allowed:
            raise ValueError(f"{model} makes vectors of {', '.join(map(str, allowed))} dimensions, not {dimension}")
        self._client = client
        self._model = model
        self.dimension = dimension
        self.name = f"{model}:{dimension}"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return self._vectors(texts, "search_document")

    def embed_query(self, text: str) -> list[float]:
        return self._vectors([text], "search_query")[0]

    def _vectors(self, texts: Sequence[str], purpose: Literal["search_document", "search_query"]) -> list[list[float]]:
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _COHERE_TEXTS):
            vectors += self._batch(texts[start : start + _COHERE_TEXTS], purpose)
        return vectors

    def _batch(self, texts: Sequence[str], purpose: str) -> list[list[float]]:
        longest = _COHERE_V4_CHARACTERS if self._is_v4 else _COHERE_V3_CHARACTERS
        body: dict[str, Any] = {"texts": [text[:longest] for text in texts], "input_type": purpose, "embedding_types": ["float"]}
        body |= {"truncate": "RIGHT", "output_dimension": self.dimension} if self._is_v4 else {"truncate": "END"}
        vectors = invoke(self._client, self._model, body)["embeddings"]["float"]
        if len(vectors) != len(texts):
            raise Unavailable(f"bedrock {self._model}: {len(vectors)} vectors for {len(texts)} texts")
        return _checked(vectors, self.dimension)


def _checked(vectors: object, dimension: int) -> list[list[float]]:
    found = cast("list[list[float]]", vectors)
    if any(len(vector) != dimension for vector in found):
        raise Unavailable(f"bedrock: a vector of another dimension than {dimension}")
    return [unit(vector) for vector in found]
