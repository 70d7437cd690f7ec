"""Every key of the table, built and read in one place. Nothing personal stands in any of them."""

from __future__ import annotations

from .rows import Key
from .scopes import ScopeKey

STATE = "NOW~"
NOW = "NOW#"
HEAD = "MEM#"
TENANTS = "SYS#TENANTS"
SCOPES = "SCOPE#"
APPROVALS = "APR#"
CONFIG = "CONFIG#"
SUMMARY = "SUM#"
SUMMARY_MARK = "SUM~"


def scope_of(key: Key) -> ScopeKey:
    """The scope whose partition a key stands in. Raises ValueError for a tenant's own partition."""
    kind, tid, mark, sid = key.pk.split("#")
    if (kind, mark) != ("T", "S"):
        raise ValueError("not a scope's partition")
    return ScopeKey(tid=tid, sid=sid)


def tenant_partition(tid: str) -> str:
    return f"T#{tid}"


def state(scope: ScopeKey) -> Key:
    return Key(scope.partition, STATE)


def marker(scope: ScopeKey, write: str, target: Key) -> Key:
    """What is not yet searchable: `write` is the ULID of the write, `target` the item to index."""
    return Key(scope.partition, f"{NOW}{write}#{target.sk}")


def marked(key: Key) -> Key:
    """The item that a marker names."""
    return Key(key.pk, key.sk.split("#", 2)[2])


def head(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"{HEAD}{ulid}")


def version_prefix(ulid: str) -> str:
    return f"VER#{ulid}#"


def version(scope: ScopeKey, ulid: str, number: int) -> Key:
    return Key(scope.partition, f"{version_prefix(ulid)}{number:06d}")


def access(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"ACC#{ulid}")


def text(scope: ScopeKey, digest: str) -> Key:
    return Key(scope.partition, f"KEY#text#{digest}")


def attribute(scope: ScopeKey, digest: str) -> Key:
    return Key(scope.partition, f"KEY#attr#{digest}")


def alias(scope: ScopeKey, digest: str) -> Key:
    return Key(scope.partition, f"KEY#alias#{digest}")


def waiting(scope: ScopeKey, digest: str) -> Key:
    return Key(scope.partition, f"KEY#wait#{digest}")


def approval(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"{APPROVALS}{ulid}")


def feedback_on(memory: str) -> str:
    return f"FBK#{memory}#"


def feedback(scope: ScopeKey, memory: str, caller: str) -> Key:
    return Key(scope.partition, f"{feedback_on(memory)}{caller}")


def entity(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"ENT#{ulid}")


def entities() -> str:
    return "ENT#"


def edge(scope: ScopeKey, start: str, kind: str, end: str) -> Key:
    """`start` and `end` are full public ids; the reverse end carries `~` before the type."""
    return Key(scope.partition, f"EDGE#{start}#{kind}#{end}")


def edges_from(start: str) -> str:
    return f"EDGE#{start}#"


def source(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"SRC#{ulid}")


def chunk_prefix(ulid: str) -> str:
    return f"SRC#{ulid}#CHUNK#"


def chunk(scope: ScopeKey, ulid: str, number: int) -> Key:
    return Key(scope.partition, f"{chunk_prefix(ulid)}{number:06d}")


def session(scope: ScopeKey, digest: str) -> Key:
    return Key(scope.partition, f"SES#{digest}")


def session_sources(digest: str) -> str:
    return f"SES#{digest}#SRC#"


def session_source(scope: ScopeKey, digest: str, ulid: str) -> Key:
    return Key(scope.partition, f"{session_sources(digest)}{ulid}")


def session_turns(digest: str) -> str:
    return f"SES#{digest}#EVT#"


def session_turn(scope: ScopeKey, digest: str, ulid: str) -> Key:
    return Key(scope.partition, f"{session_turns(digest)}{ulid}")


def job(scope: ScopeKey, ulid: str) -> Key:
    return Key(scope.partition, f"JOB#{ulid}")


def candidates(ulid: str) -> str:
    return f"JOB#{ulid}#CAND#"


def candidate(scope: ScopeKey, job_ulid: str, number: int) -> Key:
    return Key(scope.partition, f"{candidates(job_ulid)}{number:06d}")


def task_prefix(task: str) -> str:
    return f"TASK#{task}#"


def task_state(scope: ScopeKey, task: str, digest: str) -> Key:
    return Key(scope.partition, f"{task_prefix(task)}{digest}")


def summary(scope: ScopeKey, digest: str) -> Key:
    """Of one category, by its keyed hash."""
    return Key(scope.partition, f"{SUMMARY}{digest}")


def profile(scope: ScopeKey) -> Key:
    return Key(scope.partition, "PROFILE")


def summary_mark(scope: ScopeKey, write: str) -> Key:
    """What the write of that ULID made stale; it sorts after every summary."""
    return Key(scope.partition, f"{SUMMARY_MARK}{write}")


def scope_entry(scope: ScopeKey) -> Key:
    return Key(tenant_partition(scope.tid), f"{SCOPES}{scope.sid}")


def tenant_entry(tid: str) -> Key:
    return Key(TENANTS, f"T#{tid}")


def config(tid: str, version: int) -> Key:
    return Key(tenant_partition(tid), f"{CONFIG}{version:06d}")


def producer(account: str, source: str) -> Key:
    """Which tenant an event on the bus belongs to: registered by the operator for its verified account and source."""
    return Key(TENANTS, f"BUS#{account}#{source}")


def erasure(tid: str, ulid: str) -> Key:
    return Key(tenant_partition(tid), f"ERA#{ulid}")


def erasure_parts(ulid: str, kind: str = "") -> str:
    return f"ERA#{ulid}#{kind}"


def erasure_part(tid: str, erasure_ulid: str, kind: str, ulid: str) -> Key:
    return Key(tenant_partition(tid), f"{erasure_parts(erasure_ulid, kind)}#{ulid}")


def receipt(tid: str, ulid: str) -> Key:
    return Key(tenant_partition(tid), f"RCPT#{ulid}")


def idempotency(tid: str, digest: str) -> Key:
    return Key(f"T#{tid}#I#{digest}", "IDEMPOTENCY")


def upload(scope: ScopeKey, ulid: str) -> str:
    """The key in the bucket `drop` of the document that a source waits for."""
    return f"up/{scope.tid}/{scope.sid}/{ulid}"


def raw_prefix(scope: ScopeKey) -> str:
    return f"t/{scope.tid}/{scope.sid}/"


def raw_object(scope: ScopeKey, ulid: str, name: str) -> str:
    """The key of a raw resource in the bucket `raw`."""
    return f"{raw_prefix(scope)}{ulid}/{name}"
