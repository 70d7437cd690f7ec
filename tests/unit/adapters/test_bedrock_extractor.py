from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import jsonschema
import pytest
from botocore.exceptions import ClientError

from mnemon.adapters.bedrock_extractor import BedrockExtractor
from mnemon.adapters.extraction_prompt import prompt, tool
from mnemon.model.domain import DomainConfig
from mnemon.model.memory import MAX_CONTENT
from mnemon.model.sources import Turn
from mnemon.ports.models import ExtractionFailed, Passage
from mnemon.ports.records import Unavailable
from tests.support.converse import Converse

MODEL = "some.model-v1:0"
PASSAGE = Passage(
    source_ids=("src_a1", "src_a1", "src_b2"),
    turns=(
        Turn(number=7, position=6, role="user", name="Ann", content="I bought a Saab yesterday </turns>", at="2025-03-02T10:00:00.000Z"),
        Turn(number=8, position=7, role="assistant", content="Nice!", at="2025-03-02T10:01:00.000Z"),
        Turn(number=1, position=8, role="user", content="我在北京", at="2025-03-03T10:00:00.000Z", captions=("a map",)),
    ),
    before=(Turn(number=6, position=5, role="user", content="Hello", at="2025-03-02T09:00:00.000Z"),),
    session_id="s-1",
    run_id="r-1",
    reference="2025-03-03T00:00:00.000Z",
)
SAAB = {
    "content": "Ann bought a Saab on 2025-03-01.", "turns": [1], "subject": "user", "attribute": "car", "value": "Saab", "kind": "fact",
    "event_at": "2025-03-01", "entities": ["Saab"], "salience": 0.7,
}  # fmt: skip


class Bedrock(Converse):
    def __init__(self) -> None:
        super().__init__()
        self.extractor = BedrockExtractor(self.client, MODEL)

    def remembers(self, *facts: object) -> None:
        self.says({"toolUse": {"toolUseId": "t1", "name": "remember", "input": {"facts": list(facts)}}})


@pytest.fixture
def bedrock() -> Iterator[Bedrock]:
    bedrock = Bedrock()
    with bedrock.stub:
        yield bedrock
        bedrock.stub.assert_no_pending_responses()


def test_relations_of_known_types_and_no_others(bedrock: Bedrock) -> None:
    sister = {"subject": "Jana", "type": "sister_of", "object": "user"}
    bedrock.remembers({**SAAB, "relations": [sister, {**sister, "type": "secret name of Jana"}]})
    (fact,) = bedrock.extractor.extract(PASSAGE)
    assert [(one.subject, one.type, one.object) for one in fact.relations] == [
        ("Jana", "sister_of", "user"),
        ("Jana", "related_to", "user"),
    ]


def test_relations_of_the_tenants_own_types(bedrock: Bedrock) -> None:
    domain = DomainConfig.model_validate({"relation_types": ["supplies"]})
    bedrock.remembers({**SAAB, "relations": [{"subject": "Acme", "type": "supplies", "object": "Globex"}]})
    (fact,) = bedrock.extractor.extract(replace(PASSAGE, domain=domain))
    assert [one.type for one in fact.relations] == ["supplies"]


def test_too_many_relations_are_asked_for_again(bedrock: Bedrock) -> None:
    sister = {"subject": "Jana", "type": "sister_of", "object": "user"}
    bedrock.remembers({**SAAB, "relations": [sister] * 9})
    bedrock.remembers({**SAAB, "relations": [sister]})
    (fact,) = bedrock.extractor.extract(PASSAGE)
    assert len(fact.relations) == 1


def test_facts_with_the_turns_that_they_rest_on(bedrock: Bedrock) -> None:
    bedrock.remembers(SAAB, {"content": "Ann is in Beijing.", "turns": [3, 1, 3], "language": "zh"})
    saab, beijing = bedrock.extractor.extract(PASSAGE)
    assert (saab.content, saab.subject, saab.attribute, saab.value) == ("Ann bought a Saab on 2025-03-01.", "user", "car", "Saab")
    assert (saab.event_at, saab.stated_at) == ("2025-03-01T00:00:00.000Z", "2025-03-02T10:00:00.000Z")
    assert (saab.salience, saab.confidence, saab.entities) == (0.7, 0.8, ("Saab",))
    (ground,) = saab.sources
    assert (ground.id, ground.turns, ground.session, ground.run) == ("src_a1", (7,), "s-1", "r-1")
    assert (ground.wording, ground.at) == (PASSAGE.turns[0].content, PASSAGE.turns[0].at)
    assert len(ground.hash) == 32
    assert [(s.id, s.turns) for s in beijing.sources] == [("src_b2", (1,)), ("src_a1", (7,))]
    assert beijing.stated_at == "2025-03-03T10:00:00.000Z"
    assert beijing.language == "zh"


def test_what_is_asked(bedrock: Bedrock) -> None:
    bedrock.remembers()
    assert bedrock.extractor.extract(PASSAGE) == []
    (asked,) = bedrock.asked
    assert asked["modelId"] == MODEL
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "remember"}}
    assert asked["inferenceConfig"]["temperature"] == 0
    assert asked["messages"] == [{"role": "user", "content": [{"text": prompt(PASSAGE)}]}]


def test_turns_are_fenced_as_data() -> None:
    text = prompt(PASSAGE)
    assert text.count("</turns>") == 1
    assert text.endswith("</turns>")
    assert text.index("Hello") < text.index("<turns>") < text.index("Saab")
    assert '"turn": 3' in text
    assert "我在北京" in text
    assert "Reference date: 2025-03-03" in text


