"""What the checkers of templates say."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.infra.assembly import STACKS, Assembly
from tests.infra.conftest import LOCAL, Synthesize

KNOWN_LOCALLY = Path(__file__).with_name("local_types.txt")
# A dependency said twice: the CDK writes both.
IGNORED = ["W3005"]

A_QUEUE_TOO_MANY = """
import sys
sys.path[:0] = ["."]
import aws_cdk as cdk
from aws_cdk import aws_sqs as sqs
from infra.app import build
app = cdk.App()
build(app)
sqs.Queue(app.node.find_child("MnemonData"), "Careless")
app.synth()
"""


def test_no_finding_is_left_unacknowledged(either: Assembly) -> None:
    report = json.loads((either.folder / "validation-report.json").read_text())
    assert report["pluginReports"] == []


def test_a_finding_stops_the_synthesis(synthesize: Synthesize, shared: Path) -> None:
    done: subprocess.CompletedProcess[str] = synthesize(shared / "cdk-careless", code=A_QUEUE_TOO_MANY, **LOCAL)
    assert done.returncode != 0
    assert "AwsSolutions-SQS3" in done.stdout + done.stderr


def test_choices_are_acknowledged_where_they_are_made(aws: Assembly, other: Assembly) -> None:
    assert not any("AwsSolutions-OS7" in rule for rule, _ in _acknowledged(aws))
    assert any("AwsSolutions-OS7" in rule for rule, _ in _acknowledged(other))


def test_every_acknowledgement_has_a_reason(either: Assembly) -> None:
    reasons = [reason for rule, reason in _acknowledged(either) if "AwsSolutions" in rule]
    assert len(reasons) > 20
    assert all(len(reason) > 40 for reason in reasons)


@pytest.mark.skipif(find_spec("cfnlint") is None, reason="cfn-lint is not here")
@pytest.mark.parametrize("stack", STACKS)
def test_cfn_lint(either: Assembly, stack: str) -> None:
    from cfnlint.api import lint  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]
    from cfnlint.config import ManualArgs  # pyright: ignore[reportMissingTypeStubs]

    template = (either.folder / f"Mnemon{stack}.template.json").read_text()
    matches: list[Any] = lint(template, config=ManualArgs(ignore_checks=IGNORED))
    assert [str(match) for match in matches] == []


def test_the_local_cloud_knows_every_type(local: Assembly) -> None:
    known = set(KNOWN_LOCALLY.read_text().split())
    used = {resource["Type"] for template in local.templates.values() for resource in template["Resources"].values()}
    assert used <= known


def _acknowledged(assembly: Assembly) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for stack in STACKS:
        metadata = json.loads((assembly.folder / f"Mnemon{stack}.metadata.json").read_text())
        for entries in metadata.values():
            found += [pair for entry in entries if entry["type"] == "aws:cdk:acknowledged-rules" for pair in entry["data"].items()]
    return found
