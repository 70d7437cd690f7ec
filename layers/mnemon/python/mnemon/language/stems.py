# ruff: noqa: E501, SIM905 (word lists)
"""Words as they are compared: without their endings, one word for what has several, and what kind of word carries no matter."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    form: base
    for base, forms in {
        "lead": "led", "keep": "kept", "hold": "held", "run": "ran running", "meet": "met", "buy": "bought", "sell": "sold", "pay": "paid", "spend": "spent",
        "build": "built", "write": "wrote written", "grow": "grew grown", "rise": "rose risen", "drive": "drove driven", "leave": "left", "go": "went gone goes",
        "teach": "taught", "choose": "chose chosen", "begin": "began begun", "take": "took taken", "give": "gave given", "make": "made", "speak": "spoke spoken",
        "read": "reading", "lie": "lies lying lay lain", "sit": "sat sitting", "stand": "stood", "send": "sent", "find": "found", "lose": "lost", "win": "won winning",
        "sleep": "slept", "feed": "fed", "become": "became", "fly": "flew flown flies", "eat": "ate eaten", "drink": "drank drunk", "wear": "wore worn", "sing": "sang sung",
        "person": "people", "child": "children kids kid", "man": "men", "woman": "women", "foot": "feet", "mouse": "mice", "life": "lives", "analysis": "analyses",
    }.items()
    for form in forms.split()
}  # fmt: skip
_IRREGULAR["lives"] = "live"

_SAME = {
    word: meant
    for meant, words in {
        "cost": "price fee charge priced pricing rate",
        "retain": "keep retention store stored storage",
        "employer": "work employ employment job workplace join employee company",
        "home": "live reside residence house address relocate",
        "lead": "leader head chair headed",
        "own": "owner belong possess ownership property",
        "limit": "cap maximum max ceiling quota allowance",
        "deadline": "due",
        "start": "begin kickoff beginning launch",
        "end": "finish conclude complete",
        "manager": "manage boss supervise supervisor",
        "teacher": "teach instructor tutor",
        "spouse": "wife husband married marry",
        "name": "called named",
        "birthday": "born birth birthdate",
        "weight": "weigh", "height": "tall", "age": "old",
        "colour": "color coloured colored",
        "host": "deploy deployed hosting hosted",
        "repository": "repo", "application": "app", "database": "db", "document": "doc documentation", "configuration": "config setting",
        "authentication": "auth login", "telephone": "phone mobile", "movie": "film", "flat": "apartment", "mother": "mum mom", "father": "dad",
        "email": "mail e-mail", "capacity": "seat", "location": "locate situate place base position",
        "picture": "photo image", "bicycle": "bike", "car": "drive automobile vehicle",
        "maintain": "maintainer maintenance", "duration": "last long", "schedule": "scheduled", "size": "big large",
        "distance": "far away", "speed": "fast", "temperature": "hot cold", "colleague": "coworker", "holiday": "vacation", "shop": "store",
        "rent": "rental lease", "salary": "earn wage income", "goal": "target aim objective", "total": "overall altogether", "member": "membership",
        "language": "write written speak", "study": "major student", "flight": "fly", "favourite": "favorite fave", "frequency": "often",
        "budget": "allocate allocation", "depart": "leave departure leaves", "sponsor": "fund funded", "backup": "back-up", "user": "client",
    }.items()
    for word in words.split()
}  # fmt: skip

FUNCTION = frozenset(
    (
        "a an the and or but of to in on at by for from with as per is are was were be been being am has have had do does did it its this that these those there here "
        "i i'm i've my me mine we our us you your he his him she her they their them user user's users who which what when where will would shall can could should may "
        "also just really very so too then than no not yes about into onto over under up down out off since if whether while because though although however around "
        "approximately roughly nearly almost only even well please s t re ve ll d m one ones some any all each both such like every within until till during between "
        "before after again more most much many other others another own same via out's 's himself herself themselves itself n't don't doesn't didn't isn't aren't wasn't weren't"
    ).split()
)
"""Words that join others."""

CHANGES = frozenset(
    (
        "now new newly current currently update updated updating changed change changes changing increased increase increasing decreased decrease reduced reduce raised raise lowered "
        "extended extend extending shortened shorten improved improve improving improvement moved move moving rescheduled reschedule postponed postpone pushed shifted shift bumped bump revised revise "
        "adjusted adjust grown grew reached dropped drop rose risen switched switch upgraded upgrade downgraded became become instead anymore latest recently total expanded expand added "
        "renamed replaced replaces replace migrated doubled halved longer already today finally later since boosted boost climbed fell surpassed jumped nowadays corrected correction "
        "actually finalized additional extra growth expansion reduction rise cut trimmed slashed hiked upped delayed renegotiated crossed exceeded topped hit stretched scaled lifted negotiated rounded reset"
    ).split()
)
"""Words that say that something is not as it was. Of themselves they name nothing."""

CUES = frozenset(
    (
        "now new newly current currently update updated updating changed change changes changing increased increase increasing decreased decrease reduced reduce raised raise lowered extended extend "
        "extending shortened shorten improved improve improving improvement moved rescheduled reschedule postponed postpone pushed shifted shift bumped revised adjusted grown grew reached dropped rose risen "
        "switched upgraded downgraded became become instead anymore latest recently total expanded expand added renamed replaced replaces migrated doubled halved boosted boost climbed fell surpassed jumped corrected correction "
        "trimmed slashed hiked upped delayed renegotiated crossed exceeded topped hit stretched scaled lifted negotiated reset"
    ).split()
)
"""Those that say so of a value that is told."""

MOVES = frozenset("moved rescheduled reschedule postponed pushed shifted extended shortened changed delayed".split())
"""Those that say so of a day: that an event is new, or now, does not make it another day of an earlier one."""

CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday am pm".split()
)

VAGUE = frozenset(
    (
        "get got gets getting close set sets use used uses using need needs want wants try trying tries help helps go goes going went gone come comes coming contain contains contained include includes included including including "
        "hold holds remain remains stay stays averages average averaging rated amounts amount equals equal say says said know knows think thinks make makes making made take takes taking taken "
        "turned turns name names status state situation currently put puts aiming planned planning estimated estimate scheduled schedule booked listens listen listening serve serves serving works exactly value values "
        "time times thing things way lot bit kind sort worried wondering considering consider considered understand understanding kinda gonna sure able good great best better "
        "currently roughly specifically especially mostly typically usually generally always still issue issues trouble day days number count figure amounts happens happen occurs give gives given having "
        "noticed notice realized realised reach reaches achieve achieves achieved located situated found lies lie sits sit stands stand located comprise comprises consist consists consisting see seen show shows told tells tell ask asks asked"
    ).split()
)
"""Verbs and nouns so general that two wordings of one statement may differ in them."""


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word in lower case, as it is compared: `cities` and `city`, `price` and `cost` are one."""
    word = _IRREGULAR.get(word, word)
    if word in _SAME:
        return _bare(_SAME[word])
    bare = _bare(word)
    return _bare(_BY_STEM.get(bare, bare))


