"""Joins access counts and the audit trail to AWS, one tenant's session at a time."""

from __future__ import annotations

from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.maintenance.access import RecordAccess
from mnemon.maintenance.audit import RecordAudit
from mnemon.ports.objects import Objects
from mnemon.settings import TenantSettings


class AccessSettings(TenantSettings):
    audit_bucket: str


@cache
def _tenancy() -> AwsTenancy:
    """The bucket that this function may write is the trail's."""
    settings = AccessSettings.load()
    return AwsTenancy.of(Aws(), settings.model_copy(update={"raw_bucket": settings.audit_bucket}))


@cache
def record_access() -> RecordAccess:
    return RecordAccess(_tenancy())


@cache
def record_audit() -> RecordAudit:
    return RecordAudit(_trail, SystemClock(), UlidIds())


def _trail(tid: str) -> Objects:
    return _tenancy().stores(tid).raw
