"""What a rule says stands in whatever its pattern finds: were it not so, the rule would pass a text by."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemon.language.dates import LANGUAGES, find
from mnemon.language.dates.readers import Rule

_DATED = [rule for tongue in LANGUAGES.values() for rule in tongue.RULES if rule.words]
_ASCII = st.characters(max_codepoint=127)


def _name(rule: Rule) -> str:
    return rule.pattern.compiled.pattern[-60:]


@pytest.mark.parametrize("rule", _DATED, ids=_name)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_time_holds_a_word_of_its_rule(rule: Rule, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(rule.pattern.compiled, alphabet=_ASCII))
    assert any(word in text.lower() for word in rule.words)


def test_other_letters_are_read_by_every_rule() -> None:
    """A pattern that ignores case takes the Kelvin sign for a k."""
    assert find("He met us last wee\u212a in Brno", "2026-01-15T12:00:00Z")
    assert find("He met us last week in Brno", "2026-01-15T12:00:00Z")
