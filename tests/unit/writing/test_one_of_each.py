"""What others get wrong, from the words that come in to the answers that go out, in one process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from mnemon.ports.records import Unavailable
from mnemon.writing.requests import IncomingFact
from tests.bench._inprocess import Parts
from tests.support.fakes import HashEmbedder


def _world() -> Parts:
    return Parts(HashEmbedder())


def _current(world: Parts) -> list[str]:
    return sorted(head.content for head in world.heads() if head.is_current(world.clock.now()))


def test_one_fact_by_many_at_the_same_moment_is_one_memory_and_all_but_one_are_told_so() -> None:
    world = _world()
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda _: world.write([IncomingFact(content="The port of the billing service is 8080.")])[0], range(8)))
    assert sorted(each.status for each in done) == ["confirmed"] * 7 + ["created"]
    assert len({each.id for each in done}) == len(_current(world)) == 1


@pytest.mark.parametrize("in_order", [True, False])
def test_who_employs_somebody_is_who_employs_them_now(in_order: bool) -> None:
    said = [("I work at Northwind.", "2024-03-01T10:00:00Z"), ("I left Northwind and work at Initech now.", "2024-06-01T10:00:00Z")]
    world = _world()
    for number, (text, at) in enumerate(said if in_order else reversed(said)):
        world.say([{"role": "user", "content": text, "timestamp": at}], f"s{number}")
    world.index_pending()
    memories = [found.record.content for found in world.search("Who employs me?") if found.record.id.startswith("mem_")]
    assert memories
    assert "Initech" in memories[0]
    assert not any("at Northwind" in text for text in memories)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("我上周买了一辆红色的丰田汽车", "丰田汽车"),
        ("ฉันชอบดื่มชาเย็นทุกเช้า", "ฉันชอบดื่มชาเย็นทุกเช้า"),
        ("أعيش في القاهرة مع أختي", "القاهرة"),
        ("Ich wohne seit Mai in Tübingen an der Neckarbrücke.", "Neckarbrücke"),
    ],
)
def test_a_turn_stays_in_its_language_and_is_found_by_its_words(text: str, asked: str) -> None:
    world = _world()
    world.say([{"role": "user", "content": text, "timestamp": "2024-03-01T10:00:00Z"}], "s")
    world.index_pending()
    assert any(text.rstrip(".") in getattr(found.record, "words", getattr(found.record, "content", "")) for found in world.search(asked))
    assert all(text.rstrip(".") in content for content in _current(world))


def test_while_the_extractor_is_down_the_source_is_kept_and_a_retry_makes_the_memory() -> None:
    world = _world()
    source = world.accept([{"role": "user", "content": "I drive a Saab.", "timestamp": "2024-03-01T10:00:00Z"}], "s")
    right, world._extract._extractor = world._extract._extractor, _Down()  # type: ignore[attr-defined]
    with pytest.raises(Unavailable):
        world.digest("s")
    assert (source[:4], _current(world)) == ("src_", [])
    world._extract._extractor = right  # type: ignore[attr-defined]
    world.digest("s")
    assert len(_current(world)) == 1


class _Down:
    name = "down"

    def extract(self, _: object) -> list[object]:
        raise Unavailable("the model is down")
