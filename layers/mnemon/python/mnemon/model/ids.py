"""Public ids: `<kind>_<owner hash><ulid>`. Any id leads to its partition with one strongly consistent read."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

IdKind = Literal["mem", "src", "ent", "apr", "job", "era", "exp"]
_ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
_ID = re.compile(rf"({'|'.join(get_args(IdKind))})_([a-z2-7]{{26}})({_ULID})", re.ASCII)


class InvalidId(ValueError):
    """The text is not a public id of the kind asked for."""


class PublicId(NamedTuple):
    """`owner` is a sid; for `era_`, `exp_` and tenant-wide jobs it is the tid."""

    kind: IdKind
    owner: str
    ulid: str

    def __str__(self) -> str:
        return f"{self.kind}_{self.owner}{self.ulid}"

    @classmethod
    def parse(cls, text: str, *kinds: IdKind) -> PublicId:
        """Raises InvalidId when `text` is no id, or none of `kinds` (any kind when none is named)."""
        match = _ID.fullmatch(text)
        if match is None or (kinds and match[1] not in kinds):
            raise InvalidId("not a valid id")
        return cls(match[1], match[2], match[3])  # type: ignore[arg-type]


def is_ulid(text: str) -> bool:
    return re.fullmatch(_ULID, text, re.ASCII) is not None
