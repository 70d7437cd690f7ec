# ruff: noqa: E501 (word lists)
"""Secrets that a word names in any of many languages, with other words or marks between the two.

`the password for my bank? It's ...`, `**Password:** ...`, `<td>Password</td>`, `moje hasło to ...`: grammars differ and the value does not. It is
the first word after the label that has letters, digits and no other meaning; how far it may stand away depends on how it looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .nearby import Held
from .patterns import Lazy
from .secret_rules import PLACEHOLDER, SecretKind
from .shadow import plain_text

_ENGLISH = "secret answer|security answer|password|mdp|deploy key|passphrase|passcode|passwd|pwd|api key|api-key|apikey|secret key|access key|access token|auth token|api token|client secret|api secret|login secret"
_FOREIGN = (
    "passwort|kennwort|zugangsschlüssel|mot de passe|contraseña|contrasena|palavra-passe|senha|parola|wachtwoord|lösenord|losenord|adgangskode|passord|salasana|heslo|hasło|haslo"
    "|jelszó|jelszav|şifre|lozinka|geslo|parool|slaptažod|lykilorð|kata sandi|sandi|mật khẩu|пароль|пароля|паролем|парола|лозинка|гасло|κωδικ|סיסמ|كلمة المرور|كلمة مرور|كلمة السر|رمز عبور|گذرواژه"
    "|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน|密码|密碼|口令|パスワード|비밀번호|비번|암호|api-schlüssel|zugangsdaten|clé api|clave api|chiave api|chave api|ключ api|api-ключ|api密钥|apiキー"
)
_SHOWN = sorted({shown for word in _FOREIGN.split("|") for shown in (plain_text(word), plain_text(f"a{word}")[1:])}, key=len, reverse=True)
"""As a text is brought into the plain form: without the vowel signs of some scripts, and with look-alikes beside Latin letters."""
_LABEL = Lazy(rf"(?<![^\W_])(?:{_ENGLISH})(?![\w-])|(?:{'|'.join(_SHOWN)})\w{{0,6}}")
_HELD = Held([*_ENGLISH.split("|"), *_SHOWN])
_NAMES = frozenset(_ENGLISH.split("|"))
_IS = frozenset(
    [
        "is",
        "was",
        "ist",
        "lautet",
        "est",
        "es",
        "é",
        "è",
        "e",
        "er",
        "är",
        "on",
        "to",
        "je",
        "adalah",
        "ialah",
        "là",
        "היא",
        "הוא",
        "זה",
        "είναι",
        "este",
        "bu",
        "olan",
        "है",
        "हैं",
        "คือ",
        "هي",
        "هو",
        "هو:",
        "it's",
        "its",
        "to:",
        "jest",
        "это",
        "e'",
        "être",
        "now",
        "now:",
        "nu",
        "jetzt",
        "ora",
        "maintenant",
        "ahora",
        "będzie",
        "będą",
        "van",
    ]
)
"""Words that say `equals`."""
_OTHER_THING = Lazy(
    r"(?i)hash|digest|checksum|length|version|uuid|policy|polic|expir|generator|manager|resets?$|field|column|file$|path|rfc|iso$|länge|stored|gespeichert|room|raum|page|section|error|code:"
)
"""What is told of a secret that is not its value."""
_PART = Lazy(r"<[^<>\s]{1,40}>|&\w{2,6};|[\s\"'`*\\,;(){}\[\]|<>«»“”„]+|[^\s\"'`\\,;(){}\[\]|<>«»“”„]+")
_AFTER = 110
_MOST_BETWEEN = 7
_TRAILING = ".:!?*…。"
_PLAIN_NUMBERED = Lazy(r"[A-Za-zÀ-ž]+\d{1,4}")
"""A name with a number, such as `Sommer2024`: a value only where nothing else stands between."""
_SHORT_NAME = Lazy(r"[A-Z0-9-]{1,7}")
_NOT_ONE = Lazy(
    r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-.*|\d{4}-\d\d-\d\d.*|v?\d+(?:\.\d+)+\S*|\S*://\S*|\S+@\S+\.\w+|\d+(?:st|nd|rd|th|px|ms|mb|gb|kb|min|h|x|er|te|days?|tagen?|chars?|characters?|caract\w+|zeichen|stellen?|digits?|letters|dní|dias|días|jours|giorni|dagen)|(?:sha|md|utf|iso|rfc|aes|rsa|ed|tls|http|win|ipv|oauth|mp|base)-?\d[\w.-]*|\w+\(.*|[\w.-]+\.(?:com|org|net|io|de|txt|md|py|json|ya?ml|pdf|csv)\S*|\W?\w+=\S*"
)
_BEFORE = Lazy(
    r"(?<!\S)[\"'`]?(?P<v>[^\s\"'`,;<>(){}\[\]]{6,64})[\"'`]?,? (?:(?i:and )?(?:that's|that is|which is|is)) (?i:the|my|our|his|her) (?i:\w+ )?(?i:password|pw|passphrase|passwort)\b"
)


def labelled(text: str, low: str) -> Iterator[tuple[int, int, SecretKind]]:
    """Where values begin and end, and what they are; `low` is the text in lower case."""
    if len(low) != len(text) or not _HELD(low):  # a few letters are longer in lower case
        return
    for label in _LABEL.finditer(low):
        yield from _after(text, label.start(), label.end())
    if "password" in low or "passwort" in low:
        for match in _BEFORE.finditer(text):
            if _is_mixed(match["v"]):
                yield match.start("v"), match.end("v"), "password"


def _after(text: str, start: int, end: int) -> Iterator[tuple[int, int, SecretKind]]:
    """The value that follows a label, if one does."""
    kind: SecretKind = (
        "password" if "key" not in (said := text[start:end].lower()) and "token" not in said and "api" not in said else "api_key"
    )
    between: list[str] = []
    equals = broken = False
    rest = text[end : end + _AFTER]
    if rest[:1] in (":", "=", "：", "＝", "?", "？"):
        equals, rest, end = True, rest[1:], end + 1
    for part in _PART.finditer(rest):
        word = part[0]
        if word[0] in "<&" or not any(map(str.isalnum, word)):
            if word[0] in ".;":
                return
            broken = broken or "\n" in word
            equals = equals or word.strip("\"'`*\\ ") in ("=", ":", "=>", "->", "→", "-")
            continue
        if broken and between:
            return
        bare = word.rstrip(_TRAILING)
        near = equals or broken or not between or between[-1].lower() in _IS
        if end + part.end() < len(text) and part.end() == len(rest) and len(rest) == _AFTER:
            return  # cut in two
        if _is_secret(bare, near=near):
            yield end + part.start(), end + part.start() + len(bare), kind
            return
        if (
            _OTHER_THING.search(word)
            or len(between) >= _MOST_BETWEEN
            or any(map(str.isdigit, word))
            or (bare != word and word[len(bare)] == ".")
        ):
            return
        between.append(bare)
        equals = word.endswith((":", "：", "="))


def _is_secret(word: str, *, near: bool) -> bool:
    if not 6 <= len(word) <= 128 or PLACEHOLDER.match(word) is not None or _NOT_ONE.fullmatch(word) is not None or not word.isascii():
        return False
    if not any(map(str.isdigit, word)) or not any(map(str.isalpha, word)):
        return False
    return near or _is_mixed(word)


def _is_mixed(word: str) -> bool:
    """Digits between letters, or a symbol beside them: no name with a number."""
    return (
        any(map(str.isdigit, word))
        and any(map(str.isalpha, word))
        and _NOT_ONE.fullmatch(word) is None
        and _PLAIN_NUMBERED.fullmatch(word) is None
        and _SHORT_NAME.fullmatch(word) is None
        and (re.search(r"[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d", word) is not None or re.search(r"[^\w\s.,:/'-]", word) is not None)
    )
