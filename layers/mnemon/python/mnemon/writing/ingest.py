"""Events that come without a token: whose they are follows from where they came from, never from what they say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote

from pydantic import ValidationError

from mnemon.errors import Collision, Invalid, TryAgain
from mnemon.model import keys
from mnemon.model.scopes import HASH_LENGTH, InvalidScope, Pepper, Scope
from mnemon.ports.flow import Clock, Ids
from mnemon.ports.objects import NoSuchObject
from mnemon.ports.records import Records
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.tenant.idempotency import Answer, Claim, Idempotent

from .accept import Accepted, AcceptEvents
from .requests import Events, Name

ACTOR = "ingest"
_ACCEPTED = 202
T = TypeVar("T", bound=Events)


class BusEvent(Events):
    """The `detail` of an event on the bus: turns of one user's session."""

    user_id: Name


@dataclass(frozen=True, slots=True)
class _Delivery:
    """One thing handed over, and the name under which a second delivery of it is known."""

    tid: str
    scope: Scope
    name: str
    content: bytes


class IngestObject:
    """An object put under `in/<tid>/<scope, percent-encoded>/<name>` of the drop bucket, which bucket policy ties to its producer."""

    def __init__(self, tenancy: Tenancy, once: AcceptOnce) -> None:
        self._tenancy, self._once = tenancy, once

    def __call__(self, key: str, version: str) -> Accepted | None:
        """`version` is the object's ETag. None when it was taken in before. The object is gone from the drop bucket when this returns.

        Raises Invalid when it can never be taken in, TryAgain and Unavailable when it can later.
        """
        tid, scope = place_of(key)
        drop = self._tenancy.stores(tid).drop
        assert drop is not None, "the composition gives the drop bucket"
        try:
            content = drop.get(key)
        except NoSuchObject:
            return None
        accepted = self._once(_Delivery(tid, scope, f"drop\n{key}\n{version}", content), _events(content, Events))
        drop.delete(key)
        return accepted


class IngestBusEvent:
    """An event on the bus: its tenant is the one that its verified source and account are registered for (`SYS#TENANTS`)."""

    def __init__(self, system: Records, once: AcceptOnce) -> None:
        self._system, self._once = system, once

    def __call__(self, event: Mapping[str, Any]) -> Accepted | None:
        """None when it was taken in before. Raises Invalid, TryAgain, Unavailable."""
        key = keys.producer(str(event["account"]), str(event["source"]))
        row = self._system.get([key]).get(key)
        if row is None:
            raise Invalid("no tenant is registered for this source and account", field="source")
        content = json.dumps(event["detail"]).encode()
        detail = _events(content, BusEvent)
        delivery = _Delivery(str(row.plain["tid"]), Scope.user(detail.user_id), f"bus\n{event['account']}\n{event['id']}", content)
        return self._once(delivery, detail)


class AcceptOnce:
    """Queues deliver at least once; what was taken in is known for a day by its place and version."""

    def __init__(
        self, tenancy: Tenancy, pepper: Pepper, clock: Clock, ids: Ids, accept: AcceptEvents, *, attempts: Attempts | None = None
    ) -> None:
        self._tenancy, self._pepper, self._clock, self._ids, self._accept = tenancy, pepper, clock, ids, accept
        self._attempts = attempts or Attempts()

    def __call__(self, delivery: _Delivery, events: Events) -> Accepted | None:
        tid = delivery.tid
        once = Idempotent(tid, self._tenancy.stores(tid).records, self._clock)
        digest = self._pepper.caller(tid, ACTOR, delivery.name)
        claim = self._claim(once, digest)
        if claim is None:
            return None
        writer = Writer(tid, delivery.scope, self._pepper.scope(tid, delivery.scope), ACTOR)
        try:
            accepted = self._accept(writer, events, claim.work)
        except Exception:
            once.release(claim)
            raise
        once.complete(claim, Answer(_ACCEPTED, json.dumps({"job_id": accepted.job_id, "source_id": accepted.source_id})))
        return accepted

    def _claim(self, once: Idempotent, digest: str) -> Claim | None:
        claim = claimed(once, digest, self._ids.ulid(), self._attempts)
        return claim if isinstance(claim, Claim) else None


def claimed(once: Idempotent, digest: str, work: str, attempts: Attempts) -> Claim | Answer:
    """Waits a little for another delivery that is under way: the queue would come again only much later. Raises TryAgain."""
    for _ in attempts:
        try:
            return once.claim(digest, digest, work)
        except Collision:
            continue
    raise TryAgain("another delivery of it is under way")


def place_of(key: str) -> tuple[str, Scope]:
    match key.split("/"):
        case ["in", tid, scope, *name] if len(tid) == HASH_LENGTH and name:
            kind, _, whose = unquote(scope).partition("/")
            try:
                return tid, Scope.org() if (kind, whose) == ("org", "") else Scope.of(kind, whose)  # type: ignore[arg-type]
            except (InvalidScope, ValidationError) as error:
                raise Invalid("the scope in the object's key is none", field="key") from error
        case _:
            raise Invalid("an object stands under in/<tid>/<scope>/<name>", field="key")


def _events(content: bytes, model: type[T]) -> T:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        raise Invalid("not an event as POST /v1/events takes it", field=".".join(map(str, first["loc"])) or None) from None
