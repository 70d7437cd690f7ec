import io

import pytest

from infra.local.meter import Meter
from infra.local.page import Page, fit, width, wrap


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class _Ascii(io.StringIO):
    encoding = "ascii"  # type: ignore[assignment]


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Page(_Terminal()).paint("x", "bold") == "\x1b[1mx\x1b[0m"
    assert Page(io.StringIO()).paint("x", "bold") == "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Page(_Terminal()).paint("x", "bold") == "x"


def test_nothing_is_wider_than_the_page() -> None:
    out = io.StringIO()
    page = Page(out, width=80)
    page.title("left", "right")
    page.section("A heading", "aside")
    page.text("word " * 60 + "x" * 200 + " 中文" * 50, first="● ")
    page.row("a label that is much too long", "我每周三晚上学习中文。" * 12)
    lines = out.getvalue().splitlines()
    assert max(width(line) for line in lines) <= 80
    assert any(line.startswith(" 1  A heading") and line.endswith("aside") for line in lines)


def test_a_terminal_without_unicode_gets_ascii() -> None:
    out = _Ascii()
    Page(out, width=80).text("● “naïve” → 中")
    assert out.getvalue().isascii()


@pytest.mark.parametrize(("text", "columns"), [("中文字", 6), ("e\u0301a", 2), ("abc", 3), ("", 0)])
def test_width_is_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


def test_fit_cuts_with_an_ellipsis_and_keeps_one_line() -> None:
    assert fit("a b\nc", 10) == "a b c"
    assert fit("abcdefgh", 5) == "abcd…"
    assert width(fit("中文字中文字", 5)) <= 5


def test_wrap_keeps_every_word_and_line_break() -> None:
    assert wrap("one two\nthree", 7) == ["one two", "three"]
    assert "".join(wrap("x" * 25, 10)) == "x" * 25
    assert wrap("", 10) == [""]


def test_a_meter_tells_tenths_where_there_is_no_terminal() -> None:
    out = io.StringIO()
    with Meter(20, "turns", out) as meter:
        for _ in range(20):
            meter.move(1)
    lines = out.getvalue().splitlines()
    assert len(lines) == 10
    assert lines[-1].strip().startswith("100 %  20/20 turns")
    assert "\x1b" not in out.getvalue()


def test_a_meter_redraws_on_a_terminal_and_ends_full() -> None:
    out = _Terminal()
    with Meter(3, "turns", out) as meter:
        meter.move(3)
    assert "[##############################] 100 %" in out.getvalue()
    assert out.getvalue().endswith("\n")


def test_an_empty_meter_does_not_divide_by_nothing() -> None:
    with Meter(0, "turns", _Terminal()) as meter:
        meter.move(0)
