# ruff: noqa: E501
"""Values are made at run time, so that this file holds none."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import pkgutil
import random
import string

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mnemon.language.secrets import find, names_a_secret

ALNUM = string.ascii_letters + string.digits


def made(n: int, letters: str = ALNUM, seed: int = 7) -> str:
    rng = random.Random(seed * 1000 + n)
    value = "".join(rng.choice(letters) for _ in range(n - 2))
    return "a1" + value if letters == ALNUM else value + letters[0] + letters[-1]


AWS = "AKIA" + made(16, string.ascii_uppercase + string.digits)
GITHUB = "ghp_" + made(36)
OPENAI = "sk-proj-" + made(40)
CARD = "4111" + " 1111" * 3
PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + made(60) + "\n-----END RSA " + "PRIVATE KEY-----"
JWT = "eyJ" + made(20) + ".eyJ" + made(30) + "." + made(40)
WORD = "hunter" + "2x!"


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        (f"my AWS key is {AWS} ok?", AWS, "api_key"),
        (f"export GITHUB_TOKEN={GITHUB}", GITHUB, None),
        (f"My API key is {OPENAI}, is there anything wrong with it?", OPENAI, "api_key"),
        (f"please pay with {CARD} today", CARD, "card"),
        (f"here you are:\n{PEM}\nthanks", PEM, "private_key"),
        (f"Authorization: Bearer {JWT}", JWT, None),
        (f"the wifi password is {WORD}", WORD, "password"),
        (f'{{"user": "bob", "password": "{WORD} and spaces"}}', f"{WORD} and spaces", "password"),
        (f"postgres://app:{WORD}@db.internal:5432/app", WORD, "connection_string"),
        (f"mysql://root:p@ss{WORD}@localhost/x", f"p@ss{WORD}", "connection_string"),
        ("my pin is " + "48" + "21", "4821", "password"),
        ("my password is " + "sword" + "fish.", "swordfish", "password"),
        (f"mein Passwort ist {WORD}", WORD, "password"),
        (f"密码是 {WORD}", WORD, "password"),
        ("seed phrase: " + "correct horse battery staple", "correct horse battery staple", "password"),
        (f"DefaultEndpointsProtocol=https;AccountKey={made(60)}==;", made(60), "connection_string"),
    ],
)
def test_a_value_is_found_whole(text: str, value: str, kind: str | None) -> None:
    found = find(text)
    assert found, text
    assert any(value in text[s.start : s.end] for s in found)
    assert kind is None or kind in {s.kind for s in found}


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


@pytest.mark.parametrize(
    "disguised",
    [
        full_width(AWS),
        "\u200b".join(AWS),
        " ".join(AWS[i : i + 4] for i in range(0, 20, 4)),
        " ".join(GITHUB),
        f"{AWS[:8]}\u00ad{AWS[8:]}",
        CARD.replace(" ", "-"),
    ],
)
def test_unicode_tricks_and_spaces_hide_nothing(disguised: str) -> None:
    text = f"look: {disguised} there"
    (secret,) = find(text)
    assert text[secret.start : secret.end].strip() == disguised


@pytest.mark.parametrize(
    "text",
    [
        "my password is on the blue note", "I forgot my password again", "password reset is needed", "the API key is stored in the vault", "my password is secure",
        "the token expires in 15 minutes", "max_tokens=4096", "tokens: 512", "order 1234567890123456", "The port is 8080", "call me at +1 415 555 2671",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "550e8400-e29b-41d4-a716-446655440000", "/usr/local/lib/python3.11/site-packages/secrets.py",
        "the secret is that we use butter", "Secret Santa is on Friday", "The key is under the mat", "http://localhost:8080/a@b", "bob@example.com", "ERR-4021 v1.2.3",
        "integrate Flask-Login into your project with 2 users", "password = request.form['password']", "auth: OAuth2 flow", "password: required", "my secret is out",
    ],
)  # fmt: skip
def test_a_word_is_not_a_value(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize("name", ["apiKey", "DB_PASSWORD", "x-api-key", "accessToken", "client_secret"])
def test_names_that_promise_a_secret(name: str) -> None:
    assert names_a_secret(name)


@pytest.mark.parametrize("name", ["token_count", "max_tokens", "author", "keyboard", "key", "language"])
def test_names_that_promise_none(name: str) -> None:
    assert not names_a_secret(name)


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error_and_spans_are_apart(text: str) -> None:
    found = find(text)
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


def known_patterns() -> list[object]:
    """Those of detect-secrets whose values their issuers mark: a maintained list that ours must not fall behind."""
    if importlib.util.find_spec("detect_secrets") is None:
        return [pytest.param(None, id="missing", marks=pytest.mark.skip("detect-secrets is not installed"))]
    plugins = importlib.import_module("detect_secrets.plugins")
    skipped = {
        "base",
        "high_entropy_strings",
        "keyword",
        "ip_public",
        "cloudant",
        "softlayer",
        "ibm_cloud_iam",
        "ibm_cos_hmac",
        "artifactory",
        "basic_auth",
        "private_key",
        "npm",  # takes any text behind its prefix for a token
    }
    found: list[object] = []
    for module in pkgutil.iter_modules(plugins.__path__):
        if module.name not in skipped:
            loaded = importlib.import_module(f"detect_secrets.plugins.{module.name}")
            for thing in vars(loaded).values():
                if (
                    isinstance(thing, type)
                    and thing.__module__ == loaded.__name__
                    and isinstance(getattr(thing, "denylist", None), (list, tuple))
                ):
                    found += [pytest.param(p, id=f"{module.name}-{i}") for i, p in enumerate(thing.denylist)]
    return found


@pytest.mark.parametrize("pattern", known_patterns())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_a_maintained_rule_set_knows_is_found(pattern: object, data: st.DataObject) -> None:
    value = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=st.characters(min_codepoint=33, max_codepoint=126)))  # type: ignore[arg-type]
    assume(len(value) >= 20 and len(set(value)) >= 12)
    assert find(f"this is it: {value} .")
