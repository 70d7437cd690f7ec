# pyright: reportUnknownMemberType=false
"""Calls a deployed function with a sample event. Run inside the cloud environment."""

import argparse
import base64
import json
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


def main() -> int:
    """Print the answer; 1 when the function failed."""
    parser = argparse.ArgumentParser(prog="invoke")
    parser.add_argument("function")
    parser.add_argument("event", type=Path, help="a file with the event")
    asked = parser.parse_args()
    outputs = Endpoints.read(State.named()).outputs
    try:
        name = function_name(outputs, asked.function)
    except LocalError as error:
        parser.error(f"{error.what}; {error.todo}")
    answer, log, failed = invoke(name, json.loads(asked.event.read_text()))
    print(log.rstrip())
    print(json.dumps(answer, indent=2, ensure_ascii=False))
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
