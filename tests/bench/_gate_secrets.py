"""Secrets that never existed, made anew from a seed, and ordinary values that only look like one; in the places where people put them."""

from __future__ import annotations

import base64
import json
import random
import string
import uuid
from collections.abc import Callable, Iterator
from typing import NamedTuple

_LETTERS, _HEX = string.ascii_letters + string.digits, "0123456789abcdef"
_WORDS = "amber river copper lantern meadow orbit velvet harbor willow cinder maple falcon quartz ember saddle pepper".split()  # noqa: SIM905


class Planted(NamedTuple):
    """`value` must not be left in the text after the gate. None: nothing of the text may be replaced."""

    kind: str
    place: str
    text: str
    value: str | None


def planted(seed: int, each: int) -> Iterator[Planted]:
    """`each` values of every kind, each in a place of its own choice, one in four in disguise."""
    chance = random.Random(seed)
    for kind, make in _SECRETS.items():
        for number in range(each):
            value, said = make(chance)
            place = chance.choice(_places(kind))
            if number % 4 == 3 and kind not in _NOT_DISGUISED:
                name, disguise = chance.choice(_DISGUISES)
                if name == "spaces" and (kind in _NAMED_ONLY or len(value) < 20):
                    name, disguise = _DISGUISES[0]
                said = said.replace(value, disguise(value, chance))
                yield Planted(kind, name, f"{chance.choice(_BEFORE)}{said}", value)
            else:
                yield Planted(kind, place, _PLACES[place](said, chance), value)


def harmless(seed: int, each: int) -> Iterator[Planted]:
    chance = random.Random(seed + 1)
    for kind, make in _HARMLESS.items():
        for _ in range(each):
            place = chance.choice(("prose", "json", "id", "file name")) if " " not in (said := make(chance)) else "prose"
            yield Planted(kind, place, _PLACES[place](said, chance), None)


def _some(chance: random.Random, count: int, alphabet: str = _LETTERS) -> str:
    made = "".join(chance.choice(alphabet) for _ in range(count))
    return made if alphabet != _LETTERS or any(c.isdigit() for c in made) else made[:-1] + "7"


def _issued(prefix: str, count: int, alphabet: str = _LETTERS) -> Callable[[random.Random], tuple[str, str]]:
    def make(chance: random.Random) -> tuple[str, str]:
        value = prefix + _some(chance, count, alphabet)
        return value, value

    return make


def _named(*phrases: str, value: Callable[[random.Random], str]) -> Callable[[random.Random], tuple[str, str]]:
    def make(chance: random.Random) -> tuple[str, str]:
        made = value(chance)
        return made, chance.choice(phrases).format(made)

    return make


def _password(chance: random.Random) -> str:
    return chance.choice(
        (
            f"{chance.choice(_WORDS).title()}{chance.choice('!#$%&*')}{chance.randrange(10, 9999)}",
            _some(chance, 14) + chance.choice("!#$%&*"),
            f"{chance.choice(_WORDS)}-{chance.choice(_WORDS)}-{chance.randrange(100, 999)}",
        )
    )


def _card(chance: random.Random) -> tuple[str, str]:
    prefix, length = chance.choice((("4", 16), ("53", 16), ("37", 15), ("6011", 16), ("36", 14)))
    digits = prefix + "".join(str(chance.randrange(10)) for _ in range(length - len(prefix) - 1))
    doubled = sum(sum(divmod(int(d) * (2 - i % 2), 10)) for i, d in enumerate(reversed(digits)))
    digits += str(-doubled % 10)
    separator = chance.choice(("", " ", "-"))
    shown = separator.join(digits[i : i + 4] for i in range(0, length, 4))
    return shown, chance.choice(("{}", "card {}", "my visa is {}, exp 04/29")).format(shown)


def _pem(chance: random.Random) -> tuple[str, str]:
    body = base64.b64encode(bytes(chance.randrange(256) for _ in range(180))).decode()
    kind = chance.choice(("RSA ", "EC ", "OPENSSH ", ""))
    value = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    return value, f"-----BEGIN {kind}PRIVATE KEY-----\n{value}\n-----END {kind}PRIVATE KEY-----"


