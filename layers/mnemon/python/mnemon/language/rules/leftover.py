# ruff: noqa: E501, SIM905 (patterns and word lists)
"""What somebody says of themselves or theirs that no rule knows: kept as it stands, when somebody may ask for it."""

from __future__ import annotations

import re

from mnemon.language.clauses import Clause
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import names
from mnemon.language.tokens import words

from .base import RELATION, Said, Talk, whom
from .habits import is_habit
from .trifles import is_trifle

_OWN = r"(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he user's|[A-Z][\w-]+'s)"
_AND_I = (
    r"(?:(?:[Mm]y|[Oo]ur) (?:[\w-]+ ){1,3}|[A-Z]\w+ )and I|(?:[Hh]e|[Ss]he) and I|(?:[Mm]e|I) and (?:my (?:[\w-]+ ){0,2}[\w-]+|[A-Z]\w+)"
)
_SUBJECT = Lazy(
    rf"(?P<s>{_AND_I}|I(?=\W)|[Ww]e(?=\W)|[Tt]he user(?=\s)|(?:[Mm]om|[Dd]ad|[Mm]um|[Gg]randma|[Gg]randpa)(?= )|[Hh]e(?=\W)|[Ss]he(?=\W)"
    rf"|{_OWN} (?:[\w-]+ ){{0,3}}?(?:{RELATION}|family|fam|team|company|band|students?|group|house|car|job|boss|shop|store|business|class|project|book|blog|channel|garden|school|doctor|pup|pups|dogs|cats|kiddos|grandparents|cousins|colleagues|coworkers|friends|buddy|neighbors|neighbours)(?:,? [A-Z][\w-]+,?)?(?=\s|'s|$)"
    rf"|(?:[Mm]y|[Oo]ur) (?:[\w-]+ ){{0,2}}?[\w-]+(?= (?:just |also |recently |finally )?(?:is|was|are|were|has|have|had|\w+ed|went|got|came|lost|broke|made|took|gave|fell|won|left|said|told|bought|taught|sent|began|ran|hit)\b)"
    rf"|[A-Z][\w-]+(?: [A-Z][\w-]+)?(?=(?:'s)? [a-z]))"
)
_LEADING = Lazy(
    r"^(?:(?:[A-Za-z][\w' -]{0,80},\s+|(?:just|recently|also|now|then|so|lately|these days|nowadays|finally|currently|normally|actually|even|sometimes|usually|once|here|overall|still|therefore|plus|besides|in|at|on|for|during|after|since|to|with)\b[^,;]{0,40}?[\s,]+|[\s,–-]+)?)(?=(?P<rest>.*))",
    re.IGNORECASE | re.DOTALL,
)
_ADVERBS = Lazy(
    r"^(?:\s*(?:just|also|now|still|already|always|often|both|even|sometimes|then|all|once|quite|so|never|actually|usually|currently|recently|finally|lately|mostly|really|totally|definitely|probably|kinda|kind of|sort of|mainly|\w+ly)\b|\s*\d+%)*\s*",
    re.IGNORECASE,
)
_MENTAL = frozenset(
    """think guess hope agree know see understand imagine bet wish mean feel felt believe believed suppose wonder hear remember remembered forget forgot want wanted need needed can can't cannot couldn't
    could should would might may must promise thank appreciate appreciated doubt admit hate like liked love loved enjoy enjoyed prefer adore notice noticed realize realized realise realised recommend suggest
    guarantee trust care cared look looked seem seemed sound tend try tried knew thought meant saw heard relate respect admire value treasure cherish gotta deserve rock""".split()
)
"""What goes on in a head: asked for seldom, and only when it has a day to it."""
_ALWAYS_EMPTY = frozenset(
    "think guess hope agree bet mean imagine suppose wonder wish promise thank appreciate doubt admit advise believe can can't cannot could should would might may must gotta recommend suggest guarantee relate rock".split()
)
_FEELING = Lazy(
    r"^(?:not |so |very |really |pretty |super |just |also |always |still |all |too |more |extremely |truly |kinda |a bit |a little |totally |\w+ly )*(?:glad|in awe|in love|starting to (?:realize|see|feel|understand)|super hyped|hyped|driven|passionate and|full of|blown away|happy|sorry|proud|excited|thrilled|sure|grateful|thankful|amazed|impressed|curious|here|there|interested|touched|honou?red|inspired|lucky|blessed|ready|tired|exhausted|scared|nervous|anxious|stressed|stoked|pumped|determined|motivated|hooked|okay|ok|fine|good|great|well|better|busy(?! (?:\w+ing|at|on)\b)|swamped|surprised|shocked|sad|upset|disappointed|frustrated|confident|aware|down to|game for|serious|kidding|joking|confused|stuck|overwhelmed|relieved|hopeful|optimistic|eager|keen|looking forward|hoping|trying|thinking|wondering|feeling|having|enjoying|loving|hanging|doing|taking it|dying|dreaming|able|unable|certain|bored|jealous|with you|on it|all about|up for|down for|in a (?:good|bad|better)|the same|back|free|open|right|wrong|okay|fascinated|awestruck|a mess|alone|not alone|on cloud nine|always here|rooting|cheering)\b",
    re.IGNORECASE,
)
_POINTS = Lazy(
    r"\b(?:it|them|this|that|these(?! days)|those|there|one|ones|him|her|something|anything|everything|here|so)\b", re.IGNORECASE
)
_VAGUELY = Lazy(
    r"\b(?:this|that|these|those) (?:feeling|thing|things|way|kind|idea|moment|vibe|experience)s?\b|\b(?:on|with|to|in|at|from|about) (?:it|them|there)[.!]*$",
    re.IGNORECASE,
)
_NEW_CLAUSE = Lazy(r"(?:[,–-]|\b(?:and|but|so|because|'cause|since|though))\s*(?:now |then |also |hopefully |luckily )?$", re.IGNORECASE)
"""There "it" is mostly what was just told."""
_DETERMINES = Lazy(
    r"(?:this|that|these|those|her|one) (?!(?:is|was|were|are|has|had|have|and|or|but|for|with|in|on|at|to|of|by|from|when|while|because|so|too|really|just|made|makes|would|will|can|after|before|since|during|about|into|over|under|last|yesterday|today|now|again|together|as|like|through|out|up|off|way|thing|things|stuff|feeling|one|ones|kind|kinds|sort|type|moment|time|day|idea|part|side|vibe|spot|pic|photo|opportunity|genre)\b)[\w-]+",
    re.IGNORECASE,
)
_FUNCTION = frozenset(
    """a an the and or but so if as of to in on at by for from with into onto out up down off over about around through between after before since until while when where which who whom whose that this these those there here
    than then too also just even still really very quite pretty super such more most much many lot lots some any all both each every no not never always often again ever yet already now today lately recently
    i i'm i've i'd i'll me my mine myself we we're we've us our ours you your yours he she it its it's him her his hers they them their theirs one ones someone something anything everything everyone anyone nothing somebody
    am is are was were be been being have has had having do does did doing done get gets got getting gotten go goes went going gone make makes made making take takes took taking give gives gave giving keep keeps kept keeping
    come comes came coming let lets put feel feels felt feeling think thought know knew see saw seen look looks looked looking find found want wanted need needed try tried trying help helped helps helping mean means meant like love
    say said tell told talk talked show showed showing start started
    really truly definitely absolutely totally actually especially finally because 'cause cause can can't will would could should might must may won't don't didn't doesn't isn't wasn't couldn't haven't""".split()
)
_EMPTY = _FUNCTION | frozenset(
    """thing things stuff way ways time times day days life lives world people person folks guys kind sort type bit part place places moment moments memory memories
    difference impact experience experiences story stories fun blast great good nice awesome amazing cool lovely wonderful fantastic incredible beautiful perfect special important happy glad proud lucky hard tough easy big little
    small new old same different other another own real true best better well bad worse worst first last next few able sure okay ok right back together alone away forward ahead idea ideas thoughts feelings vibe vibes energy
    positivity support joy peace strength hope happiness inspiration motivation connection bond journey chance opportunity sense lesson lessons reminder passion challenge challenges progress step steps goal goals dream dreams
    positive positively comfort balance reflect attitude respect gratitude appreciation passionate rewarding meaningful inspiring inspired encouraging encouragement supporting supports supportive situation surge purpose skills talents
    power powerful matter matters actions effort efforts pushing push striving strive happening news share shared sharing cause enjoy enjoying enjoyed appreciate embrace embracing explore exploring options part growth grow growing
    improve improving future others kudos courage strong stronger confidence confident mind heart soul spirit spirits focus focusing focused calm relax relaxing relaxed busy adventure amazing great-looking nothing everything fact facts
    truth advice perspective perspectives mood vibe learn learned learning learnt eventful huge major whole beauty beautiful magical unique personal milestone accomplishment achievement success successful snag case point reason reasons
    turn turned end ended work working worked hit change changes changing changed kind hard smile smiles laugh laughs laughing fun-filled chat chatting connect connecting connections bonded bonds bonding relationship relationships
    question questions ask asks asked asking problem problems issue issues encounter encountered note noted tip tips suggestion suggestions recommendation recommendations help
    closer solution amount decent input obstacle obstacles hurdle hurdles overcome overcoming adapt adapting tweaking gotta young younger drives drive opponents
    stayed somewhere book books game games movie movies show shows song songs
    motivated motivate motivates motivating voice fulfilling bunch couple several similar phase situation managed manage country certain once twice usually only sometimes occasionally year years month months week weeks hour hours minute minutes
    gonna continue continuing stay staying stays luckily thankfully unfortunately fortunately hopefully response epic free feelings individual imperfect wonderfully escape find finding pets gang crew folks wicked wild positive negative""".split()
)
"""Words that answer no question by themselves."""
_DANGLES = Lazy(
    r"^(?:(?:here|there)(?:'s| is| are| was| were)|check|look\b|take a look|time flies|almost (?:like|as)|(?:and |but |so |yup,? |yes,? |yeah,? )*(?:I|we) (?:do|did|am|have|will|can|would)\b\s*[-–—,.!]|speaking of|this|that|these(?! days)|those|it|what|how|wish|thanks|congrats|glad|happy|hope|hopefully|sounds|seems|looks|feels|been|no matter|not only|as (?:you|i said|we)|like|than|which|who|whose|because|'cause|so that|where|if|unless|whether|seeing|knowing|showing|being|having|making|finding|sharing|creating|talking|spending|life|nothing|everyone|everything|anything|nobody|people|art|music|nature|love)\b",
    re.IGNORECASE,
)
_LEANS = Lazy(r"^(?:since|when|whenever|after|before|as|until|once|by the time|growing up|back when|now that|during)\b", re.IGNORECASE)
_LEANING = Lazy(r"^(?:especially |even )?(?:since|after|because|now that|when) (?:I|we)(?P<rest>\W[^,]+),", re.IGNORECASE)
_GOING_ON = Lazy(r"\b(?:talked|spoke|chatted|catch up|caught up)\b (?:last|to you|with you)|\bas i mentioned\b", re.IGNORECASE)
_PLANS = Lazy(
    r"\b(?:going to (?!be (?:great|fun))\w+|gonna \w+|plan(?:s|ned|ning)? (?:to|on|a)|decid(?:e|ed|ing) to|intend(?:s|ing)? to|signed up for|set up to|scheduled|booked|getting ready to|preparing (?:for|to)|saving (?:up )?for|aiming to|goal is to|hoping to)\b",
    re.IGNORECASE,
)
_PAST = Lazy(
    r"\b(?:\w{2,}ed|went|got|had|made|saw|took|gave|met|began|ran|won|lost|bought|taught|fought|built|spent|sent|led|held|spoke|broke|chose|wore|drove|rode|wrote|fell|flew|grew|drew|ate|drank|sang|swam|hid|did|found|read|sold|came|left|been|gone|done|seen|given|written|taken|cut|put|caught|brought|slept|kept|told|heard|lit|hung|dug|shot|paid|stood|woke)\b"
)
_AUXILIARY = frozenset("do does did don't doesn't didn't haven't hasn't hadn't had".split())
_PICTURES = Lazy(
    r"^(?:(?:do|does|did|have|has|had|got|took|take|snapped|found|sent|send|post(?:ed)?|shared?|need|captured|made sure)\b )+(?:to )?(?:an? |some |the |this |that |these |plenty of |a lot of |a few |another )?(?:[\w-]+ ){0,2}?(?:pics?|photos?|pictures?|shots?|snaps?|screenshots?|videos?|selfies?)\b",
    re.IGNORECASE,
)
_MADE = Lazy(
    r"(?:(?:have |has )?(?:made|cooked|baked|painted|built|played|plays?|read|watched|visited|adopted|ate|tried|learned|started|joined|teach|teaches|taught|speaks?|knit|sew|grow|grew|wrote|bought|ordered|signed up for|got (?:an?|some|my|new|two|three)|went (?:to|on|for|back to|\w+ing)|been to|going to (?:an?|the|my)|came back from|flew to|drove to|have (?:an?|two|three|my own)|own|use|wear|collect)|doing|trying|learning|playing|reading|studying|practi[cs]ing|teaching|taking up|watching|writing|painting|building|baking) (?!(?:okay|ok|good|well|great|fine|alright|better|my best|my part|our best|amazing|it|that|this|them|sure|progress|sense|up|on|out|when|while|as|because|after|before|since|over|again|mostly|mainly|only|for now)\b)",
    re.IGNORECASE,
)
_CREATED = Lazy(r"(?:have |has )?(?:made|painted|built|baked|cooked|wrote|drew|knitted|sewed|composed|adopted) ", re.IGNORECASE)
_TOLD_BESIDE = 3
_ATTACHED = Lazy(
    r"\b(?:the following|below|like this|as follows|this (?:code|error|function|snippet|script|query|output|message))\b[\w ]{0,30}[.:]*$|\bcode so far\b|\bin (?:that|this|the) (?:photo|pic|picture)\b",
    re.IGNORECASE,
)
_OF_SELF = Lazy(r"\b(?:I|me|my|mine|we|us|our|ours|myself)\b|^(?:[Mm]om|[Dd]ad|[Mm]um|[Gg]rand[mp]a)\b|[Tt]he user\b", re.IGNORECASE)
_BACKGROUND = Lazy(r"\s*(?:was|were) (?:just |still |actually )?\w+ing\b")
"""What went on while something else happened."""
_NEGATED = Lazy(r"\b(?:don't|doesn't|didn't|not|never|no)\b")


