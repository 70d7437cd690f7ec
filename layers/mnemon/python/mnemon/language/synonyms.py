# ruff: noqa: E501 (word lists)
"""One name for each attribute, however it is called: `vehicle` and `car`, `company` and `employer`."""

from __future__ import annotations

import re

PLANNED = "planned "
"""Before the name of an attribute: what it is to be. A plan is no value of the attribute."""
_SAME = {
    name: attribute
    for attribute, listed in {
        "car": "vehicle, automobile, auto, drive, drives, make of car, car model, current car",
        "bike": "bicycle",
        "motorcycle": "motorbike",
        "phone": "cell, cell phone, cellphone, mobile, mobile phone, smartphone",
        "laptop": "notebook computer, macbook",
        "television": "tv, telly",
        "job": "occupation, profession, job title, job position, job role, line of work, works as, work as, day job",
        "employer": "workplace, place of work, work place, works at, works for, work for, works with, employed by, company worked for, current employer",
        "home": "residence, place of residence, lives in, lives at, home city, home town now, city of residence, living place, home address, current city, current home",
        "hometown": "home town, place of origin, comes from, grew up in",
        "birthplace": "place of birth, birth place, born in",
        "birthday": "birth date, birthdate, date of birth, dob, bday, b-day",
        "phone number": "telephone number, cell number, cell phone number, mobile number, mobile phone number, telephone, contact number, phone no",
        "email": "e-mail, email address, e-mail address, mail address",
        "name": "full name, first name, real name, called, preferred name",
        "marital status": "relationship status, civil status, family status, love life",
        "diet": "eating habits, dietary preference, dietary restriction, way of eating",
        "salary": "pay, income, wage, wages, earnings",
        "school": "university, college, uni, alma mater, place of study",
        "field of study": "major, subject of study, degree subject, course of study",
        "degree": "academic degree, university degree, qualification",
        "native language": "mother tongue, first language",
        "time zone": "timezone",
        "flat": "apartment",
        "deadline": "due date",
        "manager": "boss, supervisor, line manager",
        "wife": "missus",
        "mother": "mom, mum, mama",
        "father": "dad, papa",
    }.items()
    for name in listed.split(", ")
}
_KNOWN = frozenset(_SAME.values())
_SOMEBODYS = {
    "work": "employer", "company": "employer", "firm": "employer", "position": "job", "role": "job", "title": "job", "address": "home",
    "city": "home", "town": "home", "location": "home", "house address": "home", "mail": "email",
}  # fmt: skip
"""Only of a person: a server has an address too, and a book a title."""
_SPELLINGS = {
    "favorite": "favourite",
    "fave": "favourite",
    "fav": "favourite",
    "color": "colour",
    "apartment": "flat",
    "neighbor": "neighbour",
}
_LEAD = re.compile(r"^(?:the |a |an |my |our |his |her |their |current |present |new |latest |user's )+(?=\w)")


def attribute_name(name: str, *, of_person: bool = False) -> str:
    """The one name of an attribute. `of_person`: it was said of somebody ("my title"), not of a thing."""
    spelled = " ".join(_SPELLINGS.get(word.lower(), word) for word in name.split())
    bare = _LEAD.sub("", spelled.lower())
    if of_person and bare in _SOMEBODYS:
        return _SOMEBODYS[bare]
    return _SAME.get(bare, spelled)


def are_two(one: str, other: str) -> bool:
    """Whether two names are of attributes that are known to be two, such as employer and job: a value of one says nothing of the other. Nor
    does a plan say anything of what is so today."""
    first, second = attribute_name(one), attribute_name(other)
    if first.startswith(PLANNED) != second.startswith(PLANNED):
        return True
    return first != second and first in _KNOWN and second in _KNOWN
