"""`python3 -m infra.local <command>`."""

import sys

# before any import of ours, which an old Python could not even read
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Python 3.11, 3.12 or 3.13 is needed: make run PYTHON=/path/to/python3")

from infra.local.cli import main

sys.exit(main(sys.argv[1:]))
