"""A synthesized cloud assembly, read as a reviewer would ask about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

STACKS = ("Data", "Search", "Workflows", "Api", "Observability")
TENANT_FUNCTIONS = ("api", "ingest", "idle", "extract", "commit", "access", "expire", "erase")

Properties = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a policy; references are written out as text so that they can be compared."""

    actions: frozenset[str]
    resources: tuple[str, ...]
    conditions: dict[str, Any]
    effect: str = "Allow"


@dataclass(frozen=True)
class Assembly:
    folder: Path

    @cached_property
    def templates(self) -> dict[str, Any]:
        return {stack: json.loads((self.folder / f"Mnemon{stack}.template.json").read_text()) for stack in STACKS}

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return json.loads((self.folder / "manifest.json").read_text())["artifacts"]

    def all(self, kind: str, stack: str | None = None) -> dict[str, Any]:
        """Resources of a type by logical id, over all stacks or in one."""
        return {
            name: resource
            for one in ([stack] if stack else STACKS)
            for name, resource in self.templates[one]["Resources"].items()
            if resource["Type"] == kind
        }

    def one(self, kind: str, starting_with: str = "") -> Properties:
        found = [resource for name, resource in self.all(kind).items() if name.startswith(starting_with)]
        assert len(found) == 1, f"{len(found)} of {kind} {starting_with}"
        return found[0]["Properties"]

    @cached_property
    def functions(self) -> dict[str, Properties]:
        """By the name of the code's folder."""
        found = self.all("AWS::Lambda::Function").values()
        return {each["Properties"]["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]: each["Properties"] for each in found}

    def execution_statements(self, function: str) -> list[Statement]:
        return list(self._statements(self.functions[function]["Role"]["Fn::GetAtt"][0]))

    def tenant_role(self, function: str) -> tuple[str, Properties]:
        logical = self.functions[function]["Environment"]["Variables"]["MNEMON_TENANT_ROLE"]["Fn::GetAtt"][0]
        return logical, self.all("AWS::IAM::Role")[logical]["Properties"]

    def tenant_statements(self, function: str) -> list[Statement]:
        return list(self._statements(self.tenant_role(function)[0]))

    def statements(self) -> Iterator[tuple[str, Statement]]:
        """Of every identity policy, with the policy's logical id."""
        for name, resource in self.all("AWS::IAM::Policy").items():
            for statement in resource["Properties"]["PolicyDocument"]["Statement"]:
                yield name, _statement(statement)

    def _statements(self, role: str) -> Iterator[Statement]:
        for resource in self.all("AWS::IAM::Policy").values():
            if {"Ref": role} in resource["Properties"]["Roles"]:
                yield from map(_statement, resource["Properties"]["PolicyDocument"]["Statement"])


def text(value: Any) -> str:
    """A template's value in one line: `<Memory22710B9E.Arn>/index/lists`."""
    match value:
        case str():
            return value
        case {"Ref": name}:
            return f"<{name}>"
        case {"Fn::GetAtt": [name, attribute]}:
            return f"<{name}.{attribute}>"
        case {"Fn::ImportValue": name}:
            return f"<{text(name)}>"
        case {"Fn::Join": [separator, parts]}:
            return separator.join(map(text, parts))
        case _:
            return json.dumps(value, sort_keys=True)


def as_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _statement(raw: dict[str, Any]) -> Statement:
    return Statement(
        actions=frozenset(as_list(raw["Action"])),
        resources=tuple(text(resource) for resource in as_list(raw["Resource"])),
        conditions=raw.get("Condition", {}),
        effect=raw["Effect"],
    )
