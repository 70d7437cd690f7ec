"""What the rules tell of given memories: pure, so no stores."""

from __future__ import annotations

from typing import Any

import pytest

from mnemon.maintenance.summaries import profile as profiles
from mnemon.maintenance.summaries.profile import Person, ProfileRules, write_profile
from mnemon.maintenance.summaries.sentences import LONGEST, MOST_SENTENCES, summarise
from mnemon.model.memory import Head, SourceRef, WrittenBy
from tests.support.fakes import CountingIds
from tests.unit.summaries.world import texts

IDS = CountingIds()


def head(content: str, at: str = "2025-05-08T10:00:00.000Z", **fields: Any) -> Head:
    made: dict[str, Any] = {
        "tid": "t", "sid": "s", "ulid": IDS.ulid(), "scope": "user/ada", "content": content, "created_at": at, "valid_from": at,
        "true_from": at, "trust": 4, "written_by": WrittenBy(actor="a", method="direct"),
    }  # fmt: skip
    return Head(**{**made, **fields})


def trip(place: str, at: str, **fields: Any) -> Head:
    return head(
        f"The user flew to {place}.",
        at,
        kind="episode",
        category="travel",
        attribute=f"trip to {place}",
        event_at=at,
        subject="user",
        **fields,
    )


class TestSummaries:
    def test_what_happened_is_counted_by_year_the_latest_first(self) -> None:
        trips = [trip("Rome", "2025-03-01T00:00:00.000Z"), trip("Oslo", "2025-06-02T00:00:00.000Z", confidence=0.7)]
        trips += [trip("Bergen", "2025-04-01T00:00:00.000Z"), trip("Quito", "2024-04-01T00:00:00.000Z")]
        told = summarise("travel", trips)
        assert texts(told) == [
            "3 trips in 2025, the latest on 2 June 2025: The user flew to Oslo; The user flew to Bergen; The user flew to Rome.",
            "The user flew to Quito.",
        ]
        assert [basis.ulid for basis in told[0].rests_on] == [trips[1].ulid, trips[2].ulid, trips[0].ulid]
        assert (told[0].confidence, told[0].since) == (0.7, "2025-06-02T00:00:00.000Z")

    def test_whoever_else_it_is_about_is_named(self) -> None:
        trips = [trip(place, "2025-03-01T00:00:00.000Z") for place in ("Rome", "Oslo")]
        told = summarise("travel", [each.model_copy(update={"subject": "Ana"}) for each in trips])
        assert texts(told)[0].startswith("Ana: 2 trips in 2025")

    def test_what_holds_is_told_together_by_subject_and_topic(self) -> None:
        likes = [head(f"The user likes {thing}.", attribute=f"opinion of {thing}", subject="user") for thing in ("tea", "sushi")]
        other = head("Ana likes jazz.", attribute="opinion of jazz", subject="Ana")
        told = texts(summarise("preference", [*likes, other]))
        assert "2 opinions, the latest first: The user likes tea; The user likes sushi." in told
        assert "Ana likes jazz." in told

    def test_two_namespaces_are_never_told_together(self) -> None:
        made = [head("The port is 8080.", attribute="port", namespace=name) for name in ("a", "b")]
        assert len(summarise("setting", made)) == 2

    def test_the_pinned_and_the_most_salient_come_first_and_a_dozen_is_all(self) -> None:
        heads = [head(f"Fact number {n}", salience=n / 100) for n in range(40)]
        heads.append(head("Pinned", pinned=True, salience=0.0))
        told = texts(summarise("fact", heads))
        assert len(told) == MOST_SENTENCES
        assert told[:3] == ["Pinned", "Fact number 39", "Fact number 38"]

    def test_the_same_memories_in_any_order_give_the_same_sentences(self) -> None:
        heads = [trip(f"P{n}", f"202{n % 3}-03-01T00:00:00.000Z") for n in range(9)] + [head(f"Fact {n}") for n in range(5)]
        assert summarise("travel", heads) == summarise("travel", heads[::-1])

    def test_what_another_sentence_tells_already_is_not_told_again(self) -> None:
        said = [
            head("The user will enable 2FA for all platforms and conduct the bias audits.", salience=0.6),
            head("The user will conduct the bias audits and enable 2FA.", salience=0.5),
            head("The user will not conduct the bias audits.", salience=0.5),
            head("The user will enable 2FA for 3 platforms.", salience=0.5),
            head("The user will enable 2FA.", salience=0.4, subject="Ana"),
        ]
        assert set(texts(summarise("plan", said))) == {each.content for each in said if each is not said[1]}

    def test_a_long_text_is_cut_at_a_word_and_stays_on_one_line(self) -> None:
        (text,) = texts(summarise("fact", [head("word\nand " * 200)]))
        assert len(text) <= LONGEST
        assert text.endswith(("word…", "and…"))
        assert "\n" not in text


