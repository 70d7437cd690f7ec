from mnemon.maintenance.documents import chunk_document, context, lineage_changes
from mnemon.model.memory import Head, SourceRef, Version, WrittenBy
from mnemon.model.sources import Chunk
from mnemon.model.vectors import mix, pack
from mnemon.ports.index import Document, Removal

NOW = "2026-11-29T12:00:00.000Z"
TID, SID, ULID = "t" * 26, "s" * 26, "01K" + "0" * 23


def chunk(number: int, words: str, **fields: object) -> Chunk:
    return Chunk.model_validate(
        {
            "tid": TID, "sid": SID, "source": ULID, "number": number, "at": "2023-05-08T13:56:00.000Z", "created_at": NOW, "rev": number,
            "scope": "user/ada", "speaker": "Ada", "words": words, "embedding": pack([1.0, 0.0]), **fields,
        }
    )  # fmt: skip


def head(**fields: object) -> Head:
    return Head.model_validate(
        {
            "tid": TID, "sid": SID, "ulid": ULID, "rev": 3, "created_at": NOW, "valid_from": NOW, "true_from": "2023-05-08T00:00:00.000Z",
            "scope": "user/ada", "content": "User drives a Volvo", "written_by": WrittenBy(actor="a", method="direct"),
            "embedding": pack([0.0, 1.0]), **fields,
        }
    )  # fmt: skip


def older(number: int, rev: int = 1) -> Version:
    values = head(is_latest=False, valid_to=NOW, version=number, rev=rev, content=f"version {number}").model_dump()
    return Version.model_validate({**values, "tid": TID, "sid": SID, "ulid": ULID})


def test_the_context_of_a_turn_is_its_text_and_its_bare_neighbours_in_the_order_they_were_said() -> None:
    turn = chunk(3, "5 years already!", caption="a cake")
    found = context(turn, [chunk(2, "How long married?"), chunk(1, "Hi")], [chunk(4, "Wow"), chunk(5, "Nice")])
    assert found == "[8 May 2023] Ada: 5 years already! [shares a cake] Ada: Hi Ada: How long married? Ada: Wow Ada: Nice"


def test_the_context_stays_at_150_words_nearest_first_and_what_is_farther_does_not_take_the_place_of_what_is_nearer() -> None:
    def words(count: int) -> str:
        return " ".join(["word"] * (count - 1))  # and the speaker

    def offsets(*counts: int) -> str:
        own, before, after, first, last = (chunk(n, words(count), speaker=f"S{n}") for n, count in enumerate(counts))
        return "".join(sorted(c for c in context(own, [before, first], [after, last]).replace("[8 May 2023] S0:", "") if c.isdigit()))

    assert offsets(30, 30, 30, 30, 30) == "1234"
    assert offsets(30, 30, 30, 30, 31) == "123"
    assert offsets(30, 30, 91, 1, 1) == "1"
    assert offsets(30, 121, 1, 1, 1) == ""


def test_a_turn_is_mixed_with_the_two_before_it_and_carries_what_ranking_and_filters_need() -> None:
    before = [chunk(2, "x", embedding=pack([0.0, 1.0])), chunk(1, "y", embedding=pack([0.6, 0.8]))]
    made = chunk_document(chunk(3, "Two weeks ago?", session_id="s-1", run_id="r-1", position=7), before, [])
    assert (made.index, made.id, made.version, made.routing) == ("recall", f"{SID}{ULID}000003", 3, TID)
    expected = {
        "tid": TID, "sid": SID, "type": "turn", "source": ULID, "session": ["s-1"], "run": ["r-1"], "position": 7, "speaker": "Ada",
        "n_words": 3, "asks": True, "has_time": True, "source_type": ["conversation"], "true_from": "2023-05-08T13:56:00.000Z",
        "event_at": "2023-05-08T13:56:00.000Z", "created_at": NOW, "trust": 3, "language": "en",
    }  # fmt: skip
    assert {name: made.body[name] for name in expected} == expected
    own, first, second = ([1.0, 0.0], [0.0, 1.0], [0.6, 0.8])
    assert [round(x, 6) for x in made.body["vec"]] == [round(x, 6) for x in mix(own, [first, second])]


def test_a_neighbour_of_another_dimension_is_not_mixed_in() -> None:
    made = chunk_document(chunk(2, "a"), [chunk(1, "b", embedding=pack([1.0, 0.0, 0.0]))], [])
    assert list(made.body["vec"]) == [1.0, 0.0]


def test_a_memory_carries_its_own_vector_and_its_text_as_context() -> None:
    record = head(
        metadata={"b": "2", "a": "1"}, entities=("Volvo",), category="car", subject="user", attribute="car", namespace="n",
        expires_at="2030-01-01T00:00:00.000Z", sources=(SourceRef(type="conversation", id="src_x", session="s-1", run="r-1"),),
    )  # fmt: skip
    document = next(change for change in lineage_changes(record, [], NOW) if isinstance(change, Document))
    expected = {
        "text": "[8 May 2023] User drives a Volvo", "ctx": "[8 May 2023] User drives a Volvo", "vec": [0.0, 1.0],
        "metadata": ["a=1", "b=2"],
        "entities": ["Volvo"], "category": "car", "attribute": "car", "subject": "user", "namespace": "n", "is_latest": True,
        "expires_at": "2030-01-01T00:00:00.000Z", "session": ["s-1"], "run": ["r-1"], "source_type": ["conversation"], "type": "memory",
    }  # fmt: skip
    assert {name: document.body[name] for name in expected} == expected
    assert "valid_to" not in document.body
    assert "source" not in document.body  # erasing by source takes turns; what rests on them is decided in the table


def where(record: Head, *versions: Version) -> dict[tuple[str, str], int]:
    """(index, last part of the id) -> version, of documents."""
    changes = lineage_changes(record, versions, NOW)
    assert len({(change.index, change.id) for change in changes}) == len(changes)
    return {(c.index, c.id.removeprefix(f"{SID}{ULID}")): c.version for c in changes if isinstance(c, Document)}


def test_a_current_head_is_in_recall_a_superseded_one_in_the_past_and_neither_in_both() -> None:
    assert where(head()) == {("recall", ""): 3}
    assert where(head(is_latest=False, valid_to=NOW)) == {("recall-past", ""): 3}
    removed = [c for c in lineage_changes(head(), [], NOW) if isinstance(c, Removal)]
    assert [(c.index, c.version) for c in removed] == [("recall-past", 3)]


def test_the_head_decides_for_its_versions_and_both_count_for_their_order() -> None:
    assert where(head(), older(1), older(2, rev=4)) == {("recall", ""): 3, ("recall-past", "000001"): 4, ("recall-past", "000002"): 7}
    for gone in ({"deleted_at": NOW}, {"hidden_at": NOW}, {"expires_at": "2026-11-29T12:00:00.000Z"}):
        assert where(head(**gone), older(1)) == {}
        assert {c.version for c in lineage_changes(head(**gone), [older(1)], NOW)} == {3, 4}


def test_a_memory_is_found_by_names_that_its_words_do_not_use() -> None:
    document = lineage_changes(head(entities=("Volvo", "P1800", "the old car")), [], NOW)[0]
    assert isinstance(document, Document)
    assert document.body["ctx"] == "[8 May 2023] User drives a Volvo P1800, the old car"
    assert document.body["text"] == "[8 May 2023] User drives a Volvo"
