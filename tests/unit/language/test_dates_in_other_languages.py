from __future__ import annotations

import pytest

from mnemon.language.dates import event_time, find

WEDNESDAY = "2023-05-10T13:56:00.000Z"


@pytest.mark.parametrize(
    ("language", "text", "first", "last"),
    [
        ("de", "Gestern war ich beim Arzt", "2023-05-09", "2023-05-09"),
        ("de", "Vorgestern habe ich sie getroffen", "2023-05-08", "2023-05-08"),
        ("de", "Letzte Woche sind wir umgezogen", "2023-05-01", "2023-05-07"),
        ("de", "Wir haben vor drei Jahren geheiratet", "2020-01-01", "2020-12-31"),
        ("de", "Ich fliege am 12. Dezember nach Oslo", "2023-12-12", "2023-12-12"),
        ("de", "Der Termin ist am 3.6.2023", "2023-06-03", "2023-06-03"),
        ("de", "Nächsten Freitag werde ich kündigen", "2023-05-19", "2023-05-19"),
        ("de", "Am neunundzwanzigsten Mai 2021 kam sie zur Welt", "2021-05-29", "2021-05-29"),
        ("de", "Wir waren an Ostern 2022 in Rom", "2022-04-17", "2022-04-17"),
        ("de", "Ich war vom 4. bis 22. Januar krank", "2023-01-04", "2023-01-22"),
        ("es", "Ayer compré un coche", "2023-05-09", "2023-05-09"),
        ("es", "La semana pasada fui a Madrid", "2023-05-01", "2023-05-07"),
        ("es", "Nos casamos hace dos años", "2021-01-01", "2021-12-31"),
        ("es", "El 3 de enero de 2019 nació mi hija", "2019-01-03", "2019-01-03"),
        ("es", "Viajaré el próximo lunes", "2023-05-15", "2023-05-15"),
        ("es", "Estuve de viaje de mayo a julio de 2022", "2022-05-01", "2022-07-31"),
        ("es", "La última semana de julio de 2022 estuve en casa", "2022-07-25", "2022-07-31"),
        ("es", "La Navidad de 2021 fue triste, y en Navidad de 2022 reímos", "2021-12-25", "2021-12-25"),
        ("zh", "我昨天买了一辆车", "2023-05-09", "2023-05-09"),
        ("zh", "上周三我去了医院", "2023-05-03", "2023-05-03"),
        ("zh", "我们三年前结婚了", "2020-01-01", "2020-12-31"),
        ("zh", "2019年8月6日我搬家了", "2019-08-06", "2019-08-06"),
        ("zh", "下个月我要去东京", "2023-06-01", "2023-06-30"),
        ("zh", "去年十月我换了工作", "2022-10-01", "2022-10-31"),
        ("zh", "二零零四年八月十五我出生了", "2004-08-15", "2004-08-15"),
        ("zh", "後天你有空吗", "2023-05-12", "2023-05-12"),
        ("zh", "我2018年下半年不在北京", "2018-07-01", "2018-12-31"),
        ("en", "I was off from May to October 2020", "2020-05-01", "2020-10-31"),
        ("en", "We camped from 4 to 22 January 2021", "2021-01-04", "2021-01-22"),
        ("en", "It was the second week of 2021", "2021-01-11", "2021-01-17"),
        ("en", "We met on February twenty second, 2019", "2019-02-22", "2019-02-22"),
        ("en", "I moved here in the 1990s", "1990-01-01", "1999-12-31"),
        ("en", "Sales went up in 2017 Q1", "2017-01-01", "2017-03-31"),
        ("en", "We got engaged at Christmas", "2022-12-25", "2022-12-25"),
        ("en", "He called 20 minutes ago", "2023-05-10", "2023-05-10"),
        ("en", "The weekend was great, over the weekend we danced", "2023-05-06", "2023-05-07"),
    ],
)
def test_words_of_time_mean_days_in_each_language(language: str, text: str, first: str, last: str) -> None:
    mentions = find(text, WEDNESDAY, language)
    assert mentions, text
    assert (str(mentions[0].first), str(mentions[0].last)) == (first, last)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Ich schwimme jeden Dienstag"),
        ("de", "Der Preis ist um 2,5 Prozent gestiegen"),
        ("es", "Corro todos los lunes"),
        ("es", "Por la mañana tomo café"),
        ("zh", "每周三晚上我去上课"),
        ("zh", "我喜欢喝茶"),
        ("en", "Christmas is my favourite holiday"),
        ("en", "It costs $12 December or not"),
        ("fr", "hier"),
    ],
)
def test_habits_prices_and_unknown_languages_name_no_day(language: str, text: str) -> None:
    assert find(text, WEDNESDAY, language) == []


def test_an_episode_in_another_language_happened_when_its_words_say() -> None:
    assert (event_time(find("Letzte Woche sind wir umgezogen", WEDNESDAY, "de"), WEDNESDAY) or "")[:10] == "2023-05-01"