class TestProfile:
    def told(self, *heads: Head, names: tuple[str, ...] = (), allowed: frozenset[str] = frozenset()) -> list[str]:
        return texts(write_profile(heads, Person(names), ProfileRules(allowed)))

    def test_what_is_stable_is_told_section_by_section(self) -> None:
        made = [
            head("The user swims every Monday.", category="schedule", attribute="schedule: swim", subject="user"),
            head("The user likes tea.", category="preference", kind="preference", subject="user"),
            head("The user's sister is called Ana.", category="family", attribute="name", subject="user's sister"),
            head("The user works at Tata.", category="work", attribute="employer", subject="user"),
            head("The user lives in Oslo.", category="home", attribute="home", subject="user"),
            head("The user asks: always answer briefly.", category="instruction", kind="preference", subject="user"),
            head("The user's name is Ada.", category="identity", attribute="name", subject="user"),
        ]
        assert self.told(*made) == [each.content for each in reversed(made)]

    @pytest.mark.parametrize(
        "fields",
        [
            {"kind": "episode", "category": "event"},
            {"category": "setting", "attribute": "port"},
            {"category": "home", "attribute": "home", "subject": "Ana"},
            {"category": "work", "attribute": "employer", "subject": "user's sister"},
            {"kind": "procedure", "category": "instruction"},
            {"kind": "summary", "category": "identity"},
        ],
    )
    def test_what_is_no_stable_thing_about_the_person_stays_out(self, fields: dict[str, Any]) -> None:
        assert self.told(head("Something that was said.", **{"subject": "user", **fields})) == []

    @pytest.mark.parametrize("trust", [1, 2, 3])
    @pytest.mark.parametrize("pinned", [True, False])
    def test_what_others_vouch_for_stays_out_even_pinned(self, trust: int, pinned: bool) -> None:
        told = head("The user lives in Oslo.", category="home", attribute="home", trust=trust, pinned=pinned)
        assert self.told(told) == []

    def test_what_rests_on_a_document_stays_out(self) -> None:
        source = SourceRef(type="document", id="src_x")
        assert self.told(head("The user lives in Oslo.", category="home", sources=(source,))) == []

    def test_what_is_sensitive_stays_out_unless_the_tenant_allows_it(self) -> None:
        allergy = head("The user is allergic to nuts.", category="health", attribute="allergy to nuts", sensitivity=4)
        assert self.told(allergy) == []
        assert self.told(allergy, allowed=frozenset({"health"})) == [allergy.content]
        assert self.told(allergy, allowed=frozenset({"religion"})) == []
        graded = head("The user's favourite colour is red.", category="preference", sensitivity=3)
        assert self.told(graded, allowed=frozenset({"health"})) == []

    def test_pinned_memories_come_first_whatever_they_are_about(self) -> None:
        pinned = head("The red folder is what matters.", category="note", pinned=True)
        assert self.told(head("The user lives in Oslo.", category="home"), pinned) == [pinned.content, "The user lives in Oslo."]

    def test_facts_under_the_persons_name_are_about_the_person(self) -> None:
        home = head("Ada lives in Oslo.", category="home", attribute="home", subject="Ada")
        assert self.told(home) == []
        assert self.told(home, names=("ada",)) == [home.content]

    def test_it_is_bounded_and_no_section_crowds_out_another(self) -> None:
        likes = [head(f"The user likes thing number {n} very much indeed.", category="preference", salience=1.0) for n in range(60)]
        home = head("The user lives in Oslo.", category="home", salience=0.1)
        swims = head("The user swims every Monday.", category="schedule", salience=0.1)
        told = self.told(*likes, home, swims)
        assert len(told) == profiles.MOST_SENTENCES
        assert {home.content, swims.content} <= set(told)
        long = self.told(*(head("x " * 140 + str(n), category="preference") for n in range(30)))
        assert sum(map(len, long)) <= profiles.MOST_CHARACTERS

    def test_the_same_memories_in_any_order_give_the_same_profile(self) -> None:
        heads = [head(f"The user likes {n}.", category="preference") for n in range(30)]
        assert self.told(*heads) == self.told(*heads[::-1])
