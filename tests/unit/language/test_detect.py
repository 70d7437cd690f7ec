# ruff: noqa: E501
from __future__ import annotations

import pytest

from mnemon.language.detect import language
from mnemon.language.smalltalk import is_small_talk


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Köln last year", "en"),
        ("The port is 8080", "en"),
        ("Emma", "en"),
        ("I study physics at MIT", "en"),
        ("Ich wohne in Köln", "de"),
        ("Meine Schwester Jana besucht mich jeden Sommer", "de"),
        ("J'habite à Lyon depuis mars", "fr"),
        ("Vivo en Madrid con mi hermana", "es"),
        ("Ik woon al jaren in Utrecht", "nl"),
        ("我上周买了一辆新车", "zh"),
        ("私は東京に住んでいます", "ja"),
        ("저는 서울에 살아요", "ko"),
        ("ฉันอาศัยอยู่ที่เชียงใหม่", "th"),
        ("أعيش في القاهرة", "ar"),
        ("Я живу в Казани", "ru"),
        ("Я живу у Києві, їжджу автобусом", "uk"),
        ("אני גר בחיפה", "he"),
        ("मैं दिल्ली में रहता हूँ", "hi"),
        ("我在 Google 工作", "zh"),
        ("12345 !!", "und"),
    ],
)
def test_language_is_told_by_script_and_frequent_words(text: str, expected: str) -> None:
    assert language(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Hi!", "Hey Mel! Good to see you! How have you been?", "Thanks so much!", "ok cheers", "hey there", "Haha, thank you! Bye for now.",
        "Good morning! How are you?", "Thanks, talk to you later!", "Sounds good 👍", "That's great!", "Danke schön", "你好！", "谢谢", "Merci beaucoup",
        "สวัสดีค่ะ", "شكرا", "Спасибо!", "I'm sorry, but I can't help with that request.", "As an AI language model, I have no feelings.",
        "Command completed successfully.", "null", "...", "",
    ],
)  # fmt: skip
def test_greetings_thanks_refusals_and_boilerplate_are_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "5 years already!", "Hi, I bought a car", "Yes, I work at Siemens", "A Honda", "Thanks for the book about Lisbon", "No, on Friday", "ERR-4021",
        "我家的猫叫小米", "Danke, ich wohne jetzt in Graz", "I can't help my sister move on Sunday", "Good news: the port is 9090",
    ],
)  # fmt: skip
def test_what_says_something_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)
