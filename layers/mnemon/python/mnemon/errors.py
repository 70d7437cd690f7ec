"""What can go wrong, as callers see it: each maps to one problem+json answer with a stable code."""

from __future__ import annotations


class Problem(Exception):
    """Base. `code` is stable; `detail` never quotes content; `field` is the path of a bad field, such as `messages.3.content`."""

    status = 500
    code = "internal"

    def __init__(self, detail: str, *, field: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field


class Invalid(Problem):
    status, code = 422, "invalid"


class NeverKept(Invalid):
    """It holds a word that the tenant's config says is never kept. Which one is not told: it may be what nobody shall see."""

    code = "never"

    def __init__(self, *, field: str | None = None) -> None:
        super().__init__("holds what the tenant's config says is never kept", field=field)


class Malformed(Problem):
    status, code = 400, "malformed"


class Unreadable(Invalid):
    """A document that can never be read. `reason` is the name of a class of ours, and all that is told."""

    def __init__(self, reason: str) -> None:
        super().__init__("the document cannot be read")
        self.reason = reason


class TooLarge(Problem):
    status, code = 413, "too_large"


class Forbidden(Problem):
    status, code = 403, "forbidden"


class NotFound(Problem):
    status, code = 404, "not_found"


class Collision(Problem):
    """The request cannot be done in the present state: a lost update, a text or attribute held by another, a reused key."""

    status, code = 409, "conflict"


class PreconditionFailed(Problem):
    status, code = 412, "precondition_failed"


class TryAgain(Problem):
    """Something that this needs is down or busy; nothing was half-written."""

    status, code = 503, "unavailable"
