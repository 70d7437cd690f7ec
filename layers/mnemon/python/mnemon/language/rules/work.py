# ruff: noqa: E501 (patterns)
"""Employers, jobs, schools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemon.language.clauses import Clause
from mnemon.language.lexicon import NOT_JOBS, RELATIONS
from mnemon.language.patterns import Lazy
from mnemon.language.phrases import head, phrase, plain
from mnemon.language.tokens import count

from .base import ADV, BE, HAVE, JOB_LIKE, NOT, SUBJECT, Said, Talk, owner_of, shown, whom

_KIN = RELATIONS - {"teacher", "doctor", "dentist", "therapist", "coach", "trainer", "manager", "professor", "mentor", "landlord"}
_ORG = r"(?P<v>(?:the |a |an )?[^\s,;.].*)"
_WORKS = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:works?|worked|been working|working)|{BE}{ADV} (?:employed|working|interning|hired))(?P<as>{ADV} as (?P<job>(?:an? |the )?[^,;]+?))?(?: now)?,? (?:at|for|by) {_ORG}"
)
_TEACHES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:been teaching|started teaching|started to teach|teach|teaches)|(?:['’]m| am| is){ADV} teaching)(?: [a-z]+)?(?: now)? at (?!home\b|night\b|the (?:moment|weekend)\b){_ORG}"
)
_BESIDE_WORK = Lazy(
    r"\b(?:also|too|as well|part[- ]time|weekends?|evenings?|nights?|once|twice|every|sometimes|occasionally|volunteer\w*|guest|on the side|besides|\w+days)\b",
    re.IGNORECASE,
)
"""Who teaches somewhere besides has another employer still."""
_STARTS_WORK = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:(?:start(?:ed|s)?|began|got|landed|accepted|took|have|has|found|taken) (?:my |a |an |his |her |their )?(?:\w+ ){{0,2}}?(?:job|position|role|gig|internship|contract)(?: as (?P<job>[^,;]+?))?|start(?:ed|s)? (?:work(?:ing)?|my new job)(?: as (?P<job2>[^,;]+?))?|start(?:ed|s)?(?= at [A-Z])(?! at [^,;.]*\b(?:University|College|School|Academy|Institute)\b)|(?:got |was |been |am |is )?hired(?: as (?P<job3>[^,;]+?))?|moved to a new job) (?:at|with|by|for) {_ORG}"
)
_JOINS = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV} (?:joined|joins|signed with|switched (?:jobs |employers )?to(?! [^,;.]*\b(?:University|College|School|Academy|Institute)\b)|moved (?:jobs )to|went to work (?:at|for)) (?!a\b|an\b|the (?:gym|club|team|army|class|band)\b)(?P<v>[A-Z].*)"
)
_EMPLOYER = Lazy(
    rf"\b(?P<o>[Mm]y|[Oo]ur|[Tt]he user's|[A-Z][\w-]+'s) (?:new |current |present )?(?:employer|company|workplace) (?:is|was)(?: now)? {_ORG}"
)
_LEAVES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:quit|left|resigned from|leave|leaves|retired from|stopped working (?:at|for)|(?:got |was |were |been )?(?:laid off|fired|let go|made redundant)(?: from| by| at)?)|{BE}{ADV} leaving|{HAVE} {NOT}{ADV} works? (?:at|for|with)|{HAVE} no longer{ADV} (?:works?|employed) (?:at|for|with|by)|{BE} no longer{ADV} (?:working |employed )?(?:at|with|by|for))(?P<rest>(?: .*)?)$"
)
_JOB = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:works? as|worked as|became|become|(?:got |was |were |am |is |been )?promoted to)|{BE}{ADV}(?: working as)?) (?P<a>an? |the )?(?P<v>[a-zA-Z][^,;:!?]*)"
)
_MY_JOB = Lazy(
    r"\b(?P<o>[Mm]y|[Tt]he user's|[A-Z][\w-]+'s) (?:new |current )?(?:job|job title|role|position|profession|occupation)(?: title)? is(?: now)? (?:an? |the |that of an? )?(?P<v>[^,;:.!?]+)"
)
_SCHOOL = Lazy(
    rf"\b{SUBJECT}{HAVE}{ADV}(?: (?:go|goes|attend|attends|started|study|studies|studying|enrolled|transferred)|{BE} (?:studying|enrolled|attending)|{HAVE}{ADV} (?:switched|changed|moved)(?= to\b))(?: (?P<f>[a-z][^,;]*?))?(?: at| to| in)? (?P<v>(?:the )?(?:[A-Z][\w.&'-]*(?: of| for| and)? )*(?:University|College|School|Academy|Institute|High)\b(?: of [A-Z]\w+(?: [A-Z]\w+)*)?|MIT|ETH|UCLA|NYU|LSE)"
)
_STUDIES = Lazy(
    rf"\b{SUBJECT}(?:{HAVE}{ADV} (?:study|studies|studied|major(?:ed|s)? in)|{BE}{ADV} (?:studying|majoring in)) (?P<v>[a-zA-Z][\w -]+?)(?: at .+| in .+)?(?=[,.;!]|$)"
)
_NO_EMPLOYER = Lazy(
    r"^(?:home|night|nights|the moment|myself|himself|herself|fun|it|that|this|free|money|hours|you|me|us|them|all|first|least|once|the weekend|my (?:project|dissertation|thesis|book|homework)|\d.*|.*\bon\b.*)$",
    re.IGNORECASE,
)
_JOB_AFTER = Lazy(r"\bas (?P<job>(?:an? |the )?[^,;.!?]+)")


def work(clause: Clause, talk: Talk) -> Iterator[Said]:
    bare = clause.bare
    if leaves := _LEAVES.search(bare):
        yield from _leaving(leaves, talk)
        return
    for pattern in (_WORKS, _STARTS_WORK, _JOINS) if _BESIDE_WORK.search(clause.said) else (_WORKS, _TEACHES, _STARTS_WORK, _JOINS):
        if (m := pattern.search(bare)) and (who := whom(m["s"], talk)) and (org := _organisation(m["v"])):
            yield Said(who, "employer", org, "work")
            jobs = (m.groupdict().get(name) for name in ("job", "job2", "job3"))
            job = next((j for j in jobs if j), None) or ((after := _JOB_AFTER.search(m["v"])) and after["job"])
            if job and (title := plain(phrase(job, prepositions=True))) and count(title) <= 6:
                yield _job_of(who, title, talk)
            return
    if (m := _EMPLOYER.search(bare)) and (org := _organisation(m["v"])):
        yield Said(owner_of(m["o"], talk), "employer", org, "work")
    elif (m := _MY_JOB.search(bare)) and not re.match(r"(?:at|in|with|going|to)\b", m["v"]):
        yield Said(owner_of(m["o"], talk), "job", plain(phrase(m["v"])), "work")
    elif m := _JOB.search(bare):
        yield from _job(m, talk)


def _organisation(text: str) -> str | None:
    value = phrase(
        re.split(r"\s+(?:as|in|on|from|during|doing|where|full[- ]time|part[- ]time|for (?:the|a|about|over|almost|\d))\b", text)[0]
    )
    if not value or _NO_EMPLOYER.match(value) or count(value) > 7:
        return None
    return value


def _leaving(m: re.Match[str], talk: Talk) -> Iterator[Said]:
    who = whom(m["s"], talk)
    rest = phrase(m["rest"].strip())
    from_job = re.match(
        r"(?:my |the |his |her |their |that )?(?:old |current |previous |last )?(?:job|position|role|company|firm|employer|work)\b(?: (?:at|with|for) (?P<v>.+))?",
        rest,
    )
    fired = re.search(r"laid off|fired|let go|redundant|resigned|retired|quit$", m[0])
    if who is None:
        return
    if from_job:
        yield Said(who, "employer", _organisation(from_job["v"]) if from_job["v"] else None, "work", ends=True)
    elif rest[:1].isupper() and re.search(r"quit|left|leav|resign|retire|laid|fired|let go|redundant|work|employ|no longer", m[0]):
        yield Said(who, "employer", _organisation(rest), "work", ends=True)
    elif fired and (not rest or rest.lower() == "work"):
        yield Said(who, "employer", None, "work", ends=True)
    elif (quits := re.match(r"(?P<v>\w+ing)\b", rest)) and re.search(r"\bquit\b", m[0]):
        yield Said(who, f"habit: {quits['v'].lower()}", "no", "habit")


def _job(m: re.Match[str], talk: Talk) -> Iterator[Said]:
    """`I'm a nurse at St. Anne's`: the job, and the employer when one is named."""
    who, text = whom(m["s"], talk), m["v"]
    if who is None or re.search(r"(?:\bnot\b|\bno\b|n't)", m[0]):
        return
    parts = re.match(r"(?P<job>[\w' -]+?)(?: (?:at|for|with|of) (?P<org>(?:the |a |an )?.+))?$", phrase(text))
    if parts is None:
        return
    job = parts["job"].strip()
    last = head(job)
    if not m["a"] and "promoted" not in m[0] and "work" not in m[0] and not re.search(r"\bbec[ao]me\b", m[0]):
        return
    if not JOB_LIKE.search(last) or last in NOT_JOBS or job.split()[0].lower() in NOT_JOBS or last in _KIN or count(job) > 5:
        return
    org = _organisation(parts["org"]) if parts["org"] else None
    if org and (org[0].isupper() or org.startswith(("a ", "an ", "the "))):
        yield Said(who, "employer", org, "work")
        yield _job_of(who, job, talk)
    else:
        yield Said(who, "job", plain(job), "work")


_TRADE = Lazy(
    r"^(?:I(?:'m| am)|[Tt]he user is) [^,]{1,40}, (?:and )?an? (?P<v>[a-z][\w -]*?)(?: (?:at|for|with) (?P<org>(?:the )?[A-Z][\w.&'’-]*(?: [A-Z][\w.&'’-]*)*))?(?=[,.;!]|$| and\b)"
)


def trade(bare: str, talk: Talk) -> Iterator[Said]:
    """What somebody says of their work beside their name or age: "I'm Rosa, a nurse at St Mary's"."""
    m = _TRADE.match(bare)
    if m is None or not JOB_LIKE.search(head(m["v"])):
        return
    who = talk.speaker.key
    yield _job_of(who, m["v"], talk)
    if m["org"] and (org := _organisation(m["org"])):
        yield Said(who, "employer", org, "work", content=f"{shown(who, talk)} works at {org}.")


def _job_of(who: str, job: str, talk: Talk) -> Said:
    article = (
        "" if job.lower().startswith(("head", "chief", "vp", "ceo", "cto", "cfo")) else ("an " if job[:1].lower() in "aeiou" else "a ")
    )
    return Said(who, "job", job, "work", salience=0.6, content=f"{shown(who, talk)} works as {article}{job}.")


_STUDIES_IN = Lazy(r"(?:in|at) (?P<v>[A-Z][\w' -]*?)(?: now| these days)?$")


def study(clause: Clause, talk: Talk) -> Iterator[Said]:
    if (m := _SCHOOL.search(clause.bare)) and (who := whom(m["s"], talk)):
        yield Said(who, "school", phrase(m["v"]), "study")
    elif (m := _STUDIES.search(clause.bare)) and (who := whom(m["s"], talk)) and count(m["v"]) <= 4:
        where = _STUDIES_IN.match(m["v"])
        yield Said(who, "place of study" if where else "field of study", plain(where["v"] if where else m["v"]), "study")
