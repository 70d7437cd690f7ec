"""The tenant's domain config as it is now, whatever a container remembers of it."""

from __future__ import annotations

from mnemon.errors import TryAgain
from mnemon.model.domain import DomainConfig, defaults
from mnemon.ports.records import Unavailable
from mnemon.ports.tenancy import Tenancy
from mnemon.tenant.config import newest


class GetConfig:
    """`GET /v1/config`."""

    def __init__(self, tenancy: Tenancy) -> None:
        self._tenancy = tenancy

    def __call__(self, tid: str) -> tuple[int, DomainConfig]:
        """The version and what it says; (0, the defaults) when none was put. Raises TryAgain."""
        try:
            held = newest(self._tenancy.stores(tid))
        except Unavailable as error:
            raise TryAgain("storage is unavailable") from error
        return (0, defaults()) if held is None else (held.version, held.config)
