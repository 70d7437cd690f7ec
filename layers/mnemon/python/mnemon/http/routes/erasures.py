"""Erasures: hard deletion, its progress and its receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mnemon.errors import Invalid, NotFound
from mnemon.model.ids import InvalidId, PublicId
from mnemon.model.records import Erasure, ErasureTarget
from mnemon.reading.view_models import ErasureView

from ..messages import Response
from ..principals import require
from ..requests import ErasureBody
from ..routing import Call, Route

if TYPE_CHECKING:
    from mnemon.model.scopes import Scope, ScopeKey


def create(call: Call) -> Response:
    asked = call.body(ErasureBody)
    named = {
        name: value
        for name, value in (
            ("memory", asked.memory_id),
            ("source", asked.source_id),
            ("session", asked.session_id),
            ("tenant", asked.tenant or None),
        )
        if value is not None
    }
    if len(named) > 1:
        raise Invalid("name one thing to forget: a memory, a source, a session, a user or the tenant")
    match next(iter(named), "user"):
        case "memory":
            return begin(call, "memory", memory_id=asked.memory_id, user_id=asked.user_id, dry_run=asked.dry_run)
        case "source":
            return begin(call, "source", source_id=asked.source_id, user_id=asked.user_id, dry_run=asked.dry_run)
        case "session":
            return begin(call, "session", session_id=asked.session_id, user_id=asked.user_id, dry_run=asked.dry_run)
        case "tenant":
            require(call.who, "tenant:admin")
            return begin(call, "tenant", dry_run=asked.dry_run)
        case _:
            if asked.user_id is None:
                raise Invalid("name what to forget; nothing is forgotten by default", field="user_id")
            return begin(call, "user", user_id=asked.user_id, dry_run=asked.dry_run)
