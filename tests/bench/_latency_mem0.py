"""Run by another Python, which has mem0: texts in, then how long each search takes, with the built-in embedder and the given OpenSearch.

Standard input: {"opensearch": url, "model": folder, "texts": [...], "questions": [...], "limit": n}. The last line of standard output:
milliseconds of each search.
"""

# pyright: basic
from __future__ import annotations

import json
import os
import sys
import tempfile
import uuid
from time import perf_counter
from types import SimpleNamespace
from urllib.parse import urlsplit

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}

from _mem0_peer import DIMENSION, _call, _make
from mem0 import Memory

from mnemon.adapters.embedder import OnnxEmbedder

USER = "ana"
WARM = 20


class Built:
    """The same embedder as ours, in the place of the hosted one that mem0 takes by default."""

    config = SimpleNamespace(embedding_dims=DIMENSION)

    def __init__(self, folder: str) -> None:
        self._embedder = OnnxEmbedder(folder)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        del memory_action
        return self._embedder.embed_query(text)

    def embed_batch(self, texts: list[str], memory_action: str = "add") -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]


def main() -> None:
    job = json.load(sys.stdin)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what mem0 prints is no answer
    url, place = job["opensearch"], urlsplit(job["opensearch"])
    name = f"mem0peer-{uuid.uuid4().hex[:10]}"
    indices = [name, f"{name}_entities", f"{name}-entities"]
    for index in indices:
        _make(url, index)
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
            memory.embedding_model = Built(job["model"])
            for start in range(0, len(job["texts"]), 100):
                some = job["texts"][start : start + 100]
                memory.add([{"role": "user", "content": text} for text in some], user_id=USER, infer=False)
            _call(url, "POST", f"{name}/_refresh")
            taken: list[float] = []
            for question in [*job["questions"][:WARM], *job["questions"]]:
                began = perf_counter()
                found = memory.search(question, filters={"user_id": USER}, top_k=job["limit"])
                taken.append((perf_counter() - began) * 1_000)
                assert found["results"], question
    finally:
        for index in indices:
            _call(url, "DELETE", index)
    print(json.dumps(taken[WARM:]), file=answers)


if __name__ == "__main__":
    main()
