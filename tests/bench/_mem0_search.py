"""Run by another Python, which has mem0 and not this package: turns in, questions asked, the ids of the turns found out.

Standard input: {"opensearch": url, "model": folder, "conversations": [{"user", "turns": [{"id", "text"}], "questions"}]}.
The last line of standard output: for each conversation, for each question, ids best first.
"""
# pyright: reportMissingImports=false, reportMissingTypeStubs=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingParameterType=false, reportUntypedBaseClass=false

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

os.environ.update({"MEM0_TELEMETRY": "False", "MEM0_DIR": tempfile.mkdtemp(prefix="mem0-"), "OPENAI_API_KEY": "none"})

import numpy as np
import onnxruntime
from mem0 import Memory
from tokenizers import Tokenizer

TOKENS, DIMENSION, FOUND = 384, 384, 10
COLLECTION = "mem0peer"


class Bge:
    """The embedder that the product has built in, in the place of the hosted one that mem0 takes by default."""

    config = SimpleNamespace(embedding_dims=DIMENSION)

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.run = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]).run
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(TOKENS)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        del memory_action
        tokens = self.tokenizer.encode(text)
        inputs = {"input_ids": tokens.ids, "attention_mask": tokens.attention_mask, "token_type_ids": tokens.type_ids}
        (hidden, *_) = self.run(None, {name: np.array([values], np.int64) for name, values in inputs.items()})
        first = np.asarray(hidden)[0, 0]
        return (first / np.linalg.norm(first)).tolist()

    def embed_batch(self, texts: list[str], memory_action: str = "add") -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]


def main() -> None:
    job = json.load(sys.stdin)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what mem0 prints is no answer
    memory = connect(job["opensearch"], model_folder(Path(job["model"])))
    found = []
    for conversation in job["conversations"]:
        for turn in conversation["turns"]:
            memory.add(
                [{"role": "user", "content": turn["text"]}], user_id=conversation["user"], infer=False, metadata={"turn": turn["id"]}
            )
        time.sleep(2)
        rankings = []
        for question in conversation["questions"]:
            results = memory.search(question, filters={"user_id": conversation["user"]}, top_k=FOUND)["results"]
            rankings.append([result["metadata"]["turn"] for result in results])
        found.append(rankings)
        print(f"mem0: {conversation['user']}, {len(rankings)} questions", flush=True)
    print(json.dumps(found), file=answers)


def model_folder(folder: Path) -> Path:
    return next(path.parent for path in sorted(folder.glob("**/model.onnx")) if "rerank" not in str(path))


def connect(url: str, model: Path) -> Memory:
    for name in (COLLECTION, f"{COLLECTION}_entities"):
        make_index(f"{url}/{name}")
    address = urlsplit(url)
    store = {
        "host": address.hostname, "port": address.port, "collection_name": COLLECTION, "embedding_model_dims": DIMENSION,
        "use_ssl": False, "verify_certs": False, "http_auth": None,
    }  # fmt: skip
    memory = Memory.from_config(
        {
            "embedder": {"provider": "openai", "config": {"api_key": "none", "embedding_dims": DIMENSION}},
            # nothing is asked of a language model, but one has to be named
            "llm": {"provider": "openai", "config": {"api_key": "none"}},
            "vector_store": {"provider": "opensearch", "config": store},
            "history_db_path": str(Path(tempfile.mkdtemp(prefix="mem0-")) / "history.db"),
        }
    )
    memory.embedding_model = Bge(model)
    return memory


def make_index(url: str) -> None:
    """As mem0 makes it, but for its vector engine, which OpenSearch has refused since 3.0."""
    method = {"engine": "lucene", "name": "hnsw", "space_type": "cosinesimil"}
    vector = {"type": "knn_vector", "dimension": DIMENSION, "method": method}
    fields = {"vector_field": vector, "payload": {"type": "object"}, "id": {"type": "keyword"}}
    body = json.dumps({"settings": {"index.knn": True}, "mappings": {"properties": fields}}).encode()
    request = urllib.request.Request(url, data=body, method="PUT", headers={"Content-Type": "application/json"})
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60).close()


if __name__ == "__main__":
    main()
