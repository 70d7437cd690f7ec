# ruff: noqa: E501, SIM905 (word lists)
"""Which language a text is in: by its script, and for Latin letters by a few very frequent words.

Small on purpose: it only decides whether the English rules may read a text and what `language` a record carries. It costs
microseconds and no dependency; a statistical detector is tens of megabytes for a better guess on single words.
"""

from __future__ import annotations

from collections import Counter

from .patterns import Lazy

_SCRIPTS: tuple[tuple[str, Lazy], ...] = tuple(
    (language, Lazy(pattern))
    for language, pattern in (
        ("ja", r"[\u3040-\u30ff\u31f0-\u31ff]"),
        ("ko", r"[\uac00-\ud7af\u1100-\u11ff]"),
        ("zh", r"[\u4e00-\u9fff\u3400-\u4dbf]"),
        ("th", r"[\u0e00-\u0e7f]"),
        ("fa", r"[\u067e\u0686\u0698\u06af]"),
        ("ar", r"[\u0600-\u06ff\u0750-\u077f]"),
        ("he", r"[\u0590-\u05ff]"),
        ("hi", r"[\u0900-\u097f]"),
        ("bn", r"[\u0980-\u09ff]"),
        ("ta", r"[\u0b80-\u0bff]"),
        ("el", r"[\u0370-\u03ff]"),
        ("hy", r"[\u0530-\u058f]"),
        ("ka", r"[\u10a0-\u10ff]"),
        ("uk", r"[\u0456\u0457\u0454\u0491]"),
        ("ru", r"[\u0400-\u04ff]"),
    )
)
_WORD_LIKE = Lazy(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
"""Characters of which one says about as much as a few letters."""
_LETTER = Lazy(r"[^\W\d_]")
_LATIN = Lazy(r"[a-zA-Z\u00c0-\u024f\u1e00-\u1eff]")
_CONTRACTION = Lazy(r"'(?:s|re|m|ve|ll|d|t)$")
_WORD = Lazy(r"(?<!\w)[^\W\d_]+(?:['’][^\W\d_]+)?(?!\w)")

_ALSO_ENGLISH = frozenset(
    "a an as at come die do fast fly for has ha hat he her i in is it la man me mine no o of on once or per so son sin to tu van war was we".split()
)
"""Frequent in two languages: no sign of the other, and a weak one of English."""
_LISTED: dict[str, frozenset[str]] = {
    language: frozenset(listed.split())
    for language, listed in {
        "en": "the and is are was were i i'm i've my me you your he she it we they to of in on for with that this have has had do does did not "
        "a no me went go going got get bought live work love new out up all more some because really very than then now only after before "
        "but at from by an be been will would can could as if so what when where who how about just like am its our their there don't",
        "de": "der die das und ist sind war ich mein meine meinen meiner mich mir du dein er sie es wir ihr zu von im auf für mit dass nicht ein "
        "eine einen einem habe hat haben bin wird werden aber auch noch nach bei wie was wo wer über seit letzte letzten jetzt heute gestern",
        "fr": "le la les et est sont je j'ai mon ma mes moi tu il elle nous vous ils de du des dans sur pour avec que qui ne pas un une au aux ce "
        "cette mais aussi suis été avoir fait très chez depuis c'est hier demain",
        "es": "el la los las y es son soy yo mi mis me tú él ella nosotros de del en por para con que no un una al este esta pero también muy "
        "he ha tengo tiene fue estoy está como hace desde ayer hoy mañana",
        "it": "il lo la gli le e è sono io mio mia mi tu lui lei noi di del della nel per con che non un una al questo questa ma anche molto ho ha "
        "abbiamo sto come da ieri oggi domani",
        "pt": "o a os as e é são eu meu minha me você ele ela nós de do da em no na por para com que não um uma ao este esta mas também muito "
        "tenho tem foi estou está como desde ontem hoje amanhã",
        "nl": "de het een en is zijn ik mijn mij je jij hij zij wij we van in op voor met dat die niet heb heeft hebben ben was maar ook nog naar "
        "bij hoe wat waar wie over sinds gisteren vandaag morgen",
        "sv": "och är jag min mitt mig du han hon vi de av på för med att som inte en ett har hade men också till från hur vad var när igår idag",
        "pl": "i jest są ja mój moja mnie ty on ona my w na do z że nie to się mam ma był była ale też jak co gdzie od wczoraj dziś jutro",
        "tr": "ve bir bu ben benim sen o biz siz için ile de da değil var yok çok ama gibi ne nerede dün bugün yarın",
        "vi": "và là tôi của bạn anh chị chúng không có một những các cho với được này đã đang sẽ rất ở hôm nay qua",
        "id": "dan yang saya aku kamu dia kami kita di ke dari untuk dengan tidak ini itu sudah akan juga tapi kemarin besok",
    }.items()
}  # fmt: skip


_FREQUENT = {language: listed if language == "en" else listed - _ALSO_ENGLISH for language, listed in _LISTED.items()}
_ASKING: dict[str, frozenset[str]] = {
    language: frozenset(listed.split())
    for language, listed in {
        "de": "welche welcher welches welchen welchem wann warum wieso weshalb wem wen wessen viele wurde wurden worden konnte konnten kann "
        "können war waren den dem des als an am um zum zur vom im in ins durch ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner "
        "diese dieser dieses diesem diesen sich so man was",
        "fr": "quel quelle quels quelles quand pourquoi comment où combien quoi dont était étaient a ont leur leurs son sa ses en se y",
        "es": "qué quién quiénes cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas a fue eran era se lo le su sus",
        "it": "quale quali quando dove chi cosa perché quanto quanta quanti quante da ha era erano in i si suo sua loro",
        "pt": "qual quais quando onde quem quê porque quanto quanta quantos quantas foi era eram se seu sua seus suas do no",
        "nl": "welke welk wanneer waarom hoeveel wiens werd werden worden kan kon in om aan door hun zijn haar was",
    }.items()
}  # fmt: skip


def function_words(language: str) -> frozenset[str]:
    """Of another language than English those that say nothing of what a question is about; none of one that is not known."""
    return _FUNCTION_WORDS.get(language, frozenset())


_FUNCTION_WORDS = {language: listed | _ASKING.get(language, frozenset()) for language, listed in _LISTED.items() if language != "en"}


def language(text: str) -> str:
    """An ISO 639-1 code; `en` when Latin letters give no better sign, `und` when there is no letter."""
    letters = len(_LETTER.findall(text))
    if not letters:
        return "und"
    latin = len(_LATIN.findall(text))
    if latin * 2 < letters or latin < 2 * len(_WORD_LIKE.findall(text)):
        return _by_script(text)
    return _by_words(text)


def _by_script(text: str) -> str:
    found = {language: n for language, script in _SCRIPTS if (n := len(script.findall(text)))}
    if not found:
        return "und"
    for marked, general in (("ja", "zh"), ("fa", "ar"), ("uk", "ru")):  # a few letters of the one tell it from the other
        if marked in found and general in found:
            found[marked] += found.pop(general)
    return max(found, key=lambda language: found[language])


def _by_words(text: str) -> str:
    counts: Counter[str] = Counter()
    weak = 0
    shouted = text.isupper()
    for said in _WORD.findall(text.replace("’", "'")):
        if len(said) > 1 and said.isupper() and not shouted:  # MIT is no "mit"
            continue
        word = said.lower()
        if _CONTRACTION.search(word):
            counts["en"] += 1
        if word in _ALSO_ENGLISH:
            weak += 1
            continue
        for language, frequent in _FREQUENT.items():
            if word in frequent:
                counts[language] += 1
    best = max(counts.values(), default=0)
    return "en" if counts["en"] + weak / 3 >= best else max(counts, key=lambda language: counts[language])
