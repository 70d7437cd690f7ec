"""Embeddings as they are stored: base64 of little-endian float32. Pure Python, so that what does not embed stays small."""

from __future__ import annotations

import base64
import math
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence

PackedVector = str
Embedding = PackedVector | Callable[[], PackedVector]
"""An embedding, or what waits for it: raises Unavailable where there can be none."""


def pack(vector: Iterable[float]) -> PackedVector:
    values = array("f", vector)
    if sys.byteorder == "big":
        values.byteswap()
    return base64.b64encode(values.tobytes()).decode()


def packed(embedding: Embedding) -> PackedVector:
    return embedding if isinstance(embedding, str) else embedding()


def unpack(packed: PackedVector) -> array[float]:
    values = array("f")
    values.frombytes(base64.b64decode(packed))
    if sys.byteorder == "big":
        values.byteswap()
    return values


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Of unit vectors this is the cosine. Raises ValueError on different dimensions."""
    if len(a) != len(b):
        raise ValueError(f"dimensions differ: {len(a)} and {len(b)}")
    return sum(x * y for x, y in zip(a, b, strict=True))


def unit(vector: Sequence[float]) -> list[float]:
    norm = math.sqrt(sum(x * x for x in vector)) or 1.0
    return [x / norm for x in vector]


def mix(own: Sequence[float], earlier: Sequence[Sequence[float]], weights: Sequence[float] = (0.3, 0.15)) -> list[float]:
    """unit(own + .3 previous + .15 the one before): a turn is understood with what was said before it."""
    total = list(own)
    for weight, vector in zip(weights, earlier, strict=False):
        total = [x + weight * y for x, y in zip(total, vector, strict=True)]
    return unit(total)
