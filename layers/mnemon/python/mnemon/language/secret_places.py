# ruff: noqa: E501 (rules)
"""Secrets that no word stands right before: in the column of a table, the value of a pair, an option of a command, a list of codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .nearby import Held, near
from .patterns import Lazy
from .secret_rules import PLACEHOLDER, SECRET_WORD, SecretKind

_PASS = r"(?:pass(?:word|phrase|wd|wort|code)?|pwd|pw|psk|mdp|kennwort|zugangscode|contrase[nñ]a|clave|senha|wachtwoord|l[oö]senord|adgangskode|passord|salasana|heslo|jelsz[oó]|parola|has[lł]o|mot de passe)"
_SHAPED = r"(?=[^\s\"'<>]*\d)(?=[^\s\"'<>]*[A-Za-z])[^\s\"'`,;<>(){}\[\]|]{6,128}"
"""Letters and digits in one word."""
_MIX = r"(?!(?:id|name|type|class|for|value)=)(?=[^\s\"'<>]*\d)(?=[^\s\"'<>]*[A-Za-z])(?=[^\s\"'<>]*[^\w\s\"'<>.,:;/-])[^\s\"'`,;<>(){}\[\]|]{6,128}"
"""Letters, digits and a symbol: no version, no name and no number has all three."""
_CODE = r"(?:pin|puk2?|(?:sim|card|karten)[ -]?pin|pin[ -]?code|geheimzahl|(?:door|gate|alarm|unlock|entry|access|safe|lock|security|garage|keypad|zugangs|t[uü]r|backup|2fa|login|one[- ]time|verification|confirmation)[ -]?code|passcode|combination|c[oó]digo (?:de acceso|pin|secreto)|code (?:pin|d'acc[eè]s|secret|de (?:l'alarme|la porte|l'immeuble|s[eé]curit[eé]))|codice (?:pin|dell'allarme|di sicurezza|d'accesso)|c[oó]digo de (?:la )?(?:alarma|puerta|seguridad|seguran[cç]a)|alarmcode|sicherheitscode|toegangscode|kod do (?:alarmu|drzwi))"
_OF = r"(?:\s+(?:that\s+|which\s+)?(?:you|we|i|they|he|she|it)(?:'ve|\s+have)?\s+(?:\w+\s+){0,3}?\w+|\s+(?:of|for|to|on|at|from|der|des|vom|f[uü]r|zur|zum|de la|del|de l'|de|du|para|pour|della|do|da)\s+(?:[\w'’.-]+\s+){0,4}?[\w'’.-]+?)?"
_EQUALS = r"(?:\s*[:=]\s*|\s+(?:is|was|ist|lautet|est|es|è|é|[eé])\s*:?\s*|\s+)"


class Place(NamedTuple):
    kind: SecretKind
    needs: tuple[str, ...]
    """One of these must stand in the text, in lower case."""
    pattern: Lazy
    """The value is group `v`."""


PLACES: tuple[Place, ...] = (
    # commands
    Place("password", ("curl", "wget", "http"), Lazy(r"(?i:\bcurl\b[^\n]{0,200}?\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"']{1,64}):(?P<v>[^\s\"'$<{][^\s\"'<]{2,128})")),
    Place("password", ("mysql", "mariadb", "sshpass", "mongo", "psql", "mysqldump"), Lazy(r"(?i:\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n]{0,80}?\s-p ?)[\"']?(?P<v>[^\s\"'$<{-][^\s\"'<]{3,128})")),
    Place("password", ("docker", "podman", "redis-cli", "ldapsearch", "mosquitto", "az login", "helm", "oc login", "htpasswd", "zip", "7z", "smbclient"), Lazy(r"(?i:\b(?:(?:docker|podman|helm registry|az|oc) login|redis-cli|ldapsearch|mosquitto_(?:pub|sub)|zip|7za?)\b[^\n]{0,120}?\s)-(?:p|P|a|w) ?[\"']?(?P<v>(?=[^\s\"']*[\d!#$%&*?@^A-Z])[^\s\"'$<{-][^\s\"'<]{5,128})|(?i:\bsmbclient\b[^\n]{0,120}?-U ?[\"']?[^\s%\"']{1,64})%(?P<v2>[^\s\"']{4,64})")),
    Place("password", ("net use", "cmdkey", "sqlplus", "jdbc:oracle", "expdp", "impdp"), Lazy(rf"(?i:\bnet use\b[^\n]{{0,80}}\\\\\S{{1,80}}\s+)(?P<v>{_SHAPED}|[A-Za-z]{{8,64}}(?=\s+/user))|(?i:(?:\b(?:sqlplus|expdp|impdp)\s+|jdbc:oracle:\w+:)[\"']?[\w.$-]{{1,64}}/)(?P<v2>[^\s@/\"'<{{$][^\s@\"'<]{{2,127}})(?=@)")),
    Place("password", ("--pass", "--pwd", "--token", "--secret", "--api-key", "--apikey", "--psk"), Lazy(r"(?i:--(?:[\w.-]*(?:password|passwd|passphrase|pass|pwd|token|secret|api-?key|psk)))(?:[ =])[\"']?(?P<v>(?!-)(?=[^\s\"']*[\d!#$%&*?@^])[^\s\"'$<{][^\s\"'<]{3,256})")),
    Place("password", ("auth",), Lazy(r"(?i:\bauth\s*=\s*\(\s*[\"'][^\"'\n]{1,64}[\"']\s*,\s*[\"'])(?P<v>[^\"'\n]{4,128})[\"']")),
    Place("password", ("requirepass", "masterauth", "key is", "key's"), Lazy(rf"(?i:\b(?:requirepass|masterauth)\s+)[\"']?(?P<v>[^\s\"'$<{{#]{{4,128}})|(?i:\bkey\s+is\s+)[\"'`]?(?P<v2>{_MIX})")),
    # what a server remembers a session by
    Place("token", ("cookie", "session"), Lazy(r"(?i:\b(?:set-)?cookie\s*:\s*[^\n]{0,120}?\b(?:\w*(?:sess\w*|sid|auth\w*|token|jwt|csrf\w*)\w*)=)(?P<v>[\w%+/=.-]{16,512})")),
    Place("token", ("token=", "key=", "auth=", "code=", "secret="), Lazy(r"[?&](?i:(?:[\w-]*(?:token|api_?key|secret|auth)|key|apikey))=(?P<v>[\w%+/=.-]{16,512})")),
    # pairs of a name and a value
    Place("password", ('"value"', "'value'", "value="), Lazy(rf"(?i:[\"'](?:name|key|field|label|variable|title)[\"']\s*:\s*[\"'](?:[\w .-]*[_ .-])?(?:{_PASS}|{SECRET_WORD})[\"']\s*,\s*[\"'](?:value|val|content|text)[\"']\s*:\s*[\"'])(?P<v>[^\"'\n]{{4,256}})")),
    Place("password", ("value:",), Lazy(rf"(?i:\bname:\s*[\"']?(?:[\w.-]*[_.-])?(?:{_PASS}|{SECRET_WORD})[\"']?\s*\n\s*value:\s*)[\"']?(?P<v>[^\s\"'$<{{][^\s\"']{{3,256}})")),
    # a name of a program that ends in a short word for it
    Place("password", ("_pass", "_pw", "_psk", "-pass", "pass:"), Lazy(r"(?i:(?<![\w-])(?!boarding|bus_|day_)[a-z][\w.-]{0,40}[_-](?:pass|pw|psk|passwd)[\"']?\s*[:=]\s*)[\"']?(?P<v>[^\s\"'$<{!(/\[][^\s\"'<,;(]{4,127})(?![\w(])|(?i:-pass(?:in|out)?\s+pass:)(?P<v2>[^\s\"'$<{]{4,128})")),
    # between tags, and in an attribute beside the one that names it
    Place("password", ("</", "value="), Lazy(rf"(?i:<(?:[\w:.-]*(?:[_.:-]|(?-i:(?<=[a-z])(?=[A-Z]))))?(?:{_PASS}|{SECRET_WORD})(?:\s[^<>]{{0,60}})?>\s*)(?P<v>[^\s<>$#{{]{{4,256}})(?=\s*</)|(?i:\b(?:key|name|id)=[\"'](?:[\w:. -]*?[_ .:-]?)(?:{_PASS}|{SECRET_WORD})[\"']\s+value=[\"'])(?P<v2>[^\"'\n$#{{]{{4,256}})[\"']")),
    # short names that are words elsewhere, so that the value has to have a shape
    Place("password", ("pass", "pw", "psk", "mdp", "clave", "wort", "zugangscode", "senord", "kode", "heslo", "salasana", "senha", "parola", "contrase", "jelsz"), Lazy(rf"(?i:(?<![^\W_]){_PASS}(?:{_OF}(?:\s*[:=]\s*|\s+(?:is|ist|lautet|est|es|è|é|er|on|je)\s+)|'s\s+|\s+(?:to|auf|as|als|a|à|en)\s+|\s+|-))[\"'`]?(?P<v>{_MIX})")),
    Place("password", ("pass", "psk", "pw"), Lazy(rf"(?i:(?<![^\W_])(?<!boarding.)(?:pass|psk|pw)\s*[:=]\s*)[\"'](?P<v>[^\"'\n]{{4,128}})[\"']|(?i:(?<![^\W_])(?<!boarding.)(?:pass|psk|pw)\s*[:=]\s*)(?P<v2>{_SHAPED})")),
    Place("password", ("password", "passwort", "passphrase", "pw"), Lazy(rf"(?i:\b(?:use|using|enter|type|try|took|chose|set|have|nimm|with)\s+)[\"'`]?(?P<v>{_MIX})[\"'`]?(?i:\s+(?:as|for|als|is)\b[^.\n]{{0,60}}\b(?:password|passphrase|passwort|pw)\b)")),
    Place("password", ("is the password", "is my password", "is the pw", "is our password"), Lazy(rf"(?<!\S)[\"'`]?(?P<v>{_MIX})[\"'`]?(?i:\s+is (?:the|my|our|his|her) (?:\w+ )?(?:password|pw|passphrase)\b)")),
    # an account and its password behind a stroke
    Place("password", ("wifi", "wi-fi", "wlan", "login", "credential", "zugangsdaten", "account", "benutzer", "usuario", "identifiant", "user"), Lazy(rf"(?i:\b(?:wi-?fi|wlan|log ?ins?|credentials?|creds|zugangsdaten|account|anmeldung|benutzer|usuario|identifiants?|user)\b(?:\s+(?:at|for|to|of|on|f[uü]r|bei|zu) (?:[\w'-]+ ){{0,3}}?[\w'-]+(?=\s*[:=]))?\s*[:=]?\s*)(?!https?:)[\w.@+-]{{1,64}}(?:\s?[/|,]\s?|:\s?(?!/))[\"']?(?P<v>{_MIX})")),
    Place("password", ("wifi", "wi-fi", "wlan"), Lazy(rf"(?i:\b(?:wi-?fi|wlan)(?:[ -]?(?:code|key|schl[uü]ssel|clave|pass))?{_EQUALS})[\"']?(?P<v>{_MIX})|(?i:\b(?:code|clave|cl[eé]|chiave|schl[uü]ssel) (?:du |de la |del |de |für das |vom )?(?:wi-?fi|wlan){_EQUALS})[\"']?(?P<v2>{_SHAPED})")),
    Place("password", ("wifi:",), Lazy(r"\bWIFI:[^\n]{0,80}?\bP:(?P<v>[^;\n]{4,64});")),
    Place("token", ("otpauth",), Lazy(r"otpauth://[^\s]{0,200}?[?&]secret=(?P<v>[A-Za-z2-7=]{16,128})")),
    # numbers that open something
    Place("password", ("pin", "puk", "code", "codice", "geheimzahl", "combination", "código", "codigo"), Lazy(rf"(?i:(?<![\w-]){_CODE}\b{_OF}{_EQUALS})(?P<v>\d(?:[ -]?\d){{3,8}})(?![\w.,]*\d)(?!\s*(?i:times|attempts|digits|people|minutes|days|years|euros|dollars|stellen|mal))")),
    Place("password", ("pin", "puk", "code", "combination", "cvv", "cvc"), Lazy(r"(?i:\b(?:cvv2?|cvc2?)\b\D{0,12})(?P<v>\d{3,4})(?!\d)(?! (?i:digits))|(?i:\bcombination\b\s*(?:is|:|=)?\s*)(?P<v2>\d{1,2}(?:[ -]\d{1,2}){2,3})(?!\d)")),
    # lists of codes, and what is written in groups
    Place("token", ("recovery", "backup", "scratch", "emergency", "wiederherstellung", "codes de secours", "recuperaci", "2fa", "reset"), Lazy(r"(?i:\b(?:recovery|backup|scratch|emergency|2fa|wiederherstellungs|reset)[ -]?(?:codes?|keys?)\b[^\n:]{0,30}?[:\s]\s*(?:are|is)?\s*)(?P<v>(?:(?:\d{1,2}[.)] )?(?=[A-Za-z-]*\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}| (?=[A-Za-z]*\d)[A-Za-z0-9]{4,10})*[\s,;]*){1,20})(?<=[\w])")),
    Place("password", ("app password", "app-password", "application password", "app-passwort"), Lazy(r"(?i:\bapp(?:lication)?[ -]pass(?:word|wort)\b[^\n:]{0,30}?[:\s]\s*(?:is )?)(?P<v>[a-z]{4}(?: [a-z]{4}){3})(?![a-z])")),
    Place("token", ("authenticator", "totp", "setup key", "2fa", "otp"), Lazy(r"(?i:\b(?:authenticator|totp|2fa|otp|setup)\b[^\n]{0,30}?\b(?:secret|key|seed)\b\s*(?:is|:|=)?\s*)(?P<v>[a-z2-7]{4}(?: ?[a-z2-7]{4}){3,12})(?![a-z2-7])|(?i:\b(?:authenticator|totp|2fa|otp|setup)\b[^\n]{0,30}?\b(?:secret|key|seed)\b\s*(?:is|:|=)?\s*)(?P<v2>[A-Z2-7]{16,64})(?![A-Za-z0-9])")),
    Place("api_key", ("licen", "product key", "activation", "serial key", "lizenz"), Lazy(r"(?i:\b(?:licen[cs]e|product|activation|serial|lizenz)[ -]?(?:key|code|schl[uü]ssel)\b\s*(?:is|ist|:|=)?\s*)(?P<v>[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,8})")),
    # words that restore a wallet
    Place("password", ("wallet", "seed", "mnemonic", "recovery", "bip39", "bip-39"), Lazy(r"(?i:\b(?:wallet|seed|mnemonic|recovery|bip-?39)\b[^\n]{0,30}?[:=\n]\s*[\"']?)(?P<v>(?:\d{1,2}[.)] ?)?[a-z]{3,8}(?:\s+(?:\d{1,2}[.)] ?)?[a-z]{3,8}){11,23})(?![\w ])")),
    # values in single characters
    Place("password", ("pass", "token", "secret", "api key", "pwd"), Lazy(rf"(?i:(?<![^\W_])(?=[ptsa]){SECRET_WORD}\b(?:\s*[:=]\s*|\s+is\s+))(?P<v>\S(?: \S){{7,80}})(?!\S)")),
    # other scripts, and their words without a verb
    Place("password", ("пароль", "пaроль", "пapoль", "密码", "密碼", "パスワード", "비밀번호", "l\u00f6senord", "รหัสผ่าน", "สำหรับ"), Lazy(rf"(?i:(?:{'пароль'.translate(str.maketrans('аро', 'apo'))}|пароль|密码|密碼|パスワード|비밀번호|l\u00f6senord|รหัสผ่าน))[^\n\w]{{0,3}}(?:[은는はが是为即]|\s)*[:：=]?\s*[\"']?(?P<v>(?=[!-~]*\d)[!#-&(-+\--:=?-_a-~]{{4,64}})")),
)  # fmt: skip

_HEADS = Lazy(rf"(?i)(?:[\w .-]*[ _.-])?(?:{_PASS}|{SECRET_WORD}|pin)")
_CELL = Lazy(r"\s*[|\t;,]\s*|\s{2,}")
_RULE = Lazy(r"[\s|:+=-]+")
_COLUMN_WORDS = ("pass", "pwd", "secret", "token", "key", "wort", "contrase", "clave", "mot de", "pin", "senha")
_LONGEST_HEAD = 500
_MOST_ROWS = 200
_BEFORE, _AFTER = 120, 700
"""Characters around a word that a value needs."""
_TAGS = Lazy(rf"(?i)<t[dh][^>]{{0,60}}>\s*(?:{_PASS}|{SECRET_WORD})\s*:?</t[dh]>\s*<td[^>]{{0,60}}>(?P<v>[^<\n]{{4,128}})</td>")
_HELD = Held(word for place in PLACES for word in place.needs)


def placed(text: str, low: str) -> Iterator[tuple[int, int, SecretKind]]:
    """Where values begin and end, and what they are."""
    same = len(low) == len(text)  # a few letters are longer in lower case
    held = _HELD(low)
    for place in PLACES if held else ():
        words = held.intersection(place.needs)
        for start, end in (near(low, words, _BEFORE, _AFTER) if same else ((0, len(text)),)) if words else ():
            for match in place.pattern.finditer(text, start, end):
                group = "v" if match["v"] is not None else "v2"
                value = match[group].rstrip(" .,;:!?\n")
                if value and not _is_placeholder(value):
                    yield match.start(group), match.start(group) + len(value), place.kind
    if "<t" in low:
        for match in _TAGS.finditer(text):
            yield match.start("v"), match.end("v"), "password"
    if "\n" in text and any(word in low for word in _COLUMN_WORDS):
        yield from _columns(text)


_NO_VALUES = Lazy(
    r"(?i)pass|pw|pwd|passwd|password|passwort|passphrase|secret|token|api_?key|user|username|none|null|true|false|string|required|optional"
)


def _is_placeholder(value: str) -> bool:
    return (
        PLACEHOLDER.match(value) is not None
        or _NO_VALUES.fullmatch(value) is not None
        or len(set(value)) < 3
        or re.fullmatch(r"[A-Z_]+|[a-z]+[_.][a-z_.]+\(?\)?", value) is not None
    )


def _columns(text: str) -> Iterator[tuple[int, int, SecretKind]]:
    """Under a head that names a secret."""
    columns: tuple[int, ...] = ()
    width = rows = at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        names = any(word in line.lower() for word in _COLUMN_WORDS) if len(line) < _LONGEST_HEAD else False
        if not names and not columns:
            continue
        cells = _cells(line)
        if len(cells) < 2:
            columns = ()
            continue
        heads = tuple(i for i, (begin, end) in enumerate(cells) if _HEADS.fullmatch(line[begin:end].strip("\"'* "))) if names else ()
        if heads and len(heads) < len(cells):
            columns, width, rows = heads, len(cells), 0
        elif columns and len(cells) == width and rows < _MOST_ROWS:
            rows += 1
            for begin, end in (cells[i] for i in columns):
                value = line[begin:end]
                if re.search(r"\d|[^\w\s-]", value) and len(value) >= 4 and not _RULE.fullmatch(value) and not _is_placeholder(value):
                    yield start + begin, start + end, "password"


def _cells(line: str) -> list[tuple[int, int]]:
    """Without the strokes that open and close a line."""
    found: list[tuple[int, int]] = []
    done = 0
    for gap in _CELL.finditer(line):
        found.append((done, gap.start()))
        done = gap.end()
    found.append((done, len(line.rstrip())))
    if line.lstrip().startswith("|"):
        found = found[1:]
    if line.rstrip().endswith("|"):
        found = found[:-1]
    return [(begin, end) for begin, end in found if begin <= end]