def _connection(chance: random.Random) -> tuple[str, str]:
    password = _some(chance, 16)
    scheme = chance.choice(("postgres", "postgresql+psycopg", "mongodb+srv", "redis", "amqps", "mysql", "https", "mssql"))
    return password, f"{scheme}://{chance.choice(_WORDS)}:{password}@db.{chance.choice(_WORDS)}.example:5432/main?ssl=true"


def _jwt(chance: random.Random) -> tuple[str, str]:
    def part(body: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")

    value = f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': _some(chance, 8), 'iat': chance.randrange(10**9)})}.{_some(chance, 43)}"
    return value, value


_SECRETS: dict[str, Callable[[random.Random], tuple[str, str]]] = {
    "aws id": _issued("AKIA", 16, string.ascii_uppercase + "234567"),
    "aws secret": _named("aws_secret_access_key = {}", 'AWS_SECRET_ACCESS_KEY="{}"', value=lambda c: _some(c, 40)),
    "github": _issued("ghp_", 36),
    "github fine": _issued("github_pat_", 82, _LETTERS + "_"),
    "gitlab": _issued("glpat-", 20),
    "slack": _issued("xoxb-", 48),
    "stripe": _issued("sk_live_", 24),
    "google": _issued("AIza", 35),
    "openai": _issued("sk-proj-", 48),
    "anthropic": _issued("sk-ant-api03-", 93),
    "npm": _issued("npm_", 36),
    "pypi": _issued("pypi-AgEIcHlwaS5vcmc", 70),
    "sendgrid": lambda c: (v := f"SG.{_some(c, 22)}.{_some(c, 43)}", v),
    "hugging face": _issued("hf_", 34, string.ascii_letters),
    "digital ocean": _issued("dop_v1_", 64, _HEX),
    "shopify": _issued("shpat_", 32, _HEX),
    "telegram": lambda c: (v := f"{c.randrange(10**8, 10**9)}:AA{_some(c, 33)}", v),
    "databricks": _issued("dapi", 32, _HEX),
    "jwt": _jwt,
    "named key": _named("api_key: {}", "X-Api-Key: {}", "the api key is {}", "apiKey={}", value=lambda c: _some(c, 32, _HEX)),
    "named token": _named("access token: {}", "token={}", "my auth token is {}", value=lambda c: _some(c, 28)),
    "bearer": _named("Authorization: Bearer {}", "curl -H 'Authorization: Bearer {}'", value=lambda c: _some(c, 40)),
    "password": _named(
        "password: {}", "my password is {}", "pwd={}", "the wifi password is {}", "use the passphrase {}", "Passwort: {}",
        "la contraseña es {}", "mot de passe : {}", "密码是{}", "login ann, password {}",
        value=_password,
    ),
    "pin": _named("my PIN is {}", "pin code: {}", "the PIN for the card is {}", value=lambda c: str(c.randrange(1000, 9999))),
    "private key": _pem,
    "connection string": _connection,
    "azure": _named(
        "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={};EndpointSuffix=core.windows.net",
        value=lambda c: base64.b64encode(bytes(c.randrange(256) for _ in range(64))).decode(),
    ),
    "card": _card,
}  # fmt: skip
_NOT_DISGUISED = {"private key", "connection string", "pin", "azure"}
_NAMED_ONLY = {"aws secret", "named key", "named token", "bearer", "password", "jwt", "telegram", "sendgrid"}

_HARMLESS: dict[str, Callable[[random.Random], str]] = {
    "uuid": lambda c: str(uuid.UUID(int=c.getrandbits(128), version=4)),
    "git": lambda c: _some(c, 40, _HEX),
    "short git": lambda c: f"fixed in {_some(c, 8, _HEX)}",
    "sha256": lambda c: f"sha256:{_some(c, 64, _HEX)}",
    "version": lambda c: f"v{c.randrange(9)}.{c.randrange(40)}.{c.randrange(99)}-rc{c.randrange(9)}",
    "order": lambda c: f"order #{c.randrange(10**9, 10**10)}",
    "ticket": lambda c: f"{c.choice(('OPS', 'ERR', 'JIRA'))}-{c.randrange(1, 99999)}",
    "phone": lambda c: f"call me on +1 415 555 01{c.randrange(10, 99)}",
    "time": lambda c: f"20{c.randrange(10, 30)}-0{c.randrange(1, 9)}-1{c.randrange(9)}T1{c.randrange(9)}:30:00Z",
    "path": lambda c: f"/srv/{c.choice(_WORDS)}/{c.choice(_WORDS)}_{c.randrange(99)}.tar.gz",
    "url": lambda c: f"https://{c.choice(_WORDS)}.example/{c.choice(_WORDS)}/{c.randrange(10**6)}?page={c.randrange(9)}",
    "colour": lambda c: f"#{_some(c, 6, _HEX)}",
    "class": lambda c: f"{c.choice(_WORDS).title()}{c.choice(_WORDS).title()}Factory{c.randrange(9)}",
    "ours": lambda c: "mem_" + _some(c, 26, "abcdefghijklmnopqrstuvwxyz234567") + "01K" + _some(c, 23, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
    "word": lambda c: c.choice(
        (
            "I forgot my password again, so I had it reset",
            "my password is on the blue note",
            "the token limit is 4096",
            "passwords must be at least 12 characters long",
            "rotate the API key every 90 days",
            "the secret to good bread is time",
            "the key is under the mat",
            "the session token expires after an hour",
            "she keeps the recovery phrase in a safe",
        )
    ),
    "isbn": lambda c: f"ISBN 978-0-{c.randrange(100, 999)}-{c.randrange(10000, 99999)}-{c.randrange(9)}",
    "amount": lambda c: f"the invoice was {c.randrange(1, 999)},{c.randrange(100, 999)}.{c.randrange(10, 99)} EUR",
    "settings": lambda c: f"max_tokens={c.randrange(100, 9000)}, timeout={c.randrange(1, 60)}",
    "code": lambda c: f'password = os.environ["{c.choice(_WORDS).upper()}_PASSWORD"]',
    "coordinates": lambda c: f"{c.uniform(-80, 80):.6f}, {c.uniform(-170, 170):.6f}",
}

_BEFORE = ("here: ", "please remember ", "for the deployment we use ", "I wrote down ", "note: ")
_PLACES: dict[str, Callable[[str, random.Random], str]] = {
    "prose": lambda said, c: f"{c.choice(_BEFORE)}{said}{c.choice(('', '.', ', thanks', ' and the rest later'))}",
    "json": lambda said, _: json.dumps({"user": "ann", "items": [{"note": said, "n": 3}]}),
    "id": lambda said, c: f"{c.choice(('session', 'user', 'run'))}:{said}",
    "file name": lambda said, c: f"{c.choice(('backup', 'notes', 'export'))}_{c.randrange(99)}/{said}.txt",
}


def _places(kind: str) -> tuple[str, ...]:
    if kind in {"private key", "connection string", "azure", "bearer", "aws secret", "pin", "password", "named token", "named key"}:
        return ("prose",) if kind == "private key" else ("prose", "json")
    return ("prose", "json", "id", "file name")


def _wide(value: str, _: random.Random) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value)


def _invisible(value: str, chance: random.Random) -> str:
    return "".join(c + chance.choice(("", "", "\u200b", "\u2060")) for c in value)


def _spaced(value: str, chance: random.Random) -> str:
    size = chance.choice((4, 6, 8))
    return " ".join(value[i : i + size] for i in range(0, len(value), size))


_DISGUISES: tuple[tuple[str, Callable[[str, random.Random], str]], ...] = (
    ("full width", _wide), ("zero width", _invisible), ("spaces", _spaced),
)  # fmt: skip
