# ruff: noqa: E501 (a table)
"""The types of personal data that are looked for: shape, check, the words that stand beside it, and the shape that needs none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mnemon.model.policy import PiiGroup

from . import pii_checks as c


@dataclass(frozen=True, slots=True)
class Type:
    name: str
    group: PiiGroup
    pattern: str
    check: Callable[[str], bool] | None
    words: tuple[str, ...]
    bare: str | None
    """A value of this form is certain without a word beside it; None: never."""
    literal: bool
    """The check wants the value as it is written."""
    needs: str
    """What must stand in the text."""
    no_digit: bool
    trims: bool
    """Its last group may be the next word of the text."""
    dense: bool
    """Has several digits close together."""


_L, _R = r"(?<![A-Za-z0-9])(?<![\d][.,])(?<!\d-)(?<!\+\d )(?<!\+\d\d )", r"(?![A-Za-z0-9]|[.,-]\d)"
_ANY = r""
_SPLIT = r"[ .-]"
_LETTER = r"[A-Za-z]"


def _type(
    name: str, group: PiiGroup, pattern: str, check: Callable[[str], bool] | None = None, words: str = "", bare: str | None = None,
    *, literal: bool = False, needs: str = "", no_digit: bool = False, open: bool = False,
) -> Type:  # fmt: skip
    pattern = pattern if open else rf"{_L}(?:{pattern}){_R}"
    listed = tuple(word.strip() for word in words.split(",") if word.strip())
    return Type(
        name,
        group,
        pattern,
        check,
        listed,
        bare,
        literal,
        needs,
        no_digit,
        trims=name == "iban_code",
        dense=group not in ("contact", "network", "vehicle", "place"),
    )


_PASSPORT = "passport, passport number, passport no, pass-nr, reisepass, pasaporte, passaporto, 여권, 여권번호"
_LICENCE = "driver, drivers, driver's, license, licence, driving, führerschein, führerscheinnummer, patente, 운전면허"

TYPES: tuple[Type, ...] = (
    # payment
    _type("credit_card", "payment", r"(?:\d[ -]?){12,18}\d", lambda d: d[0] in "123456" and c.luhn(d), "card, visa, mastercard, amex, credit, debit, karte, carte, tarjeta", r"^[3456]"),
    _type("iban_code", "payment", r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?", c.iban, "iban", _ANY),
    _type("aba_routing_number", "payment", r"\d{9}|\d{4}-\d{4}-\d", c.aba_routing, "routing, aba, rtn, transit, bank", r"-"),
    _type("us_bank_number", "payment", r"\d{8,17}", None, "bank account, account number, account no, account #, checking, savings"),
    _type("crypto", "payment", r"(?<![A-Za-z0-9])(?:(?:bc1|BC1)[02-9ac-hj-np-zAC-HJ-NP-Z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})(?![A-Za-z0-9])", c.bitcoin, "wallet, bitcoin, btc", _ANY, literal=True, open=True),
    # ids of states
    _type("us_ssn", "government", r"\d{3}-\d{2}-\d{4}|\d{3} \d{2} \d{4}|\d{9}|\d{5}-\d{4}|\d{3}-\d{6}", c.us_ssn, "ssn, ssns, social security, social, soc sec, ss#, security number", r"^\d{3}[- ]\d\d[- ]\d{4}$"),
    _type("us_itin", "government", r"9\d{2}[- ]?\d{2}[- ]?\d{4}", c.us_itin, "itin, taxpayer, tax id, tax", r"^\d{3}[- ]\d\d[- ]\d{4}$"),
    _type("us_passport", "government", r"[A-Za-z]?\d{8,9}", lambda v: len(v) == 9, _PASSPORT),
    _type("us_driver_license", "government", r"[A-Za-z]\d{3,8}|[A-Za-z]{1,2}\d{5,9}|\d{6,14}|[A-Za-z]\d{12,14}", lambda v: len(v) >= 4, _LICENCE),
    _type("us_mbi", "government", r"[1-9](?![SLOIBZsloibz])[A-Za-z](?![SLOIBZsloibz])[A-Za-z0-9]\d-?(?![SLOIBZsloibz])[A-Za-z](?![SLOIBZsloibz])[A-Za-z0-9]\d-?(?:(?![SLOIBZsloibz])[A-Za-z]){2}\d{2}", None, "medicare, mbi, beneficiary", _ANY),
    _type("uk_nino", "government", r"(?![dfiquvDFIQUV])[A-Za-z](?![dfiquvoDFIQUVO])[A-Za-z] ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d]", c.uk_nino, "nino, ni number, national insurance, insurance number", _ANY),
    _type("uk_passport", "government", r"[A-Za-z]{2}\d{7}", None, _PASSPORT + ", passports"),
    _type("uk_driving_licence", "government", r"[A-Za-z9]{5}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Za-z9]{2}[A-Za-z0-9]{3}", None, _LICENCE, _ANY),
    _type("es_nif", "government", r"\d{7,8}-?[A-Za-z]", c.es_nif, "nif, dni, identidad", _ANY),
    _type("es_nie", "government", r"[XYZxyz]-?\d{7}-?[A-Za-z]", c.es_nie, "nie", _ANY),
    _type("es_passport", "government", r"[A-Za-z]{3}\d{6}", None, _PASSPORT),
    _type("it_fiscal_code", "government", r"[A-Za-z]{6}[\dLMNP-Vlmnp-v]{2}[A-EHLMPRSTa-ehlmprst][\dLMNP-Vlmnp-v]{2}[A-Za-z][\dLMNP-Vlmnp-v]{3}[A-Za-z]", c.it_fiscal_code, "codice fiscale", _ANY),
    _type("it_driver_license", "government", r"[A-Za-z]{2}\d{7}[A-Za-z]|[Uu]1[0-9A-Za-z]{7}[A-Za-z]", None, _LICENCE),
    _type("it_passport", "government", r"[A-Za-z]{2}\d{7}", None, _PASSPORT),
    _type("it_identity_card", "government", r"[A-Za-z]{2} ?\d{7}|\d{7}[A-Za-z]{2}|[A-Za-z]{2}\d{5}[A-Za-z]{2}", None, "carta d'identità, carta identità, identity card, cie"),
    _type("au_abn", "government", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", c.au_abn, "abn, business number", r" "),
    _type("au_tfn", "government", r"\d{3} ?\d{3} ?\d{3}", c.au_tfn, "tfn, tax file"),
    _type("au_medicare", "government", r"\d{4} ?\d{5} ?\d", c.au_medicare, "medicare", r" "),
    _type("in_aadhaar", "government", r"\d{4}([ :-]?)\d{4}\1\d{4}", c.in_aadhaar, "aadhaar, aadhar, uidai", r"[ :-]"),
    _type("in_pan", "government", r"[A-Za-z]{3}[ABCFGHJLPTabcfghjlpt][A-Za-z]\d{4}[A-Za-z]|[A-Za-z](?=[A-Za-z]*\d)(?:[A-Za-z]{0,4}\d{4}[A-Za-z]{1,5})", lambda v: len(v) == 10, "pan, permanent account", r"^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$"),
    _type("in_passport", "government", r"[A-PR-WYa-pr-wy][1-9]\d{5}[1-9]", lambda v: len(v) == 8, _PASSPORT),
    _type("in_voter", "government", r"[A-Za-z]{3}\d{7}", None, "voter, vote, epic, election"),
    _type("sg_nric_fin", "government", r"[STFGMstfgm]\d{7}[A-Za-z]", c.sg_nric, "nric, fin, identity", _ANY),
    _type("ca_sin", "government", r"\d{3}([ -]?)\d{3}\1\d{3}", c.ca_sin, "sin, social insurance", r"^\d{3}-\d{3}-\d{3}$"),
    _type("de_tax_id", "government", r"\d{11}|\d{2} \d{3} \d{3} \d{3}", c.de_tax_id, "steuer-id, steuer id, steueridentifikationsnummer, idnr, tin, tax id, steuerliche identifikationsnummer"),
    _type("de_tax_number", "government", r"\d{13}|\d{2,3}/\d{3,4}/\d{4,5}", lambda d: 10 <= len(d) <= 13, "steuernummer, st.-nr, steuer-nr, stnr, finanzamt", r"^\d{2,3}/\d{3,4}/\d{4,5}$"),
    _type("de_passport", "government", r"[CFGHJKcfghjkLl][A-Za-z0-9]{7}\d", c.de_document, _PASSPORT, r"^[A-Z](?=.*[A-Z])[A-Z0-9]{8}$(?<![A-Z]\d{8})"),
    _type("de_id_card", "government", r"[LMNPRTVWXYlmnprtvwxy][A-Za-z0-9]{7}\d\d?|[Tt]\d{8}", lambda v: (len(v) in (9, 10) and c.de_document(v[:9] + v[9:] if len(v) == 10 else v)) or (v[0] == "T" and len(v) == 9), "personalausweis, ausweis, identity card, ausweisnummer"),
    _type("de_social_security", "government", r"\d{8}[A-Za-z]\d{3}|\d{2} \d{6} [A-Za-z] \d{3}", c.de_social, "sozialversicherungsnummer, rentenversicherungsnummer, versicherungsnummer, sv-nummer", _ANY),
    _type("de_fuehrerschein", "government", r"[A-Za-z]{2}\d{8}[A-Za-z0-9]", None, _LICENCE),
    _type("fi_personal_identity_code", "government", r"\d{6}[-+A-FU-Ya-fu-y]\d{3}[0-9A-Ya-y]", c.fi_hetu, "hetu, henkilötunnus", _ANY, literal=True),
    _type("se_personnummer", "government", r"(?<!\d)(?:(?:19|20|18)?\d{6}[-+]?\d{4})(?!\d|-)", c.se_person, "personnummer, pnr, swedish id, id code, samordningsnummer", r"[-+]", open=True),
    _type("pl_pesel", "government", r"\d{11}", c.pl_pesel, "pesel"),
    _type("kr_rrn", "government", r"\d{6}-?\d{7}", c.kr_rrn, "rrn, 주민등록번호, resident registration", r"-"),
    _type("kr_frn", "government", r"\d{6}-?\d{7}", c.kr_frn, "frn, 외국인등록번호, foreigner registration", r"-"),
    _type("kr_passport", "government", r"(?<![A-Za-z0-9])[DMSROGdmsrog](?:\d{3}[A-Za-z]\d{4}|\d{8})(?![A-Za-z0-9])", None, _PASSPORT, open=True),
    _type("kr_driver_license", "government", r"(?:1[1-9]|2[0-68])-?\d{2}-?\d{6}-?\d{2}", None, _LICENCE, r"-"),
    _type("th_tnin", "government", r"\d{13}|\d-\d{4}-\d{5}-\d{2}-\d", c.th_tnin, "tnin, thai, thai id, เลขประจำตัวประชาชน, บัตรประชาชน", r"-"),
    _type("tr_national_id", "government", r"\d{11}", c.tr_national, "kimlik, tc, tckn, t.c."),
    _type("za_id_number", "government", r"\d{13}|\d{6} \d{4} \d{3}", c.za_id, "id number, south african, rsa id, sa id, id no", r" "),
    _type("ng_nin", "government", r"\d{11}", c.ng_nin, "nin, national identification"),
    _type("ph_tin", "government", r"\d{3}-?\d{3}-?\d{3}(?:-?\d{3})?", c.ph_tin, "tin, bir, tax id", r"^\d{3}-\d{3}-\d{3}-\d{3}$"),
    # health
    _type("uk_nhs", "government", r"\d{3}([ -]?)\d{3}\1\d{4}", c.uk_nhs, "nhs, health service", r"^\d{3}([ -])\d{3}\1\d{4}$"),
    _type("medical_license", "health", r"[ABCDEFGHJKLMPRSTUXabcdefghjklmprstux][A-Za-z9]\d{7}", c.dea, "dea, medical, certificate, prescri, physician", _ANY),
    _type("us_npi", "health", r"[12]\d{9}|[12]\d{2}[- ]\d{3}[- ]\d{4}", c.us_npi, "npi, provider identifier, national provider"),
    _type("de_health_insurance", "health", r"[A-Za-z]\d{9}", c.de_health, "krankenversichertennummer, krankenversicherung, versichertennummer, kvnr, egk", _ANY),
    _type("de_lanr", "health", r"\d{9}", c.de_lanr, "lanr, arztnummer"),
    _type("de_bsnr", "health", r"\d{9}", None, "bsnr, betriebsstättennummer"),
    # businesses
    _type("au_acn", "business", r"\d{3} ?\d{3} ?\d{3}", c.au_acn, "acn, company number"),
    _type("in_gstin", "business", r"\d{2}[A-Za-z]{5}\d{4}[A-Za-z][1-9A-Za-z][Zz][0-9A-Za-z]|\d{2}[A-Za-z]{5}\d{4}[A-Za-z]\d[A-Za-z]\d", c.in_gstin, "gstin, gst", _ANY),
    _type("it_vat_code", "business", r"\d{11}", c.it_vat, "partita iva, p.iva, vat"),
    _type("de_vat_id", "business", r"[Dd][Ee] ?\d{3}[ .-]?\d{3}[ .-]?\d{3}", c.de_vat, "ust-id, ust-idnr, vat, umsatzsteuer", _ANY),
    _type("de_handelsregister", "business", r"HR[AB] ?\d{1,6}", None, "handelsregister, amtsgericht", _ANY),
    _type("sg_uen", "business", r"\d{8,9}[A-Za-z]|[TSRtsr]\d{2}[A-Za-z]{2}\d{4}[A-Za-z]", None, "uen, entity number, company"),
    _type("kr_brn", "business", r"\d{3}-?\d{2}-?\d{5}", c.kr_brn, "brn, 사업자등록번호, business registration", r"-"),
    _type("se_organisationsnummer", "business", r"\d{6}-?\d{4}", c.se_organisation, "organisationsnummer, orgnummer, orgnr, org.nr", r"-"),
    # contact, network
    _type("email_address", "contact", r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z][\w-]{1,62}(?![\w-])", None, "", _ANY, literal=True, needs="@", no_digit=True, open=True),
    _type("phone_number", "contact", r"(?<![\w.+/=-])(?:\+|00)[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,12}(?![\w])|(?<![\d.+/=-])(?:\+?\d{1,2}[ .-])?\(\d{2,4}\)[ .-]?\d{3,4}[ .-]?\d{3,4}(?!\d)|(?<![\d.+/=-])(?:\d{1,2}[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}(?![\d-])|(?<![\w.+/=-])0\d{1,4}[ .-]\d{3,4}[ .-]\d{3,4}(?![\d-])", lambda v: 7 <= len(v.replace("+", "")) <= 15, "phone, call, tel, mobile, cell, number, whatsapp, telefon, fax, sms", _ANY, open=True),
    _type("ph_mobile_number", "contact", r"(?<![\w+])(?:\+ ?63 ?|0 ?)\(?9\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?![\w-])", None, "", _ANY, open=True),
    _type("tr_phone_number", "contact", r"(?<![\w+.])(?:(?:\+90|0090|0)[ .-]?)?\(?[2-5]\d{2}\)?[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}(?!\w)", None, "phone, telefon, tel, cep, gsm, numara", r"^(?:\+90|0090|0)", open=True),
    _type("ip_address", "network", r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?![\w]|\.\d)|(?=[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:)[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?:%[\w.-]+)?(?:/\d{1,3})?(?![\w:]))", c.ip, "", _ANY, literal=True, open=True),
    _type("mac_address", "network", r"(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])|(?<![\w.])(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}(?![\w.])", lambda v: v not in ("000000000000", "FFFFFFFFFFFF"), "", _ANY, open=True),
    _type("url", "network", r"https?://[\w.-]+\.[A-Za-z]{2,24}(?::\d+)?(?:/[^\s\"'<>)]*)?|(?<![\w@.-])(?:[\w-]+\.)+(?:com|org|net|io|gov|edu|co\.[a-z]{2}|dev|app|info|site)(?:/[^\s\"'<>)]*)?(?![\w@-])", None, "", _ANY, literal=True, needs=".", no_digit=True, open=True),
    # vehicles and places
    _type("uk_vehicle_registration", "vehicle", r"[A-HK-PR-Ya-hk-pr-y][A-Za-z](?!00)\d{2}[ -]?[A-HJ-PR-Za-hj-pr-z]{3}|[A-HJ-NPR-TV-Ya-hj-npr-tv-y]\d{1,3}[ -]?[A-Za-z]{3}|[A-Za-z]{3}[ -]?\d{1,3}[A-HJ-NPR-TV-Ya-hj-npr-tv-y]", None, "reg, registration, vehicle, plate, car"),
    _type("in_vehicle_registration", "vehicle", r"[A-Za-z]{2}\d{2}[A-Za-z]{0,3}\d{4}|[A-Za-z]{1,2}\d{4,5}", None, "registration, vehicle, plate, car, bike, rto"),
    _type("ng_vehicle_registration", "vehicle", r"[A-Za-z]{3}-?\d{3}[A-Za-z]{2}", None, "plate, plates, vehicle, registration, car"),
    _type("tr_license_plate", "vehicle", r"(?:0[1-9]|[1-7]\d|8[01]) ?(?:[A-Z] ?\d{4}|[A-Z]{2} ?\d{3,4}|[A-Z]{3} ?\d{2,4}|[A-Z] ?\d{3}|[A-Z]{2} ?\d{2})", None, "plaka, plate, araç"),
    _type("de_kfz", "vehicle", r"[A-ZÄÖÜa-zäöü]{1,3}[ -][A-Za-z]{1,2}[ -][1-9]\d{0,3}[EHeh]?", None, "kennzeichen, kfz, fahrzeug, auto"),
    _type("uk_postcode", "place", r"(?:GIR ?0AA|[A-PR-UWYZ](?:\d[A-HJKPSTUW\d]?|[A-HK-Y]\d[ABEHMNPRVWXY\d]?) ?\d[ABD-HJLNP-UW-Z]{2})", None, "postcode, post code, address", r" "),
    _type("de_plz", "place", r"(?!00|01000|99999)\d{5}", None, "plz, postleitzahl"),
)  # fmt: skip
