"""`python3 -m infra.local <command>`."""

import sys

from infra.local.cli import main

sys.exit(main(sys.argv[1:]))
