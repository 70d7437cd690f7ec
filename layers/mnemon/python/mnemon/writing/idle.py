"""A session that may have fallen silent: extraction starts when nothing newer was said since the message was sent."""

from __future__ import annotations

from mnemon.model.scopes import ScopeKey
from mnemon.ports.flow import Workflows
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.executions import extraction_ids, extraction_name
from mnemon.tenant.views import look

from .sessions import read_session


class ExtractIdle:
    """What the delayed message of `infer: idle` does when it arrives."""

    def __init__(self, tenancy: Tenancy, workflows: Workflows) -> None:
        self._tenancy, self._workflows = tenancy, workflows

    def __call__(self, scope: ScopeKey, session: str, event: str) -> bool:
        """`session` is the session's hash, `event` the ULID of its source; True when an extraction was started. Raises Unavailable."""
        stores = self._tenancy.stores(scope.tid)
        held = read_session(stores, look(stores, scope, newest=0), session)
        if held is None or held.last_event != event or held.mark >= held.turns:
            return False
        ids = extraction_ids(scope.tid, scope.sid, job=event, source=event, session=session, infer="now")
        self._workflows.start("extraction", extraction_name(event, idle=True), ids)
        return True
