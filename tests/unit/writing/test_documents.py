"""Documents: accepted, read from the drop bucket, kept after the gate, cut into chunks that can be found."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote

import pytest

from mnemon.adapters.documents import parse
from mnemon.errors import Collision, Invalid, NotFound, TooLarge, TryAgain, Unreadable
from mnemon.model import documents, keys
from mnemon.model.ids import PublicId
from mnemon.model.records import Job
from mnemon.model.rows import Key
from mnemon.model.scopes import Scope
from mnemon.model.sources import Chunk, Source
from mnemon.ports.records import Operation, Unavailable
from mnemon.tenant.callers import Writer
from mnemon.tenant.executions import extraction_name
from mnemon.tenant.views import look
from mnemon.writing.chunk_document import ChunkDocument
from mnemon.writing.commit import Erased
from mnemon.writing.document_requests import NewDocument
from mnemon.writing.document_sources import unpack
from mnemon.writing.documents import AcceptDocument, AcceptedDocument
from mnemon.writing.redrive import RedriveJob
from mnemon.writing.take_document import TakeDocument, Taken, is_document
from tests.support.fakes import TEST_PEPPER
from tests.support.files import DOCX, PDF, docx, pdf

from .world import QUICK, TENANT, World, says, writer

KEY = "sk-proj-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3"
ORG = Writer(TENANT, Scope.org(), TEST_PEPPER.scope(TENANT, Scope.org()), "backend")
TRAVEL = "# Travel\n\nGo by train. Second class is enough.\n\n# Meals\n\n" + "Lunch is paid up to forty euros a day. " * 60


class Desk:
    """The whole way of a document over one world."""

    def __init__(self, who: Writer | None = None) -> None:
        self.world = World(who=who or writer())
        w = self.world
        self.accept = AcceptDocument(w.tenancy, w.clock, w.ids)
        self.take = TakeDocument(w.tenancy, TEST_PEPPER, w.clock, w.ids, w.workflows, parse, attempts=QUICK)
        self.chunk = ChunkDocument(w.tenancy, w.embedder, w.clock, w.ids, attempts=QUICK)

    def hand(self, content: str = TRAVEL, media_type: str = "text/markdown", **more: object) -> AcceptedDocument:
        return self.accept(self.world.who, NewDocument.model_validate({"media_type": media_type, "content": content, **more}))

    def promise(self, size: int = 100, media_type: str = PDF, **more: object) -> AcceptedDocument:
        return self.accept(self.world.who, NewDocument.model_validate({"media_type": media_type, "size": size, **more}))

    def key(self, accepted: AcceptedDocument) -> str:
        return keys.upload(self.world.scope, ulid(accepted.source_id))

    def put(self, key: str, data: bytes) -> None:
        self.world.tenancy.drop.put(key, data)

    def deliver(self, key: str, version: str = "etag", size: int | None = None) -> Taken | None:
        there = self.world.tenancy.drop.keys()
        return self.take(key, version, size or (len(self.world.tenancy.drop.get(key)) if key in there else 1))

    def tell(self, content: str = TRAVEL, **more: object) -> AcceptedDocument:
        accepted = self.hand(content, **more)
        self.deliver(self.key(accepted))
        self.chunk(self.world.scope, ulid(accepted.source_id))
        return accepted

    def source(self, id: str) -> Source:
        key = keys.source(self.world.scope, ulid(id))
        return Source.from_row(self.world.tenancy.records.get([key])[key], self.world.view.box)

    def job(self, id: str) -> Job | None:
        key = keys.job(self.world.scope, ulid(id))
        row = self.world.tenancy.records.get([key]).get(key)
        return Job.from_row(row, self.world.view.box) if row else None

    def text(self, id: str) -> str:
        name = self.source(id).object
        return unpack(self.world.view.box.open(Key(name, ""), self.world.tenancy.raw.get(name))).text

    def readable(self, text: str) -> list[str]:
        """Where `text` can be read, with the scope's own secret; what lies before the gate apart."""
        world = self.world
        box = world.view.box
        opened = [(row.key.sk, box.open(row.key, row.sealed)) for row in world.rows() if row.sealed]
        opened += [(row.key.sk, str((row.key, row.plain)).encode()) for row in world.tenancy.records.all_rows()]
        names = world.tenancy.raw.keys()
        opened += [(name, box.open(Key(name, ""), world.tenancy.raw.get(name))) for name in names]
        opened += [("embedder", each.encode()) for each in world.embedder.embedded]
        opened += [("workflow", str(world.workflows.started).encode())]
        return [where for where, data in opened if text.encode() in data]


