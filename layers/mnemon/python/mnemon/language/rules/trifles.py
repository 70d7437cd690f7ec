# ruff: noqa: E501 (patterns)
"""True sentences that nobody asks for again: a thing that only the talk itself names, how it was just now, talk about everybody, an error that
a machine shows. The turn that says them stays searchable."""

from __future__ import annotations

import re

from mnemon.language.patterns import Lazy
from mnemon.language.phrases import names
from mnemon.language.tokens import count

_PRAISE = r"(?:amazing|awesome|cool|great|good|nice|lovely|new|other|another|popular|incredible|fantastic|wonderful|interesting|fun|crazy|beautiful|particular|one|same|really|super|little|whole|kind of|sort of|type of)"
_WORK = r"(?:series|book|novel|story|movie|film|show|game|song|album|track|article|podcast|video|channel|place|spot|restaurant|cafe|shop|store|park|trail|class|event|site|app|recipe|one)"
_UNNAMED = Lazy(
    rf"\b(?:this|that|these|those)(?: {_PRAISE})*(?: (?:fantasy|sci-fi|mystery|romance|history|horror|video|board|tv|food|coffee|art|music|book|game))?"
    rf" {_WORK}s?(?: (?:too|again|recently|yesterday|lately|last \w+|on \w+day|today|\(.*\)))*[.!]*$",
    re.IGNORECASE,
)
"""`this amazing fantasy series`: which one, only who was there knows."""
_VAGUE_THING = Lazy(
    r"\b(?:some|an?|a few|a couple of|several|lots of|plenty of|many|more|other|a ton of|tons of)"
    rf"(?: (?:{_PRAISE}|tough|funny|hard|big|small|top|frustrating|exciting|rough|useful|helpful|similar|different))*"
    r" (?:events?|things?|stuff|stor(?:y|ies)|platforms?|gains?|resources?|times?|spots?|places?|activit(?:y|ies)|issues?|problems?|ideas?|options?|updates?|news|changes|trial and error|stuff like that)"
    r"(?:,? (?:too|recently|lately|already|again|so far|as well))*[.!]*$|\b(?:raised|made|did|got|won|learned) a (?:ton|lot|bunch)[.!]*$|\bas usual[.!]*$",
    re.IGNORECASE,
)
"""That there was one, and not which: `held some events`."""
_VERDICT = Lazy(
    r"^(?:the |my |our )?(?:[\w'’-]+ ){1,5}?(?:is|are|was|were)(?: (?:so|really|such|pretty|very|super|just|always|truly|absolutely|simply))*"
    r" (?:cool|awesome|amazing|great|solid|fun|nice|lovely|beautiful|gorgeous|incredible|fantastic|wonderful|cute|insane|crazy|impressive|unreal|the best|the man|a blast|a legend|so good|good)(?: (?:ever|too|though))*[.!]*$|^good thing\b|\b(?:dis)?agree[.!]*$",
    re.IGNORECASE,
)
"""An opinion of a moment about a thing."""
_TRIFLES = Lazy(
    r"^(?:(?:and|but|so|well|yeah|yes|yup|yep|plus)[, ]+)*we (?:all|both) (?:have|need|want|mess|make|deserve|know|can|should|are|face|go|get|love|try|feel|share|grow|learn|deal|got)\b|^(?:all|both|most|many|each) of us\b"  # of everybody
    r"|\bheard (?:(?:so many|a lot of|lots of|nothing but|only|some|really|such)\s)?(?:great|good|amazing|awesome|wonderful|nice|mixed|bad|incredible)\s(?:things|stories|stuff) (?:about|of)\b"
    r"|^when(?:ever)? (?:I|we)(?:['’](?:m|re)| am| are| go| get) (?:there|here)\b"
    r"|\b(?:of|with|for|to|at|about) (?:theirs|hers|his)[.!]*$"
    r"|\b(?:still )?(?:have|has|had|got) (?:some|a little|a bit of|a few|enough|no|any) (?:money|time|space|room|food|energy|cash) left\b"
    r"|^(?:I|we) (?:do|did|am|have|will|can|would|does)\s?[-–—,]"
    r"|^(?:my|our) (?:[\w-]+ ){1,3}?(?:['’]s|is|are|was|were) (?:ok|okay|fine|alright|all right|safe|good|well|great|better|happy)\b"
    r"|\b(?:is|was|are|were|['’]s) (?:such |just )?(?:a|an|the)? ?(?:\w+ )?reminder (?:of|that|to)\b"
    r"|\bhad an? (?:[a-z-]+ ){0,3}?(?:accomplishment|moment|experience|success|win|breakthrough|surprise)(?: at the \w+)?(?:,? (?:this|last|on|yesterday|today)\b[^,;]*)?[.!]*$"
    r"|\b(?:figuring|working|sorting|ironing|thinking|hashing) (?:out |through |on )?(?:the |all the |some )?(?:details|things|it all|stuff|logistics|kinks)(?: out)?[.!]*$"
    r"|\bput(?:ting)? in (?:a lot of|lots of|so much|some|the) (?:hard )?(?:work|effort|hours|time)\b",
    re.IGNORECASE,
)
_SHOWS = Lazy(
    r"^(?:the|my|our|it|this|that) (?:[\w.'’/-]+ ){0,6}?(?:answers?|answered|returns?|returned|responds?|responded|throws?|threw|shows?|showed|fails?|failed|crash(?:es|ed)|prints?|printed|gives?|gave|says|said|complains?|complained|reports?|reported|raises?|raised)(?: \w+){0,4}? (?:with |an? |me )*(?:(?:http |error |status |code |exit )*[1-5]\d\d\b|(?:an? |the )?(?:\w*error|exception|timeout|warning)\b)",
    re.IGNORECASE,
)
"""What a machine answers is over when the talk is."""


_SHORT = 10
"""Words: a longer clause tells something beside."""


def is_trifle(text: str) -> bool:
    """Of a clause as it was said, its lead off."""
    if _TRIFLES.search(text) is not None or _SHOWS.match(text) is not None:
        return True
    if _VERDICT.match(text) is not None:
        return True
    if _VAGUE_THING.search(text) is not None and count(text) <= _SHORT and not _named(text):
        return True
    return count(text) <= _SHORT and _UNNAMED.search(text) is not None and not _named(text)


def _named(text: str) -> bool:
    return '"' in text or bool(names(text)) or any(c.isdigit() for c in text)
