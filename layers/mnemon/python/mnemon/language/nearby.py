"""Which of many words a text holds, and the parts of it that lie around some, so that no costly pattern is tried at every character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Held:
    """Of many words those that stand in a text, also as parts of longer ones. What holds no `user` holds no `the user's` either."""

    def __init__(self, words: Iterable[str]) -> None:
        every = frozenset(words)
        roots = {min((other for other in every if other in word), key=len) for word in every}
        self._families = tuple((root, tuple(word for word in every if root in word)) for root in roots)

    def __call__(self, text: str) -> set[str]:
        return {word for root, words in self._families if root in text for word in words if word in text}


def near(text: str, words: Iterable[str], before: int, after: int) -> Iterator[tuple[int, int]]:
    """Where parts begin and end, in order and without overlap; each word has `before` and `after` characters around its beginning."""
    found: list[int] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append(at)
            at = text.find(word, at + after // 2)  # what stands nearer lies in this word's part, or in its next half
    if not found:
        return
    found.sort()
    start, end = found[0] - before, found[0] + after
    for at in found[1:]:
        if at - before > end:
            yield max(start, 0), min(end, len(text))
            start = at - before
        end = at + after
    yield max(start, 0), min(end, len(text))
