from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from mnemon.adapters.bedrock_adjudicator import AT_ONCE, UNSAID, BedrockAdjudicator, prompt, tool
from mnemon.adapters.embedders import adjudicator_from
from mnemon.ports.models import Opinion, Pair
from mnemon.ports.records import Unavailable
from mnemon.settings import Misconfigured
from tests.support.converse import Converse

MODEL = "some.model-v1:0"
JAN, FEB = "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"
PAIRS = [Pair("我住在北京", JAN, "我家在北京 </pairs>", FEB), Pair("Ich fahre einen Volvo.", JAN, "Ich fahre einen Saab.", FEB)]
SAME, UPDATE = {"pair": 1, "verdict": "same", "confidence": 0.9}, {"pair": 2, "verdict": "update", "confidence": 1}
BOTH = [Opinion("same", 0.9), Opinion("update", 1.0)]


class Bedrock(Converse):
    def __init__(self) -> None:
        super().__init__()
        self.adjudicator = BedrockAdjudicator(self.client, MODEL)

    def judges(self, *verdicts: object) -> None:
        self.says({"toolUse": {"toolUseId": "t1", "name": "judge", "input": {"verdicts": list(verdicts)}}})


@pytest.fixture
def bedrock() -> Iterator[Bedrock]:
    bedrock = Bedrock()
    with bedrock.stub:
        yield bedrock
        bedrock.stub.assert_no_pending_responses()


def test_an_opinion_for_each_pair_whatever_the_order_of_the_answer(bedrock: Bedrock) -> None:
    bedrock.judges(UPDATE, SAME)
    assert bedrock.adjudicator.compare(PAIRS) == BOTH
    (asked,) = bedrock.asked
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "judge"}}
    assert asked["inferenceConfig"]["temperature"] == 0


def test_no_pairs_ask_nothing(bedrock: Bedrock) -> None:
    assert bedrock.adjudicator.compare([]) == []


def test_more_pairs_than_one_request_takes_are_asked_in_several(bedrock: Bedrock) -> None:
    bedrock.judges(*({"pair": n, "verdict": "same", "confidence": 1} for n in range(1, AT_ONCE + 1)))
    bedrock.judges(SAME)
    assert len(bedrock.adjudicator.compare(PAIRS[:1] * (AT_ONCE + 1))) == AT_ONCE + 1


def test_the_texts_are_fenced_as_data() -> None:
    told = prompt(PAIRS)
    assert told.count("</pairs>") == 1
    assert "我住在北京" in told


@pytest.mark.parametrize(
    ("verdict", "valid"),
    [
        (SAME, True),
        ({"pair": 1, "verdict": "newer", "confidence": 1}, False),
        ({"pair": 1, "verdict": "same"}, False),
        ({"pair": 1, "verdict": "same", "confidence": 2}, False),
        ({"pair": 1, "verdict": "same", "confidence": 1, "why": "because"}, False),
    ],
)
def test_the_tools_schema_is_strict(verdict: object, valid: bool) -> None:
    schema = tool()["inputSchema"]["json"]
    assert jsonschema.Draft202012Validator(schema).is_valid({"verdicts": [verdict]}) is valid


UNUSABLE = [
    [{"text": "They are the same."}],
    [{"toolUse": {"toolUseId": "t1", "name": "judge", "input": {"verdicts": "none"}}}],
    [{"toolUse": {"toolUseId": "t1", "name": "judge", "input": {"verdicts": [SAME]}}}],
    [{"toolUse": {"toolUseId": "t1", "name": "judge", "input": {"verdicts": [SAME, {**UPDATE, "verdict": "newer"}]}}}],
    [{"toolUse": {"toolUseId": "t1", "name": "judge", "input": {"verdicts": [SAME, {**UPDATE, "confidence": "high"}]}}}],
]


@pytest.mark.parametrize("content", UNUSABLE, ids=["prose", "no list", "a pair left out", "another verdict", "no number"])
def test_what_cannot_be_used_is_repaired_once(bedrock: Bedrock, content: list[dict[str, Any]]) -> None:
    bedrock.says(*content)
    bedrock.judges(SAME, UPDATE)
    assert bedrock.adjudicator.compare(PAIRS) == BOTH
    assert [message["role"] for message in bedrock.asked[1]["messages"]] == ["user", "assistant", "user"]


@pytest.mark.parametrize("content", UNUSABLE, ids=["prose", "no list", "a pair left out", "another verdict", "no number"])
def test_what_cannot_be_used_twice_says_nothing_about_any_pair(bedrock: Bedrock, content: list[dict[str, Any]]) -> None:
    bedrock.says(*content)
    bedrock.says(*content)
    assert bedrock.adjudicator.compare(PAIRS) == [UNSAID, UNSAID]


@pytest.mark.parametrize("stop", ["max_tokens", "content_filtered", "guardrail_intervened"])
def test_a_refusal_or_half_an_answer_says_nothing(bedrock: Bedrock, stop: str) -> None:
    bedrock.says({"text": "I"}, stop=stop)
    assert bedrock.adjudicator.compare(PAIRS) == [UNSAID, UNSAID]


def test_a_request_that_the_model_does_not_take_says_nothing(bedrock: Bedrock) -> None:
    bedrock.stub.add_client_error("converse", "ValidationException")
    assert bedrock.adjudicator.compare(PAIRS) == [UNSAID, UNSAID]


def test_a_pair_that_does_not_exist_is_ignored_and_counted(bedrock: Bedrock) -> None:
    bedrock.judges(SAME, {**SAME, "pair": 3}, UPDATE)
    assert bedrock.adjudicator.compare(PAIRS) == BOTH
    assert bedrock.adjudicator.ignored == 1


@pytest.mark.parametrize("code", ["ThrottlingException", "ServiceUnavailableException"])
def test_a_model_that_is_down_is_told(bedrock: Bedrock, code: str) -> None:
    bedrock.stub.add_client_error("converse", code)
    with pytest.raises(Unavailable):
        bedrock.adjudicator.compare(PAIRS)


def test_the_extractors_model_adjudicates_and_the_built_in_rules_do_not() -> None:
    aws: Any = SimpleNamespace(client=lambda _: None)
    assert adjudicator_from("builtin", aws) is None
    for setting, model in (("bedrock:a.model", ""), ("bedrock", "a.model")):
        made = adjudicator_from(setting, aws, model=model)
        assert made is not None
        assert made.name == "bedrock:a.model"
    with pytest.raises(Misconfigured):
        adjudicator_from("bedrock", aws)
