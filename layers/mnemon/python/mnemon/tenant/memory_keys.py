"""The items by which a memory is found without the index."""

from __future__ import annotations

from mnemon.model.memory import MemoryRecord
from mnemon.model.records import AttributeKey, TextKey
from mnemon.model.rows import Box
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT, attribute_digest, text_digest


def keys_of(record: MemoryRecord, box: Box) -> list[TextKey]:
    """By which a memory can be found: its text, and the attribute that it is the value of."""
    common = {"tid": record.tid, "sid": record.sid, "memory": record.ulid}
    found = [TextKey(digest=text_digest(box, record.content, record.namespace), **common)]
    if record.attribute is not None:
        digest = attribute_digest(box, record.subject or DEFAULT_SUBJECT, record.attribute, record.namespace)
        found.append(AttributeKey(digest=digest, **common))
    return found
