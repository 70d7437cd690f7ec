# ruff: noqa: E501 (patterns)
"""What has the shape of an order and is none: a packet's instructions, a mail that is to be ignored, what others do, what is told of models."""

from __future__ import annotations

import re

from .injection_words import MODES
from .patterns import Lazy

_MODEL = r"(?:(?:ai|voice|virtual|digital|language|chat|our|smart) )*(?:ai|llms?|models?|assistants?|agents?|bots?|chat ?bots?|gpt|chatgpt|claude|gemini|copilot)"
_ON_A_THING = Lazy(
    r"\s*(?:on|in|from|of|for|with|that came with|given (?:on|in|by)) (?:the|your|an?|its|this|that|my) (?:\w+ )?(?:packets?|packages?|packaging|pack|box|label|tin|back|bag|can|bottle|jar|carton|manual|leaflet|recipe|kit|sat ?nav|signs?|map|gps|receipt|wrapper|sticker|sachet|pot|care label|game|board|cookbook|pattern|e-?mail|letter)\b"
)
_OF_ANOTHER = Lazy(
    r"\b(?:his|her|their|(?!(?:user|developer|system|operator|creator|openai|anthropic|google|microsoft|meta|company|owner|admin|administrator|assistant|model|everyone|anyone|master|designer|programmer|maker|trainer)s?'s)\w+'s) (?:\w+ )?(?:instructions?|rules|advice|orders?|guidelines|directions|commands?)$"
)
_NEGATED = Lazy(r"\b(?:do not|don't|never|not to|must not|should not|shouldn't|cannot|can't|won't|nobody|no one|without) (?:\w+ )?$")
_RECIPIENT = Lazy(r"\b(?:show|let|help|allow|enable|offer|give|make) the users?\b(?!'s) (?!(?:data|password|name)\b)")
_IN_A_HEADER = Lazy(
    r"^in (?:the|your|a) (?:\w+ )?prompts?\b|\bin (?:the|an?|its) \W?(?:[\w-]+\W? )?\W?(?:request )?(?:header|authorization)"
)
_THANKS_A_PERSON = Lazy(
    r"\s*,? ?(?:thank|thanks|i |i'm|we |my |our |attached|please find|with reference|further to|this is|hope|(?:could|would|can) you (?:please )?(?:send|call|tell|let|show|give) (?:me|us))"
)
_SCENE = Lazy(
    r"(?: that)? ?(?:you(?:'re| are) )?(?:(?:the|an?|your) )?(?:(?:new|first|angry|potential) )?(?:customers?|users?|guests?|visitors?|patients?|buyers?|students?|shoppers?|tourists?|standing|sitting|walking|lying|driving|on |in (?:a|the|your)|at |back|there)"
)
_IF_ONE_KNOWS = Lazy(
    r"[^.,]{0,30}? (?:if|unless|when|in case) you(?:'ve|'re| have| are| know| already| do| don't| live| were| prefer)\b(?! (?:being |reading |an? |the )*(?:ai|llm|language|model|assistant|bot|chatbot|agent|machine))"
)
_KNOWS = Lazy(r"(?:know|knew|learned|learnt|read|heard|been told|were told|was told|think)$")
_OF_SOMETHING = Lazy(
    r"\s*(?:about|of|on|regarding|in school) (?!(?:the |your |this |these |our |his |her |their |any |all )*(?:user|me\b|my\b|us\b|you|yourself|conversation|chat|session|customer|client|human|person|owner|instructions?|rules|system|prompt|previous|earlier|patient|company|him|her|them))"
)
_YOU_CAN = Lazy(r"\byou (?:can|may|could) (?:also |always |easily )?$")
_BY_A_SETTING = Lazy(
    rf"(?!.{{0,60}}\b{MODES} mode)[^.]{{0,60}}? (?:with|by|using|via|in|through|when|if|per|at) (?!(?:my|these|this|the following|mine)\b)"
)
_CODE = Lazy(
    r"`[^`\n]{1,80}`|(?:tokens?|tags?|marks?|markers?|delimiters?|templates?|the form) (?:like|such as|of|are|is|:) ?\S{1,20}(?: (?:and|or) \S{1,20})?"
)
_SUBORDINATE = Lazy(
    r"(?<!ask )(?<!request )(?<!require )(?<!agreed )(?<!decided )(?<!demand )(?<!insist )(?<!order )(?<!important )(?<!note )(?<!required )(?<!asked )\b(?:that|which|what|how|whether|when|where|why|than|topics|things|questions|tasks|words|languages?|tone|style) (?:the|an?|your|our|any|each|every) (?:\w+ )?$"
)
_SPECIFIED = Lazy(
    r"\b(?:requirements?|user stor(?:y|ies)|acceptance criteri\w+|specification|use case|test case|in (?:less|under|no more) than|within (?:\w+ )?(?:\d+|two|three|five|ten) (?:ms|milli\w*|seconds?|minutes?)|(?:the )?system shall)\b"
)
_THEIRS = Lazy(r"\b(?:our|their|his|her|its|my) (?:\w+ )?$")
_BY_LAW = Lazy(r"\s*(?:not )?comply with (?!all\b|any\b|every|whatever|this (?:page|document)|the following|requests)")
_AT_WORK = Lazy(
    r"\b(?:phone|telephone|callers?|rings|shifts?|lunch|salary|employed|working hours|kitchen|classroom|nurses?|receptionist|teachers?|pupils?)\b"
)
_TEACHES = Lazy(
    rf"\b(?:instruct|tell|ask|allow|train|let|want|get|make|force|help|prompt|teach|configure|set up|fine-tune|enable|expect|require)(?:s|ed|ing)? (?:the |an? |your |our |any |my )?(?:\w+ )?{_MODEL}(?: to)?(?: always| only| never)*\s*$"
)
_CONFIRMS = Lazy(
    r"[^.]{0,40}?(?:\b(?:when|once|if|after|as soon as|before|by|until) (?:you|the|this|it|noon|mon|tues|wednes|thurs|fri|satur|sun|tomorrow|\d)|\bto (?:confirm|unsubscribe|stop|opt|accept|this (?:e-?mail|message|text|sms)))"
)
_HAS_SUBJECT = Lazy(
    r"\b(?!you\b|assistants?\b|ai\b|models?\b|bots?\b|agents?\b|llms?\b|gpt\b|chatbots?\b|and\b|then\b|please\b|also\b|must\b)[a-z]+ (?:will|would|should|must|shall|can|could|may|might|has to|have to|had to|needs? to|wants? to|did not|does not|do not|did|to not|is going to|was going to)(?: (?:also|then|first|not|now|always|never))? ?$"
    r"|\b(?:i|we|they|he|she|who|it) (?:\w+ ){0,3}?$|\b(?:used|messages?|dialogs?|dialogues?|way|button|text|banner|icon|tooltip|error|warning|popup|page|screen|label|hint|notification|e-?mail|chance|fun|tried|trying|learn|learned|children|actors?|students|players) to $"
)
_ASKS_WHAT = Lazy(
    r"\bwhat(?:'s| is| are|s) (?:an? |meant by|the (?:difference|purpose|role|meaning|point|length|maximum) )|\bhow (?:do|does|can|should) (?:i|we|one|it)\b"
)
_MAIL = Lazy(
    r"e-?mails?|\bmails?\b|\bmejl|correo|courriel|\bmessaggi|mensaje|mensagem|\bmessage|nachricht|\bbericht|brief|письм|сообщен|повідомл|лист\b|wiadomoś|zpráv|správ|levele?|üzenet|dopis|μήνυμ|email|e-post|besked|melding|viesti|mesaj|pesan|surel|tin nhắn|thư|邮件|邮箱|信件|短信|メール|メッセージ|手紙|메일|편지|메시지|رسال|بريد|ईमेल|ईमल|संदेश|पत्र|ইমেল|বার্তা|הודע|מכתב|อีเมล|ข้อความ|נייל"
)
_RULES_PROPER = Lazy(
    r"instru[ckcțţ]|istruzion|anweisung|befehl|consign|directi|direttiv|diretriz|regl|regel|regol|règl|regra|regul|rules|prompt|polece|zasad|pokyn|ohje|utasít|szabály|upute|navod|инструк|указани|правил|вказівк|інструк|指示|指令|规则|ルール|지시|지침|규칙|निर्देश|नियम|নির্দেশ|تعليمات|قواعد|الأوامر|دستور|perintah|aturan|petunjuk|hướng dẫn|chỉ dẫn|quy tắc|talimat|kural|οδηγ|κανόν|简历|函数|网页|资料|resum|curr[íi]cul|lebenslauf|özgeç|履歴|이력|बायोडाटा|funci[óo]n|fonction|funzion|funktion|função|p[áa]gina|webseite|halaman|trang web|함수|関数|功能|表格|הוראות|คำสั่ง|คำแนะนำ|กฎ|tagubilin|panuto"
)


