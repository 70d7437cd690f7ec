"""A tokenizer of large models, with its vocabulary in a file: nothing is downloaded at run time."""

from __future__ import annotations

import base64
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

NAME = "o200k_base"
FILE = f"{NAME}.tiktoken"
_WORD = r"[^\r\n\p{L}\p{N}]?"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PIECES = "|".join(
    (
        f"{_WORD}{_UPPER}*{_LOWER}+{_SUFFIX}",
        f"{_WORD}{_UPPER}+{_LOWER}*{_SUFFIX}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
"""What the vocabulary's makers cut a text by before pairs of bytes are joined (tiktoken_ext.openai_public)."""


class BpeCounter:
    """`ports.models.TokenCounter`. The vocabulary, 200,000 entries, is read at the first text: about a third of a second, 80 MB."""

    name = NAME

    def __init__(self, folder: str | Path) -> None:
        self._file = Path(folder) / FILE
        self._lock = threading.Lock()
        self._encoding: Encoding | None = None

    @property
    def is_there(self) -> bool:
        return self._file.is_file()

    def count(self, text: str) -> int:
        # A text is data: what looks like one of a model's control tokens in it is ordinary text.
        return len(self._loaded().encode_ordinary(text))

    def _loaded(self) -> Encoding:
        with self._lock:
            if self._encoding is None:
                from tiktoken import Encoding

                self._encoding = Encoding(NAME, pat_str=_PIECES, mergeable_ranks=_ranks(self._file), special_tokens={})
            return self._encoding


def _ranks(file: Path) -> dict[bytes, int]:
    entries = (line.split() for line in file.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in entries}
