"""Joins what follows changes of memories to AWS: the broom behind TTL, and the rewriting of summaries."""

from __future__ import annotations

from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.system import SystemClock
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.forgetting.expire import ExpireMemories
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs


@cache
def _tenancy() -> AwsTenancy:
    return AwsTenancy.of(Aws(), TenantSettings.load())


@cache
def expire_memories() -> ExpireMemories:
    return ExpireMemories(_tenancy())


@cache
def rewrite_summaries() -> RewriteSummaries:
    clock = SystemClock()
    return RewriteSummaries(_tenancy(), clock, Configs(clock).policy)