def ulid(id: str) -> str:
    return PublicId.parse(id).ulid


@pytest.fixture
def desk() -> Desk:
    return Desk()


# handed over as text


def test_text_waits_in_the_drop_bucket_and_is_read_from_there(desk: Desk) -> None:
    accepted = desk.hand(title="Rules")
    assert accepted.job_id == accepted.source_id.replace("src_", "job_")
    assert accepted.upload is None
    assert (desk.source(accepted.source_id).status, desk.source(accepted.source_id).ttl) == ("storing", None)
    assert desk.world.tenancy.drop.keys() == [desk.key(accepted)]
    job = desk.job(accepted.source_id)
    assert job is not None
    assert (job.status, job.kind, job.session) == ("queued", "document", "")

    taken = desk.deliver(desk.key(accepted))
    source = desk.source(accepted.source_id)
    assert taken == Taken(str(accepted.job_id), accepted.source_id, source.count, 0)
    assert (source.status, source.title, source.media_type, source.type) == ("stored", "Rules", "text/markdown", "document")
    assert source.count >= 2
    assert desk.world.tenancy.drop.keys() == []
    assert desk.text(accepted.source_id) == TRAVEL
    (ids,) = desk.world.workflows.of("extraction")
    assert ids == {
        "tid": TENANT, "sid": desk.world.scope.sid, "job": source.ulid, "source": source.ulid, "session": "", "infer": "never",
    }  # fmt: skip


def test_every_format_comes_to_chunks(desk: Desk) -> None:
    files = {
        "text/plain": b"Go by train. Second class is enough for all of us.",
        "text/html": b"<h1>Travel</h1><p>Go by train. Second class is enough.</p>",
        PDF: pdf("Travel\nGo by train. Second class is enough."),
        DOCX: docx(("Heading1", "Travel"), "Go by train. Second class is enough."),
    }
    for media_type, data in files.items():
        accepted = desk.promise(len(data), media_type)
        desk.put(desk.key(accepted), data)
        assert desk.deliver(desk.key(accepted)) is not None
        assert desk.chunk(desk.world.scope, ulid(accepted.source_id)) == 1
    assert len([chunk for chunk in desk.world.chunks() if "Second class is enough" in chunk.words]) == 4


@pytest.mark.parametrize(
    ("over", "error", "field"),
    [
        ({"content": " \n"}, Invalid, "content"),
        ({"content": None}, Invalid, "content"),
        ({"size": 5}, Invalid, "size"),
        ({"media_type": PDF}, Invalid, "media_type"),
        ({"content": "é" * 600_000}, TooLarge, "content"),
        ({"content": None, "size": documents.MAX_TEXT_BYTES + 1}, TooLarge, "size"),
        ({"content": None, "media_type": PDF, "size": documents.MAX_FILE_BYTES + 1}, TooLarge, "size"),
    ],
)
def test_what_is_refused(desk: Desk, over: dict[str, object], error: type[Exception], field: str) -> None:
    with pytest.raises(error) as refused:
        desk.hand(**over)  # type: ignore[arg-type]
    assert refused.value.field == field  # type: ignore[attr-defined]
    assert desk.world.tenancy.records.all_rows() == []


def test_a_bucket_that_is_down_leaves_nothing(desk: Desk) -> None:
    desk.world.tenancy.drop.down = True
    with pytest.raises(TryAgain):
        desk.hand(session_id="s1")
    assert [row.key.sk for row in desk.world.rows()] == ["NOW~"]


def test_leave_to_upload_is_for_one_object_of_one_size(desk: Desk) -> None:
    accepted = desk.promise(4_021, title="Rules")
    assert accepted.job_id is None
    assert accepted.upload is not None
    assert desk.key(accepted) in accepted.upload.url
    assert accepted.upload.headers == {"content-type": PDF, "content-length": "4021"}
    source = desk.source(accepted.source_id)
    assert (source.status, source.size) == ("storing", 4_021)
    assert source.ttl is not None
    assert desk.job(accepted.source_id) is None
    assert "signature" not in str(desk.world.tenancy.records.all_rows())

    again = desk.accept.again(desk.world.who, accepted.source_id)
    assert again.upload == accepted.upload
    desk.put(desk.key(accepted), pdf("Words."))
    desk.deliver(desk.key(accepted))
    assert desk.accept.again(desk.world.who, accepted.source_id).upload is None
    stored = desk.source(accepted.source_id)
    assert (stored.status, stored.ttl, stored.size) == ("stored", None, 0)
    with pytest.raises(NotFound):
        desk.accept.again(desk.world.who, accepted.source_id[:-1] + ("0" if accepted.source_id[-1] != "0" else "1"))


