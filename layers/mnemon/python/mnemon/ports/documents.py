"""Files to text."""

from __future__ import annotations

from typing import Protocol

from mnemon.model.documents import Extract


class Unparsable(Exception):
    """The file can never be read. Its class says why and is all that is told: a message may quote content."""


class WrongType(Unparsable):
    """It is not of the type that it claims to be, or of none that is read."""


class Encrypted(Unparsable):
    """It needs a password."""


class Damaged(Unparsable):
    """It is of its type and broken."""


class TooMuch(Unparsable):
    """More bytes, pages or characters than are taken, or so once unpacked."""


class NoText(Unparsable):
    """There is nothing to read in it, such as in scanned pages."""


class DocumentParser(Protocol):
    def __call__(self, data: bytes, media_type: str) -> Extract:
        """Normalised text (`model.text.clean`) that is not blank. Raises Unparsable, and nothing else."""
        ...
