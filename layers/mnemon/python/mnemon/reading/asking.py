"""What a question says of its answer and of the talk itself: `Can you list ...`, `in order`, `throughout our conversations`. No record that
answers it holds these words, and where they are rare they outweigh what it is about. Phrases, not single words: a shopping list, an order
and a walk with the dog are something to ask about."""

from __future__ import annotations

import re

_VERBS = r"(?:tell|give|show|provide|list|name|mention|remind|summari[sz]e|recap|outline|describe|explain)"
_TALKS = r"(?:conversations?|chats?|discussions?|messages?|dialogues?|exchanges?)"
_MANNERS = (
    # Please list; can you give me a short summary; walk me through
    rf"\A\W*(?:please\s+)?(?:(?:(?:(?:can|could|would|will)\s+you|please)\s+)+{_VERBS}(?:\s+(?:me|us))?|(?:{_VERBS}|walk|take)\s+(?:me|us))\b"
    r"(?:\s+through\b)?(?:\s+(?:an?|the)(?:\s+\w+){0,2}?\s+(?:summary|overview|recap|list|rundown|timeline)\b)?",
    # the order in which; in chronological order
    r"\border\s+in\s+which\b|\bin\s+(?:the\s+)?(?:(?:chronological|right|correct|exact|same)\s+)?order\b(?!\s+to\b)",
    # throughout our recent conversations; across my sessions
    rf"\b(?:throughout|across|during|through|over|in|from)\s+(?:all\s+)?(?:of\s+)?(?:our|these|those)\s+(?:\w+\s+)?{_TALKS}\b",
    rf"\b(?:throughout|across)\s+(?:all\s+)?(?:of\s+)?(?:(?:our|my|the)\s+)?(?:\w+\s+)?(?:{_TALKS}|sessions|questions|requests)\b",
    # that I have mentioned; did we talk about
    r"\b(?:i|we)(?:['’]ve|\s+have|\s+had)?(?:\s+(?:ever|already|previously))?"
    r"\s+(?:mention(?:ed)?|(?:brought|bring)\s+up|talk(?:ed)?\s+about|discuss(?:ed)?|t(?:old|ell)\s+you)\b",
    # Mention only five items. Answer in one sentence, please.
    rf"(?<=[.?!])\s+(?:please\s+)?(?:{_VERBS}|answer|reply|respond|limit|keep)\b"
    r"[^.?!]*\b(?:only|at\s+most|items?|words?|sentences?|brief(?:ly)?|short)\b[^.?!]*",
)
_MANNER = re.compile("|".join(_MANNERS), re.IGNORECASE)


def matter(text: str) -> str:
    """What a question is about: the text with a space in place of such phrases."""
    return _MANNER.sub(" ", text)
