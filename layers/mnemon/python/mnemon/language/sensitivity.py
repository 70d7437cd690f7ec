"""How delicate what a text says about somebody is: health, religion, orientation, politics, biometrics."""

from __future__ import annotations

from typing import Literal

from . import sensitive_words as words
from .patterns import Lazy

Class = Literal["health", "religion", "orientation", "politics", "biometric"]
ORDINARY = 1
LEVELS: dict[Class, int] = {"health": 4, "religion": 4, "politics": 4, "orientation": 5, "biometric": 5}


def classes(text: str) -> frozenset[Class]:
    """The sensitive classes of which a statement tells something of somebody: not what a book, a recipe or a library is about."""
    low = text.lower().replace("’", "'")
    if words.TOUCHES.search(low) is None:
        return frozenset()
    low = words.ASIDE.sub(" ", " ".join(low.split()))
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(low))


def level(text: str) -> int:
    """1 for what is ordinary, up to 5."""
    return max((LEVELS[name] for name in classes(text)), default=ORDINARY)


_PATTERNS: dict[Class, Lazy] = {
    "health": words.HEALTH,
    "religion": words.RELIGION,
    "orientation": words.ORIENTATION,
    "politics": words.POLITICS,
    "biometric": words.BIOMETRIC,
}