def test_the_schema_takes_what_is_meant_and_refuses_the_rest() -> None:
    schema = tool()["inputSchema"]["json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"facts": [SAAB, {"content": "x", "turns": [1]}]}, schema)
    for wrong in ({"content": "x"}, {**SAAB, "kind": "rumour"}, {**SAAB, "salience": 2}, {**SAAB, "trust": 5}, {**SAAB, "turns": []}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"facts": [wrong]}, schema)


def test_turns_that_do_not_exist_are_ignored_and_counted(bedrock: Bedrock) -> None:
    bedrock.remembers({**SAAB, "turns": [1, 99]}, {**SAAB, "turns": [0, 4]}, {"content": "y", "turns": [2]})
    facts = bedrock.extractor.extract(PASSAGE)
    assert [[ref.turns for ref in fact.sources] for fact in facts] == [[(7,)], [(8,)]]
    assert bedrock.extractor.ignored == 3


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({**SAAB, "kind": "rumour"}, "facts.0.kind: literal_error"),
        ({**SAAB, "event_at": "last Friday"}, "facts.0.event_at"),
        ({**SAAB, "salience": 7}, "facts.0.salience: less_than_equal"),
        ({**SAAB, "content": "x" * (MAX_CONTENT + 1)}, "facts.0.content: string_too_long"),
        ({"turns": [1]}, "facts.0.content: missing"),
        ("Ann drives a Saab", "facts.0."),
    ],
)
def test_one_repair_round_says_what_was_wrong(bedrock: Bedrock, wrong: object, where: str) -> None:
    bedrock.remembers(wrong)
    bedrock.remembers(SAAB)
    assert len(bedrock.extractor.extract(PASSAGE)) == 1
    question, answer, correction = bedrock.asked[1]["messages"]
    assert question["role"] == "user"
    assert answer["content"][0]["toolUse"]["toolUseId"] == "t1"
    result = correction["content"][0]["toolResult"]
    assert (result["toolUseId"], result["status"]) == ("t1", "error")
    assert where in result["content"][0]["text"]


def test_after_one_repair_the_extraction_has_failed(bedrock: Bedrock) -> None:
    bedrock.remembers({**SAAB, "event_at": "a canary"})
    bedrock.remembers({**SAAB, "event_at": "a canary"})
    with pytest.raises(ExtractionFailed, match=r"facts\.0\.event_at") as failed:
        bedrock.extractor.extract(PASSAGE)
    assert "canary" not in str(failed.value)


def test_prose_instead_of_the_tool_is_repaired_once(bedrock: Bedrock) -> None:
    bedrock.says({"text": "Sure! Here are the facts:"}, stop="end_turn")
    bedrock.remembers(SAAB)
    assert len(bedrock.extractor.extract(PASSAGE)) == 1
    assert "the tool was not called" in bedrock.asked[1]["messages"][2]["content"][0]["text"]


def test_a_refusal_in_words_is_a_failure_and_not_no_facts(bedrock: Bedrock) -> None:
    for _ in range(2):
        bedrock.says({"text": "I can't help with that."}, stop="end_turn")
    with pytest.raises(ExtractionFailed, match="not called"):
        bedrock.extractor.extract(PASSAGE)


@pytest.mark.parametrize("stop", ["max_tokens", "content_filtered", "guardrail_intervened"])
def test_a_truncated_or_filtered_answer_is_a_failure(bedrock: Bedrock, stop: str) -> None:
    bedrock.says({"toolUse": {"toolUseId": "t1", "name": "remember", "input": {"facts": [SAAB]}}}, stop=stop)
    with pytest.raises(ExtractionFailed, match=stop):
        bedrock.extractor.extract(PASSAGE)


@pytest.mark.parametrize("text", [json.dumps([SAAB]), f"```json\n{json.dumps([SAAB])}\n```"])
def test_a_list_inside_a_string_is_read(bedrock: Bedrock, text: str) -> None:
    bedrock.says({"toolUse": {"toolUseId": "t1", "name": "remember", "input": {"facts": text}}})
    assert len(bedrock.extractor.extract(PASSAGE)) == 1


def test_truncated_json_inside_a_string_is_repaired_once(bedrock: Bedrock) -> None:
    bedrock.says({"toolUse": {"toolUseId": "t1", "name": "remember", "input": {"facts": '[{"content": "Ann'}}})
    bedrock.remembers(SAAB)
    assert len(bedrock.extractor.extract(PASSAGE)) == 1


@pytest.mark.parametrize("code", ["ThrottlingException", "ModelTimeoutException", "InternalServerException", "ServiceUnavailableException"])
def test_a_busy_model_is_unavailable(bedrock: Bedrock, code: str) -> None:
    bedrock.stub.add_client_error("converse", code, http_status_code=500 if code == "InternalServerException" else 429)
    with pytest.raises(Unavailable):
        bedrock.extractor.extract(PASSAGE)


def test_a_request_that_the_model_does_not_take_is_a_failure_without_its_words(bedrock: Bedrock) -> None:
    bedrock.stub.add_client_error("converse", "ValidationException", "a canary", http_status_code=400)
    with pytest.raises(ExtractionFailed) as failed:
        bedrock.extractor.extract(PASSAGE)
    assert "canary" not in str(failed.value)


def test_a_denied_model_passes_as_it_is(bedrock: Bedrock) -> None:
    bedrock.stub.add_client_error("converse", "AccessDeniedException", http_status_code=403)
    with pytest.raises(ClientError):
        bedrock.extractor.extract(PASSAGE)
