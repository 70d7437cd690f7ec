# ruff: noqa: E501 (patterns and word lists)
"""Sports, instruments, games and other pastimes: taken up, kept up, given up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, plain
from mnemon.language.tokens import count

from .base import ADV, BE, HAVE, NOT, SUBJECT, Said, Talk, owner_of, shown, whom
from .plans import OFTEN

_PLAYED = (
    r"(?:(?:acoustic|electric|bass|classical|lead|jazz) )?(?:guitar|piano|violin|viola|cello|drums?|flute|clarinet|trumpet|saxophone|sax|ukulele|harp|banjo|keyboard|harmonica|trombone|accordion|mandolin|recorder|oboe|bass"
    r"|tennis|football|soccer|basketball|baseball|volleyball|badminton|golf|cricket|rugby|hockey|chess|squash|table tennis|ping pong|poker|softball|handball|water polo|pickleball|darts|bridge|dungeons and dragons|d&d)"
)
_DONE = (
    r"(?:(?:aerial|hot|kundalini|power|hatha|trail|rock|ballroom|salsa|street|long-distance|open-water|abstract|landscape|oil|watercolou?r|film|street|urban|wildlife) )?"
    r"(?:yoga|pilates|kickboxing|boxing|karate|judo|taekwondo|jiu-jitsu|aikido|krav maga|crossfit|zumba|gymnastics|ballet|dancing|swimming|running|jogging|cycling|climbing|bouldering|hiking|skiing|snowboarding|skateboarding|surfing|sailing|rowing|kayaking"
    r"|fishing|archery|fencing|horseback riding|gardening|pottery|ceramics|knitting|crochet(?:ing)?|sewing|embroidery|woodworking|carpentry|origami|calligraphy|photography|painting|drawing|sketching|baking|birdwatching|astronomy|meditation|weight ?lifting|martial arts|improv|blogging|journaling|stand-up comedy|parkour|scuba diving|triathlons?|marathons?)"
)
_KEEPS = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:plays?|played|been playing|started playing|taken up|took up|picked up|started(?: doing| learning)?|been doing|been learning|begun|began(?: doing| playing| learning)?|do|does|practi[cs]es?|been practi[cs]ing|learned to play|learnt)|{BE}{ADV} (?:playing|doing|learning|practi[cs]ing|taking up|trying|learning to play|starting|getting into|off to do|off to play)) (?:some |the |a bit of |competitive |a little |to play (?:the )?)?(?P<v>{_PLAYED}|{_DONE})\b(?! (?:class(?:es)? (?:starts|begins)|teacher|video|match|game|tournament|concert|room|mat))(?P<more>(?:,? and |, )(?:the )?(?:{_PLAYED}|{_DONE})\b)*",
    re.IGNORECASE,
)
_STOPS = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:stopped|quit|gave up|given up|{NOT}{ADV} (?:play|do|practi[cs]e)|no longer (?:plays?|does|do|practi[cs]e))|{BE} no longer (?:playing|doing|into)) (?:(?:playing|doing|practi[cs]ing|learning) )?(?:the )?(?P<v>{_PLAYED}|{_DONE})\b",
    re.IGNORECASE,
)
_USED_TO = Lazy(rf"\b{SUBJECT}{ADV} used to (?:play|do|practi[cs]e|go) (?:the )?(?P<v>{_PLAYED}|{_DONE})\b", re.IGNORECASE)
_HOBBY = Lazy(
    r"\b(?P<o>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[A-Z][\w-]+'s) (?:new |main |biggest |favou?rite )?(?:hobby|pastime|hobbies|pastimes) (?:is|are|include|includes)(?: now)? (?P<v>[^;:.!?]+)"
)
_COLLECTS = Lazy(rf"\b{SUBJECT}{HAVE}{ADV} (?:collects?|been collecting|started collecting) (?P<v>(?:[a-z-]+ ){{0,2}}[a-z-]+s)\b")
_MORE = Lazy(rf"(?:,? and |, )(?:the )?(?P<v>{_PLAYED}|{_DONE})\b", re.IGNORECASE)
_REGULARLY = Lazy(rf"\b{OFTEN}\b", re.IGNORECASE)


def pastime(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _STOPS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, _key(m["v"]), None, "hobby", ends=True)
    elif (m := _USED_TO.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, _key(m["v"]), "no longer", "hobby")
    elif (m := _KEEPS.search(bare)) and (who := whom(m["s"], talk)):
        if not re.search(r"\bplayed\b", m[0]) and not _REGULARLY.search(bare):
            yield Said(who, _key(m["v"]), "yes", "hobby")
            for more in _MORE.finditer(m[0], m.end("v") - m.start()):
                yield Said(who, _key(more["v"]), "yes", "hobby", content=f"{shown(who, talk)} also does or plays {more['v'].lower()}.")
    elif m := _HOBBY.search(bare):
        who = owner_of(m["o"], talk)
        things = [value for thing in re.split(r",? and |, ", m["v"]) if (value := plain(phrase(thing)).lower()) and count(value) <= 4]
        for value in things:
            alone = None if len(things) == 1 else f"{value.capitalize()} is a hobby of {'the ' * who.startswith('user')}{who}."
            yield Said(who, _key(value), "yes", "hobby", content=alone)
    elif (m := _COLLECTS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"collects {m['v'].lower()}", "yes", "hobby")


def _key(activity: str) -> str:
    return f"pastime {activity.lower()}"
