"""Where a text holds a secret's value: keys, tokens, passwords, private keys, connection strings, payment cards.

Own rules, compiled on first use and tried only where a word of theirs stands in the text. The maintained sets were weighed:
`detect-secrets` costs 110 ms of import (requests, PyYAML) and knows 27 providers, scanners in Go or Rust weigh 40 MB. The tests hold
these rules against every pattern of detect-secrets instead. A word such as "password" is no secret; only a value after it is.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .nearby import Held
from .patterns import Lazy
from .secret_labels import labelled
from .secret_places import placed
from .secret_rules import ISSUED, NAMED, NOT_VALUES, PHRASE, PIN, PLACEHOLDER, SECRET_WORD, SecretKind
from .shadow import Shadow, joined, plain


class Secret(NamedTuple):
    start: int
    end: int
    kind: SecretKind
    value: str
    """Without the tricks: the same secret is the same value however it was disguised."""


_CARD = Lazy(r"(?<![\w.-])(?:(?:\d[ -]?){12,18}\d|\d{4}(?:[./_]\d{4}){3})(?![\d])")
_GROUPS = Lazy(r"(?<!\S)(?:[\w\-+/=.]{1,8}[ \t\n\u00a0]{1,2}){2,}[\w\-+/=.]{1,8}(?!\S)|(?<!\S)[\w-]{8,80}\r?\n[\w\-+/=.]{6,80}(?!\S)")
_SHORTEST_SPLIT = 20
_WORDS_OF_ISSUED, _WORDS_OF_NAMED = (Held(word for rule in rules for word in rule.words) for rules in (ISSUED, NAMED))
_MIXED = Lazy(r"\d|[a-z][A-Z]")
_RANDOM = Lazy(r"(?<![\w/+=.%@#-])(?!sha\d+-)[A-Za-z0-9_+/-]{32,}={0,2}(?![\w/+=@-])")
_PUBLIC = Lazy(
    r"-----BEGIN (?:CERTIFICATE(?: REQUEST)?|(?:RSA )?PUBLIC KEY|PGP SIGNATURE|PGP PUBLIC KEY BLOCK)[\s\S]*?(?:-----END|\Z)"
    r"|\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+) [\w+/=]+"
    r"|;base64,[\w+/=\s]*"
)
"""What is meant to be shown, however random it looks: certificates, public keys, pictures."""
_MARKS_OF_PUBLIC = ("-----", ";base64,", "ssh-", "ecdsa-")
_PIECE = Lazy(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_WORD_LENGTH = 3.2
"""Characters. The pieces of a random value are shorter in the mean."""
_FUNCTION_WORDS = frozenset(
    (
        "the",
        "a",
        "an",
        "my",
        "your",
        "is",
        "in",
        "on",
        "of",
        "to",
        "for",
        "and",
        "that",
        "with",
        "at",
        "least",
        "must",
        "should",
        "be",
        "not",
    )
)
_MARKER = Lazy(r"\[(?:secret|pii):[a-z_]+:[a-z0-9]+\]")
_OURS = Lazy(r"(?:mem|src|ent|apr|job|era|exp)_[a-z2-7]{26}[0-9A-HJKMNP-TV-Z]{26}")

_EXAMPLE = Lazy(
    r"://(?:(?i:user(?:name)?|usr|login|name|me|root|admin|postgres|db_?user)?:(?i:pass|password|passwd|pwd|pw|secret)|[A-Z_]+:[A-Z_]+|<[^>]*>:<[^>]*>|[^:/@\s]*:(?:\$?\{[^}]*\}+|\$\w+|\*+|x{3,}|\.{3}))@"
)
"""Of an address with an account, the words that stand for a password."""
_FOREIGN_IS = Lazy(r"\s(?:ist|est|es|é|è)\s+\S+$")
_WIDE = Lazy("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Letters of languages that write no spaces, or hang their endings on a word: there a value has ended."""
_LAST_SIGNS = Lazy(r"[!#$%^&*~+=]+(?=[\s.,;:?!)\]}>\"']|$)")
_END = Lazy(r"[*.,;:?)\]}>\"'…]+$")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def find(text: str) -> list[Secret]:
    """The secrets of a text, in order, none overlapping another."""
    if len(text) < 4:
        return []
    shadow = plain(_MARKER.sub(lambda m: "*" * len(m[0]), text))
    lowered = shadow.text.lower()
    found = [*_issued(shadow, lowered), *_named(shadow, lowered), *_placed(shadow, lowered), *_cards(shadow), *_random(shadow)]
    return _apart([_with_last_signs(text, s) for s in found if not _OURS.fullmatch(s.value)])


def _with_last_signs(text: str, secret: Secret) -> Secret:
    """What ends a password may end the sentence as well: nobody can tell, so it is not kept. The marker is of the value without it."""
    signs = _LAST_SIGNS.match(text, secret.end) if secret.kind == "password" else None
    return secret if signs is None else secret._replace(end=signs.end())


