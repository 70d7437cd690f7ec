"""Questions that nothing answers: LoCoMo's adversarial ones, BEAM's abstentions, and those asked of somebody else's conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.bench._recall_asking import Known, Product
from tests.bench._recall_sets import CATEGORIES, Conversation
from tests.bench._report import Figure

_ELSEWHERE = 40
"""Questions of each conversation that are asked of the next one."""


def unanswered(known: Mapping[str, Sequence[Known]], product: Product) -> dict[str, Figure]:
    """The share of them that the search answers with nothing, and how many results it gives on the mean."""
    told: dict[str, Figure] = {}
    for name, asked in (
        ("locomo.adversarial", list(_of_group(known.get("locomo", ()), CATEGORIES[5]))),
        ("locomo.elsewhere", list(_elsewhere(known.get("locomo", ())))),
        ("beam.abstention", list(_of_group(known.get("beam", ()), "abstention"))),
        ("beam.elsewhere", list(_elsewhere(known.get("beam", ())))),
    ):
        if asked:
            counts = [len(product.search(whose, question, 5)["results"]) for whose, question in asked]
            told |= {
                f"nothing.{name}": round(sum(not count for count in counts) / len(counts), 4),
                f"nothing.{name}.results": round(sum(counts) / len(counts), 2),
                f"nothing.{name}.n": len(counts),
            }
    return told


def _of_group(group: Sequence[Known], name: str) -> Iterator[tuple[Known, str]]:
    for known in group:
        for question in known.conversation.questions:
            if question.group == name:
                yield known, question.text


def _elsewhere(group: Sequence[Known]) -> Iterator[tuple[Known, str]]:
    """Somebody else's questions: the neighbour's."""
    for known, other in zip(group, (*group[1:], *group[:1]), strict=True):
        for text in _some(other.conversation):
            yield known, text


def _some(conversation: Conversation) -> list[str]:
    answered = conversation.answered()
    return [answered[n * len(answered) // _ELSEWHERE].text for n in range(_ELSEWHERE)] if len(answered) > _ELSEWHERE else [
        question.text for question in answered
    ]  # fmt: skip