def is_empty(word: str) -> bool:
    """Whether a word answers no question by itself."""
    return word in _EMPTY


def leftover(clause: Clause, talk: Talk) -> Said | None:
    """A statement about the speaker, or somebody of theirs, with a subject, a verb and something to ask for."""
    text = clause.bare
    if (_DANGLES.match(text) or is_trifle(text)) and not clause.urgent:
        return None
    found = _clause_of_self(text, talk)
    if found is None:
        return None
    subject, predicate = found
    if _GOING_ON.search(text) or (re.search(r"\byou\b", predicate, re.IGNORECASE) and not talk.speaker.listener and not clause.mentions):
        return None
    if not _OF_SELF.search(text) and subject.lower() not in ("he", "she", "the user"):
        return None  # about somebody who may be of a film
    if not clause.mentions and _BACKGROUND.match(predicate):
        return None
    if not clause.urgent and not _is_worth_it(subject, predicate, clause, talk):
        leaning = _LEANING.match(text)  # "After I failed the test, I felt bad": what came first may be worth it
        if leaning is None or not _is_worth_it("I", leaning["rest"], clause, talk):
            return None
    if _PLANS.search(predicate):
        return Said(talk.speaker.key, None, None, "plan", "episode", salience=0.5)
    if not clause.mentions and is_habit(text):
        return Said(talk.speaker.key, None, None, "habit", "preference", salience=0.5)
    happened = bool(_PAST.search(predicate)) or bool(clause.mentions)
    return Said(
        talk.speaker.key,
        None,
        None,
        "event" if happened else "fact",
        "episode" if happened else "fact",
        salience=0.5 if clause.mentions else 0.4,
    )


