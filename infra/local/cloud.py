"""Starts the emulator with its gaps closed. Run inside the cloud environment: `python -m infra.local.cloud [--without GAP]...`."""

import argparse
import sys

from infra.local.gaps import ALL, close_all
from infra.local.gaps.upstream import upstream


def main() -> None:
    """Close the gaps, then serve until the process is told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", action="append", default=[], choices=sorted(ALL), help="leave a gap open, to see what it is")
    open_gaps = parser.parse_args().without
    # the emulator reads the arguments too
    del sys.argv[1:]
    close_all(but=open_gaps)
    upstream("app").main()


if __name__ == "__main__":
    main()