def is_ordinary_override(low: str, match: re.Match[str]) -> bool:
    """What a packet says, what one knows of a dish, and what a setting overrides."""
    if _ON_A_THING.match(low, match.end()) or _IF_ONE_KNOWS.match(low, match.end()):
        return True
    if _OF_ANOTHER.search(match[0]):
        return True
    if _KNOWS.search(match[0]) and _OF_SOMETHING.match(low, match.end()):
        return True
    return _YOU_CAN.search(low[: match.start()]) is not None and _BY_A_SETTING.match(low, match.end()) is not None


def without_code(text: str) -> str:
    """A mark that is only shown, as documentation does, is none."""
    return _CODE.sub(" ", text) if "`" in text or "<" in text or "[" in text else text


def is_told_of_a_model(low: str, match: re.Match[str]) -> bool:
    """In a clause of its own (`topics that the assistant should avoid`), as a requirement for those who build one, as a law or of somebody's work."""
    before = low[: match.start()]
    return (
        _SUBORDINATE.search(before) is not None
        or _THEIRS.search(before) is not None
        or _THANKS_A_PERSON.match(low, match.end()) is not None
        or _BY_LAW.match(low, match.end()) is not None
        or _SPECIFIED.search(low) is not None
        or _AT_WORK.search(low) is not None
    )