def _clause_of_self(text: str, talk: Talk) -> tuple[str, str] | None:
    """The subject and what follows it, when the clause is about the speaker, theirs, or somebody who was named."""
    leading = _LEADING.match(text)
    for rest in dict.fromkeys((text, leading["rest"] if leading else text)):
        if (subject := _SUBJECT.match(rest)) and not rest.startswith(",", subject.end()) and _is_meant(subject["s"], talk):
            if _LEANS.match(text) and rest == text:
                return None
            return subject["s"], rest[subject.end() :]
    return None


def _is_meant(subject: str, talk: Talk) -> bool:
    low = subject.lower()
    if low in ("i", "we", "the user") or re.match(r"(?:my|our|me|the user's)\b", low) or low.endswith("and i") or low.startswith("i and"):
        return True
    if low in ("he", "she") or low.startswith(("his ", "her ")):
        return talk.person is not None
    if low in ("mom", "mum", "dad", "grandma", "grandpa"):
        return True
    return subject.split()[0] in talk.people and whom(subject, talk) is not None


def _is_worth_it(subject: str, predicate: str, clause: Clause, talk: Talk) -> bool:
    tail = re.match(r"(?:['’](?P<t>m|ve|re|s|d|ll)\b)?", predicate)
    contracted = tail["t"] if tail else None
    rest = predicate[tail.end() :] if tail else predicate
    rest = rest[_match_end(_ADVERBS, rest) :]
    first = re.match(r"[\w']+", rest)
    verb = first[0].lower() if first else ""
    dated = bool(clause.mentions)
    if verb in _AUXILIARY and (following := re.match(r"\s*([\w']+)", rest[len(verb) :])):
        verb = following[1].lower()
    if _PICTURES.search(rest) or _ATTACHED.search(rest):
        return False
    if contracted in ("d", "ll") or verb in ("will", "would", "won't", "let"):
        if not dated and not re.match(r"(?:will |won't )?be \w+ing\b", rest):
            return False
    elif contracted in ("m", "re") or verb in ("am", "is", "are", "was", "were"):
        told = rest if contracted else rest[first.end() :].lstrip() if first else ""
        told = told[_match_end(_ADVERBS, told) :]
        if _MADE.match(told):
            return _has_substance(told, clause, talk)
        if _FEELING.match(told) and not _PLANS.search(rest):
            return False
    elif contracted == "ve" or verb in ("have", "has"):
        told = rest if contracted else rest[first.end() :].lstrip() if first else ""
        if re.match(r"(?:gotta|got to|to)\b", told) or (_FEELING.match(re.sub(r"^been ", "", told)) and not dated):
            return False
        if re.match(
            r"(?:been )?(?:\w+ly |so |super |pretty |really |just |a bit )*(?:busy(?! (?:\w+ing|with)\b)|great|good|amazing|fun|tough|crazy|wild|thinking|feeling|meaning|dying|wanting|a (?:blast|lot|great|good|tough|hard)|always|to|no idea|so|such|faith|learned a lot|come a long|grown|changed)\b",
            told,
        ):
            return False
    elif verb in _ALWAYS_EMPTY or (
        not _MADE.match(rest)
        and not re.match(r"(?:feel|felt) drawn to\b", rest)
        and verb in _MENTAL
        and not dated
        and subject.lower() in ("i", "we")
        and not _is_named_liking(verb, rest)
    ):
        return False
    return _has_substance(rest, clause, talk)


