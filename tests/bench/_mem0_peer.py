"""mem0 OSS, `add(infer=False)`, on a given OpenSearch and the built-in embedder; run by an interpreter that has mem0 (`bench.in`).

python _mem0_peer.py OPENSEARCH_URL MODEL_DIR     reads a JSON array of texts a line, adds them in one call, and prints a line of JSON:
milliseconds in all, and of them those of the embedder and of the engine. Its first line says that it is ready.
"""

# pyright: basic
from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import urllib.request
import uuid
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}
DIMENSION = 384


def main(url: str, model: str) -> None:
    from mem0 import Memory
    from opensearchpy import Transport

    from mnemon.adapters.embedder import OnnxEmbedder

    spent = {"embed": 0.0, "engine": 0.0}
    embedder = OnnxEmbedder(model)
    embedder.load()

    class Built:
        """The same embedder as ours, in the place of the hosted one that mem0 takes by default."""

        config = SimpleNamespace(embedding_dims=DIMENSION)

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            del memory_action
            began = time.perf_counter()
            try:
                return embedder.embed_query(text)
            finally:
                spent["embed"] += time.perf_counter() - began

        def embed_batch(self, texts: list[str], memory_action: str = "add") -> list[list[float]]:
            return [self.embed(text, memory_action) for text in texts]

    perform: Any = Transport.perform_request

    def timed(self: Any, *given: Any, **named: Any) -> Any:
        began = time.perf_counter()
        try:
            return perform(self, *given, **named)
        finally:
            spent["engine"] += time.perf_counter() - began

    Transport.perform_request = timed  # type: ignore[method-assign]
    name = f"mem0peer-{uuid.uuid4().hex[:10]}"
    indices = [name, f"{name}_entities", f"{name}-entities"]
    for index in indices:
        _make(url, index)
    place = urlsplit(url)
    store = {"host": place.hostname, "port": place.port, "collection_name": name, "embedding_model_dims": DIMENSION, "use_ssl": False}
    try:
        with tempfile.TemporaryDirectory() as folder:
            memory = Memory.from_config(
                {
                    "embedder": {"provider": "openai", "config": {"api_key": "none", "embedding_dims": DIMENSION}},
                    "llm": {"provider": "openai", "config": {"api_key": "none"}},
                    "vector_store": {"provider": "opensearch", "config": {**store, "verify_certs": False, "http_auth": None}},
                    "history_db_path": f"{folder}/history.db",
                }
            )
            memory.embedding_model = Built()
            print("{}", flush=True)
            for line in sys.stdin:
                facts = json.loads(line)
                spent |= dict.fromkeys(spent, 0.0)
                began = time.perf_counter()
                memory.add([{"role": "user", "content": fact} for fact in facts], user_id="ana", infer=False)
                parts = {"total": time.perf_counter() - began, **spent}
                print(json.dumps({part: seconds * 1_000 for part, seconds in parts.items()}), flush=True)
    finally:
        for index in indices:
            _call(url, "DELETE", index)


def _make(url: str, index: str) -> None:
    """mem0's own adapter asks for an engine that OpenSearch 3 refuses, and takes an index that is there."""
    method = {"engine": "lucene", "name": "hnsw", "space_type": "cosinesimil"}
    fields = {
        "vector_field": {"type": "knn_vector", "dimension": DIMENSION, "method": method},
        "payload": {"type": "object"},
        "id": {"type": "keyword"},
    }
    settings = {"index.knn": True, "number_of_shards": 1, "number_of_replicas": 0}
    _call(url, "PUT", index, {"settings": settings, "mappings": {"properties": fields}})


def _call(url: str, method: str, index: str, body: object = None) -> None:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/{index}", data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
