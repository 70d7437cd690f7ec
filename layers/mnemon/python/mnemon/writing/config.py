"""The tenant's own backend puts a config: whole, checked against what it has seen, a new version each time it says something else."""

from __future__ import annotations

from mnemon.errors import PreconditionFailed, TryAgain
from mnemon.model.domain import DomainConfig
from mnemon.model.domain_version import ConfigVersion
from mnemon.model.scopes import Pepper
from mnemon.ports.flow import Clock, Queues
from mnemon.ports.records import Conflict, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.config import Configs, newest


class PutConfig:
    """`PUT /v1/config`."""

    def __init__(
        self, tenancy: Tenancy, pepper: Pepper, clock: Clock, queues: Queues, configs: Configs, *, attempts: Attempts | None = None
    ) -> None:
        self._tenancy, self._pepper, self._clock, self._queues, self._configs = tenancy, pepper, clock, queues, configs
        self._attempts = attempts or Attempts()

    def __call__(self, tid: str, subject: str, config: DomainConfig, if_match: int | None = None) -> ConfigVersion:
        """The version that holds now. The config that holds already makes none, also when it is the repetition of a call that was
        conditioned on the version before. `if_match` is the version seen, 0 for none; without it the last writer stays.

        Raises PreconditionFailed, and TryAgain: then it may be put again, as often as it takes.
        """
        stores, actor = self._tenancy.stores(tid), self._pepper.actor(tid, subject)
        try:
            held, made = self._put(stores, actor, config, if_match)
            self._configs.forget(tid)
            entry = {"tid": tid, "action": "config.put", "actor": actor, "version": held.version, "changed": made, "at": self._clock.now()}
            self._queues.send("access", {"audit": entry})
        except Unavailable as error:
            raise TryAgain("storage is unavailable") from error
        return held

    def _put(self, stores: TenantStores, actor: str, config: DomainConfig, if_match: int | None) -> tuple[ConfigVersion, bool]:
        """What holds afterwards, and whether this call made it."""
        for _ in self._attempts:
            held = newest(stores)
            last = held.version if held else 0
            if held is not None and held.config == config and if_match in (None, last, last - 1):
                return held, False
            if if_match not in (None, last):
                raise PreconditionFailed("the config has changed")
            made = ConfigVersion(
                tid=stores.tid,
                version=last + 1,
                document=config.model_dump_json(exclude_unset=True),
                created_at=self._clock.now(),
                written_by=actor,
            )
            try:
                stores.records.write(Put(made.row(), When(absent=True)))
                return made, True
            except Conflict:
                continue
        raise TryAgain("the config is being changed")
