"""Writes anew what writes made stale: the summaries of the categories that they touched, and the profile.

Nothing that is derived decides on anything, so it is enough that it catches up: what a write touched stands in a mark of that write's own,
put in its transaction, and a mark goes only after what it names has been written from memories that were read after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from mnemon.model import keys
from mnemon.model.instants import Instant
from mnemon.model.memory import Head
from mnemon.model.policy import Policy
from mnemon.model.rows import Key, Row, Unreadable
from mnemon.model.scopes import ScopeKey
from mnemon.model.summaries import Derived, Profile, Summary, SummaryMark
from mnemon.model.text import folded
from mnemon.ports.flow import Clock
from mnemon.ports.records import Conflict, Delete, Operation, Put, Unavailable, When
from mnemon.ports.tenancy import Tenancy, TenantStores
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.batches import parts
from mnemon.tenant.config import Policies, default_policy
from mnemon.tenant.derived import USER_SCOPES, category_digest, category_of, current_heads
from mnemon.tenant.fact_keys import DEFAULT_SUBJECT
from mnemon.tenant.views import View, look, unerased

from .profile import Person, ProfileRules, belongs, best_first, write_profile
from .sentences import summarise

MEMBERS = 200
"""Memories that one summary is chosen from, the best: it tells a dozen things."""
MOST_READ = 20_000
"""Memories, the newest, that a summary is begun from where none has been kept."""
_MARKS = 50
"""Writes that one rewriting catches up with."""
_AT_ONCE = 40
"""Items of one transaction: some kilobytes each."""
_PAGE = 100


@dataclass(frozen=True, slots=True)
class _Told:
    """What has been derived of a scope, as it stands in the table."""

    profile: Profile | None
    summaries: Mapping[str, Summary]
    """By the digest of the category."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What there is to write: `categories` by digest, from `read` and the members of what stands there."""

    told: _Told
    heads: Mapping[str, Head]
    categories: Collection[str]
    profile: bool
    whole: bool
    """`heads` are all that the scope has, as far as it is read."""


@dataclass(frozen=True, slots=True)
class RewriteSummaries:
    """`policies` says what of a tenant's may stand in a profile."""

    tenancy: Tenancy
    clock: Clock
    policies: Policies = default_policy
    attempts: Attempts = field(default_factory=Attempts)

    def __call__(self, scope: ScopeKey, gone: Collection[str] = ()) -> int:
        """The number of summaries and profiles written or removed; none when nothing is stale. A repetition does no harm.

        `gone`: ULIDs of memories that left the table without a mark, as TTL removes them. Raises Unavailable, also when the race for
        the scope was lost too often.
        """
        written, more = 0, True
        while more:
            changed, more = self._step(scope, gone)
            written, gone = written + changed, ()
        return written

    def _step(self, scope: ScopeKey, gone: Collection[str]) -> tuple[int, bool]:
        for _ in self.attempts:
            try:
                return self._catch_up(self.tenancy.stores(scope.tid), scope, gone)
            except (Conflict, Unreadable):  # a second rewriting, or an erasure, was faster
                continue
        raise Unavailable("the scope is busy")

    def _catch_up(self, stores: TenantStores, scope: ScopeKey, gone: Collection[str]) -> tuple[int, bool]:
        view = look(stores, scope, newest=0)
        if view.is_new or view.state.erasing:  # what an erasure leaves is written anew at its end
            return 0, False
        # The marks first: what they name is read after them.
        page = stores.records.query(scope.partition, keys.SUMMARY_MARK, limit=_MARKS)
        marks = [SummaryMark.from_row(row, view.box) for row in page.rows]
        if not marks and not gone:
            return 0, False
        operations = self._written(view, self._task(stores, view, marks, gone), self.policies(stores))
        for part in parts(operations, _AT_ONCE):
            stores.records.write(unerased(view), *part)
        stores.records.delete_all([mark.key() for mark in marks])
        return len(operations), page.after is not None

    def _task(self, stores: TenantStores, view: View, marks: Collection[SummaryMark], gone: Collection[str]) -> _Task:
        digests = {digest for mark in marks for digest in mark.categories}
        told = _read(stores, view, None if gone else digests)
        if gone:
            digests |= {digest for digest, summary in told.summaries.items() if summary.memories.intersection(gone)}
        profile = any(mark.profile for mark in marks) or told.profile is None or bool(told.profile.memories.intersection(gone))
        touched = [ulid for mark in marks for ulid in mark.memories]
        kept: list[Derived] = [told.summaries[digest] for digest in digests if digest in told.summaries]
        if told.profile is not None and profile:
            kept.append(told.profile)
        now = self.clock.now()
        heads = current_heads(stores, view, [*touched, *(ulid for derived in kept for ulid in derived.memories)], now)
        if told.profile is not None and not any(_is_thin(derived, heads) for derived in kept):
            return _Task(told, heads, digests, profile, whole=False)
        told = _read(stores, view, None)
        heads = {**_newest(stores, view, now), **heads}
        return _Task(
            told, heads, digests | set(told.summaries) | {_digest(view, head) for head in heads.values()}, profile=True, whole=True
        )

    def _written(self, view: View, task: _Task, policy: Policy) -> list[Operation]:
        now = self.clock.now()
        grouped: dict[str, list[Head]] = {digest: [] for digest in task.categories}
        for head in task.heads.values():
            if (digest := _digest(view, head)) in grouped:
                grouped[digest].append(head)
        operations: list[Operation] = []
        for digest, heads in sorted(grouped.items()):
            old = task.told.summaries.get(digest)
            if heads:
                operations.append(self._put(view, self._summary(view, digest, heads, old, now, whole=task.whole), old))
            elif old is not None:
                operations.append(Delete(old.key(), When(equals={"rev": old.rev})))
        if task.profile:
            operations.append(self._put(view, self._profile(view, task, policy, now), task.told.profile))
        return operations

    def _put(self, view: View, derived: Derived, old: Derived | None) -> Put:
        unchanged = When(absent=True) if old is None else When(equals={"rev": old.rev})
        return Put(derived.to_row(view.box), unchanged)

    def _summary(self, view: View, digest: str, heads: Collection[Head], old: Summary | None, now: Instant, *, whole: bool) -> Summary:
        best = best_first(heads)[:MEMBERS]
        category = category_of(max(heads, key=lambda head: head.ulid))
        return Summary(
            tid=view.scope.tid,
            sid=view.scope.sid,
            digest=digest,
            category=category,
            rev=old.rev + 1 if old else 1,
            seq=view.state.seq,
            written_at=now,
            members=[head.ulid for head in best],
            is_cut=len(best) < len(heads) or (not whole and old is not None and old.is_cut),
            sentences=summarise(category, best),
        )

    def _profile(self, view: View, task: _Task, policy: Policy, now: Instant) -> Profile:
        old, rules = task.told.profile, ProfileRules(policy.sensitive_allowed)
        heads = task.heads.values() if view.state.scope.startswith(USER_SCOPES) else ()
        person = _person(view, heads)
        fit = best_first(head for head in heads if belongs(head, person, rules))
        return Profile(
            tid=view.scope.tid,
            sid=view.scope.sid,
            rev=old.rev + 1 if old else 1,
            seq=view.state.seq,
            written_at=now,
            members=[head.ulid for head in fit[:MEMBERS]],
            is_cut=len(fit) > MEMBERS or (not task.whole and old is not None and old.is_cut),
            sentences=write_profile(fit[:MEMBERS], person, rules),
        )


