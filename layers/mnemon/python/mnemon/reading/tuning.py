"""How one tenant's searches are ranked: the product's weights, with those in their place that the tenant's config names."""

from __future__ import annotations

from mnemon.model.domain import DomainConfig
from mnemon.ports.tenancy import TenantStores
from mnemon.tenant.config import ReadConfig

from .fuse import Weights
from .merit import MeritWeights
from .recall import RecallOptions


class TenantOptions:
    """For `Recall(options_for=...)`. `embedder` is the name under which the tenant's thresholds stand."""

    def __init__(self, domain: ReadConfig, embedder: str, base: RecallOptions | None = None) -> None:
        self._domain, self._embedder, self._base = domain, embedder, base or RecallOptions()

    def __call__(self, stores: TenantStores) -> RecallOptions:
        """Raises Unavailable."""
        config = self._domain(stores)
        thresholds = config.thresholds.get(self._embedder)
        base = self._base
        options = base._replace(weights=_weights(config, base.weights), merit=_merits(config, base.merit))
        return options if thresholds is None or thresholds.floor is None else options._replace(floor=thresholds.floor)


def _weights(config: DomainConfig, base: Weights) -> Weights:
    """A name that this release no longer knows is passed over; a count stays a whole number."""
    known = base._asdict()
    given = {name: value for name, value in config.weights.items() if name in known}
    return base._replace(**{name: int(value) if isinstance(known[name], int) else value for name, value in given.items()})


def _merits(config: DomainConfig, base: MeritWeights) -> MeritWeights:
    return base._replace(**{name: value for name, value in config.weights.items() if name in MeritWeights._fields})
