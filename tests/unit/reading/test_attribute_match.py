"""Which attribute a question asks for, and what that does to a ranking."""

from __future__ import annotations

import pytest

from mnemon.reading.attribute_match import asked_attributes, attribute_share
from mnemon.reading.fuse import Fusion, Lists, Traits, Weights
from mnemon.reading.refs import Ref
from mnemon.reading.words import understand


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("Who is Maya's employer?", "employer"),
        ("Where does she work?", "employer"),
        ("Which company does Maya work for?", "employer"),
        ("What is Maya's job title?", "job"),
        ("What does she do for a living?", "job"),
        ("What does Maya do?", "job"),
        ("What car does he drive?", "car"),
        ("What is he driving these days?", "car"),
        ("Where do I live?", "home"),
        ("What is my home address?", "home"),
        ("When was she born?", "birthday"),
        ("Where was she born?", "birthplace"),
        ("How old is Tom?", "age"),
        ("What is my favorite color?", "favourite colour"),
        ("What is the name of my sister?", "name"),
        ("What does he study?", "field of study"),
        ("Which phone do I have?", "phone"),
        ("what port does the billing service use", "port"),
    ],
)
def test_the_attribute_asked_for_is_the_first(question: str, attribute: str) -> None:
    asked = asked_attributes(question)
    assert attribute_share(asked, attribute) == max(attribute_share(asked, other) for other in (*asked, attribute)) == 1.0


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("Who is Maya's employer?", "job"),
        ("Where do I live?", "employer"),
        ("When was she born?", "birthplace"),
        ("What now?", "car"),
        ("", "name"),
    ],
)
def test_another_attribute_is_not_asked_for(question: str, attribute: str) -> None:
    assert attribute_share(asked_attributes(question), attribute) < 1.0


def test_no_attribute_is_nothing_asked_for() -> None:
    assert attribute_share(asked_attributes("Who is Maya's employer?"), "") == 0.0


def ref(n: int) -> Ref:
    return Ref("a" * 26, f"01K{n:023d}", None, True)


def test_of_two_that_are_as_near_the_one_that_holds_the_attribute_is_first() -> None:
    question = understand("Who is Maya's employer?")
    traits = {ref(1): Traits(attribute="job"), ref(2): Traits(attribute="employer")}
    lists = Lists(traits, {ref(1): 5.0, ref(2): 4.9}, {ref(1): 0.8, ref(2): 0.8})
    assert [one.ref for one in Fusion(question, lists).ranking()] == [ref(2), ref(1)]
    assert [one.ref for one in Fusion(question, lists, Weights(attribute=0.0)).ranking()] == [ref(1), ref(2)]


def test_what_the_graph_leads_to_is_ranked_though_no_list_holds_it() -> None:
    question = understand("Where does my sister work?")
    lists = Lists({ref(1): Traits()}, {ref(1): 5.0}, {ref(1): 0.8}, linked={ref(2): 1.0})
    assert {one.ref for one in Fusion(question, lists).ranking()} == {ref(1), ref(2)}
    assert [one.ref for one in Fusion(question, Lists({}, linked={ref(2): 0.5, ref(3): 1.0})).ranking()] == [ref(3), ref(2)]
