# ruff: noqa: E501 (patterns)
"""What talk leaves out and what it adds: the subject that is understood, words of address, verdicts at the end of a sentence."""

from __future__ import annotations

import re

from .patterns import Lazy

_PAST = (
    "went|got (?:back|home|my|a|an|some|the|to|accepted|hired|promoted|engaged|married|hurt|into)|came (?:back|home|across)|met|saw|had (?:a|an|some|my)|made (?:a|an|some|my|the)|took (?:a|an|my|the|some|up)"
    "|bought|started|finished|joined|visited|attended|completed|adopted|won|sold|learned|learnt|decided|moved|signed up|grew up|graduated|booked|applied|passed|received|picked up|ordered|watched|tried|enrolled|hiked|cooked|baked|planted|painted|wrote|ran|(?:twisted|broke|hurt|injured|sprained|lost|sold|left|quit) (?:my|our)|ended up"
)
_ELIDED = Lazy(
    rf"^(?P<adverb>(?:(?:just|recently|finally|also|already|actually|even|still|currently|totally|literally) )*)(?:(?P<past>{_PAST})|(?P<done>been (?=(?:(?:so|super|pretty|really|quite|kinda|a bit|mostly|\w+ly) )*(?:to|in|on|\w+ing|busy|sick|ill|married|single|vegan|vegetarian)\b)|never (?:heard|seen|been|tried|had))|(?P<will>(?:gonna (?!be\b)|going to (?!be\b)|planning to|looking forward to|getting ready (?:for|to)|off to|currently \w+ing|still \w+ing|(?:researching|working on|learning|planning|studying|volunteering|training|preparing|saving up|renovating|recovering|moving|interning)(?!.*\b(?:is|was|are|were|has|can|will|makes?|helps?|gives?|takes?|means|made|lets|brings|reminds|keeps|sounds|seems|\w+s (?:me|us|you|him|her|them|it))\b))))\b(?! (?:me|us|you|it|by|that|,))",
    re.IGNORECASE,
)
"""Forms that can be nothing but a past tense with its subject left out: "Just got back from Rome". Bare stems may be orders."""
_INTERJECTION = r"(?:yeah|yes|yep|yup|no|nope|hey|hi|hello|thanks|thank you|thx|wow|woah|whoa|oh|ah|aw+|sure|sure thing|cool|congrats|sorry|absolutely|definitely|exactly|totally|right|well|so|ok|okay|agreed|true|great|nice|awesome|got it|of course|bye|cheers|ugh|hmm|haha|nah|gotcha|glad|man|sounds good|that's great|good|no (?:worries|problem))"
_VERDICT = r"(?:great|awesome|cool|amazing|fun|nice|lovely|wonderful|fantastic|incredible|awesome|beautiful|good|super|so|really|very|pretty|quite|such|challenging|exciting|rewarding|powerful|special|tough|hard|a (?:blast|lot|great|real|good|bit|nice|wonderful|super)|an (?:amazing|awesome|incredible|emotional)|worth|the best|inspiring|refreshing|relaxing|enlightening|therapeutic|delicious|yummy|perfect|satisfying|interesting|crazy|wild|intense|not easy|cute)"
_TAIL = Lazy(
    rf"(?:\s*[,;–—-]\s*|\s+)(?:and |but |which |because |'?cause |so )?(?:it|that|this|they|which|the \w+|everything|everyone)?(?:'s|'re| is| was| were| are| has been|'s been| have been| felt| feels)(?: been)?(?: (?:just|always|all|been))? {_VERDICT}\b[^,;:]*[.!]*$",
    re.IGNORECASE,
)
_POINTING = Lazy(
    r"(?:\s*[,;–—-]\s*|\s+)(?:take a look|check (?:it|this|that|them) out|look|see|have a look|as you can see|you know|for example|for instance|right|huh)[.!]*$",
    re.IGNORECASE,
)
_SINCE_TALK = Lazy(
    r",?\s*\b(?:ever )?since (?:we|I|you|our)(?:'ve| have)?(?: \w+)? ?(?:last )?(?:talked|spoke|spoken|chatted|chat|talk|met|texted|saw each other|caught up|conversation)(?: last| to you)?\b,?\s*",
    re.IGNORECASE,
)
_NOT_BUT = Lazy(
    r"^(?P<a>[^,;]{1,120}?\b(?:is|are|was|were|am|costs?|'s|'m|'re))(?:n't| not| no longer)(?: (?P<prep>on|at|in|for|by|from|to))? [^,;]{1,80}?,? but (?:rather |instead |actually )?(?!(?:I|we|he|she|they|it|my|our|the|there|that|this|you)\b(?! \w+[.!]*$))(?P<b>.+)$",
    re.IGNORECASE,
)
_NOT_IT_IS = Lazy(
    r"^(?P<a>(?:the|my|our|his|her)(?: [\w'-]+){1,4}? (?:is|are|was|were))(?:n't| not) (?:called |named )?(?![^,;]*\b(?:any ?more|any longer)\b)[^,;]{1,60}?, (?:but )?(?:it|that)(?:'s| is) (?:called |named )?(?P<b>[^,;]+)$",
    re.IGNORECASE,
)
_NO_VERB_BUT = Lazy(
    r"^(?P<a>[^,;]{1,60}?) (?:don't|do not|doesn't|does not|no longer) (?P<v>[a-z]+)(?P<prep> (?:in|at|for|on|with))? [^,;]{1,80}?,? but (?:rather |instead |actually )?(?:(?:in|at|for|on|with) )?(?!(?:I|we|he|she|they|it|there|that|this|you)\b)(?P<b>[^,;]+)$",
    re.IGNORECASE,
)
_AND_NOT = Lazy(
    r"(?<=\w),? (?:and )?(?:not|instead of|rather than) (?:on |at |in |for |the |an? )*[^,;]{1,60}?(?P<stop>[.!]*)$", re.IGNORECASE
)
_STATES = Lazy(
    r"^(?:the|my|our|his|her|[A-Z][\w-]+'s|I|we|he|she) .*\b(?:is|are|was|'m|am|live|lives|work|works|costs?|prefer|prefers|moved)\b .*,? (?:not|instead of|rather than) ",
    re.IGNORECASE,
)
_SHORTEST_NAME = 3


