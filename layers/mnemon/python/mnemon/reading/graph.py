"""Expansion over the graph: entities that a question names, the relations that it asks for, and the memories behind these.

It finds what words and vectors do not: a memory that speaks of somebody by another name, or of whom another memory leads to. At most two
hops; every memory passes the same rules as all others, and only scopes that may be read are looked into, since each view opens its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from mnemon.language.aliases import LONGEST, SELF, form, relation
from mnemon.language.relations import Asked, asked
from mnemon.language.tokens import bare, words
from mnemon.model import keys
from mnemon.model.entities import SAME
from mnemon.ports.records import Records
from mnemon.tenant.fact_keys import alias_digest
from mnemon.tenant.views import View

from .links import Relation, Together, relations, spoken
from .refs import Ref
from .shelf import Shelf
from .winners import Rules
from .words import ROLES, STOP_WORDS

MOST_MEMORIES = 50
MOST_NAMES = 96
"""Names that are looked up, in all scopes together: one batch read."""
_MOST_ANCHORS = 4
_MOST_AHEAD = 6
"""Entities that the first hop leads to."""
_MOST_ABOUT = 20
"""Memories about one entity, the newest."""
_ANSWER, _STEP, _ABOUT = 1.0, 0.3, 0.5
"""A relation that was asked for last; one on the way there; a memory about whom it leads to."""

_OWN_WORDS = frozenset({"i", "me", "my", "mine", "our", "we", "us"})


class GraphHits(NamedTuple):
    """Memories that the graph leads to, by how much they are what was asked for, 0 to 1."""

    refs: Mapping[Ref, float] = MappingProxyType({})


class _Span(NamedTuple):
    start: int
    end: int
    form: str


class _Anchor(NamedTuple):
    """An entity that the question names. `owner`: one of those who speak there, of whom nearly everything is."""

    view: View
    entity: str
    span: _Span
    digest: str
    owner: bool


class _Ahead(NamedTuple):
    view: View
    entity: str
    kinds: frozenset[str]
    """What is still asked for."""
    somebody: bool
    """The question speaks of whom it leads to: `her sister` stands for a person, where she works does not stand for the firm."""


def expand(records: Records, views: Iterable[View], shelf: Shelf, rules: Rules, question: str, together: Together = map) -> GraphHits:
    """One batch read where the question names nobody, a query and a second one where it does; `together` may make queries at once.

    Raises Unavailable.
    """
    if rules.types and "memory" not in rules.types:
        return GraphHits()
    anchors = _anchors(records, list(views), [_own_or(word) for word in words(question.replace("’", "'"))])
    if not anchors:
        return GraphHits()
    return _Walk(records, shelf, rules, asked(question), together).hits(anchors)


class _Walk:
    def __init__(self, records: Records, shelf: Shelf, rules: Rules, asked: Mapping[str, Asked], together: Together) -> None:
        self._together = together
        self._records, self._shelf, self._rules, self._asked = records, shelf, rules, asked
        self._found: dict[Ref, float] = {}

    def hits(self, anchors: Sequence[_Anchor]) -> GraphHits:
        ahead: dict[tuple[str, str], _Ahead] = {}
        for anchor in anchors:
            for one in self._first_hop(anchor):
                ahead.setdefault((one.view.scope.sid, one.entity), one)
        for one in list(ahead.values())[:_MOST_AHEAD]:
            if one.kinds:
                self._follow(one.view, one.entity, one.kinds)
            if one.somebody:
                self._tell_about(one.view, one.entity)
        best = sorted(self._found.items(), key=lambda item: (-item[1], item[0].sid, item[0].ulid))
        return GraphHits(dict(best[:MOST_MEMORIES]))

    def _first_hop(self, anchor: _Anchor) -> list[_Ahead]:
        span = anchor.span
        kinds = frozenset(kind for kind, one in self._asked.items() if not span.start <= one.place < span.end)
        if not anchor.owner:
            self._tell_about(anchor.view, anchor.entity, anchor)
        return self._follow(anchor.view, anchor.entity, kinds) if kinds else []

    def _follow(self, view: View, entity: str, kinds: frozenset[str]) -> list[_Ahead]:
        """Notes what the relations asked for rest on; where they lead to, with what is asked for beside them."""
        listed = [one for one in relations(self._records, view.scope, entity, self._together) if one.kind in kinds or one.kind == SAME]
        grounds = self._grounds(view, listed)
        ahead: list[_Ahead] = []
        for one in listed:
            # Words that ask for one thing in several kinds, such as `siblings`, are used up together.
            left = (
                kinds if one.kind == SAME else frozenset(kind for kind in kinds if self._asked[kind].place != self._asked[one.kind].place)
            )
            standing = grounds[one]
            for ref in standing if one.kind != SAME else ():
                self._note(ref, _STEP if left else _ANSWER * self._asked[one.kind].share)
            if standing:
                ahead.append(_Ahead(view, one.other, left, one.kind == SAME or one.kind.endswith("_of")))
        return ahead

    def _grounds(self, view: View, listed: Sequence[Relation]) -> dict[Relation, list[Ref]]:
        """By relation, the memories that hold it now and may be seen."""
        heads = [Ref(view.scope.sid, ground.memory, None, True) for one in listed for ground in one.grounds]
        self._shelf.fetch(heads[:MOST_MEMORIES])
        return {
            one: [ref for ground in one.grounds if (ref := self._standing(view, ground.memory, ground.version)) is not None]
            for one in listed
        }

    def _tell_about(self, view: View, entity: str, called: _Anchor | None = None) -> None:
        """Memories about the entity; where the question has called it by a name those alone that do not use it: words find the others."""
        found, _ = spoken(self._records, view.scope, entity, limit=_MOST_ABOUT)
        self._shelf.fetch([Ref(view.scope.sid, one.memory, None, True) for one in found])
        for one in found:
            head = self._shelf.head(Ref(view.scope.sid, one.memory, None, True))
            names = one.about.spoken(head.version) if head else set[str]()
            if head and names and not _uses(called, names, head.content) and (ref := self._standing(view, one.memory, head.version)):
                self._note(ref, _ABOUT)

    def _standing(self, view: View, memory: str, version: int) -> Ref | None:
        """The record that says so, when it is what is asked for: a version that another took the place of is so only when looking back."""
        head = Ref(view.scope.sid, memory, None, True)
        now = self._shelf.head(head)
        if now is None:
            return None
        ref = head if now.version == version else head._replace(number=version)
        if ref.number is not None:
            if not self._rules.moment.looks_back:
                return None
            self._shelf.fetch([ref])
        return ref if self._rules.memory(self._shelf, ref) is not None else None

    def _note(self, ref: Ref, share: float) -> None:
        self._found[ref] = max(share, self._found.get(ref, 0.0))


def _uses(called: _Anchor | None, names: Collection[str], text: str) -> bool:
    """Whether a memory calls an entity as the question does: its writer may have given names that its text does not hold."""
    return called is not None and called.digest in names and called.span.form in form(text)


def _own_or(word: str) -> str:
    return f"{SELF}'s" if word in ("my", "our") else SELF if word in _OWN_WORDS else word


def _anchors(records: Records, views: Sequence[View], said: Sequence[str]) -> list[_Anchor]:
    asked_for: dict[tuple[str, str], tuple[View, _Span, str]] = {}
    spans = _spans(said)
    for view in views:
        own = _own(view)
        for span in spans[: MOST_NAMES // max(len(views), 1)]:
            for one in _forms(span.form, own):
                digest = alias_digest(view.box, one)
                asked_for.setdefault((view.scope.sid, digest), (view, span, digest))
    wanted = {keys.alias(view.scope, digest): (view, span, digest) for view, span, digest in list(asked_for.values())[:MOST_NAMES]}
    rows = records.get(list(wanted)) if wanted else {}
    found = [
        _Anchor(*_parts(view, span, digest, str(rows[key].plain["entity"]))) for key, (view, span, digest) in wanted.items() if key in rows
    ]
    return list(_longest(found))[:_MOST_ANCHORS]


def _parts(view: View, span: _Span, digest: str, entity: str) -> tuple[View, str, _Span, str, bool]:
    owners = {SELF, *(form(name) for name in view.state.speakers)}
    return view, entity, span, digest, span.form in owners


def _longest(found: Sequence[_Anchor]) -> Iterator[_Anchor]:
    """In each scope the longest names first; a name within a longer one is none of its own."""
    taken: list[_Anchor] = []
    for one in sorted(found, key=lambda anchor: (anchor.span.start - anchor.span.end, anchor.span.start)):
        overlaps = any(other.view is one.view and other.span.start < one.span.end and one.span.start < other.span.end for other in taken)
        if not overlaps and not any(other.view is one.view and other.entity == one.entity for other in taken):
            taken.append(one)
            yield one


def _spans(said: Sequence[str]) -> list[_Span]:
    """Runs of words that may be a name: not those that begin or end with a word that only says how it is asked."""
    found: dict[str, _Span] = {}
    for size in range(LONGEST, 0, -1):
        for start in range(len(said) - size + 1):
            run = said[start : start + size]
            if bare(run[0]) in STOP_WORDS or bare(run[-1]) in STOP_WORDS:
                continue
            text = " ".join([*run[:-1], relation(bare(run[-1]))])
            found.setdefault(text, _Span(start, start + size, text))
    return list(found.values())


def _own(view: View) -> frozenset[str]:
    """As in `writing.mentions.selves`; a scope that is no user's has nobody of its own."""
    if not view.state.scope.startswith("user/"):
        return frozenset()
    speakers = [name for name in view.state.speakers if name.casefold() not in ROLES]
    return frozenset({SELF, form(speakers[0]) if len(view.state.speakers) == 1 and speakers else SELF})


def _forms(text: str, own: Collection[str]) -> list[str]:
    """The name, and where it is that of the scope's own person, the other one too: `maya's sister` is kept as `user's sister`."""
    if text == SELF or text.startswith(f"{SELF}'s "):
        return [text, *(other + text[len(SELF) :] for other in own if other != SELF)] if own else []
    for name in own:
        if text == name or text.startswith(f"{name}'s "):
            return [text, SELF + text[len(name) :]]
    return [text]
