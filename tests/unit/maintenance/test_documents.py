from mnemon.maintenance.documents import context, document_id, lineage_changes, removals
from mnemon.model import keys
from mnemon.model.scopes import ScopeKey
from mnemon.model.sources import Chunk
from mnemon.model.vectors import mix, pack, unpack
from mnemon.ports.index import GONE, Document, Removal
from tests.support.held import World

NOW = "2026-11-29T12:00:00.000Z"
SCOPE = ScopeKey(tid="t" * 26, sid="s" * 26)


def chunk(number: int, words: str, **fields: object) -> Chunk:
    return Chunk.model_validate(
        {
            "tid": SCOPE.tid, "sid": SCOPE.sid, "source": "S" * 26, "number": number, "at": "2023-05-08T13:56:00.000Z", "created_at": NOW,
            "scope": "user/ada", "speaker": "Ada", "words": words, "embedding": pack([1.0, 0.0]), **fields,
        }
    )  # fmt: skip


def test_the_context_of_a_turn_is_its_text_and_its_bare_neighbours_in_the_order_they_were_said() -> None:
    turn = chunk(3, "5 years already!", caption="a cake")
    found = context(turn, [chunk(2, "How long married?"), chunk(1, "Hi")], [chunk(4, "Wow"), chunk(5, "Nice")])
    assert found == "[8 May 2023] Ada: 5 years already! [shares a cake] Ada: Hi Ada: How long married? Ada: Wow Ada: Nice"


def test_the_context_stops_at_150_words_nearest_first() -> None:
    long = " ".join(["word"] * 70)
    found = context(chunk(3, "short"), [chunk(2, "before " + long), chunk(1, "first")], [chunk(4, "after " + long), chunk(5, "last")])
    assert "before" in found
    assert "after" in found
    assert "first" not in found  # 2 + 72 + 72 + 2 words are few enough; "last" would be too
    found = context(chunk(3, "short " + long), [chunk(2, "before " + long)], [chunk(4, "after")])
    assert "before" in found
    assert "after" in found
    found = context(chunk(3, "short " + long + long), [chunk(2, "before " + long)], [chunk(4, "after")])
    assert "before" not in found
    assert "after" not in found  # as in the recipe: what is farther is not taken in the place of what is nearer
