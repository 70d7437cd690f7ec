"""One spelling of the words of an attribute, for who says it and who asks for it."""

from __future__ import annotations

_SPELLINGS = {"favorite": "favourite", "color": "colour", "fave": "favourite", "apartment": "flat", "neighbor": "neighbour"}


def spelled(attribute: str) -> str:
    """One spelling of each word, so that `favorite color` and `favourite colour` are one attribute."""
    return " ".join(_SPELLINGS.get(word, word) for word in attribute.split())