def is_ordinary_reply(low: str, match: re.Match[str]) -> bool:
    """How one gets a model to answer, and an answer that confirms something."""
    return _TEACHES.search(low[: match.start()]) is not None or _CONFIRMS.match(low, match.end()) is not None


def is_done_by_others(low: str, match: re.Match[str]) -> bool:
    """Somebody is named who does it, or it is what a thing is for."""
    start = match.start() + (match[0][:1] in " \n")
    lead = re.match(r"\s*(?:to|and|must) ", match[0])
    return _HAS_SUBJECT.search(low[: start + (len(lead[0].lstrip()) if lead else 0)]) is not None


def is_scene(low: str, match: re.Match[str]) -> bool:
    """Somebody is asked to see things as a customer, or as one who stands on a ship."""
    return _SCENE.match(low, match.end()) is not None


def is_forbidden(low: str, match: re.Match[str]) -> bool:
    """To share a secret is what one is told not to do; and where a request carries its key is documentation."""
    lead = re.match(r"\W*(?:(?:to|please|must|should|and|then|you|me) )?", match[0])
    start = match.start() + (len(lead[0]) if lead else 0)
    return _NEGATED.search(low[:start]) is not None or _IN_A_HEADER.search(low) is not None


def without_recipients(low: str) -> str:
    """To show the user an error tells nothing of the user."""
    return _RECIPIENT.sub("show ", low) if "the user" in low else low


def asks_what_one_is(low: str) -> bool:
    """Of a thing in general: what is a system prompt."""
    return _ASKS_WHAT.search(low) is not None


def is_about_mail(low: str, start: int, end: int) -> bool:
    """To ignore an earlier letter, where no rules are spoken of."""
    return _MAIL.search(low, start, end) is not None and _RULES_PROPER.search(low, start, end) is None