# read from the drop bucket


@pytest.mark.parametrize(
    ("scope", "segment"), [(Scope.user("ada"), "user%2Fada"), (Scope.org(), "org"), (Scope.of("team", "a/b"), quote("team/a/b", safe=""))]
)
def test_a_dropped_file_belongs_to_the_scope_of_its_prefix(scope: Scope, segment: str) -> None:
    desk = Desk(Writer(TENANT, scope, TEST_PEPPER.scope(TENANT, scope), "ingest"))
    key = f"in/{TENANT}/{segment}/Travel rules.MD"
    desk.put(key, TRAVEL.encode())
    taken = desk.deliver(key)
    assert taken is not None
    assert desk.source(taken.source_id).title == "Travel rules"
    assert desk.source(taken.source_id).scope == str(scope)
    assert desk.job(taken.source_id) is not None
    assert desk.world.tenancy.drop.keys() == []


def test_a_redrive_waits_until_the_file_is_taken_in_and_finds_an_execution_that_was_lost_after(desk: Desk) -> None:
    accepted = desk.hand()
    redrive = RedriveJob(desk.world.tenancy, desk.world.clock, desk.world.workflows)
    with pytest.raises(Collision):
        redrive(desk.world.who, str(accepted.job_id))
    assert desk.world.workflows.started == {}
    desk.deliver(desk.key(accepted))
    name = extraction_name(ulid(accepted.source_id))
    assert redrive(desk.world.who, str(accepted.job_id)).attempt == 1
    desk.world.workflows.ended.add(name)
    assert redrive(desk.world.who, str(accepted.job_id)).attempt == 2
    first, second = desk.world.workflows.started.values()
    assert first == second


def test_the_same_drop_delivered_twice_is_one_document(desk: Desk) -> None:
    key = f"in/{TENANT}/user%2Fada/rules.txt"
    desk.put(key, b"Go by train.")
    assert desk.deliver(key) is not None
    desk.put(key, b"Go by train.")  # it could not be deleted
    assert desk.deliver(key) is None
    assert len(desk.world.rows("SRC#")) == 1
    assert len(desk.world.workflows.started) == 1
    assert desk.world.tenancy.drop.keys() == []
    desk.put(key, b"Go by bus.")
    assert desk.deliver(key, "another") is not None
    assert len(desk.world.rows("SRC#")) == 2


@pytest.mark.parametrize("call", range(1, 9))
def test_killed_before_any_write_it_goes_on_when_it_comes_again(call: int) -> None:
    desk = Desk()
    key = f"in/{TENANT}/user%2Fada/rules.txt"
    desk.put(key, b"Go by train.")
    records, calls = desk.world.tenancy.records, iter(range(1, 100))

    def die(_: Sequence[Operation]) -> None:
        if next(calls) == call:
            raise KeyboardInterrupt

    records.before_write = die
    with suppress(KeyboardInterrupt):
        desk.deliver(key)
    records.before_write = None
    desk.world.clock.advance(minutes=2)
    desk.deliver(key)
    stored = [row for row in desk.world.rows("SRC#") if row.plain["status"] == "stored"]
    assert len(stored) == 1
    assert len(desk.world.workflows.started) == 1
    assert desk.world.tenancy.drop.keys() == []
    assert len(desk.world.tenancy.raw.keys()) == 1
    assert all(row.plain.get("ttl") for row in desk.world.rows("SRC#") if row not in stored)


def test_two_deliveries_at_once_keep_one_document(desk: Desk) -> None:
    accepted = desk.hand()
    records, other = desk.world.tenancy.records, [0]

    def race(_: Sequence[Operation]) -> None:
        if not other[0]:
            other[0] = 1
            assert desk.deliver(desk.key(accepted)) is not None

    records.before_write = race
    with pytest.raises(TryAgain):
        desk.deliver(desk.key(accepted))
    records.before_write = None
    assert desk.deliver(desk.key(accepted)) is None
    assert desk.source(accepted.source_id).status == "stored"
    assert desk.text(accepted.source_id) == TRAVEL
    assert len(desk.world.workflows.started) == 1