def other_words(compared: str) -> tuple[str, ...]:
    """The words that are compared as `compared`, a stem, and are not inflected from it: of `car` among others `drive` and `automobile`."""
    return _words_of().get(compared, ())


@lru_cache(maxsize=1)
def _words_of() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys((*_SAME, *_SAME.values(), *_IRREGULAR, *_IRREGULAR.values())):
        found.setdefault(stem(word), []).append(word)
    return {compared: tuple(words) for compared, words in found.items() if len(words) > 1}


def _bare(word: str) -> str:
    if len(word) <= 3 or not word.isascii():
        return word
    for ending, least in (("ies", 5), ("ing", 6), ("ied", 5), ("ed", 5), ("es", 5), ("s", 4), ("er", 99)):
        if word.endswith(ending) and len(word) >= least and not (ending == "s" and word.endswith(("ss", "us", "is"))):
            cut = word[: -len(ending)]
            if ending in ("ies", "ied"):
                return cut + "i"
            if ending in ("ing", "ed") and len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "lsz":
                cut = cut[:-1]
            word = cut
            break
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    elif len(word) > 3 and word[-1] == "y" and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return word


_EXACT = frozenset(
    "called named born long last old tall hot cold far fast large big store place base position due client drive live living earn".split()
)
"""Forms that mean the other word only as they stand: a call is no name."""
_BY_STEM = {_bare(word): meant for word, meant in _SAME.items() if word not in _EXACT}
