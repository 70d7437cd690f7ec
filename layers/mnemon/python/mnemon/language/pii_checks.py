# ruff: noqa: E501 (tables)
"""Check digits of identifiers: what tells an id from any other number. Each takes the value without its separators, in upper case."""

from __future__ import annotations

import hashlib
from datetime import date
from ipaddress import ip_address

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0 and len(set(digits)) > 1


def weighed(digits: str, weights: tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def iban(value: str) -> bool:
    return 15 <= len(value) <= 34 and int("".join(str(int(c, 36)) for c in value[4:] + value[:4])) % 97 == 1


def aba_routing(d: str) -> bool:
    return d[0] in "01236" and d[1:] != "00000000" and weighed(d, (3, 7, 1, 3, 7, 1, 3, 7, 1)) % 10 == 0


def bitcoin(value: str) -> bool:
    if value[:3] in ("BC1", "bc1"):
        return _bech32(value.lower())
    number = 0
    for c in value:
        place = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".find(c)
        if place < 0:
            return False
        number = number * 58 + place
    try:
        data = number.to_bytes(25, "big")
    except OverflowError:
        return False
    return hashlib.sha256(hashlib.sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


def _bech32(value: str) -> bool:
    head, data = value[:2], value[3:]
    values = [ord(c) >> 5 for c in head] + [0] + [ord(c) & 31 for c in head]
    for c in data:
        place = "qpzry9x8gf2tvdw0s3jn54khce6mua7l".find(c)
        if place < 0:
            return False
        values.append(place)
    check = 1
    for v in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ v
        for i, part in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= part if top >> i & 1 else 0
    return check in (1, 0x2BC830A3)


def ip(value: str) -> bool:
    try:
        ip_address(value.split("/")[0].split("%")[0])
    except ValueError:
        return False
    return True


def us_ssn(d: str) -> bool:
    return (
        d[:3] not in ("000", "666") and d[0] != "9" and d[3:5] != "00" and d[5:] != "0000" and len(set(d)) > 1
        and d not in ("123456789", "987654321", "078051120")
    )  # fmt: skip


def us_itin(d: str) -> bool:
    return d[0] == "9" and (50 <= int(d[3:5]) <= 65 or 70 <= int(d[3:5]) <= 88 or 90 <= int(d[3:5]) <= 92 or 94 <= int(d[3:5]) <= 99)


def us_npi(d: str) -> bool:
    return d[0] in "12" and luhn("80840" + d)


def dea(value: str) -> bool:
    d = value[2:]
    return (int(d[0]) + int(d[2]) + int(d[4]) + 2 * (int(d[1]) + int(d[3]) + int(d[5]))) % 10 == int(d[6])


def uk_nino(value: str) -> bool:
    return value[:2] not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")


def uk_nhs(d: str) -> bool:
    return len(set(d)) > 1 and weighed(d, (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


def es_nif(value: str) -> bool:
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(value[:-1]) % 23] == value[-1]


def es_nie(value: str) -> bool:
    return es_nif(str("XYZ".index(value[0])) + value[1:])


_ODD = dict(zip("0123456789" + _LETTERS, (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23), strict=True))  # fmt: skip


def it_fiscal_code(value: str) -> bool:
    total = sum(_ODD[c] if i % 2 == 0 else (int(c) if c.isdigit() else _LETTERS.index(c)) for i, c in enumerate(value[:15]))
    return _LETTERS[total % 26] == value[15]


def it_vat(d: str) -> bool:
    return d != "0" * 11 and sum(sum(divmod(int(c) * (1 + i % 2), 10)) for i, c in enumerate(d)) % 10 == 0


def au_abn(d: str) -> bool:
    return d[0] != "0" and weighed(str(int(d[0]) - 1) + d[1:], (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)) % 89 == 0


def au_acn(d: str) -> bool:
    return (10 - weighed(d, (8, 7, 6, 5, 4, 3, 2, 1)) % 10) % 10 == int(d[8]) and len(set(d)) > 1


def au_tfn(d: str) -> bool:
    return weighed(d, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0 and len(set(d)) > 1


def au_medicare(d: str) -> bool:
    return d[0] in "23456" and weighed(d, (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(d[8])


_D = (
    "0123456789",
    "1234067895",
    "2340178956",
    "3401289567",
    "4012395678",
    "5987604321",
    "6598710432",
    "7659821043",
    "8765932104",
    "9876543210",
)
_P = ("0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258")


def in_aadhaar(d: str) -> bool:
    check = 0
    for i, c in enumerate(reversed(d)):
        check = int(_D[check][int(_P[i % 8][int(c)])])
    return check == 0 and d[0] not in "01" and d != d[::-1]


def sg_nric(value: str) -> bool:
    total = weighed(value[1:8], (2, 7, 6, 5, 4, 3, 2)) + (4 if value[0] in "TG" else 3 if value[0] == "M" else 0)
    if value[0] == "M":
        return "KLJNPQRTUWX"[10 - total % 11] == value[8]
    return ("JZIHGFEDCBA" if value[0] in "ST" else "XWUTRQPNMLK")[total % 11] == value[8]


def ca_sin(d: str) -> bool:
    return d[0] not in "08" and luhn(d)


def iso7064(digits: str) -> bool:
    product = 10
    for c in digits[:-1]:
        product = ((int(c) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[-1])


def de_tax_id(d: str) -> bool:
    return d[0] != "0" and iso7064(d)


def de_vat(value: str) -> bool:
    return value[2] != "0" and iso7064(value[2:])


def de_document(value: str) -> bool:
    """Passports and identity cards, with their check digit."""
    return sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(value[:-1])) % 10 == int(value[-1]) if value[-1].isdigit() else False


def de_health(value: str) -> bool:
    digits = f"{_LETTERS.index(value[0]) + 1:02d}{value[1:9]}"
    return sum(sum(divmod(int(c) * (1 + i % 2), 10)) for i, c in enumerate(digits)) % 10 == int(value[9])


def de_social(value: str) -> bool:
    digits = f"{value[:8]}{_LETTERS.index(value[8]) + 1:02d}{value[9:11]}"
    total = sum(sum(divmod(int(c) * weight, 10)) for c, weight in zip(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True))
    return total % 10 == int(value[11]) and 1 <= int(value[4:6]) <= 12


def de_lanr(d: str) -> bool:
    return (10 - weighed(d, (4, 9, 4, 9, 4, 9)) % 10) % 10 == int(d[6])


def fi_hetu(value: str) -> bool:
    value = value.upper()
    number, century = value[:6] + value[7:10], 2000 if value[6] in "ABCDEF" else 1800 if value[6] == "+" else 1900
    return (
        is_date(century + int(value[4:6]), int(value[2:4]), int(value[:2]))
        and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(number) % 31] == value[10]
    )


def se_person(d: str) -> bool:
    d = d[-10:]
    return luhn(d) and any(is_date(century + int(d[:2]), int(d[2:4]), int(d[4:6]) % 60) for century in (1900, 2000))


def se_organisation(d: str) -> bool:
    return luhn(d) and d[2] >= "2"


def pl_pesel(d: str) -> bool:
    month = int(d[2:4])
    century = {4: 1800, 0: 1900, 1: 2000, 2: 2100, 3: 2200}[month // 20 % 5]
    return weighed(d, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0 and is_date(century + int(d[:2]), month % 20, int(d[4:6]))


def kr_number(d: str) -> bool:
    return is_date(2000 if d[6] in "3478" else 1900, int(d[2:4]), min(int(d[4:6]), 28 if d[2:4] == "02" else 31)) and d[4:6] != "00"


def kr_rrn(d: str) -> bool:
    return d[6] in "1234" and kr_number(d)


def kr_frn(d: str) -> bool:
    return d[6] in "5678" and kr_number(d)


def kr_brn(d: str) -> bool:
    total = weighed(d, (1, 3, 7, 1, 3, 7, 1, 3)) + int(d[8]) * 5 // 10 + int(d[8]) * 5
    return (10 - total % 10) % 10 == int(d[9])


def th_tnin(d: str) -> bool:
    return d[0] in "12345678" and d[1] != "0" and (11 - weighed(d, (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 10 == int(d[12])


def tr_national(d: str) -> bool:
    n = [int(c) for c in d]
    return n[0] != 0 and (7 * sum(n[0:9:2]) - sum(n[1:8:2])) % 10 == n[9] and sum(n[:10]) % 10 == n[10]


def za_id(d: str) -> bool:
    return luhn(d) and any(is_date(century + int(d[:2]), int(d[2:4]), int(d[4:6])) for century in (1900, 2000)) and d[10] in "01"


def ph_tin(d: str) -> bool:
    return len(set(d[:9])) > 2


def ng_nin(d: str) -> bool:
    return len(set(d)) > 2


def in_gstin(value: str) -> bool:
    return 1 <= int(value[:2]) <= 38 or value[:2] == "97"