def test_an_object_for_a_source_that_is_gone_is_removed_unread(desk: Desk) -> None:
    accepted = desk.promise()
    desk.world.tenancy.records.delete_all([keys.source(desk.world.scope, ulid(accepted.source_id))])
    desk.put(desk.key(accepted), b"not even a PDF")
    assert desk.deliver(desk.key(accepted)) is None
    assert desk.world.tenancy.drop.keys() == []
    nobody = keys.upload(TEST_PEPPER.scope(TENANT, Scope.user("nobody")), ulid(accepted.source_id))
    desk.put(nobody, b"x")
    assert desk.deliver(nobody) is None
    assert desk.world.tenancy.drop.keys() == []


def test_an_event_of_an_object_that_is_not_there_makes_nothing(desk: Desk) -> None:
    assert desk.deliver(f"in/{TENANT}/user%2Fada/rules.txt") is None
    assert desk.world.tenancy.records.all_rows() == []


def test_an_object_that_is_gone_leaves_its_source_waiting(desk: Desk) -> None:
    accepted = desk.promise()
    assert desk.deliver(desk.key(accepted)) is None
    assert desk.source(accepted.source_id).status == "storing"


@pytest.mark.parametrize("key", ["up/x", f"up/{TENANT}/short/01K", f"up/{TENANT}/{'a' * 26}/01K{'0' * 23}/x", f"in/{TENANT}/planet/x.pdf"])
def test_an_object_of_nobody_is_refused(desk: Desk, key: str) -> None:
    desk.put(key, b"x")
    with pytest.raises(Invalid) as refused:
        desk.deliver(key)
    assert refused.value.field == "key"
    assert desk.world.rows() == []


def test_which_objects_are_documents() -> None:
    assert all(map(is_document, ("up/a/b/c", "in/t/org/a.pdf", "in/t/org/x/y.HTML", "in/t/org/.md")))
    assert not any(map(is_document, ("in/t/org/a.json", "in/t/org/pdf", "in/t/org/a.exe", "in/t/org.pdf/a")))


@pytest.mark.parametrize(
    ("data", "why"),
    [(pdf("x", password="secret"), "Encrypted"), (b"no PDF", "WrongType"), (pdf(""), "NoText"), (pdf("x")[:150], "Damaged")],
)
def test_what_can_never_be_read_fails_by_its_class_each_time_and_keeps_nothing(desk: Desk, data: bytes, why: str) -> None:
    accepted = desk.promise(len(data))
    desk.put(desk.key(accepted), data)
    for _ in range(3):
        with pytest.raises(Unreadable) as refused:
            desk.deliver(desk.key(accepted))
        assert refused.value.reason == why
        assert str(refused.value) == "the document cannot be read"
    source, job = desk.source(accepted.source_id), desk.job(accepted.source_id)
    assert (source.status, source.error, source.count, source.ttl) == ("failed", why, 0, None)
    assert job is not None
    assert (job.status, job.stage, job.error) == ("failed", "read", why)
    assert desk.world.tenancy.raw.keys() == []
    assert desk.world.workflows.started == {}
    assert desk.world.tenancy.drop.keys() == [desk.key(accepted)]


def test_a_producers_file_that_can_never_be_read_is_one_failed_source(desk: Desk) -> None:
    key = f"in/{TENANT}/user%2Fada/rules.docx"
    desk.put(key, b"PK\x03\x04nonsense")
    for _ in range(2):
        with pytest.raises(Unreadable):
            desk.deliver(key)
    (row,) = desk.world.rows("SRC#")
    assert (row.plain["status"], row.plain["error"]) == ("failed", "Damaged")


def test_an_object_larger_than_is_taken_is_not_even_fetched(desk: Desk) -> None:
    accepted = desk.promise()
    with pytest.raises(Unreadable) as refused:
        desk.deliver(desk.key(accepted), size=documents.MAX_FILE_BYTES + 1)
    assert refused.value.reason == "TooMuch"


