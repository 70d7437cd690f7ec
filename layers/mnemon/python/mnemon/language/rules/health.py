# ruff: noqa: E501 (patterns)
"""Allergies, conditions, medicines and injuries, and that they are over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import DIETS
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import phrase, plain
from mnemon.language.tokens import count

from .base import ADV, BE, HAVE, NOT, SUBJECT, Said, Talk, whom

_CONDITION = (
    r"(?:(?:type [12I]+|gestational|chronic|mild|severe|seasonal|rheumatoid|high|low|bad|generali[sz]ed|clinical|early|stage \w+) )*"
    r"(?:diabetes|asthma|arthritis|migraines?|epilepsy|eczema|psoriasis|hypertension|blood pressure|cholesterol|insomnia|sleep apn(?:o)?ea|anxiety|depression|adhd|add|autism|dyslexia|ptsd|ocd|ibs|crohn's(?: disease)?|coeliac disease|celiac disease|"
    r"lupus|gout|anemia|anaemia|sciatica|scoliosis|fibromyalgia|endometriosis|tinnitus|vertigo|glaucoma|cataracts|cancer|bronchitis|pneumonia|covid|the flu|hay fever|back pain|knee pain|heart (?:condition|disease)|thyroid (?:problems?|condition|disease)|hypothyroidism|lactose intolerance|gluten intolerance|\w+itis)"
)
_HAS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:have|has|had|got|developed|live with|lives with|struggle with|suffer from|suffers from) (?P<v>{_CONDITION})\b",
    re.IGNORECASE,
)
_ALLERGY = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:have|has|got|developed) (?:an? )?(?:(?:severe|mild|bad|serious|strong|life-threatening|food) )*(?:allergy to (?P<v>[^,.;]+)|allergic reactions? to (?P<v2>[^,.;]+)|(?P<v3>[a-z]+(?: [a-z]+)?) (?:allergy|allergies|intolerance))\b"
)
_ALLERGIC_NO = Lazy(
    rf"\b{SUBJECT}(?:{BE}{ADV} (?:not|no longer) allergic to|{BE}n't allergic to|{HAVE} outgr(?:ew|own) (?:my|his|her) allergy to) (?P<v>[^,.;]+)"
)
_STOPS = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:stopped taking|quit taking|came off|come off|went off|gone off|{NOT}{ADV} take|was taken off|been taken off)|{BE} (?:no longer (?:on|taking)|off)) (?:my |the )?(?P<v>[A-Z]?[a-z]+(?:ine|in|ol|ide|ate|one|am|pril|sartan|mab|cillin|statin|prazole|insulin|ibuprofen|aspirin))\b"
)
_RECOVERED = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:recovered from|beaten|beat|got over|gotten over|got rid of)|{BE}{ADV} (?:cured of|free of|over|in remission from)|{HAVE} no longer (?:have|has|suffer from|suffers from)) (?:my |the |his |her )?(?P<v>{_CONDITION})\b",
    re.IGNORECASE,
)
_BODY = r"(?:arm|leg|ankle|wrist|knee|shoulder|hip|foot|toe|finger|hand|elbow|collarbone|rib|ribs|back|nose|thumb|hamstring|achilles(?: tendon)?|acl|meniscus|neck|jaw|tooth|appendix|tonsils|gallbladder)"
_HURT = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?P<how>broke|broken|sprained|twisted|fractured|tore|torn|dislocated|injured|hurt|pulled|strained|bruised|had (?:surgery|an operation) on|(?:has |have |had )?got) (?:my|his|her|their) (?:(?:left|right|lower|upper) )?(?P<v>{_BODY})\b(?P<out> removed| replaced)?",
    re.IGNORECASE,
)
_WEARS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?P<no>no longer )?(?:wear|wears|use|uses|need|needs|got|have|has) (?:a |an )?(?:new )?(?P<v>glasses|contact lenses|contacts|hearing aids?|wheelchair|pacemaker|insulin pump|cpap(?: machine)?|retainer|braces)\b",
    re.IGNORECASE,
)
_DIET_ENDS = Lazy(
    rf"\b{SUBJECT}(?:{BE} no longer|{BE} not|{BE}n't|{HAVE}{ADV} stopped being|{HAVE}{ADV} quit being) (?:an? )?(?P<v>{'|'.join(sorted(DIETS, key=len, reverse=True))})(?P<now> any ?more| any longer)?\b"
)


def health(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if (m := _STOPS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"medication {m['v'].lower()}", None, "health", ends=True, salience=0.8)
    elif (m := _RECOVERED.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"condition {_named(m['v'])}", None, "health", ends=True, salience=0.8)
    elif (m := _ALLERGIC_NO.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"allergy to {_named(m['v'])}", "no", "health", salience=0.9)
    elif (m := _ALLERGY.search(bare)) and (who := whom(m["s"], talk)) and (to := _named(m["v"] or m["v2"] or m["v3"])):
        yield Said(who, f"allergy to {to}", "yes", "health", salience=0.9)
    elif (m := _DIET_ENDS.search(bare)) and (who := whom(m["s"], talk)):
        if m["now"] or re.search(r"no longer|stopped|quit", m[0]):
            yield Said(who, "diet", m["v"].lower(), "preference", ends=True)
    elif (m := _HURT.search(bare)) and (who := whom(m["s"], talk)) and ("got" not in m["how"].lower().split() or m["out"]):
        yield Said(who, None, None, "health", "episode", salience=0.7)
    elif (m := _HAS.search(bare)) and (who := whom(m["s"], talk)) and not re.search(r"\bhad\b", m[0]):
        yield Said(who, f"condition {_named(m['v'])}", "yes", "health", salience=0.8)
    elif (m := _WEARS.search(bare)) and (who := whom(m["s"], talk)):
        yield Said(who, f"wears {m['v'].lower()}", None if m["no"] else "yes", "health", ends=bool(m["no"]))


def _named(text: str) -> str:
    found = plain(phrase(text)).lower()
    return found if count(found) <= 5 else ""
