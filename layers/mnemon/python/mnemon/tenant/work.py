"""Work that may have to be begun again: whoever takes it over goes on under the id that the first one chose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """`ulid`: the id of what the work makes, chosen before anything is written. `again`: an earlier call may have begun it and come
    anywhere; what it left behind is found under that id."""

    ulid: str
    again: bool = False