def test_more_chunks_than_are_taken(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mnemon.writing.take_document.MAX_PASSAGES", 2)
    accepted = desk.hand()
    with pytest.raises(Unreadable) as refused:
        desk.deliver(desk.key(accepted))
    assert refused.value.reason == "TooMuch"
    assert desk.world.tenancy.raw.keys() == []


def test_stores_that_are_down_leave_the_object_for_the_next_delivery(desk: Desk) -> None:
    accepted = desk.hand()
    desk.world.tenancy.raw.down = True
    with pytest.raises(Unavailable):
        desk.deliver(desk.key(accepted))
    desk.world.tenancy.raw.down = False
    assert desk.deliver(desk.key(accepted)) is not None


def test_a_workflow_that_cannot_be_started_is_a_failed_job_to_be_redriven(desk: Desk) -> None:
    accepted = desk.hand()
    desk.world.workflows.down = True
    assert desk.deliver(desk.key(accepted)) is not None
    job = desk.job(accepted.source_id)
    assert job is not None
    assert (job.status, job.stage, job.error) == ("failed", "start", "Unavailable")


# the gate


@pytest.mark.parametrize("media_type", [PDF, DOCX, "text/html"])
def test_a_secret_in_a_file_survives_nowhere(desk: Desk, media_type: str) -> None:
    words = f"The key is {KEY} and the train leaves at nine."
    data = {PDF: pdf("Intro.", words, title=f"Key {KEY}"), DOCX: docx(words), "text/html": f"<p>{words}</p>".encode()}[media_type]
    accepted = desk.promise(len(data), media_type, metadata={"note": f"see {KEY}"}, session_id=f"s {KEY}")
    desk.put(desk.key(accepted), data)
    desk.deliver(desk.key(accepted))
    desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert desk.readable(KEY) == []
    assert desk.readable("the train leaves at nine")
    assert "[secret:" in desk.text(accepted.source_id)
    assert desk.source(accepted.source_id).redactions >= 3


def test_a_secret_in_text_is_gone_before_it_waits_to_be_read(desk: Desk) -> None:
    accepted = desk.hand(f"Use {KEY} for it.", "text/plain", title=f"About {KEY}")
    assert accepted.redactions == 2
    assert KEY.encode() not in b"".join(desk.world.tenancy.drop.all_bytes())
    desk.deliver(desk.key(accepted))
    assert desk.source(accepted.source_id).redactions == 2
    assert desk.readable(KEY) == []


def test_the_name_of_a_file_passes_the_gate(desk: Desk) -> None:
    key = f"in/{TENANT}/user%2Fada/{KEY}.txt"
    desk.put(key, b"Go by train.")
    desk.deliver(key)
    desk.chunk(desk.world.scope, desk.world.rows("SRC#")[0].key.sk.split("#")[1])
    assert desk.readable(KEY) == []


def test_a_secret_hidden_by_markup_is_found_in_what_is_read(desk: Desk) -> None:
    accepted = desk.hand(f"<p>Use {KEY[:12]}<b>{KEY[12:30]}</b>{KEY[30:]} for it.</p>", "text/html")
    desk.deliver(desk.key(accepted))
    assert desk.readable(KEY) == []
    assert "[secret:" in desk.text(accepted.source_id)


def test_headings_and_pages_are_cited_where_they_stand_after_the_gate(desk: Desk) -> None:
    pages = [f"Travel\nThe key is {KEY} for now. " + "Go by train. " * 50, "Meals\n" + "Lunch is paid. " * 50, f"End\n{KEY}"]
    data = pdf(*("\n".join(page[i : i + 80] for i in range(0, len(page), 80)) if n == 1 else page for n, page in enumerate(pages)),
               outline=[(0, "Travel"), (1, "Meals"), (2, "End")])  # fmt: skip
    accepted = desk.promise(len(data))
    desk.put(desk.key(accepted), data)
    desk.deliver(desk.key(accepted))
    desk.chunk(desk.world.scope, ulid(accepted.source_id))
    text, chunks = desk.text(accepted.source_id), desk.world.chunks()
    meals = [chunk for chunk in chunks if chunk.path == ("Meals",)]
    assert meals
    assert meals[0].words.startswith("Meals")
    assert {chunk.page for chunk in meals} == {2}
    for chunk in chunks:
        assert text[chunk.start : chunk.end].strip() == chunk.words


# chunks


def test_chunks_are_linked_and_marked_and_carry_where_they_stand(desk: Desk) -> None:
    accepted = desk.tell(title="Rules", session_id="s1", run_id="r1")
    chunks = desk.world.chunks()
    assert [chunk.number for chunk in chunks] == list(range(1, len(chunks) + 1)) == [c.position + 1 for c in chunks]
    assert desk.source(accepted.source_id).count == len(chunks) >= 3
    assert {(c.type, c.session_id, c.run_id, c.speaker, c.trust) for c in chunks} == {("chunk", "s1", "r1", "", 3)}
    assert {chunk.path[:1] for chunk in chunks} == {("Rules",)}
    assert chunks[-1].path == ("Rules", "Meals")
    sks = [chunk.key().sk for chunk in chunks]
    for n, chunk in enumerate(chunks):
        assert chunk.before == sks[max(0, n - 2) : n][::-1]
        assert chunk.after == sks[n + 1 : n + 3]
    assert desk.world.marked() == set(sks)
    assert all("Rules" in text for text in desk.world.embedder.embedded)


def test_a_long_document_is_written_within_the_limits_of_transactions_and_once(desk: Desk) -> None:
    text = "\n\n".join(f"Paragraph {n}. " + "Lunch is paid up to forty euros a day by the office. " * 15 for n in range(120))
    accepted = desk.hand(text, "text/plain")
    desk.deliver(desk.key(accepted))
    desk.world.tenancy.records.writes.clear()
    count = desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert count == desk.source(accepted.source_id).count > 100
    assert max(map(len, desk.world.tenancy.records.writes)) <= 100
    assert len(desk.world.tenancy.records.writes) >= 3
    embedded = len(desk.world.embedder.embedded)
    assert desk.chunk(desk.world.scope, ulid(accepted.source_id)) == 0
    assert len(desk.world.embedder.embedded) == embedded
    # Those at a border of two transactions are indexed again once their neighbours are there.
    revs = {chunk.number: chunk.rev for chunk in desk.world.chunks()}
    assert sum(rev > 1 for rev in revs.values()) == 2 * (len(desk.world.tenancy.records.writes) - 1)


@pytest.mark.parametrize("call", [1, 2, 3])
def test_killed_between_transactions_it_goes_on(desk: Desk, call: int) -> None:
    accepted = desk.hand("Lunch is paid up to forty euros a day by the office. " * 2_500, "text/plain")
    desk.deliver(desk.key(accepted))
    calls = iter(range(1, 100))

    def die(_: Sequence[Operation]) -> None:
        if next(calls) == call:
            raise KeyboardInterrupt

    desk.world.tenancy.records.before_write = die
    with pytest.raises(KeyboardInterrupt):
        desk.chunk(desk.world.scope, ulid(accepted.source_id))
    desk.world.tenancy.records.before_write = None
    desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert [c.number for c in desk.world.chunks()] == list(range(1, desk.source(accepted.source_id).count + 1))


def test_two_runs_at_once_write_each_chunk_once(desk: Desk) -> None:
    accepted = desk.hand("Lunch is paid up to forty euros a day by the office. " * 2_500, "text/plain")
    desk.deliver(desk.key(accepted))
    other: list[int] = []

    def race(_: Sequence[Operation]) -> None:
        if not other:
            other.append(0)
            other[0] = desk.chunk(desk.world.scope, ulid(accepted.source_id))

    desk.world.tenancy.records.before_write = race
    assert desk.chunk(desk.world.scope, ulid(accepted.source_id)) == 0
    assert other[0] == len(desk.world.chunks()) == desk.source(accepted.source_id).count


def test_a_document_that_was_erased_has_no_chunks(desk: Desk) -> None:
    accepted = desk.hand()
    desk.deliver(desk.key(accepted))
    key = keys.source(desk.world.scope, ulid(accepted.source_id))
    records = desk.world.tenancy.records

    def erase(_: Sequence[Operation]) -> None:
        records.delete_all([key])

    records.before_write = erase
    with pytest.raises(Erased):
        desk.chunk(desk.world.scope, ulid(accepted.source_id))
    assert desk.world.chunks() == []


def test_a_documents_place_in_a_session_counts_no_turns(desk: Desk) -> None:
    desk.world.accept(says("I bought a red bicycle in Ghent."), session="s1")
    desk.tell(session_id="s1")
    desk.world.accept(says("It has nine gears and a bell."), session="s1")
    assert desk.world.chunk_turns(desk.world.scope, desk.world.digest("s1")) == 2
    assert desk.world.session().turns == 2
    turns = [chunk for chunk in desk.world.chunks() if chunk.type == "turn"]
    assert [turn.position for turn in turns] == [0, 1]


def test_a_shared_document_stands_apart_from_every_user() -> None:
    desk = Desk(ORG)
    desk.tell()
    assert {row.key.pk for row in desk.world.tenancy.records.all_rows()} == {ORG.scope_key.partition, f"T#{TENANT}"}
    ada = replace(desk.world, who=writer())
    assert ada.rows() == []
    assert look(desk.world.tenancy.stores(TENANT), ORG.scope_key).state.speakers == ()
    assert all(isinstance(chunk, Chunk) and chunk.scope == "org" for chunk in desk.world.chunks())
