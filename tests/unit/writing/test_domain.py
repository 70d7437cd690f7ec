"""What a tenant's config makes of what is said: never kept, always kept, under its category, for its time."""

from __future__ import annotations

import pytest

from mnemon.adapters.documents import parse
from mnemon.adapters.rules import RuleExtractor
from mnemon.errors import Unreadable
from mnemon.model import keys
from mnemon.model.domain import DomainConfig
from mnemon.model.memory import SourceRef
from mnemon.model.policy import Policy
from mnemon.model.records import Candidate, Fact
from mnemon.ports.models import Extractor, Passage
from mnemon.ports.tenancy import TenantStores
from mnemon.writing.direct import WriteFacts
from mnemon.writing.document_requests import NewDocument
from mnemon.writing.documents import AcceptDocument
from mnemon.writing.domain import shaped
from mnemon.writing.requests import IncomingFact
from mnemon.writing.take_document import TakeDocument
from mnemon.writing.windows import ExtractWindow
from tests.support.fakes import TEST_PEPPER

from .test_windows import Echo, commit
from .world import QUICK, World, contents, says

NOW = "2026-11-29T12:00:00.000Z"


def config(**parts: object) -> DomainConfig:
    return DomainConfig.model_validate(parts)


def fact(content: str, **more: object) -> Fact:
    return Fact.model_validate({"content": content, "stated_at": "2026-11-29T10:00:00.000Z", **more})


def extract(world: World, domain: DomainConfig, *texts: str, extractor: Extractor | None = None, role: str = "user") -> list[Fact]:
    """The candidates of a session that was just said."""
    accepted = world.accept(*(says(text, role=role) for text in texts))
    step = ExtractWindow(world.tenancy, extractor or RuleExtractor(), world.clock, attempts=QUICK, domain=lambda _: domain)
    window = step(world.scope, accepted.source_id[-26:], world.digest())
    found = [Candidate.from_row(row, world.view.box).fact for row in world.rows("JOB#") if "#CAND#" in row.key.sk]
    assert len(found) == window.candidates
    if found:
        commit(world)(world.scope, accepted.source_id[-26:], world.digest(), window.start)
    assert world.session().mark == len(texts)
    return [one for one in found if one is not None]


class TestNever:
    def test_it_stops_what_was_said_before_it_is_a_candidate(self) -> None:
        world = World()
        facts = extract(world, config(never=["project falcon"]), "I work on Project  Falcon.", "I live in Oslo.")
        assert [one.content for one in facts] == ["The user lives in Oslo."]
        assert contents(world.heads()) == ["The user lives in Oslo."]

    def test_it_stops_a_whole_word_only(self) -> None:
        domain = config(never=["class"])
        assert shaped(fact("Ada drives a classic Saab"), domain, NOW) is not None
        assert shaped(fact("Ada goes to class"), domain, NOW) is None

    @pytest.mark.parametrize(
        "held",
        [
            {"subject": "falcon"},
            {"attribute": "falcon"},
            {"value": "the Falcon"},
            {"category": "falcon"},
            {"entities": ("Ada", "FALCON")},
            {"metadata": {"falcon": "x"}},
            {"metadata": {"x": "falcon"}},
        ],
    )
    def test_it_stops_a_fact_that_holds_it_anywhere(self, held: dict[str, object]) -> None:
        assert shaped(fact("Ada works", **held), config(never=["falcon"]), NOW) is None

    def test_a_candidate_does_not_repeat_it_in_the_wording_that_it_rests_on(self) -> None:
        world = World()
        (one,) = extract(world, config(never=["falcon"]), "I live in Oslo, and my sister has a falcon.")
        assert one.content == "The user lives in Oslo."
        assert [(source.wording, source.turns) for source in one.sources] == [("", (1,))]
        (head,) = world.heads()
        assert "falcon" not in head.model_dump_json().lower()

    def test_an_episode_in_another_script_and_what_a_tool_gave_back(self) -> None:
        world = World()
        assert extract(world, config(never=["猎鹰"]), "我在北京的猎鹰项目工作，很忙。") == []
        assert world.heads() == []

    def test_it_goes_before_always(self) -> None:
        assert extract(World(), config(never=["falcon"], always=["budget"]), "The budget for the falcon is tight.") == []

    def test_what_rules_read_from_a_direct_fact_is_looked_at_too(self) -> None:
        world = World()
        write = WriteFacts(
            world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK, domain=lambda _: config(never=["employer"])
        )
        results = write(world.who, [IncomingFact(content="I work at Acme."), IncomingFact(content="I live in Oslo.")])
        assert [(r.index, r.status, r.code) for r in results] == [(0, "refused", "never"), (1, "created", None)]


