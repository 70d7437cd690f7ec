# pyright: basic
"""Properties that the emulator's CloudFormation drops without a word.

On AWS a table gets its TTL and its point-in-time recovery, a bucket its object lock. Here they are applied after the emulator's handler.
"""

import functools
from collections.abc import Callable
from typing import Any

from infra.local.gaps.upstream import upstream

Hook = Callable[[str, dict[str, Any]], None]
# what a handler takes before the properties: nothing but the logical id when creating, the physical and the old properties when updating
_PROPERTIES_AT = {"create": 1, "update": 2}
_LOCK = (
    "<ObjectLockConfiguration xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><ObjectLockEnabled>Enabled</ObjectLockEnabled>"
    "<Rule><DefaultRetention>{}</DefaultRetention></Rule></ObjectLockConfiguration>"
)


def close() -> None:
    """Apply what is dropped, after the emulator's own handler."""
    for kind in ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"):
        _after(kind, _table)
    _after("AWS::S3::Bucket", _bucket)


def _after(kind: str, hook: Hook) -> None:
    handlers = upstream("services.cloudformation.provisioners")._RESOURCE_HANDLERS[kind]
    for verb, at in _PROPERTIES_AT.items():
        if original := handlers.get(verb):
            handlers[verb] = _followed_by(original, hook, at)


def _followed_by(original: Any, hook: Hook, at: int) -> Any:
    @functools.wraps(original)
    def call(*args: Any, **named: Any) -> Any:
        made = original(*args, **named)
        hook(made[0], args[at])
        return made

    return call


def _table(name: str, properties: dict[str, Any]) -> None:
    tables = upstream("services.dynamodb")
    if ttl := properties.get("TimeToLiveSpecification"):
        status = "ENABLED" if ttl.get("Enabled") in (True, "true") else "DISABLED"
        tables._ttl_settings[name] = {"TimeToLiveStatus": status, "AttributeName": ttl.get("AttributeName", "ttl")}
    replica = (properties.get("Replicas") or [{}])[0]
    recovery = properties.get("PointInTimeRecoverySpecification") or replica.get("PointInTimeRecoverySpecification") or {}
    if recovery.get("PointInTimeRecoveryEnabled") in (True, "true"):
        tables._update_continuous_backups({"TableName": name, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})


def _bucket(name: str, properties: dict[str, Any]) -> None:
    if properties.get("ObjectLockEnabled") not in (True, "true"):
        return
    buckets = upstream("services.s3")
    buckets._bucket_object_lock[name] = {"enabled": True, "default_retention": None}
    retention = ((properties.get("ObjectLockConfiguration") or {}).get("Rule") or {}).get("DefaultRetention")
    if retention:
        parts = "".join(f"<{key}>{retention[key]}</{key}>" for key in ("Mode", "Days", "Years") if key in retention)
        buckets._put_object_lock_configuration(name, _LOCK.format(parts).encode())
