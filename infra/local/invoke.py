# pyright: reportUnknownMemberType=false
"""Calls a deployed function with a sample event. Run inside the cloud environment."""

import argparse
import base64
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import boto3

from infra.local.endpoints import Endpoints
from infra.local.errors import LocalError
from infra.local.layout import State


def function_name(outputs: dict[str, str], name: str) -> str:
    """The deployed name of one of our functions, whatever way its name is written."""
    known = {key.removeprefix("Function").lower(): value for key, value in outputs.items() if key.startswith("Function")}
    wanted = name.replace("_", "").replace("-", "").lower()
    if wanted not in known:
        raise LocalError(f"there is no function '{name}'", f"one of: {', '.join(sorted(known))}")
    return known[wanted]


def invoke(name: str, event: Any) -> tuple[Any, str, bool]:
    """What a function answers, the end of its log, and whether it failed."""
    reply = boto3.client("lambda").invoke(FunctionName=name, Payload=json.dumps(event), LogType="Tail")
    log = base64.b64decode(reply.get("LogResult") or b"").decode(errors="replace")
    return json.loads(reply["Payload"].read() or b"null"), log, "FunctionError" in reply


def event_in(path: Path) -> Any:
    """The event that a file holds. Raises LocalError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        beside = ", ".join(sorted(each.name for each in path.parent.glob("*.json")))
        todo = f"{path.parent} holds {beside}" if beside else "the samples are in events/, a folder for each function"
        raise LocalError(f"{path} cannot be read: {error.strerror}", todo) from error
    except ValueError as error:
        raise LocalError(f"{path} is no JSON: {error}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the answer; 1 when the function failed, 2 when it could not be called."""
    parser = argparse.ArgumentParser(prog="invoke")
    parser.add_argument("function")
    parser.add_argument("event", type=Path, help="a file with the event")
    asked = parser.parse_args(arguments)
    try:
        event = event_in(asked.event)
        name = function_name(Endpoints.read(State.named()).outputs, asked.function)
    except LocalError as error:
        print(error, file=sys.stderr)
        return 2
    answer, log, failed = invoke(name, event)
    print(log.rstrip())
    print(json.dumps(answer, indent=2, ensure_ascii=False))
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
