"""PrecisionMemBench's cases of supersession, scope and aliases, through the API: does what is asked for stand first, and only that.

Its beliefs are written as facts, oldest first: a domain is a namespace, aliases are entities, the members of a chain of supersession are
values of one attribute. Two questions a case, by class:

- `right`: the n beliefs that the case wants are the first n found, pinned ones and open questions aside, which the set keeps in lists of
  their own; where it wants none, nothing superseded or foreign is found. The set's own measure also counts every belief that is found
  beside these as wrong: a ranked list of five always has some, so that measure is told apart, as `only`.
- `kept_out`: nothing superseded, of another domain or of another user is found.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.bench._parts import Bench, Figures
from tests.bench._report import Figure

SOURCE = "https://github.com/tenurehq/precisionMemBench"
CLASSES = {
    "Supersession chain exclusion": "supersession",
    "Scope disambiguation": "scope",
    "Cross-user isolation": "scope",
    "Alias resolution": "alias",
}
"""The set's own categories, and ours."""
LIMIT = 20
DOMAIN = "domain:"
MOST_ENTITIES = 8

Belief = Mapping[str, Any]


class Memory(Protocol):
    """One user's."""

    def write(self, *facts: dict[str, Any]) -> list[dict[str, Any]]: ...
    def search(self, query: str, **more: Any) -> dict[str, Any]: ...
    def settle(self, seconds: float = 30.0) -> None: ...


def run(bench: Bench) -> Figures:
    folder = bench.data / "precisionmembench"
    if not bench.found(folder, SOURCE):
        return {}
    someone = bench.cloud.person()
    figures, wrong = measured(
        json.loads((folder / "beliefs.seed.json").read_text()),
        json.loads((folder / "retrieval.cases.json").read_text()),
        someone,
        bench.cloud.person(someone.tenant),
    )
    print("precisionmembench: cases that are not right", *wrong, sep="\n  ", file=sys.stderr)
    return figures


@dataclass
class _Score:
    n: int = 0
    right: int = 0
    only: int = 0
    kept_out: int = 0
    missed: list[str] = field(default_factory=list[str])


def measured(
    beliefs: Sequence[Belief], cases: Sequence[Mapping[str, Any]], user: Memory, other: Memory
) -> tuple[dict[str, Figure], list[str]]:
    """The figures, and a line for each case that is not right."""
    owners = {belief["_id"]: belief["user_id"] for belief in beliefs}
    mine = next(case for case in beliefs if case["type"] == "preference")["user_id"]
    refused = _written(beliefs, lambda belief: belief["user_id"] == mine, user)
    refused += _written(beliefs, lambda belief: belief["user_id"] != mine, other)
    user.settle(60)
    foreign = {id for id, owner in owners.items() if owner != mine}
    by_id = {belief["_id"]: belief for belief in beliefs}
    scores = {name: _Score() for name in dict.fromkeys(CLASSES.values())}
    for case in cases:
        if case["category"] in CLASSES and case.get("userId", mine) == mine:
            _judge(case, by_id, foreign, user, scores[CLASSES[case["category"]]])
    figures: dict[str, Figure] = {"precisionmembench.refused": refused}
    for name, score in scores.items():
        figures |= {
            f"precisionmembench.{name}.right": score.right,
            f"precisionmembench.{name}.n": score.n,
            f"precisionmembench.{name}.only": score.only,
            f"precisionmembench.{name}.kept_out": score.kept_out,
        }
    return figures, [f"{name}: {line}" for name, score in scores.items() for line in score.missed]


def _written(beliefs: Sequence[Belief], wanted: Callable[[Belief], bool], memory: Memory) -> int:
    """Each by itself and oldest first: what supersedes comes after what it supersedes. Returns how many were not created or updated."""
    ends = {belief["_id"]: belief for belief in beliefs}
    mine = sorted(filter(wanted, beliefs), key=lambda belief: (-_steps(belief, ends), belief["created_at"]))
    told = Counter(result["status"] for belief in mine for result in memory.write(_fact(belief, ends)))
    return sum(told.values()) - told["created"] - told["updated"]


def _steps(belief: Belief, beliefs: Mapping[str, Belief]) -> int:
    """How many took its place, one after another."""
    steps = 0
    while belief.get("superseded_by"):
        belief = beliefs[belief["superseded_by"]]
        steps += 1
    return steps


def _fact(belief: Belief, beliefs: Mapping[str, Belief]) -> dict[str, Any]:
    last = belief
    while last.get("superseded_by"):
        last = beliefs[last["superseded_by"]]
    in_a_chain = last is not belief or any(each.get("superseded_by") == belief["_id"] for each in beliefs.values())
    domain = next((scope.removeprefix(DOMAIN) for scope in belief["scope"] if scope.startswith(DOMAIN)), None)
    names = [belief["canonical_name"].replace("_", " "), *belief["aliases"]]
    fact: dict[str, Any] = {
        "content": belief["content"], "entities": names[:MOST_ENTITIES], "metadata": {"belief": belief["_id"]},
        "kind": "preference" if belief["type"] == "preference" else "fact",
    }  # fmt: skip
    if domain:
        fact["namespace"] = domain
    if in_a_chain:
        fact["attribute"] = last["canonical_name"].replace("_", " ")
    return fact


def _judge(case: Mapping[str, Any], beliefs: Mapping[str, Belief], foreign: set[str], user: Memory, score: _Score) -> None:
    domains = [scope.removeprefix(DOMAIN) for scope in case["scope"] if scope.startswith(DOMAIN)]
    within: dict[str, Any] = {"or": [{"namespace": {"eq": domain}} for domain in domains]} if domains else {"namespace": {"exists": False}}
    answered = user.search(case["query"], limit=LIMIT, types=["memory"], filters=within)
    found = [str(result.get("metadata", {}).get("belief", "")) for result in answered["results"]]
    asked = case["expect"].get("relevantBeliefs", {})
    wanted = set(asked.get("shouldOnlyInclude", ()))
    aside = {id for id, belief in beliefs.items() if (belief["pinned"] or belief["type"] == "open_question") and id not in wanted}
    ranked = [id for id in found if id not in aside]
    out = {id for id in found if id in foreign or beliefs[id]["superseded_by"] or not set(beliefs[id]["scope"]) & set(case["scope"])}
    out |= set(found) & set(asked.get("mustExclude", ()))
    score.n += 1
    score.kept_out += not out
    score.only += not out and set(ranked) == wanted
    if not out and set(ranked[: len(wanted)]) == wanted:
        score.right += 1
    else:
        places = {id: ranked.index(id) + 1 if id in ranked else None for id in sorted(wanted)}
        score.missed.append(f"{case['caseId']}: wanted at {places}" + (f", and found {sorted(out)}" if out else ""))