def _person(view: View, heads: Iterable[Head]) -> Person:
    """The one speaker of the scope, and how the user is called by what is known."""
    called = [head.value for head in heads if _is_users_name(head) and head.value]
    speakers = view.state.speakers if len(view.state.speakers) == 1 else ()
    return Person(frozenset({*speakers, *called, *(name.split()[0] for name in called if name.strip())}))


def _is_users_name(head: Head) -> bool:
    return head.attribute == "name" and folded(head.subject or DEFAULT_SUBJECT) == DEFAULT_SUBJECT


def _digest(view: View, head: Head) -> str:
    return category_digest(view.box, category_of(head))


def _is_thin(derived: Derived, heads: Mapping[str, Head]) -> bool:
    """It was cut, and so much of it is gone that what was left out may be better by now."""
    return derived.is_cut and sum(ulid in heads for ulid in derived.members) < MEMBERS // 2


def _read(stores: TenantStores, view: View, digests: Collection[str] | None) -> _Told:
    """The profile and the summaries of these categories; of all for None."""
    wanted = [keys.profile(view.scope), *(keys.summary(view.scope, digest) for digest in digests or ())]
    rows: dict[Key, Row] = dict(stores.records.get(wanted))
    if digests is None:
        rows |= {row.key: row for row in stores.records.walk(view.scope.partition, keys.SUMMARY)}
    profile = rows.pop(keys.profile(view.scope), None)
    summaries = [Summary.from_row(row, view.box) for row in rows.values()]
    return _Told(None if profile is None else Profile.from_row(profile, view.box), {summary.digest: summary for summary in summaries})


def _newest(stores: TenantStores, view: View, now: Instant) -> dict[str, Head]:
    found: dict[str, Head] = {}
    after: str | None = None
    for _ in range(MOST_READ // _PAGE):
        page = stores.records.query(view.scope.partition, keys.HEAD, descending=True, limit=_PAGE, after=after)
        heads = (Head.from_row(row, view.box) for row in page.rows)
        found |= {head.ulid: head for head in heads if head.is_current(now)}
        after = page.after
        if after is None:
            break
    return found
