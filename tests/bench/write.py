"""The write path, in parts: time, calls to AWS, what is lost or written twice, and what is right in the end.

make bench-write [DATA=folder] [BEAM=file] [ARGS="--only http,handler --rounds 20"]

DATA holds the public sets (default: ../shared/data beside this checkout); what is absent is told, and left out. BEAM takes other chats
of the same form.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tests.bench import (
    _at_the_handler,
    _beam_updates,
    _dates,
    _direct,
    _extraction,
    _faults,
    _over_http,
    _precision,
    _race,
)
from tests.bench._parts import Part, measure

PARTS: Mapping[str, Part] = {
    "http": _over_http.run,
    "handler": _at_the_handler.run,
    "dates": _dates.run,
    "direct": _direct.run,
    "faults": _faults.run,
    "precision": _precision.run,
    "extraction": _extraction.run,
    "race": _race.part,
    "beam": _beam_updates.part,
}

if __name__ == "__main__":
    sys.exit(measure("write", PARTS))
