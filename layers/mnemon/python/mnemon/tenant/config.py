"""The tenant's domain config, as those who write and read its memories see it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple, TypeAlias

from mnemon.model import keys
from mnemon.model.domain import DomainConfig, defaults
from mnemon.model.domain_version import ConfigVersion
from mnemon.model.instants import Instant, instant, moment
from mnemon.model.policy import DEFAULT, Policy
from mnemon.ports.flow import Clock
from mnemon.ports.tenancy import TenantStores

FRESH = timedelta(seconds=60)
"""How long a container goes by what it has read: a change takes up to that long to reach all of them."""
MOST_TENANTS = 1_000

ReadConfig: TypeAlias = Callable[[TenantStores], DomainConfig]
"""Gives the config of the tenant whose stores these are: `read_config`, `Configs`, or `default_config`. Raises Unavailable."""


def default_config(_: TenantStores) -> DomainConfig:
    return defaults()


Policies: TypeAlias = Callable[[TenantStores], Policy]
"""Gives the policy of the tenant whose stores these are: `Configs.policy`, or `default_policy`. Raises Unavailable."""


def default_policy(_: TenantStores) -> Policy:
    return DEFAULT


def newest(stores: TenantStores) -> ConfigVersion | None:
    """The newest version, by one strongly consistent query; None when the tenant has put none. Raises Unavailable."""
    rows = stores.records.query(keys.tenant_partition(stores.tid), keys.CONFIG, descending=True, limit=1).rows
    return ConfigVersion.of(rows[0]) if rows else None


def read_config(stores: TenantStores) -> DomainConfig:
    """As it is now. Raises Unavailable."""
    held = newest(stores)
    return defaults() if held is None else held.config


class _Read(NamedTuple):
    config: DomainConfig
    until: Instant


class Configs:
    """`read_config`, asked once a minute for each tenant, so that no request pays for it. One per container, made by a composition."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._read: dict[str, _Read] = {}

    def __call__(self, stores: TenantStores) -> DomainConfig:
        now = self._clock.now()
        held = self._read.get(stores.tid)
        if held is not None and now < held.until:
            return held.config
        config = read_config(stores)
        self._keep(stores.tid, _Read(config, instant(moment(now) + FRESH)))
        return config

    def policy(self, stores: TenantStores) -> Policy:
        """What the gate goes by. Raises Unavailable."""
        return self(stores).gate_policy

    def forget(self, tid: str) -> None:
        """After a change: this container sees it at once."""
        self._read.pop(tid, None)

    def _keep(self, tid: str, read: _Read) -> None:
        while len(self._read) >= MOST_TENANTS:
            self._read.pop(next(iter(self._read)), None)
        self._read[tid] = read
