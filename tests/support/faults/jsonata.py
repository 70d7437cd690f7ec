"""As much of JSONata as the state machines use: paths, objects, arrays, functions, comparison, `+`, `&` and `? :`.

What it does not know it refuses, so that a machine that begins to use more is told, not misread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|('[^']*'|\"[^\"]*\")|(\$?[A-Za-z_]\w*)|(<=|>=|!=|[{}()\[\],:.?=<>+&-]))")
_LEVELS: tuple[tuple[str, ...], ...] = (("=", "!=", "<", ">", "<=", ">="), ("&",), ("+", "-"))


class _Missing:
    """What a path leads to when there is nothing."""


MISSING = _Missing()


def evaluate(template: object, variables: Mapping[str, Any]) -> Any:
    """A value of a state: strings `{% ... %}` are expressions, at any depth; `$name` reads `variables`."""
    if isinstance(template, dict):
        return {name: evaluate(value, variables) for name, value in cast("dict[str, object]", template).items()}
    if isinstance(template, list):
        return [evaluate(value, variables) for value in cast("list[object]", template)]
    if isinstance(template, str) and template.startswith("{%") and template.endswith("%}"):
        value = _Expression(template[2:-2], variables).value()
        if value is MISSING:
            raise LookupError(f"an expression leads to nothing: {template}")
        return value
    return template


class _Expression:
    def __init__(self, text: str, variables: Mapping[str, Any]) -> None:
        self._tokens = list(_tokens(text.strip()))
        self._at = 0
        self._variables = variables

    def value(self) -> Any:
        found = self._ternary()
        if self._at != len(self._tokens):
            raise SyntaxError(f"not understood: {self._tokens[self._at]}")
        return found

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str | None = None) -> str:
        token = self._next()
        if not token or (wanted is not None and token != wanted):
            raise SyntaxError(f"{wanted or 'more'} is missing")
        self._at += 1
        return token

    def _ternary(self) -> Any:
        condition = self._binary(0)
        if self._next() != "?":
            return condition
        self._take("?")
        yes = self._ternary()
        self._take(":")
        no = self._ternary()
        return yes if _true(condition) else no

    def _binary(self, level: int) -> Any:
        if level == len(_LEVELS):
            return self._path()
        left = self._binary(level + 1)
        while self._next() in _LEVELS[level]:
            left = _OPERATORS[self._take()](left, self._binary(level + 1))
        return left

    def _path(self) -> Any:
        value = self._single()
        while self._next() == ".":
            self._take(".")
            name = self._take()
            value = cast("dict[str, Any]", value).get(name, MISSING) if isinstance(value, dict) else MISSING
        return value

    def _single(self) -> Any:
        token = self._take()
        if token[0] in "'\"":
            return token[1:-1]
        if token[0].isdigit():
            return float(token) if "." in token else int(token)
        if token == "(":
            value = self._ternary()
            self._take(")")
            return value
        if token == "[":
            return self._many("]", self._ternary)
        if token == "{":
            return dict(self._many("}", self._pair))
        if token in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[token]
        if token.startswith("$") and self._next() == "(":
            self._take("(")
            return _FUNCTIONS[token](*self._many(")", self._ternary))
        if token.startswith("$"):
            return self._variables.get(token[1:], MISSING)
        raise SyntaxError(f"not understood: {token}")

    def _pair(self) -> tuple[str, Any]:
        name = self._take()
        self._take(":")
        return name.strip("'\""), self._ternary()

    def _many(self, end: str, each: Callable[[], Any]) -> list[Any]:
        found: list[Any] = []
        while self._next() != end:
            found.append(each())
            if self._next() == ",":
                self._take(",")
        self._take(end)
        return found


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise SyntaxError(f"not understood: {text[at:]}")
        yield match[0].strip()
        at = match.end()


def _true(value: Any) -> bool:
    return value is not MISSING and bool(value)


def _merged(values: list[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: value for each in values for name, value in each.items() if value is not MISSING}


def _equal(left: Any, right: Any) -> bool:
    """Nothing equals nothing that is absent, and true is no number."""
    return left is not MISSING and right is not MISSING and type(left) is type(right) and left == right


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": _equal,
    "!=": lambda a, b: not _equal(a, b),
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "&": lambda a, b: f"{'' if a is MISSING else a}{'' if b is MISSING else b}",
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "$merge": _merged,
    "$exists": lambda value: value is not MISSING,
    "$not": lambda value: not _true(value),
}