def names_a_secret(name: str) -> bool:
    """The name of a field, such as `apiKey` or `DB_PASSWORD`, whose whole value is a secret."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain(name).text)
    return bool(_compiled(rf"(?i)(?:^|[\W_]){SECRET_WORD}$").search(spaced)) and not re.search(
        r"(?i)(?:^|_)(?:max|num|total|count)_?\w*tokens?$", spaced
    )


def is_value(value: str) -> bool:
    """Whether a value under such a name is one, and no placeholder, number of tokens or flag."""
    bare = value.strip()
    return len(bare) >= 3 and bare.lower() not in NOT_VALUES and not PLACEHOLDER.match(bare) and not _MARKER.fullmatch(bare)


def _issued(shadow: Shadow, lowered: str) -> Iterator[Secret]:
    held = _WORDS_OF_ISSUED(lowered)
    for rule in ISSUED if held else ():
        if not held.isdisjoint(rule.words):
            for match in _compiled(rule.pattern).finditer(shadow.text):
                if not _EXAMPLE.search(match[0]):
                    yield _secret(shadow, match, rule.kind)
    for run in _GROUPS.finditer(shadow.text):
        if run.end() - run.start() < _SHORTEST_SPLIT or not _MIXED.search(run[0]):
            continue
        yield from _split(shadow, run)


def _split(shadow: Shadow, run: re.Match[str]) -> Iterator[Secret]:
    """What its issuer marks, written in groups: each group may be the first one, whatever words stand before it."""
    starts = [run.start() + m.start() for m in re.finditer(r"\S+", run[0])]
    low = "".join(run[0].lower().split())
    wanted = [(rule, word) for rule in ISSUED if rule.despaced for word in rule.words if len(word) > 2 and word in low]
    for start in starts if wanted else ():
        squeezed = joined(shadow, start, run.end())
        low = squeezed.text.lower()
        for rule, word in wanted:
            if low.startswith(word) and (match := _compiled(rule.pattern).match(squeezed.text)) and _MIXED.search(match[0]):
                yield _without_prose(_secret(squeezed, match, rule.kind), shadow, rule.pattern)


def _without_prose(secret: Secret, shadow: Shadow, pattern: str) -> Secret:
    """A value split by spaces ends before the words that follow it."""
    if shadow.origin is not None:
        return secret
    end = secret.end
    while last := re.search(r"\s+[a-z]{2,}$", shadow.text[secret.start : end]):
        shorter = secret.start + last.start()
        if not _compiled(pattern).fullmatch(re.sub(r"\s", "", shadow.text[secret.start : shorter])):
            break
        end = shorter
    return secret._replace(end=end, value=re.sub(r"\s", "", shadow.text[secret.start : end]))


def _named(shadow: Shadow, lowered: str) -> Iterator[Secret]:
    held = _WORDS_OF_NAMED(lowered)
    for position, rule in enumerate(NAMED if held else ()):
        if held.isdisjoint(rule.words):
            continue
        start = 0
        pattern = _compiled(rule.pattern)
        while match := pattern.search(shadow.text, start):
            group = next(g for g in ("q", "s", "b", "v") if g in match.re.groupindex and match[g] is not None)
            value, end = match[group], match.end(group)
            if group == "v":
                if (wide := _WIDE.search(value)) is not None:
                    value, end = value[: wide.start()], match.start(group) + wide.start()
                end -= len(value) - len(_END.sub("", value))
                value = shadow.text[match.start(group) : end]
            if end > match.start(group) and _named_value(
                value, match[0][: match.start(group) - match.start()] + value, position, shadow.text[end : end + 40], quoted=group != "v"
            ):
                span = shadow.span(match.start(group), end)
                yield Secret(*span, _kind_of(match[0], rule.kind), value)
                start = max(end, match.start() + 1)
            else:
                start = match.start() + 1
    if any(word in lowered for word in ("pin", "cv", "otp", "code", "one time", "one-time")):
        for match in _compiled(PIN).finditer(shadow.text):
            yield _secret(shadow, match, "password")
    if any(word in lowered for word in ("phrase", "seed", "mnemonic", "recovery words")):
        for match in _compiled(PHRASE).finditer(shadow.text):
            if len(match["v"].split()) >= 4 and not set(match["v"].split()) & _FUNCTION_WORDS:
                yield _secret(shadow, match, "password")


def _named_value(value: str, said: str, position: int, rest: str, *, quoted: bool) -> bool:
    """Whether what stands after the word is a value, or only the next word of a sentence."""
    if not is_value(value):
        return False
    if value.isdigit():  # a password may be a number, a count of tokens is none
        return _kind_of(said, "token") == "password" and position < 2 and len(value) >= 4
    if position == 3:
        return _looks_random(value)
    if position == 2:
        return not quoted and _looks_random(value) and len(value) >= 6
    if not quoted and _is_code(value, said, rest):
        return False
    if quoted and re.search(r"\s", value):
        return position == 0 or len(value) >= 6
    if _has_shape(value):
        return True
    if _FOREIGN_IS.search(said):
        return False
    if quoted or position == 0:
        return len(value) >= 4 and not re.match(r"\s+[a-z]", rest)
    ends = not rest.strip() or re.match(r"\s*[.!,;\n)]|\s+(?:and|but|please)\s+(?:my|the|don'?t|do|i|it|keep|remember)\b", rest) is not None
    return (
        ends and value.isascii() and value.islower() and len(value) >= 6 and not re.search(r"(?:ed|ing|ly|able|ible|ful|less|ous)$", value)
    )


def _is_code(value: str, said: str, rest: str) -> bool:
    """A name of a program (`password = request.form["password"]`): a call, an index, an attribute, or a name of several words."""
    if re.fullmatch(r"(?:Get|New|Read|Set|ConvertTo|Import)-[A-Z][A-Za-z]+", value):
        return True
    if not re.fullmatch(r"[A-Za-z_][\w.]*", value):
        return False
    if rest[:1] in ("(", "["):
        return True
    if re.fullmatch(r"[A-Za-z_]+(?:\.[A-Za-z_]+)+|[a-z]+(?:_[a-z]+)+", value):
        return True
    return re.search(r"\s=+\s$", said[: len(said) - len(value)]) is not None and value.isalpha()


def _has_shape(value: str) -> bool:
    """A digit, a symbol inside or letters of both cases: what a word of a sentence does not have."""
    if re.fullmatch(r"\d{1,3}|\d+(?:[.,]\d+)?%?|[A-Z]?[a-z]+(?:['-][a-z]+)*|https?:\S*", value):
        return False
    if re.fullmatch(r"[A-Z][a-z]+|[A-Z]{2,6}", value):
        return False
    return (
        bool(re.search(r"\d", value) or re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", value) or re.search(r"[^\w\s.'/-]", value))
        and len(value) >= 4
    )


def _looks_random(value: str) -> bool:
    return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) or bool(re.search(r"[a-z][A-Z].*[A-Z]", value)) or (
        bool(re.search(r"[!@#$%^&*+=~]", value)) and bool(re.search(r"[A-Za-z]", value))
    )  # fmt: skip


def _kind_of(said: str, kind: SecretKind) -> SecretKind:
    word = said.lower()
    if re.search(r"pass|pwd|wort|parola|senha|contrase|has[lł]o|пароль|密|口令|パス|비밀|รหัส|كلمة|סיסמה|mật|şifre", word):
        return "password"
    if "token" in word or "bearer" in word or "auth" in word:
        return "token"
    return "api_key" if "key" in word or "secret" in word or "credential" in word else kind


def _placed(shadow: Shadow, lowered: str) -> Iterator[Secret]:
    for start, end, kind in (*placed(shadow.text, lowered), *labelled(shadow.text, lowered)):
        yield Secret(*shadow.span(start, end), kind, shadow.text[start:end])


def _cards(shadow: Shadow) -> Iterator[Secret]:
    for match in _CARD.finditer(shadow.text):
        digits = re.sub(r"\D", "", match[0])
        if digits[0] in "23456" and len(set(digits)) > 1 and _luhn(digits):
            yield Secret(*shadow.span(match.start(), match.end()), "card", digits)


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _random(shadow: Shadow) -> Iterator[Secret]:
    """A long run of letters of both cases and digits with no structure; hashes, UUIDs, paths and our own ids are none."""
    if len(shadow.text) < 32:
        return
    shows = any(mark in shadow.text for mark in _MARKS_OF_PUBLIC)
    public = [match.span() for match in _PUBLIC.finditer(shadow.text)] if shows else []
    for match in _RANDOM.finditer(shadow.text):
        value = match[0]
        if any(start <= match.start() < end for start, end in public):
            continue
        if _OURS.search(value) or re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{26}|[A-Za-z]+", value) or value.count("/") > 3 or value.count("-") > 6:
            continue
        classes = (re.search(r"[a-z]", value), re.search(r"[A-Z]", value), re.search(r"\d", value))
        if all(classes) and _entropy(value) >= 4.2 and not _is_name(value):
            yield Secret(*shadow.span(match.start(), match.end()), "api_key", value)


def _is_name(value: str) -> bool:
    """A long name of a program, `UserTokenProviderFactory2`: its pieces are words."""
    pieces = _PIECE.findall(value)
    return sum(map(len, pieces)) > _WORD_LENGTH * len(pieces)


def _entropy(value: str) -> float:
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def _secret(shadow: Shadow, match: re.Match[str], kind: SecretKind) -> Secret:
    group = next((g for g in ("v", "v2", "v3") if g in match.re.groupindex and match[g] is not None), 0)
    start, end = match.span(group)
    if group == 0:
        end -= len(match[0]) - len(match[0].rstrip("."))
    return Secret(*shadow.span(start, end), kind, shadow.text[start:end])


def _apart(found: list[Secret]) -> list[Secret]:
    """Overlapping finds become one, of the wider one's kind: no part of either stays."""
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda s: (s.start, -s.end)):
        if kept and secret.start < kept[-1].end:
            last = kept[-1]
            if secret.end > last.end:
                kept[-1] = Secret(last.start, secret.end, last.kind, last.value + secret.value)
            continue
        kept.append(secret)
    return kept
