"""Values that no word stands right before, by where they stand; and what stands in such places and is no secret."""

from __future__ import annotations

import json

import pytest

from mnemon.language.secrets import find

VALUE = "Kiwi731$Zt4"
SEED = "zoo able acid act air alarm album age add adapt affair again"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"curl -u kim:{VALUE} https://api.example", VALUE),
        (f"mysql -u root -p{VALUE} shop", VALUE),
        (f"deploy --set auth.password={VALUE}", VALUE),
        (f"requests.get(url, auth=('kim', '{VALUE}'))", VALUE),
        ("Set-Cookie: auth=aCurBv2wfCdKLCivT7v7T7yi; HttpOnly", "aCurBv2wfCdKLCivT7v7T7yi"),
        ("https://a.example/cb?access_token=aCurBv2wfCdKLCivT7v7T7yi", "aCurBv2wfCdKLCivT7v7T7yi"),
        (json.dumps({"key": "password", "value": VALUE}), VALUE),
        (json.dumps({"env": [{"name": "DB_PASS", "value": VALUE}]}), VALUE),
        (f"- name: DB_PASSWORD\n  value: {VALUE}\n", VALUE),
        (f"{{user: 'kim', pass: '{VALUE}'}}", VALUE),
        (f'psk="{VALUE}"', VALUE),
        (f"I changed my pw to {VALUE} yesterday", VALUE),
        (f"set the password to {VALUE} on all hosts", VALUE),
        (f"her password's {VALUE}", VALUE),
        (f"use {VALUE} as the password for the printer", VALUE),
        (f"wifi: GuestNet / {VALUE}", VALUE),
        (f"WIFI:T:WPA;S:Home;P:{VALUE};;", VALUE),
        (f"notes-password-{VALUE}.txt", VALUE),
        ("unlock code for the alarm is 590217", "590217"),
        ("Die PIN der Karte ist 4821", "4821"),
        ("SIM PIN 9034", "9034"),
        ("the safe opens with the combination 12-44-81", "12-44-81"),
        ("app password: vrav uspp mfuc zsln", "vrav uspp mfuc zsln"),
        ("authenticator secret xuxl ctq5 knep p4ci fwqu", "xuxl ctq5 knep p4ci fwqu"),
        ("recovery code: UHL86YQ3-WZLQXAW9", "UHL86YQ3-WZLQXAW9"),
        ("2FA recovery codes\nx3nz3-36bpe\nrtb6m-8o12n", "x3nz3-36bpe\nrtb6m-8o12n"),
        ("backup codes: ttf67-gdvem, jq1gd-zj7wk", "ttf67-gdvem, jq1gd-zj7wk"),
        ("license key ABCD1-EFGH2-JKLM3-NOPQ4", "ABCD1-EFGH2-JKLM3-NOPQ4"),
        (f"my wallet: {SEED}", SEED),
        ("the password is H x k k 0 5 8 % v g h", "H x k k 0 5 8 % v g h"),
        (f"Mein Passwort lautet {VALUE}", VALUE),
        (f"usuario kim, clave {VALUE}", VALUE),
        (f"mdp={VALUE}", VALUE),
        (f"Le code wifi est {VALUE}", VALUE),
        (f"Мой пароль {VALUE}", VALUE),
        (f"пароль: {VALUE}", VALUE),
        (f"密码是 {VALUE}", VALUE),
        ("card 4539.1488.0343.6467", "4539148803436467"),
    ],
)  # fmt: skip
def test_a_value_is_found_whole_where_no_word_stands_right_before_it(text: str, value: str) -> None:
    assert any(value in secret.value or value in text[secret.start : secret.end] for secret in find(text)), find(text)


@pytest.mark.parametrize(
    "table",
    [
        f"| user | password |\n|---|---|\n| kim | {VALUE} |\n| bo | {VALUE} |",
        f"user,password\nkim,{VALUE}\nbo,{VALUE}\n",
        f"host\tuser\tpass\nh1\troot\t{VALUE}",
        f"<tr><td>Password</td><td>{VALUE}</td></tr>",
    ],
    ids=["markdown", "commas", "tabs", "html"],
)
def test_the_values_of_a_column_are_found(table: str) -> None:
    left = table
    for secret in reversed(find(table)):
        left = left[: secret.start] + left[secret.end :]
    assert VALUE not in left
    assert "root" in left or "kim" in left or "Password" in left


@pytest.mark.parametrize(
    "text",
    [
        "mysql://USER:PASS@HOST/DB",
        "postgres://user:password@localhost/db",
        "postgres://app:${DB_PASSWORD}@db/main",
        "Das Passwort ist abgelaufen.",
        "Mot de passe oublié ? Le mot de passe est obligatoire.",
        "The PIN pad is broken.",
        "Access code? Ask at the desk. Room 4821.",
        "Recovery codes are in the safe.",
        "| user | password policy |\n|---|---|\n| kim | strong, 12 letters |",
        "password,required\nname,optional",
        "curl -u $USER:$TOKEN https://api.example",
        '{"name": "password", "value": ""}',
        "user:https://pepper.example/ember/865510?page=7",
        "wifi: 2.4 GHz and 5 GHz",
        "-----BEGIN CERTIFICATE-----\nMIIC8TCCAdmgAwIBAgIUZ1x9Qk3VbR7pLw2sT5yHn8JcG0owDQYJKoZIhvcNAQEL\n-----END CERTIFICATE-----",
        "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)",
        "the score was 381 of 400, chapter 7, page 590217",
    ],
)  # fmt: skip
def test_what_only_looks_like_such_a_place_is_kept(text: str) -> None:
    assert find(text) == []
