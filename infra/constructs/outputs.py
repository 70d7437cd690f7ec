"""Stack outputs under the exact names that scripts and tests read."""

from __future__ import annotations

from collections.abc import Mapping

from aws_cdk import CfnOutput, Stack


def pascal(name: str) -> str:
    """`index_setup` and `indexer-failed` become `IndexSetup` and `IndexerFailed`."""
    return "".join(part.capitalize() for part in name.replace("-", "_").split("_"))


def publish(stack: Stack, values: Mapping[str, str]) -> None:
    """Logical ids are the names themselves: they are a contract, not an accident of the construct tree."""
    for name, value in values.items():
        CfnOutput(stack, f"Output{name}", value=value).override_logical_id(name)