def without_denied(text: str) -> str:
    """What is so, without what is not: "not on the 14th but on the 17th" says the 17th."""
    if m := _NOT_BUT.match(text):
        return f"{m['a']} {m['b']}"
    if m := _NOT_IT_IS.match(text):
        return f"{m['a']} {m['b']}"
    if m := _NO_VERB_BUT.match(text):
        verb = m["v"] if m["a"].split()[-1].lower() in ("i", "we", "they", "you") else m["v"] + "s"
        return f"{m['a']} {verb}{m['prep'] or ''} {m['b']}"
    if ", not " in text and _STATES.match(text):
        return _AND_NOT.sub(lambda m: m["stop"], text, count=1)
    return text


def with_subject(text: str) -> str:
    """ "Just got back from Rome" with its "I"."""
    left_out = _ELIDED.match(text)
    if left_out is None:
        return text
    said = text[0].lower() + text[1:]
    return f"I've {said}" if left_out["done"] else f"I'm {said}" if left_out["will"] else f"I {said}"


def without_address(text: str, listener: str | None) -> str:
    """Without the name, or a short form of it, of who is spoken to: "Yeah Maria, I ..." and "..., Mel!"."""
    if listener is None or not re.fullmatch(r"[^\W\d_][\w'-]*", listener.split()[0]):
        return text
    first = listener.split()[0]
    forms = "|".join(re.escape(first[:size]) for size in range(len(first), _SHORTEST_NAME - 1, -1)) or re.escape(first)
    text = re.sub(rf"^((?:{_INTERJECTION}[,.! ]+)*)(?:{forms})\s*[,.!:–—-]+\s*", r"\1", text, count=1, flags=re.IGNORECASE)
    return re.sub(rf",\s*(?:{forms})(?=\s*[.!?,]|$)", "", text)


def without_asides(text: str) -> str:
    """Without "since we last talked", a verdict at the end ("and it was great") and an invitation to look."""
    text = _SINCE_TALK.sub(" ", text, count=1).strip()
    while (shorter := _POINTING.sub("", _TAIL.sub("", text, count=1), count=1)) != text and shorter:
        text = shorter
    return text
