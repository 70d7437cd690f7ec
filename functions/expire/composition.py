"""Joins the broom behind TTL to AWS."""

from __future__ import annotations

from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.forgetting.expire import ExpireMemories
from mnemon.settings import TenantSettings


@cache
def expire_memories() -> ExpireMemories:
    return ExpireMemories(AwsTenancy.of(Aws(), TenantSettings.load()))
