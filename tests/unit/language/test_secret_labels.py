"""Secrets whose name stands before them in any language, with words, marks or tags between."""

from __future__ import annotations

import pytest

from mnemon.language import secrets

VALUE = "kT93mp" + "Qz1x"
SYMBOL = "Moon061" + "*ex"


def left(text: str, value: str) -> bool:
    found = secrets.find(text)
    return not any(value in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "the password for my bank account? It's {}.",
        "The admin password you set last week: {}",
        "You can log in with ana and {}, that's the password.",
        "Пароль от почты: {}",
        "Moje hasło to {}",
        "Mitt lösenord är {}",
        "Salasanani on {}",
        "het wifi-wachtwoord: {}",
        "la parola d'ordine del server: {}",
        "मेरा पासवर्ड {} है",
        "รหัสผ่านของฉันคือ {}",
        "הסיסמה שלי היא {}",
        "كلمة المرور هي {}",
        "密码是{}。",
    ],
)
@pytest.mark.parametrize("value", [VALUE, SYMBOL])
def test_a_password_is_found_after_its_name_in_many_languages(text: str, value: str) -> None:
    assert not left(text.format(value), value)


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** `{}`",
        "**API key** - `{}`",
        "<b>Password</b>: <code>{}</code>",
        "<dbPassword>{}</dbPassword>",
        '<entry key="db.password" value="{}"/>',
        '{{\\"password\\": \\"{}\\"}}',
        "Passwort\n\n    {}\n",
        "password&#58; {}",
        "mail_pass: {}",
    ],
)
def test_marks_tags_and_escapes_between_name_and_value_do_not_hide_it(text: str) -> None:
    assert not left(text.format(VALUE), VALUE)


@pytest.mark.parametrize(
    "command",
    [
        "docker login -u ana -p {} registry.example",
        "redis-cli -a {} ping",
        "sqlplus hr/{}@prod",
        "jdbc:oracle:thin:scott/{}@//db.example:1521/ORCL",
        "smbclient //srv/share -U ana%{}",
        "net use Z: \\\\srv\\share {} /user:ana",
        "openssl rsa -in k.pem -passin pass:{}",
    ],
)
def test_a_password_on_a_command_line_is_found(command: str) -> None:
    assert not left(command.format(VALUE), VALUE)


def test_a_key_whose_dashes_are_written_as_in_an_address_is_found_and_replaced_whole() -> None:
    key = "sk%2Dproj%2D" + "x1alcdHMoBtv7Xj1VUjVRNExrY4QQn211Oo0"
    (one,) = secrets.find(f"https://x.example/?k={key} .")
    assert f"https://x.example/?k={key} ."[one.start : one.end] == key


@pytest.mark.parametrize(
    "text",
    [
        "password: str = Field(min_length=8)",
        "password: !vault |",
        "password for Windows11 machines is set by IT",
        "The password for room B204 is at the desk.",
        "Das Passwort für WLAN5G ist neu",
        "Passwort: siehe Seite 12b",
        "contraseña: mínimo 8caracteres",
        "密码长度至少8位字符",
        "パスワードは8文字以上です",
        "Set the password on your iPhone15 first.",
        "password hash sha256$600000$abc",
        "access token expires in 15min",
        "The API key page moved to https://console.example/keys2",
        "ssh: Permission denied (publickey,password). port22",
        "boarding_pass: LH2134",
        "curl -u user:pass https://api.example",
        "secrets: inherit",
        "ThisIsMyVeryLongFunctionNameNumber12InTheModule",
        "Forgot password? See KB-2231",
    ],
)
def test_what_is_told_about_a_password_is_no_value(text: str) -> None:
    assert secrets.find(text) == []
