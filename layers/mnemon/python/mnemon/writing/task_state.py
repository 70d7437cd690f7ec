"""Task state is written with compare-and-set: whoever has not seen what stands there is told so, and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from mnemon.errors import TooLarge, TryAgain
from mnemon.model import keys
from mnemon.model.instants import epoch_seconds, instant, moment
from mnemon.model.rows import Unreadable
from mnemon.model.task_state import TaskState
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.records import Conflict, Delete, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.fact_keys import task_digest, task_key_digest
from mnemon.tenant.views import View, enter, look, unerased

from .conditions import Condition
from .gate import Gate, Json
from .json_values import compact
from .requests import StateValue

MAX_VALUE = 65_536
"""Bytes of JSON."""


@dataclass(frozen=True, slots=True)
class Saved:
    state: TaskState
    redactions: int


class PutTaskState:
    """`PUT /v1/task-state`."""

    def __init__(
        self, tenancy: Tenancy, clock: Clock, ids: Ids, *, attempts: Attempts | None = None, policies: Policies = default_policy
    ) -> None:
        self._tenancy, self._clock, self._ids, self._policies = tenancy, clock, ids, policies
        self._attempts = attempts or Attempts()

    def __call__(self, who: Writer, task: str, key: str, given: StateValue, condition: Condition) -> Saved:
        """Raises PreconditionFailed, TooLarge, TryAgain. Without a condition the last writer stays."""
        stores = self._tenancy.stores(who.tid)
        try:
            for _ in self._attempts:
                view = enter(stores, who.scope, who.scope_key, self._clock.now())
                saved = self._write(stores, view, task, key, given, condition)
                if saved is not None:
                    return saved
        except (Unavailable, Unreadable) as error:
            raise TryAgain("storage is unavailable") from error
        except Conflict as error:
            raise TryAgain("the scope is being changed") from error
        raise TryAgain("the scope is busy")

    def _write(self, stores: TenantStores, view: View, task: str, key: str, given: StateValue, condition: Condition) -> Saved | None:
        """None: another was faster."""
        now = self._clock.now()
        stored = _stored(stores, view, task, key)
        held = stored if stored is not None and stored.is_there(now) else None
        condition.check(held)
        gate = Gate(view.box, self._policies(stores))
        value = compact(gate.json(cast(Json, given.value)))
        if len(value.encode()) > MAX_VALUE:
            raise TooLarge(f"a value has at most {MAX_VALUE} bytes", field="value")
        expires = instant(moment(now) + timedelta(seconds=given.ttl_seconds))
        state = TaskState(
            tid=view.scope.tid,
            sid=view.scope.sid,
            task=task_digest(view.box, task),
            digest=task_key_digest(view.box, task, key),
            etag=self._ids.ulid(),
            version=held.version + 1 if held else 1,
            created_at=held.created_at if held else now,
            updated_at=now,
            expires_at=expires,
            ttl=epoch_seconds(expires),
            task_name=gate.text(task),
            key_name=gate.text(key),
            value=value,
        )
        unchanged = When(absent=True) if stored is None else When(equals={"etag": stored.etag})
        try:
            stores.records.write(unerased(view), Put(state.to_row(view.box), unchanged))
        except Conflict:
            return None
        return Saved(state, gate.redactions)


class ClearTaskState:
    """`DELETE /v1/task-state`: one key, or all that a task has left behind."""

    def __init__(self, tenancy: Tenancy, clock: Clock, *, attempts: Attempts | None = None) -> None:
        self._tenancy, self._clock = tenancy, clock
        self._attempts = attempts or Attempts()

    def task(self, who: Writer, task: str) -> int:
        """The number of keys that are gone, over all pages. Raises TryAgain."""
        stores = self._tenancy.stores(who.tid)
        try:
            view = look(stores, who.scope_key, newest=0)
            if view.is_new:
                return 0
            prefix = keys.task_prefix(task_digest(view.box, task))
            rows = list(stores.records.walk(view.scope.partition, prefix))
            stores.records.delete_all([row.key for row in rows])
        except (Unavailable, Unreadable) as error:
            raise TryAgain("storage is unavailable") from error
        now = self._clock.now()
        return sum(1 for row in rows if str(row.plain["expires_at"]) > now)

    def key(self, who: Writer, task: str, key: str, condition: Condition) -> int:
        """1, or 0 when there was none. Raises PreconditionFailed, TryAgain."""
        stores = self._tenancy.stores(who.tid)
        try:
            for _ in self._attempts:
                removed = self._remove(stores, who, task, key, condition)
                if removed is not None:
                    return removed
        except (Unavailable, Unreadable) as error:
            raise TryAgain("storage is unavailable") from error
        raise TryAgain("the scope is busy")

    def _remove(self, stores: TenantStores, who: Writer, task: str, key: str, condition: Condition) -> int | None:
        view, now = look(stores, who.scope_key, newest=0), self._clock.now()
        stored = None if view.is_new else _stored(stores, view, task, key)
        held = stored if stored is not None and stored.is_there(now) else None
        condition.check(held)
        if held is None:
            return 0
        try:
            stores.records.write(Delete(held.key(), When(equals={"etag": held.etag})))
        except Conflict:
            return None
        return 1


def _stored(stores: TenantStores, view: View, task: str, key: str) -> TaskState | None:
    """Whatever stands there, expired or not. Raises Unreadable while it is being erased."""
    at = keys.task_state(view.scope, task_digest(view.box, task), task_key_digest(view.box, task, key))
    row = stores.records.get([at]).get(at)
    return None if row is None else TaskState.from_row(row, view.box)
