"""The gate before everything that is kept: no store, log, history or index ever holds a secret's value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from mnemon.errors import Invalid
from mnemon.language import pii, secrets
from mnemon.language.injection import judge
from mnemon.language.pii_types import TYPES
from mnemon.model.origins import UNTRUSTED, Origin
from mnemon.model.policy import DEFAULT, Policy
from mnemon.model.rows import Box
from mnemon.model.text import clean

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

MARKER_DIGITS = 6


class _Find(NamedTuple):
    start: int
    end: int
    family: str
    kind: str
    value: str


class Gate:
    """Redacts what one request hands over and counts what it replaced.

    The marker, such as `[secret:api_key:ab12cd]`, is stable per scope for the same secret (a keyed hash), so that two statements that
    differ in nothing are still the same statement. What identifies a person is masked the same way (`[pii:us_ssn:ab12cd]`) where the
    tenant's policy says so, or refused.
    """

    def __init__(self, box: Box, policy: Policy = DEFAULT) -> None:
        self._box, self._policy = box, policy
        self._types = frozenset(t.name for t in TYPES if policy.treats(t.name, t.group) != "allow")
        self.redactions = 0

    def text(self, text: str, field: str | None = None) -> str:
        """Raises Invalid, naming the field, when the tenant refuses what stands in it."""
        text = clean(text)
        found = self._finds(text, field)
        if not found:
            return text
        kept: list[str] = []
        done = 0
        for one in found:
            kept += (text[done : one.start], self._marker(one.kind, one.value, one.family))
            done = one.end
        return "".join((*kept, text[done:]))

    @staticmethod
    def quarantines(text: str, origin: Origin) -> bool:
        """Whether a text waits for a person: nobody vouches for it, and it gives orders. A user's own wishes are preferences."""
        return origin in UNTRUSTED and judge(text).quarantined

    def maybe(self, text: str | None, field: str | None = None) -> str | None:
        return None if text is None else self.text(text, field)

    def texts(self, texts: Mapping[str, str], field: str | None = None) -> dict[str, str]:
        """Metadata: keys and values; under a name such as `api_key` the whole value is a secret."""
        return {self.text(name, field): self._named(name, value, field) for name, value in texts.items()}

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

    def _finds(self, text: str, field: str | None) -> list[_Find]:
        """Secrets, and what the policy masks between them: the wider of two that overlap, and no part of either stays."""
        found = [_Find(s.start, s.end, "secret", s.kind, s.value) for s in secrets.find(text)]
        for one in pii.find(text, self._types) if self._types else ():
            if one.certain:
                if self._policy.treats(one.type, one.group) == "refuse":
                    raise Invalid(f"holds {one.type}, which is not accepted", field=field)
                found.append(_Find(one.start, one.end, "pii", one.type, one.value))
        kept: list[_Find] = []
        for one in sorted(found, key=lambda f: (f.start, f.family != "secret", -f.end)):
            if kept and one.start < kept[-1].end:
                if one.end > kept[-1].end:
                    kept[-1] = kept[-1]._replace(end=one.end, value=kept[-1].value + one.value)
                continue
            kept.append(one)
        return kept

    def _named(self, name: str, value: str, field: str | None = None) -> str:
        shown = self.text(value, field)
        if shown == clean(value) and secrets.names_a_secret(name) and secrets.is_value(value):
            return self._marker("token" if "token" in name.lower() else "api_key" if "key" in name.lower() else "password", value.strip())
        return shown

    def _marker(self, kind: str, value: str, family: str = "secret") -> str:
        self.redactions += 1
        return f"[{family}:{kind}:{self._box.digest(family, value)[:MARKER_DIGITS]}]"
