# pyright: reportUnknownMemberType=false
"""The end of a function's log. Run inside the cloud environment."""

import sys
from datetime import UTC, datetime

import boto3

from infra.local.endpoints import Endpoints
from infra.local.invoke import function_name
from infra.local.layout import State

LIMIT = 10_000


def log_lines(function: str, limit: int) -> list[str]:
    """The last lines that a deployed function wrote, oldest first."""
    configuration = boto3.client("lambda").get_function_configuration(FunctionName=function)
    group = configuration.get("LoggingConfig", {}).get("LogGroup") or f"/aws/lambda/{function}"
    events = boto3.client("logs").filter_log_events(logGroupName=group, limit=LIMIT)["events"]
    events.sort(key=lambda event: event.get("timestamp", 0))

    return [f"{_clock(event.get('timestamp', 0))} {event.get('message', '').rstrip()}" for event in events[-limit:]]


def _clock(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%H:%M:%S}"


def main() -> None:
    """Print it."""
    name, lines = sys.argv[1], int(sys.argv[2])
    for line in log_lines(function_name(Endpoints.read(State.named()).outputs, name), lines):
        print(line)


if __name__ == "__main__":
    main()
