"""The source of a document: before its file is read, and once it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from mnemon.model.documents import Document, Extract, Heading
from mnemon.model.instants import epoch_seconds, instant, moment
from mnemon.model.records import Job, JobStatus
from mnemon.model.sources import SessionSource, Source
from mnemon.ports.flow import Workflows
from mnemon.tenant.executions import extraction_ids, extraction_name

from .gate import Gate

NAME = "document.json"
TRUST_DOCUMENT = 3
READ = "read"
"""The stage of a job whose file cannot be read."""
_WAITS = timedelta(days=3)


def waiting(source: Source) -> Source:
    """It goes by itself when nothing comes: later than a file in the drop bucket does."""
    return source.model_copy(update={"ttl": epoch_seconds(instant(moment(source.created_at) + _WAITS))})


def place(source: Source) -> SessionSource | None:
    """Its place in its session, with no turns: it is forgotten with the session."""
    if source.session is None:
        return None
    return SessionSource(tid=source.tid, sid=source.sid, digest=source.session, source=source.ulid, first=0, count=0)


def job(source: Source, at: str, status: JobStatus = "queued", error: str = "") -> Job:
    """It carries the source's ULID, and no session: it reads one document, whatever its session holds."""
    return Job(
        tid=source.tid,
        sid=source.sid,
        ulid=source.ulid,
        kind="document",
        infer="never",
        status=status,
        stage=READ if error else "",
        error=error,
        source=source.ulid,
        created_at=source.created_at,
        updated_at=at,
        LPK=f"T#{source.tid}#JOB",
        LSK=source.ulid,
    )


def start(workflows: Workflows, source: Source) -> None:
    """Raises Unavailable."""
    ids = extraction_ids(source.tid, source.sid, job=source.ulid, source=source.ulid, session="", infer="never")
    workflows.start("extraction", extraction_name(source.ulid), ids)


def pack(document: Document) -> bytes:
    return document.model_dump_json(exclude_none=True).encode()


def unpack(data: bytes) -> Document:
    return Document.model_validate_json(data)


def gated(gate: Gate, aside: Gate, extract: Extract) -> Extract:
    """The text as a whole passes the gate, so that a secret is found over the borders of pages and headings too; these are found
    again in what comes out. `aside` is a gate that counts nothing."""
    text = gate.text(extract.text)
    starts = {0, *extract.pages, *(heading.start for heading in extract.headings)}
    moved = {start: start for start in starts} if text == extract.text else _moved(aside, extract.text, text, sorted(starts))
    return Extract(
        text,
        aside.text(extract.title),
        tuple(Heading(moved[heading.start], heading.level, aside.text(heading.title)) for heading in extract.headings),
        tuple(moved[start] for start in extract.pages),
    )


def _moved(aside: Gate, before: str, after: str, starts: Iterable[int]) -> dict[int, int]:
    borders = list(starts)
    found: dict[int, int] = {}
    at = 0
    for start, end in zip(borders, [*borders[1:], len(before)], strict=True):
        part = aside.text(before[start:end])
        here = after.find(part, at, at + 2 * len(part) + _SLACK) if part else at
        found[start] = at if here < 0 else here
        at = at if here < 0 else here + len(part)  # a secret reached over the border: near enough
    return found


_SLACK = 200
