"""The models that a deployment may choose, as far as the stack must know them: the index's dimension, and what may be called.

The settings are those that the functions read: `builtin`, `titan`, `cohere`, `bedrock:<model>`, `bedrock:<model>:<dimension>` for the
embedder; `builtin`, `bedrock:<model>` for the extractor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

BUILTIN: Final = "builtin"
BUILTIN_DIMENSION: Final = 384

_SHORT: Final = {"titan": "amazon.titan-embed-text-v2:0", "cohere": "cohere.embed-multilingual-v3"}
_DIMENSIONS: Final = {
    "amazon.titan-embed-text-v2": (1024, 512, 256),
    "cohere.embed-english-v3": (1024,),
    "cohere.embed-multilingual-v3": (1024,),
    "cohere.embed-v4": (1024, 1536, 512, 256),
}
"""Of each embedder on Bedrock, the one that it uses unasked first."""
_REGION_GROUP: Final = re.compile(r"(us|us-gov|eu|apac|jp|au|ca|global)\.")
"""What an inference profile's id begins with."""


@dataclass(frozen=True, slots=True)
class Embedder:
    setting: str
    dimension: int
    bedrock_model: str | None = None

    @classmethod
    def read(cls, setting: str) -> Embedder:
        """Raises ValueError."""
        if setting == BUILTIN:
            return cls(setting, BUILTIN_DIMENSION)
        name, _, rest = setting.partition(":")
        model, wanted = (_SHORT[name], rest) if name in _SHORT else _split(rest) if name == "bedrock" else ("", "")
        known = next((sizes for start, sizes in _DIMENSIONS.items() if start in model), None)
        if known is None:
            raise ValueError(f"expected {BUILTIN}, titan, cohere or bedrock:<a Titan v2 or Cohere embedder>, found {setting!r}")
        if wanted and (not wanted.isdigit() or int(wanted) not in known):
            raise ValueError(f"{model} makes vectors of {', '.join(map(str, known))} dimensions, not {wanted}")
        return cls(setting, int(wanted) if wanted else known[0], model)


@dataclass(frozen=True, slots=True)
class Extractor:
    setting: str
    bedrock_model: str | None = None

    @classmethod
    def read(cls, setting: str) -> Extractor:
        """Raises ValueError."""
        kind, _, model = setting.partition(":")
        if setting == BUILTIN:
            return cls(setting)
        if kind == "bedrock" and model:
            return cls(setting, model)
        raise ValueError(f"expected {BUILTIN} or bedrock:<model>, found {setting!r}")


def arns(model: str, partition: str, region: str, account: str) -> list[str]:
    """What a call of the model is allowed on; an inference profile also calls the model in other regions of its group."""
    if not (group := _REGION_GROUP.match(model)):
        return [f"arn:{partition}:bedrock:{region}::foundation-model/{model}"]
    return [
        f"arn:{partition}:bedrock:{region}:{account}:inference-profile/{model}",
        f"arn:{partition}:bedrock:*::foundation-model/{model[group.end() :]}",
    ]


def _split(model: str) -> tuple[str, str]:
    """A model's id and the dimension after it. Ids hold colons themselves: `amazon.titan-embed-text-v2:0`."""
    head, _, last = model.rpartition(":")
    return (head, last) if head and len(last) > 2 and last.isdigit() else (model, "")