class TestAlways:
    def test_a_statement_that_no_rule_reads_is_kept(self) -> None:
        text = "Somebody at the fair spoke of an offsite budget."
        assert extract(World(), config(), text) == []
        world = World()
        (one,) = extract(world, config(categories=["money"], always=[{"phrase": "offsite budget", "category": "money"}]), text)
        assert (one.content, one.category, one.kind) == (text, "money", "fact")
        assert (one.sources[0].turns, one.sources[0].wording) == ((1,), text)
        assert contents(world.heads()) == [text]

    def test_a_line_in_no_language(self) -> None:
        (one,) = extract(World(), config(always=["IBX-4"]), "IBX-4 : 17 / 22")
        assert one.content == "IBX-4 : 17 / 22."

    def test_its_category_names_what_a_rule_has_read(self) -> None:
        (one,) = extract(World(), config(categories=["travel"], always=[{"phrase": "oslo", "category": "travel"}]), "I live in Oslo.")
        assert (one.category, one.attribute) == ("travel", "home")

    def test_what_the_assistant_says_is_not_kept_for_it(self) -> None:
        assert extract(World(), config(always=["budget"]), "The budget is tight.", role="assistant") == []


class TestTime:
    def test_a_category_ends_after_it_was_said_or_happens(self) -> None:
        domain = config(categories=[{"name": "Visits", "expiry": "P1D", "sensitivity": 2}])
        said = shaped(fact("Ada is in Rome", category="visits"), domain, NOW)
        ahead = shaped(fact("Ada goes to Rome", category="visits", event_at="2026-12-24T00:00:00.000Z"), domain, NOW)
        assert said is not None
        assert ahead is not None
        assert (said.expires_at, said.category, said.sensitivity) == ("2026-11-30T10:00:00.000Z", "Visits", 2)
        assert ahead.expires_at == "2026-12-25T00:00:00.000Z"

    def test_what_is_over_already_is_not_kept(self) -> None:
        domain = config(categories=[{"name": "visits", "expiry": "P7D"}])
        assert shaped(fact("Ada is in Rome", category="visits", stated_at="2023-05-01T00:00:00.000Z"), domain, NOW) is None

    def test_retention_counts_from_now_so_that_an_import_is_kept(self) -> None:
        old = shaped(
            fact("Ada went to Rome", kind="episode", stated_at="2023-05-01T00:00:00.000Z"),
            config(retention={"kinds": {"episode": "P30D"}}),
            NOW,
        )
        assert old is not None
        assert old.expires_at == "2026-12-29T12:00:00.000Z"

    def test_its_own_expiry_goes_before_and_a_category_before_a_kind(self) -> None:
        domain = config(categories=[{"name": "visits", "expiry": "P1D"}], retention={"kinds": {"fact": "P30D"}})
        own = shaped(fact("Ada is in Rome", category="visits", expires_at="2027-01-01T00:00:00.000Z"), domain, NOW)
        assert own is not None
        assert own.expires_at == "2027-01-01T00:00:00.000Z"
        both = shaped(fact("Ada is in Rome", category="visits"), domain, NOW)
        assert both is not None
        assert both.expires_at == "2026-11-30T10:00:00.000Z"

    def test_a_level_is_never_lowered(self) -> None:
        one = shaped(fact("Ada is ill", category="notes", sensitivity=4), config(categories=[{"name": "notes", "sensitivity": 2}]), NOW)
        assert one is not None
        assert one.sensitivity == 4


def test_without_a_config_a_fact_stays_as_it_is() -> None:
    given = fact("Ada is ill", category="notes", sources=(SourceRef(type="direct", id="src_x", wording="Ada is ill"),))
    assert shaped(given, config(), NOW) == given


def test_the_extractor_is_told_the_domain() -> None:
    domain = config(entity_types=["person"])
    seen: list[Passage] = []

    class Listening(Echo):
        def extract(self, passage: Passage) -> list[Fact]:
            seen.append(passage)
            return []

    extract(World(), domain, "I live in Oslo.", extractor=Listening())
    assert [passage.domain for passage in seen] == [domain]


def test_a_document_that_holds_what_the_policy_refuses_fails() -> None:
    world = World()

    def policies(_: TenantStores) -> Policy:
        return Policy(types={"email_address": "refuse"})

    accept = AcceptDocument(world.tenancy, world.clock, world.ids)
    accepted = accept(world.who, NewDocument.model_validate({"media_type": "text/plain", "content": "Mail jo@garden.example"}))
    key = keys.upload(world.scope, accepted.source_id[-26:])
    take = TakeDocument(world.tenancy, TEST_PEPPER, world.clock, world.ids, world.workflows, parse, attempts=QUICK, policies=policies)
    for _ in range(2):
        with pytest.raises(Unreadable) as caught:
            take(key, "etag", 100)
        assert caught.value.reason == "Refused"
    (source,) = world.rows("SRC#")
    assert (source.plain["status"], source.plain["error"]) == ("failed", "Refused")
    assert world.tenancy.raw.keys() == []
