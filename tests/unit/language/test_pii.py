"""Ids are found by shape, check digits and the words beside them; the check digits are held against a library that knows them."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.language import pii
from mnemon.language import pii_checks as checks
from mnemon.language.pii_types import TYPES

DIGITS = "0123456789"


def found(text: str, *, certain: bool = True) -> set[str]:
    return {one.type for one in pii.find(text) if one.certain or not certain}


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("My SSN is 536-90-4399.", "us_ssn"),
        ("social security number 536904399", "us_ssn"),
        ("Her national insurance number is QQ 12 34 56 C".replace("QQ", "JG"), "uk_nino"),
        ("NHS number 943 476 5919", "uk_nhs"),
        ("DNI 45678912-" + "TRWAGMYFPDXBNJZSQVHLCKE"[45678912 % 23], "es_nif"),
        ("codice fiscale RSSMRA85T10A562S", "it_fiscal_code"),
        ("ABN 83 914 571 673", "au_abn"),
        ("the PAN is BNZPM2501F", "in_pan"),
        ("NRIC S1234567D", "sg_nric_fin"),
        ("henkilötunnus 131052-308T", "fi_personal_identity_code"),
        ("passport number X12345678", "us_passport"),
        ("transfer to GB82 WEST 1234 5698 7654 32 please", "iban_code"),
        ("write to jo@garden.example", "email_address"),
        ("call +44 20 7946 0958", "phone_number"),
        ("host 10.1.2.3 and fe80::1", "ip_address"),
        ("wallet 1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "crypto"),
    ],
)
def test_a_type_is_found(text: str, type: str) -> None:
    assert type in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "We met in 2019 and again in 2023, on the 14th.",
        "order 4711234 was shipped in box 12",
        "the build 20240305.1 took 1234 seconds",
        "9 people, 14 chairs and 3 tables",
        "error ERR-40213 in line 5512",
        "the number 123456789 means nothing here",
        "version 10.15.7 of 2021",
        "[pii:us_ssn:ab12cd] and [secret:card:ab12cd]",
        "room A12345 on floor 3",
        "it costs 12,345,678.90 in total",
    ],
)
def test_ordinary_numbers_are_nobodys_id(text: str) -> None:
    government = {t.name for t in TYPES if t.group in ("government", "payment")}
    assert not found(text) & government


# Values that pass the check of their issuer, made by looking for the digit that makes them pass.

_WRAPPINGS = (
    "my {word} is {value}",
    "{word}: {value}.",
    '{{"{word}": "{value}"}}',
    "notes/{word} {value} final",
    "({word} {value})",
    "Please keep {word} {value}, thanks",
)
_WORDS = {
    "ca_sin": "social insurance", "au_tfn": "TFN", "de_tax_id": "Steuer-ID", "pl_pesel": "PESEL", "tr_national_id": "TC Kimlik",
    "th_tnin": "Thai ID", "in_aadhaar": "Aadhaar", "uk_nhs": "NHS", "us_npi": "NPI", "za_id_number": "RSA ID", "us_ssn": "SSN",
}  # fmt: skip
_LENGTHS = {
    "ca_sin": 9, "au_tfn": 9, "de_tax_id": 11, "tr_national_id": 11, "th_tnin": 13, "in_aadhaar": 12,
    "uk_nhs": 10, "us_npi": 10, "us_ssn": 9,
}  # fmt: skip
_CHECKS = {t.name: t.check for t in TYPES}


@st.composite
def ids(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(sorted(_LENGTHS)))
    check = _CHECKS[name]
    assert check is not None
    head = draw(st.text(DIGITS, min_size=_LENGTHS[name] - 2, max_size=_LENGTHS[name] - 2).filter(lambda d: len(set(d)) > 3))
    head = ("1" if name == "us_npi" else "4") + head[1:]
    tails = [f"{n:02d}" for n in range(100) if check(f"{head}{n:02d}")]
    return name, head + draw(st.sampled_from(tails)) if tails else "x"


@given(ids(), st.sampled_from(_WRAPPINGS))
@settings(max_examples=200, deadline=None)
def test_an_id_beside_its_name_is_found_in_any_wrapping(made: tuple[str, str], wrapping: str) -> None:
    name, value = made
    if value == "x":
        return
    text = wrapping.format(word=_WORDS[name], value=value)
    hits = [one for one in pii.find(text) if one.type == name and one.certain]
    assert [text[one.start : one.end] for one in hits] == [value]


@st.composite
def ibans(draw: st.DrawFn) -> str:
    body = draw(st.text(DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=24))
    country = draw(st.sampled_from(("DE", "FR", "GB", "NO", "ES")))
    rest = int("".join(str(int(c, 36)) for c in f"{body}{country}00")) % 97
    return f"{country}{98 - rest:02d}{body}"


@given(ibans(), st.booleans(), st.sampled_from(("pay to {}", "IBAN: {}.", '["{}"]', "{}", "von {} auf")))
@settings(max_examples=150, deadline=None)
def test_an_iban_is_found_written_in_one_or_in_groups(value: str, grouped: bool, wrapping: str) -> None:
    shown = " ".join(value[i : i + 4] for i in range(0, len(value), 4)) if grouped else value
    hits = [one.value for one in pii.find(wrapping.format(shown), {"iban_code"})]
    assert any(hit.startswith(value) for hit in hits)


_ORACLES = {
    "au_abn": ("stdnum.au.abn", 11), "au_tfn": ("stdnum.au.tfn", 9), "uk_nhs": ("stdnum.gb.nhs", 10), "pl_pesel": ("stdnum.pl.pesel", 11),
    "tr_national": ("stdnum.tr.tckimlik", 11), "it_vat": ("stdnum.it.iva", 11),
    "in_aadhaar": ("stdnum.in_.aadhaar", 12),
    "luhn": ("stdnum.luhn", 12), "au_acn": ("stdnum.au.acn", 9),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(_ORACLES))
def test_check_digits_agree_with_a_library(name: str) -> None:
    """What the library takes, we take: it may know more than check digits, so that it refuses more."""
    module, length = _ORACLES[name]
    pytest.importorskip("stdnum")
    library = importlib.import_module(module)
    ours = getattr(checks, name)
    taken = 0
    for n in range(4_000):
        value = str((n * 7_919_113_377_331 + 31_415_926_535) % 9 * 10 ** (length - 1) + (n * 104_729_931_773) % 10 ** (length - 1)).zfill(
            length
        )
        value = value[-length:]
        if library.is_valid(value) and len(set(value)) > 2:
            taken += 1
            assert ours(value), value
    assert taken


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read(text: str) -> None:
    for one in pii.find(text):
        assert 0 <= one.start < one.end <= len(text)
