# ruff: noqa: E501, SIM905 (patterns and word lists)
"""Languages: spoken, being learned, from birth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy

from .base import ADV, BE, HAVE, NOT, SUBJECT, Said, Talk, owner_of, shown, whom

_LANGUAGES = "|".join(
    """English Spanish French German Italian Portuguese Dutch Swedish Norwegian Danish Finnish Icelandic Polish Czech Slovak Hungarian Romanian Bulgarian Greek Turkish Russian Ukrainian Serbian Croatian
    Arabic Hebrew Persian Farsi Urdu Hindi Bengali Punjabi Tamil Telugu Marathi Gujarati Nepali Chinese Mandarin Cantonese Japanese Korean Vietnamese Thai Indonesian Malay Tagalog Swahili Zulu Amharic Yoruba
    Hausa Catalan Basque Irish Welsh Gaelic Latin Esperanto Afrikaans Albanian Estonian Latvian Lithuanian Slovenian Georgian Armenian Mongolian Khmer Lao Burmese Sinhala ASL""".split()
)
_LANGUAGE = Lazy(rf"\b(?:{_LANGUAGES})\b")
_SPEAKS = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:(?P<no>{NOT}){ADV} )?(?:speaks?|know how to speak|can speak|understands?)|{BE}{ADV} (?P<level>fluent|proficient|conversational|bilingual|native|trilingual) (?:in|speaker of)|{BE}{ADV} an? (?P<native>native) speaker of| can(?P<not>not|'t)? speak) (?P<v>[^;:.!?]*\b(?:{_LANGUAGES})\b[^;:.!?]*)"
)
_LEARNS = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV} (?P<how>learning|studying|taking)|{HAVE}{ADV} (?:started (?:learning|studying|taking)|been (?:learning|studying)|(?P<ends>stopped learning|gave up(?: learning)?|given up(?: on)?(?: learning)?|{NOT} (?:learn|study)))) (?:to speak )?(?P<v>(?:{_LANGUAGES})\b)(?! (?:literature|history|cooking|food|cuisine|class on))"
)
_NATIVE = Lazy(
    rf"\b(?P<o>[Mm]y|[Hh]is|[Hh]er|[A-Z]\w+'s) (?:native language|mother tongue|first language|native tongue) is (?P<v>{_LANGUAGES})\b"
)


def tongues(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if m := _NATIVE.search(bare):
        yield Said(owner_of(m["o"], talk), "native language", m["v"], "language")
    elif (m := _LEARNS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"learning {m['v']}", None if m["ends"] else "yes", "language", ends=bool(m["ends"]))
    elif (m := _SPEAKS.search(bare)) and (who := whom(m["s"], talk)):
        spoken = re.split(r"\b(?:but|though|and (?:I|he|she|they) )\b", m["v"])[0]
        level = "no" if m["no"] or m["not"] else "fluently" if (m["level"] or m["native"] or "fluent" in m["v"]) else "yes"
        found = list(dict.fromkeys(_LANGUAGE.findall(spoken)))
        does = {"no": "does not speak", "yes": "speaks", "fluently": "is fluent in"}[level]
        for language in found:
            alone = None if len(found) == 1 else f"{shown(who, talk)} {does} {language}."
            yield Said(who, f"speaks {language}", level, "language", content=alone)
