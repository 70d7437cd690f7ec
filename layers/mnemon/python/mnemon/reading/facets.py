"""What a record offers to filters: the same values that its index document carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mnemon.model.memory import MemoryRecord
from mnemon.model.sources import Chunk

Scalar = str | float


class Facets(NamedTuple):
    """`values` by the API's field name; a field without a value is not there."""

    values: Mapping[str, tuple[Scalar, ...]]
    metadata: Mapping[str, str] = MappingProxyType({})


def _kept(**values: Iterable[Scalar | None]) -> dict[str, tuple[Scalar, ...]]:
    kept = {name: tuple(v for v in listed if v not in (None, "")) for name, listed in values.items()}
    return {name: listed for name, listed in kept.items() if listed}


def facets(record: MemoryRecord | Chunk) -> Facets:
    if isinstance(record, Chunk):
        return Facets(
            _kept(
                trust=[record.trust],
                event_at=[record.at],
                true_from=[record.at],
                created_at=[record.created_at],
                source_type=["conversation" if record.type == "turn" else "document"],
                session=[record.session_id],
                run=[record.run_id],
            )
        )
    return Facets(
        _kept(
            kind=[record.kind],
            category=[record.category],
            entity=record.entities,
            attribute=[record.attribute],
            confidence=[record.confidence],
            salience=[record.salience],
            sensitivity=[record.sensitivity],
            trust=[record.trust],
            event_at=[record.event_at],
            true_from=[record.true_from],
            created_at=[record.created_at],
            namespace=[record.namespace],
            source_type=dict.fromkeys(source.type for source in record.sources),
            session=dict.fromkeys(source.session for source in record.sources),
            run=dict.fromkeys(source.run for source in record.sources),
        ),
        record.metadata,
    )
