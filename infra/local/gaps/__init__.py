"""The emulator's gaps that this stack meets, each closed in a file of its own by wrapping one function or two.

Each file tells what differs from AWS; each has a test that fails without it, so that the file can go when upstream closes the gap.
The wrappers were written against one version of the emulator and refuse any other.
"""

from collections.abc import Collection
from importlib.metadata import version

from infra.local.gaps import (
    admin,
    cloudformation,
    dynamodb_query,
    dynamodb_streams,
    dynamodb_ttl,
    iam,
    lambda_errors,
    lambda_layers,
    metrics,
    stepfunctions,
)

EMULATOR_VERSION = "1.5.33"
ALL = {
    gap.__name__.rpartition(".")[2]: gap.close
    for gap in (
        admin,
        cloudformation,
        dynamodb_query,
        dynamodb_streams,
        dynamodb_ttl,
        iam,
        lambda_errors,
        lambda_layers,
        metrics,
        stepfunctions,
    )
}


def close_all(but: Collection[str] = ()) -> None:
    """Close every gap, in the emulator's own process and before it serves; `but` leaves some open, to test what they are."""
    found = version("ministack")
    if found != EMULATOR_VERSION:
        raise SystemExit(f"the gaps are closed for ministack {EMULATOR_VERSION}, this is {found}: read infra/local/gaps and move the pin")
    for name, close in ALL.items():
        if name not in but:
            close()