def _is_named_liking(verb: str, rest: str) -> bool:
    """Of a title or a name: that is a taste."""
    return verb in ("love", "loved", "like", "liked", "enjoy", "enjoyed", "prefer", "preferred") and bool(names(rest) or '"' in rest)


def _has_substance(rest: str, clause: Clause, talk: Talk) -> bool:
    """A time, a name or a number with a word that says what; else two such words; and nothing that only points at what was said before."""
    made = _MADE.match(rest)
    telling = [w for w in words(rest[made.end() :] if made else rest) if w not in _EMPTY and not w.isdigit()]
    if not _stands_alone(rest, dated=bool(clause.mentions)):
        return False
    named = any(name not in (talk.speaker.name or "") for name in names(rest)) or bool(re.search(r"\d", rest))
    needed = 1 if named else 2
    if not clause.mentions and is_habit(clause.bare):
        needed = 1
    if clause.mentions:
        needed = 1
        soft = [w for w in words(rest) if w not in _FUNCTION]
        telling = telling or (soft if len(soft) > 2 else [])
    if made:
        needed = 1
    if _NEGATED.search(rest) and not named:
        needed += 1
    return len(telling) >= needed


def _stands_alone(rest: str, *, dated: bool = False) -> bool:
    """What "it" and the like mean is told before them, in the same clause."""
    if not dated and _VAGUELY.search(rest):
        return False
    for point in _POINTS.finditer(rest):
        if determined := _DETERMINES.match(rest, point.start()):
            others = [w for w in words(rest[: determined.start()] + rest[determined.end() :]) if w not in _EMPTY]
            if (
                determined[0][0].lower() == "t"
                and not _CREATED.match(rest)
                and len(others) < _TOLD_BESIDE
                and not dated
                and not names(rest)
            ):  # "this book": which one, only who was there knows
                return False
            continue
        if point[0].lower() in ("so", "here", "that") and point.start() > 0 and _joins(rest, point):
            continue
        before = [w for w in words(rest[: point.start()]) if w not in _EMPTY and not re.search(r"(?:ing|ed)$", w)]
        if len(before) < (
            1 if point[0].lower() in ("here", "so", "that") or _NEW_CLAUSE.search(rest, 0, point.start()) else 2
        ) and not names(rest[: point.start()]):
            return False
    return True


def _joins(rest: str, point: re.Match[str]) -> bool:
    """ "that" and "so" between two clauses, or in front of an adjective."""
    return bool(re.match(r" (?:\w+)", rest[point.end() :])) and len(words(rest[: point.start()])) >= 2


def _match_end(pattern: Lazy, text: str) -> int:
    found = pattern.match(text)
    return found.end() if found else 0
