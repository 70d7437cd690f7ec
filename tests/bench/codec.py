"""What encryption costs a read and a write: a head with its vector, sealed and opened, beside what else is done to it.

make bench-codec
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from mnemon.adapters.attributes import from_item, to_item
from mnemon.adapters.codec import OVERHEAD, Codec
from mnemon.model.memory import Head, SourceRef, WrittenBy
from mnemon.model.rows import Key
from mnemon.model.vectors import pack
from tests.bench._report import report

SEED = 1
ROUNDS, CALLS = 21, 200


class Unsealed:
    """What the same would cost without encryption."""

    def seal(self, key: Key, plain: bytes) -> bytes:
        del key
        return plain

    def open(self, key: Key, sealed: bytes) -> bytes:
        del key
        return sealed

    def digest(self, purpose: str, text: str) -> str:
        return purpose + text


def main() -> None:
    head, codec, bare = _head(), Codec(os.urandom(32)), Unsealed()
    key = head.key()
    row, plain_row = head.to_row(codec), head.to_row(bare)
    item, plain_item = to_item(row), to_item(plain_row)
    assert row.sealed is not None
    assert plain_row.sealed is not None
    sealed, payload = row.sealed, plain_row.sealed
    assert Head.from_row(from_item(item), codec) == head
    turn = b"x" * 400
    sealed_turn = codec.seal(key, turn)
    taken = {
        "seal_head": _microseconds(lambda: codec.seal(key, payload)),
        "open_head": _microseconds(lambda: codec.open(key, sealed)),
        "seal_turn": _microseconds(lambda: codec.seal(key, turn)),
        "open_turn": _microseconds(lambda: codec.open(key, sealed_turn)),
        "digest": _microseconds(lambda: codec.digest("text", head.content)),
        "write_head": _microseconds(lambda: to_item(head.to_row(codec))),
        "write_head_unsealed": _microseconds(lambda: to_item(head.to_row(bare))),
        "read_head": _microseconds(lambda: Head.from_row(from_item(item), codec)),
        "read_head_unsealed": _microseconds(lambda: Head.from_row(from_item(plain_item), bare)),
        "first_use_of_a_secret": _microseconds(lambda: Codec(sealed[:32]).digest("text", "x"), calls=50),
    }
    figures = {f"codec.{name}_us": round(value, 2) for name, value in taken.items()}
    report(
        "codec",
        {
            **figures,
            "codec.write_share": round(taken["seal_head"] / taken["write_head"], 3),
            "codec.read_share": round(taken["open_head"] / taken["read_head"], 3),
            "codec.overhead_bytes": OVERHEAD,
            "codec.head_bytes": len(payload),
        },
        seed=SEED,
        rounds=ROUNDS,
        calls=CALLS,
    )


def _microseconds(call: Callable[[], object], calls: int = CALLS) -> float:
    """The median over rounds of the mean of a call."""
    call()
    means: list[float] = []
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in range(calls):
            call()
        means.append((perf_counter() - began) / calls * 1e6)
    return median(means)


def _head() -> Head:
    generator = random.Random(SEED)
    at = "2026-03-01T10:00:00.000Z"
    wording = "I bought a blue Saab yesterday, and it is lovely."
    ground = SourceRef(
        type="conversation", id=f"src_{'a' * 26}{'0' * 26}", session="s-1", turns=(3,), wording=wording, hash="0" * 32, at=at
    )
    return Head(
        tid="a" * 26, sid="b" * 26, ulid="01K" + "0" * 23, created_at=at, valid_from=at, true_from=at, scope="user/ann",
        content="Ann drives a blue Saab.", subject="user", attribute="car", category="possessions", entities=("Saab", "Ann"),
        metadata={"team": "red"}, sources=(ground, ground), written_by=WrittenBy(actor="service", method="extracted", model="rules"),
        embedding=pack(generator.gauss(0, 0.05) for _ in range(384)),
    )  # fmt: skip


if __name__ == "__main__":
    main()
