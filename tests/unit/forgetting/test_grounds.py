from mnemon.forgetting.grounds import without
from mnemon.model.memory import Head, SourceRef, Version, WrittenBy

NOW = "2026-11-29T12:00:00.000Z"


def ref(id: str, at: str | None = None) -> SourceRef:
    return SourceRef(type="conversation", id=id, true_at=at)


def head(*sources: SourceRef, **fields: object) -> Head:
    return Head.model_validate(
        {
            "tid": "t", "sid": "s", "ulid": "u", "created_at": NOW, "valid_from": NOW, "true_from": "2026-03-01T00:00:00.000Z",
            "scope": "user/a", "content": "now", "written_by": WrittenBy(actor="a", method="direct"), "sources": sources,
            "source_count": len({source.id for source in sources}), "version": 9, "last_version": 9, **fields,
        }
    )  # fmt: skip


def older(number: int, *sources: SourceRef, **fields: object) -> Version:
    values = head(*sources, version=number, is_latest=False, valid_to=NOW, content=f"then {number}").model_dump()
    return Version.model_validate({**values, "tid": "t", "sid": "s", "ulid": "u", **fields})


def test_what_rests_on_nothing_that_is_erased_is_as_it_was() -> None:
    record, version = head(ref("a")), older(1, ref("b"))
    verdict = without(record, [version], {"c"}, [], NOW)
    assert (verdict.head, verdict.changed, verdict.removed) == (record, (), ())


def test_several_grounds_of_one_source_count_once() -> None:
    record = head(ref("a"), ref("a", "2026-04-01T00:00:00.000Z"), ref("b"))
    verdict = without(record, [], {"a"}, [], NOW)
    assert verdict.head is not None
    assert (verdict.head.source_count, verdict.head.rev) == (1, 2)


def test_a_beginning_that_only_the_erased_source_told_is_forgotten() -> None:
    march, may = "2026-03-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z"
    told = without(head(ref("a", march), ref("b", may)), [], {"a"}, [], NOW).head
    assert told is not None
    assert told.true_from == may
    also = without(head(ref("a", march), ref("b", march), ref("c", may)), [], {"a"}, [], NOW).head
    assert also is not None
    assert also.true_from == march


def test_a_wording_without_a_ground_of_its_own_goes_with_the_same_wording_or_with_the_last_ground() -> None:
    copy, other = older(1, content="now"), older(2)
    verdict = without(head(ref("a")), [copy, other, older(3, ref("b"))], {"a"}, [], NOW)
    assert verdict.head is not None
    assert verdict.head.content in ("then 2", "then 3")
    assert copy in verdict.removed
    assert without(head(ref("a")), [copy, other], {"a"}, [], NOW).head is None


def test_the_heir_of_a_lost_head_is_the_newest_in_the_worlds_time_and_keeps_the_lineages_own_fields() -> None:
    early, late = older(8, ref("b"), true_from="2025-01-01T00:00:00.000Z"), older(2, ref("b"), true_from="2026-01-01T00:00:00.000Z")
    record = head(ref("a"), expires_at="2030-01-01T00:00:00.000Z", deleted_at=None, rev=4)
    verdict = without(record, [early, late], {"a"}, [], NOW)
    assert verdict.head is not None
    assert (verdict.head.content, verdict.head.version, verdict.head.last_version, verdict.head.rev) == ("then 2", 2, 9, 5)
    assert (verdict.head.is_latest, verdict.head.expires_at) == (False, "2030-01-01T00:00:00.000Z")
    assert verdict.removed == (late,)
    assert verdict.changed == ()
