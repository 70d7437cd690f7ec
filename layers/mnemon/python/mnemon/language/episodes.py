"""Turns that no rule can read, kept in their own words: whole sentences, without greetings, thanks, questions and bare assent."""

from __future__ import annotations

from .patterns import Lazy
from .sentences import pieces, sentences
from .smalltalk import is_small_talk

LONGEST = 1_000

_ASKS = Lazy(
    r"[?？؟]\s*[\"'”’)」』]*$|(?:吗|呢|么)[。.!！~]*$|(?:ですか|ますか|でしょうか|かな)[。.]*$|(?:까요|나요|습니까)[.]*$|(?:ไหม|หรือเปล่า|มั้ย)[.]*$"
)
_CLAUSE = Lazy(r"[，,。！!；;、~…\s]+")
_COMMA = Lazy(r"[,，、،;]")
_OF_SELF = Lazy(r"我|咱|最近|昨天|今天|上周|去年")
_TO_OTHER = Lazy(r"你|您|吗|什么|怎么|哪|如何|有没有|能不能|可不可以|问题")
_EMPTY_CHINESE = Lazy(
    r"(?:你好(?:吗|啊|呀)?|您好|嗨|哈喽|哈+|嗯+|恩|哦+|噢|哇+|啊|唉|对(?:呀|啊|的|了)?|是(?:的|啊|呀)|好(?:的|吧|啊|呀|主意|厉害)?|行|当然(?:可以|会|了)?|没(?:问题|关系|事)呀?|不(?:用谢|客气)|确实(?:如此)?|原来如此|的确|知道了|我知道了|明白了|AI伴侣|亲爱的|再见|拜拜|晚安|早安|明天见|(?:我们)?(?:明天|下次|改天|以后)(?:再聊|见)吧?|今天先到这里吧?|没有了"
    r"|.{0,6}(?:谢谢|多谢|感谢).*|.*(?:很高兴|很开心)(?:认识|见到|和你聊).*|(?:今天)?我?又?(?:来|想)(?:和|跟|找)你?聊.*|.*(?:建议|主意|方法|推荐|想法|提议).{0,6}(?:不错|很好|很棒|有用|实用|很有道理|有道理|不错的|都很好).*|(?:这|那|听起来|你说).{0,12}(?:不错|很好|很棒|有用|实用|道理|有意思|有趣|没错|好|对|建议|是的)(?:的(?:建议|主意|方法))?[了啊呀]?|我?也?会?(?:去|好好|试着|尝试|努力)?(?:试试|看看|看一看|试一试|考虑|注意|实践|努力|尝试|加油)(?:看|的)?(?:这些.*)?|我会.{0,8}(?:试试|看看|看一看|试一试|考虑|注意|实践|记在心|牢记|努力).{0,12}|(?:我)?(?:已经)?记下来了|你(?:呢|真是|真的|说得|说的|最近).*|.{0,4}最近怎么样|.*随时找我|我也?同感|我相信自己|相信自己)"
)


def episodes(text: str, language: str) -> list[tuple[str, str]]:
    """(what is kept, where it stands) for each piece of a turn; nothing for a piece that says nothing of anybody."""
    found: list[tuple[str, str]] = []
    for piece in pieces(text, LONGEST):
        said = [sentence for sentence in sentences(piece) if not _says_nothing(sentence, language)]
        if said:
            found.append(((" " if language not in ("zh", "ja", "th") else "").join(said), piece))
    return found


def _says_nothing(sentence: str, language: str) -> bool:
    if is_small_talk(sentence):
        return True
    parts = _CLAUSE.split(sentence)
    if language == "zh":
        if _ASKS.search(sentence):  # "I like tea, which one would you ...?" tells something before it asks
            return not any(_OF_SELF.search(part) and not _TO_OTHER.search(part) and not _EMPTY_CHINESE.fullmatch(part) for part in parts)
        return all(not part or _EMPTY_CHINESE.fullmatch(part) for part in parts)
    return bool(_ASKS.search(sentence)) and not _COMMA.search(sentence)
