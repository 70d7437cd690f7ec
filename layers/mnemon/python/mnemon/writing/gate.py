"""The gate before everything that is kept: no store, log, history or index ever holds a secret's value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from mnemon.language import secrets
from mnemon.model.rows import Box
from mnemon.model.text import clean

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

MARKER_DIGITS = 6


class Gate:
    """Redacts what one request hands over and counts what it replaced.

    The marker, such as `[secret:api_key:ab12cd]`, is stable per scope for the same secret (a keyed hash), so that two statements that
    differ in nothing are still the same statement.
    """

    def __init__(self, box: Box) -> None:
        self._box = box
        self.redactions = 0

    def text(self, text: str) -> str:
        text = clean(text)
        found = secrets.find(text)
        if not found:
            return text
        kept: list[str] = []
        done = 0
        for secret in found:
            kept += (text[done : secret.start], self._marker(secret.kind, secret.value))
            done = secret.end
        return "".join((*kept, text[done:]))

    def maybe(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    def texts(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Metadata: keys and values; under a name such as `api_key` the whole value is a secret."""
        return {self.text(name): self._named(name, value) for name, value in texts.items()}

    def json(self, value: Json) -> Json:
        """Nested values, to any depth."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in value]
        if isinstance(value, dict):
            return {self.text(name): self._named(name, item) if isinstance(item, str) else self.json(item) for name, item in value.items()}
        if isinstance(value, int) and not isinstance(value, bool):
            return value if (shown := self.text(str(value))) == str(value) else shown
        return value

    def _named(self, name: str, value: str) -> str:
        shown = self.text(value)
        if shown == clean(value) and secrets.names_a_secret(name) and secrets.is_value(value):
            return self._marker("token" if "token" in name.lower() else "api_key" if "key" in name.lower() else "password", value.strip())
        return shown

    def _marker(self, kind: str, value: str) -> str:
        self.redactions += 1
        return f"[secret:{kind}:{self._box.digest('secret', value)[:MARKER_DIGITS]}]"
