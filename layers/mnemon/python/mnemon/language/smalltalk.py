# ruff: noqa: E501 (word lists)
"""Talk that says nothing worth keeping: greetings, thanks, farewells, bare assent, refusals, a tool's boilerplate."""

from __future__ import annotations

import re
import unicodedata

from .patterns import Lazy

_CLAUSE = Lazy(r"[.!?,;:…~\n()。！？，、؟]+|\s[-–—]+\s")

_NAME = r"(?: [^\W\d_]+)?"
_FILLER = r"(?:(?:oh|wow|well|so|aw+|ah+|ha(?:ha)*|hmm+|yay|um+|uh|and|but|really|ok|okay|just|again|yes|yeah|lol|hey) )*"
_PHRASES = (
    rf"(?:hi|hey|hello|hiya|howdy|yo|greetings)(?: (?:there|again|everyone|all|guys|folks))?{_NAME}",
    rf"good (?:morning|afternoon|evening|night|day|bye){_NAME}",
    r"(?:it'?s |so )*(?:good|great|nice|lovely|wonderful|glad|happy) to (?:see|hear from|meet|talk to|chat with) you(?: too)?(?: again)?",
    r"(?:how (?:are|have) (?:you|things|u)(?: (?:been|doing|going))?(?: (?:today|lately|these days))?|how'?s it going|what'?s (?:up|new)(?: with you)?|how are you)",
    r"(?:i'?m|i am) (?:doing )?(?:fine|good|great|ok|okay|well|alright)(?: thanks| thank you)?(?: and you)?",
    rf"(?:many |lots of |a lot of )?(?:thanks|thank you|thx|ty|cheers|tysm)(?: (?:so|very) much| a lot| a ton| again| in advance| for (?:that|this|your help|the help|everything|asking|your time|sharing))*{_NAME}",
    r"(?:i )?(?:really )?appreciate (?:it|that|your help|you)",
    rf"(?:bye|goodbye|bye bye|see you|see ya|cya|take care|talk (?:to you )?(?:soon|later)|later|ttyl|have a (?:good|great|nice|lovely) (?:day|night|one|time|weekend|evening)|catch you later)(?: (?:for now|later|soon|tomorrow|then|around))?{_NAME}",
    r"(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|k|sure|right|exactly|absolutely|definitely|totally|indeed|of course|certainly|agreed|true|correct|alright|all right|got it|i see|makes sense|sounds good|sounds great|will do|fine|understood|noted|gotcha|perfect|great|cool|nice|awesome|amazing|wow|wonderful|excellent|good|lovely|sweet|interesting|haha|lol|hmm|please|please do|go ahead|go on|continue|and|so|well|oh|ah|same here|me too|same|no problem|no worries|you'?re welcome|my pleasure|anytime|not at all|never mind|nevermind|don'?t worry|let me know|good luck|congrats|congratulations|welcome|sorry|my bad|oops)",
    r"(?:that|it|this|which|all)(?:'?s| is| was| are| sounds| looks| seems)(?: so| really| very| pretty| just| super| all)* (?:great|good|nice|cool|awesome|amazing|wonderful|fine|perfect|lovely|interesting|fantastic|right|true|fair|ok|okay|helpful|sweet|fun|it)(?: to (?:hear|know))?(?: for now| thanks)?",
    r"(?:very |so |really )?(?:great|good|nice|glad|happy|sorry) to hear(?: that| it)?",
    r"(?:hallo|moin|guten (?:morgen|tag|abend)|gute nacht|danke(?: (?:schön|dir|sehr|vielmals))?|vielen dank|tschüss|bis (?:bald|später|morgen)|bitte|ja|nein|genau|super|alles klar)",
    r"(?:bonjour|salut|bonsoir|merci(?: beaucoup)?|au revoir|à bientôt|oui|non|d'accord|hola|buenos días|buenas (?:tardes|noches)|(?:muchas )?gracias|adiós|hasta luego|vale|ciao|grazie(?: mille)?|buongiorno|olá|obrigad[oa]|tchau|dag|dank je(?: wel)?|hej|tack|cześć|dziękuję|merhaba|teşekkürler|xin chào|cảm ơn)",
    r"(?:你好(?:吗|啊|呀)?|您好|嗨|早上好|晚上好|晚安|早安|谢谢(?:你|您|大家)?|多谢|再见|拜拜|好的?|好吧|是的?|对|嗯+|哈+|不客气|没关系|没问题|知道了|明白了?|在吗)",
    r"(?:こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます|ございました)?|さようなら|はい|いいえ|了解(?:です|しました)?|안녕(?:하세요|히 가세요)?|감사합니다|고마워요?|네|아니요)",
    r"(?:สวัสดี(?:ครับ|ค่ะ|คะ)?|ขอบคุณ(?:มาก)?(?:ครับ|ค่ะ|นะ)*|ครับ|ค่ะ|โอเค|مرحبا|السلام عليكم|أهلا|شكرا(?: جزيلا| لك)?|نعم|لا|حسنا|مع السلامة|привет|здравствуйте?|доброе утро|добрый (?:день|вечер)|спасибо(?: большое)?|пока|да|нет|хорошо|ладно|пожалуйста|дякую|привіт|नमस्ते|धन्यवाद|שלום|תודה(?: רבה)?)",
)  # fmt: skip
_SMALL = Lazy(rf"{_FILLER}(?:{'|'.join(_PHRASES)})", re.IGNORECASE)
_REFUSAL = Lazy(
    r"^\W*(?:i'?m (?:really |very )?sorry,? (?:but )?i|sorry,? (?:but )?i|unfortunately,? i|i)(?: am|'m)? ?(?:can ?not|can'?t|unable to|not able to|won'?t) "
    r"(?:(?:help|assist)(?: you)? with (?:that|this|your|the)|assist|do that|comply|provide|answer|fulfil|access|browse|engage|discuss)\b"
    r"|^\W*as an? (?:ai|artificial intelligence|(?:large )?language model)\b",
    re.IGNORECASE,
)
_BOILERPLATE = Lazy(
    r"^\W*(?:(?:tool|function) (?:call|result|output)s?\b.{0,40}(?:succeeded|success|completed?|finished|ok|no output)"
    r"|(?:command|process|task) (?:completed|finished|exited)(?: successfully| with (?:exit )?(?:code|status) 0)?"
    r"|(?:success|done|ok|null|none|true|\{\}|\[\]|no (?:output|results?|content))"
    r"|(?:file|page|document) (?:created|saved|updated|loaded|written)(?: successfully)?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_NOT_WORDED = Lazy(r"[^A-Za-z0-9']")
_LONGEST = 30


def is_small_talk(text: str) -> bool:
    """Every clause is a greeting, a thanks, a farewell, assent or the like; or the whole is a refusal or a tool's boilerplate."""
    if is_refusal(text) or _BOILERPLATE.match(text):
        return True
    if len(text.split()) > _LONGEST or len(text) > 240:
        return False
    clauses = [c for part in _CLAUSE.split(text.replace("’", "'")) if (c := " ".join(_worded(part).split()))]
    return all(_SMALL.fullmatch(c) or _SMALL.fullmatch(c.replace(" ", "")) for c in clauses)


def _worded(text: str) -> str:
    """Letters with their marks, digits and apostrophes; anything else is a space."""
    if text.isascii():
        return _NOT_WORDED.sub(" ", text)
    return "".join(c if c == "'" or unicodedata.category(c)[0] in "LNM" else " " for c in text)


def is_refusal(text: str) -> bool:
    """A model that declines."""
    return len(text) <= 600 and bool(_REFUSAL.match(text))
