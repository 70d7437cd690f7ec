"""The search index on OpenSearch."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mnemon.adapters.engine import Engine, EngineError
from mnemon.adapters.mappings import ALIAS, INDEX_NAMES, alias_of
from mnemon.ports.index import GONE, Document, Hit, Hits, IndexName, Outcome, Removal, Search
from mnemon.ports.records import Unavailable

MAX_BULK_BYTES = 5_000_000
_ERASED_AT_ONCE = 1_000
_ERASE_ROUNDS = 1_000
_ANSWERS = "responses.hits.hits._id,responses.hits.hits._score,responses.hits.hits._source,responses.timed_out,responses._shards.failed,"
_FAILURES = "responses.status,responses.error.type"
_OUTCOMES = "items.*.status,items.*.error.type,items.*.result"
_MARGIN_SECONDS = 0.5
_RELEASE_SECONDS = 45.0
"""The engine looks at its retention leases every 30 s; until then it keeps what was deleted for copies that lag behind."""


class OpenSearchIndex:
    """`ports.index.SearchIndex` behind two aliases."""

    def __init__(
        self,
        engine: Engine,
        *,
        base: str = ALIAS,
        sleep: Callable[[float], None] = time.sleep,
        release_seconds: float = _RELEASE_SECONDS,
    ) -> None:
        self._engine = engine
        self._base = base
        self._both = ",".join(alias_of(index, base) for index in INDEX_NAMES)
        self._sleep = sleep
        self._release_seconds = release_seconds

    def search(self, searches: Sequence[Search], *, timeout_ms: int, partial: bool = False) -> list[Hits]:
        if not searches:
            return []
        lines: list[str] = []
        for search in searches:
            lines.append(_json({"index": self._alias(search.index), "routing": search.routing}))
            lines.append(_json({**search.body, "timeout": f"{timeout_ms}ms"}))
        answer = self._engine.request(
            "POST",
            "/_msearch",
            "\n".join(lines) + "\n",
            parameters={"filter_path": _ANSWERS + _FAILURES},
            seconds=timeout_ms / 1000 + _MARGIN_SECONDS,
        )
        answers = [_hits(part) for part in answer["responses"]]
        failed = [hits for hits in answers if isinstance(hits, EngineError) or not hits.complete]
        if failed and (not partial or (len(failed) == len(answers) and not any(isinstance(hits, Hits) and hits for hits in failed))):
            raise next((error for error in failed if isinstance(error, EngineError)), EngineError(0, "timed out"))
        return [Hits(complete=False) if isinstance(hits, EngineError) else hits for hits in answers]

    def apply(self, changes: Sequence[Document | Removal], *, wait: bool = True) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for part in self._parts(changes):
            answer = self._engine.request(
                "POST",
                "/_bulk",
                "".join(lines for _, lines in part),
                parameters={"refresh": "wait_for" if wait else "false", "filter_path": _OUTCOMES},
                seconds=60.0,
            )
            outcomes += [_outcome(change, item) for (change, _), item in zip(part, answer["items"], strict=True)]
        return outcomes

    def erase(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        # by id and with the last version of all, rather than by query: a late write of an erased document is refused
        erased = 0
        for _ in range(_ERASE_ROUNDS):
            self._refresh()
            doomed = self._named(routing, sids, sources, ids)
            if not doomed:
                return erased
            outcomes = self.apply(doomed, wait=False)
            if failed := [outcome for outcome in outcomes if not outcome.ok]:
                raise Unavailable(f"index erase: {len(failed)} left ({failed[0].error})")
            erased += len(doomed)
        raise Unavailable("index erase: it does not end")

    def count(self, routing: str, sids: Sequence[str], *, sources: Sequence[str] = (), ids: Sequence[str] = ()) -> int:
        self._refresh()
        body = {"query": _named_query(routing, sids, sources, ids)}
        answer = self._engine.request("POST", f"/{self._both}/_count", body, parameters={"routing": routing})
        if answer["_shards"]["failed"]:
            raise Unavailable("index count: shards failed")
        return int(answer["count"])

    def purge(self) -> None:
        self._engine.request("POST", f"/{self._both}/_flush", parameters={"wait_if_ongoing": "true"}, seconds=120.0)
        self._await_release()
        self._engine.request("POST", f"/{self._both}/_forcemerge", parameters={"only_expunge_deletes": "true"}, seconds=300.0)
        # the last commit and the last searcher let go of the old segments' files
        self._engine.request("POST", f"/{self._both}/_flush", parameters={"wait_if_ongoing": "true", "force": "true"}, seconds=120.0)
        self._refresh()

    def _await_release(self) -> None:
        """Waits until no copy of a shard has a claim on what was deleted before now. Raises Unavailable when one keeps it."""
        newest = {shard: state[0] for shard, state in self._retained().items()}
        deadline = time.monotonic() + self._release_seconds
        while held := [shard for shard, (_, kept_from) in self._retained().items() if kept_from <= newest.get(shard, -1)]:
            if time.monotonic() > deadline:
                raise Unavailable(f"index purge: {len(held)} shard(s) keep deleted documents for a copy that lags")
            self._sleep(1.0)

    def _retained(self) -> dict[str, tuple[int, int]]:
        """(newest operation, oldest operation that is kept) of each primary shard."""
        answer = self._engine.request("GET", f"/{self._both}/_stats/docs", parameters={"level": "shards"})
        found: dict[str, tuple[int, int]] = {}
        for name, index in answer["indices"].items():
            for number, copies in index["shards"].items():
                for copy in copies:
                    if copy["routing"]["primary"]:
                        leases = [lease["retaining_seq_no"] for lease in copy["retention_leases"]["leases"]]
                        newest = copy["seq_no"]["max_seq_no"]
                        found[f"{name}/{number}"] = (newest, min(leases, default=newest + 1))
        return found

    def _named(self, routing: str, sids: Sequence[str], sources: Sequence[str], ids: Sequence[str]) -> list[Removal]:
        removals: list[Removal] = []
        for index in INDEX_NAMES:
            body = {
                "query": _named_query(routing, sids, sources, ids),
                "size": _ERASED_AT_ONCE,
                "sort": ["_doc"],
                "_source": False,
                "track_total_hits": False,
            }
            answer = self._engine.request("POST", f"/{self._alias(index)}/_search", body, parameters={"routing": routing}, seconds=30.0)
            if answer["timed_out"] or answer["_shards"]["failed"]:
                raise Unavailable("index erase: shards failed")
            removals += [Removal(index, hit["_id"], routing, GONE) for hit in answer["hits"]["hits"]]
        return removals

    def _refresh(self) -> None:
        answer = self._engine.request("POST", f"/{self._both}/_refresh", seconds=60.0)
        if answer["_shards"]["failed"]:
            raise Unavailable("index refresh: shards failed")

    def _alias(self, index: IndexName) -> str:
        return alias_of(index, self._base)

    def _parts(self, changes: Sequence[Document | Removal]) -> Iterator[list[tuple[Document | Removal, str]]]:
        """Bodies that the engine's limit on a request takes."""
        part: list[tuple[Document | Removal, str]] = []
        total = 0
        for change in changes:
            lines = self._lines(change)
            if part and total + len(lines) > MAX_BULK_BYTES:
                yield part
                part, total = [], 0
            part.append((change, lines))
            total += len(lines)
        if part:
            yield part

    def _lines(self, change: Document | Removal) -> str:
        target: dict[str, Any] = {
            "_index": self._alias(change.index),
            "_id": change.id,
            "routing": change.routing,
            "version": change.version,
            # equal too: the same state again, written by other code or after a re-index
            "version_type": "external_gte",
        }
        if isinstance(change, Removal):
            return _json({"delete": target}) + "\n"
        return _json({"index": {**target, "require_alias": True}}) + "\n" + _json(change.body) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _hits(answer: dict[str, Any]) -> Hits | EngineError:
    """The hits of one search, of those shards that answered in time; the engine's error when there can be none."""
    if "error" in answer:
        return EngineError(int(answer.get("status", 0)), str(answer["error"].get("type")))
    found = [Hit(hit["_id"], float(hit["_score"]), hit.get("_source", {})) for hit in answer.get("hits", {}).get("hits", ())]
    return Hits(found, complete=not answer.get("timed_out") and not answer.get("_shards", {}).get("failed"))


def _outcome(change: Document | Removal, item: dict[str, Any]) -> Outcome:
    ((_, result),) = item.items()
    status = int(result["status"])
    kind = str(result.get("error", {}).get("type", ""))
    absent = status == 404 and result.get("result") == "not_found"
    ok = status < 300 or status == 409 or absent
    # an index that is not there yet is made by the deployment, so the document can wait for it
    retriable = not ok and (status in (404, 429) or status >= 500)
    return Outcome(change.id, change.index, ok=ok, retriable=retriable, error="" if ok else kind)


def _named_query(routing: str, sids: Sequence[str], sources: Sequence[str], ids: Sequence[str]) -> dict[str, Any]:
    if not routing or not sids:
        raise ValueError("an erasure names a tenant and its scopes")
    filters: list[dict[str, Any]] = [{"term": {"tid": routing}}, {"terms": {"sid": list(sids)}}]
    if sources or ids:
        either = [{"terms": {"source": list(sources)}}, {"ids": {"values": list(ids)}}]
        filters.append({"bool": {"should": either, "minimum_should_match": 1}})
    return {"bool": {"filter": filters}}
