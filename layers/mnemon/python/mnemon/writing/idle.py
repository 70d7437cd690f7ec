"""A session that may have fallen silent: extraction starts when nothing newer was said since the message was sent."""

from __future__ import annotations

import contextlib

from mnemon.model import keys
from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Clock, Workflows
from mnemon.ports.records import Conflict, Update
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.executions import extraction_ids, extraction_name
from mnemon.tenant.views import look

from .sessions import read_session

STAGE = "idle"


class ExtractIdle:
    """What the delayed message of `infer: idle` does when it arrives."""

    def __init__(self, tenancy: Tenancy, workflows: Workflows, clock: Clock) -> None:
        self._tenancy, self._workflows, self._clock = tenancy, workflows, clock

    def __call__(self, scope: ScopeKey, session: str, event: str) -> bool:
        """`session` is the session's hash, `event` the ULID of its source; True when an extraction was started. Raises Unavailable."""
        stores = self._tenancy.stores(scope.tid)
        held = read_session(stores, look(stores, scope, newest=0), session)
        if held is None or held.last_event != event or held.mark >= held.turns:
            return False
        # a workflow that dies without a word leaves a job that waits, and one that waits too long is found and redriven
        waits = {"status": "queued", "stage": STAGE, "error": "", "updated_at": self._clock.now()}
        with contextlib.suppress(Conflict):  # its source was erased
            stores.records.write(Update(keys.job(scope, event), set=waits))
        ids = extraction_ids(scope.tid, scope.sid, job=event, source=event, session=session, infer="now")
        self._workflows.start("extraction", extraction_name(event, idle=True), ids)
        return True
