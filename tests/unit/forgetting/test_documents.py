"""Documents are forgotten whole: text, chunks, raw resource, index, and what still waits to be read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from mnemon.adapters.documents import parse
from mnemon.errors import TryAgain
from mnemon.forgetting.request import ErasureRequest
from mnemon.model import keys
from mnemon.model.ids import PublicId
from mnemon.model.records import Erasure
from mnemon.model.scopes import Scope
from mnemon.ports.records import Unavailable
from mnemon.tenant.attempts import Attempts
from mnemon.tenant.callers import Writer
from mnemon.writing.accept import AcceptEvents
from mnemon.writing.chunk_document import ChunkDocument
from mnemon.writing.commit import Erased
from mnemon.writing.document_requests import NewDocument
from mnemon.writing.documents import AcceptDocument, AcceptedDocument
from mnemon.writing.requests import Events
from mnemon.writing.take_document import TakeDocument
from mnemon.writing.turns import ChunkTurns
from tests.support.fakes import TEST_PEPPER
from tests.support.files import PDF, pdf
from tests.support.held import TID, Held, World

CANARY = "Zanzibar"
TEXT = f"# {CANARY} rules\n\n" + f"Fly to {CANARY} in the spring and bring a coat. " * 120
QUICK = Attempts(pause=lambda _: None, limit=3)


class Product:
    """The way of documents over the same stores."""

    def __init__(self, scope: Scope | None = None) -> None:
        self.world = world = World()
        self.scope = scope or Scope.user("ada")
        self.held = Held(world, self.scope, TEST_PEPPER.scope(TID, self.scope))
        self.accept = AcceptDocument(world.tenancy, world.clock, world.ids)
        self.take = TakeDocument(world.tenancy, TEST_PEPPER, world.clock, world.ids, world.workflows, parse, attempts=QUICK)
        self.chunk = ChunkDocument(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)

    @property
    def writer(self) -> Writer:
        return self.held.writer

    def hand(self, content: str = TEXT, **more: Any) -> AcceptedDocument:
        return self.accept(self.writer, NewDocument.model_validate({"media_type": "text/markdown", "content": content, **more}))

    def key(self, accepted: AcceptedDocument) -> str:
        return keys.upload(self.held.key, ulid(accepted))

    def deliver(self, key: str) -> None:
        self.take(key, "etag", 1_000)

    def tell(self, content: str = TEXT, **more: Any) -> AcceptedDocument:
        accepted = self.hand(content, **more)
        self.deliver(self.key(accepted))
        self.chunk(self.held.key, ulid(accepted))
        return accepted

    def erase(self, target: str, **what: Any) -> Erasure:
        era = self.world.run(self.world.request(ErasureRequest(target, self.held.key.sid, **what)))  # type: ignore[arg-type]
        assert era.status == "succeeded", era
        return era

    def contains(self, text: str) -> list[str]:
        waits = [f"drop {n}" for n, data in enumerate(self.world.tenancy.drop.all_bytes()) if text.encode() in data]
        names = self.world.tenancy.drop.keys()
        return self.world.contains(text) + waits + [key for key in names if text in key]


def ulid(accepted: AcceptedDocument) -> str:
    return PublicId.parse(accepted.source_id).ulid


@pytest.mark.parametrize("scope", [Scope.user("ada"), Scope.org(), Scope.of("team", "sales")], ids=str)
def test_a_document_goes_and_another_stays(scope: Scope) -> None:
    product = Product(scope)
    kept = product.tell("# Meals\n\nLunch is paid up to forty euros.")
    doomed = product.tell(title=f"On {CANARY}")
    product.world.serve()
    chunks = [body for body in product.world.index.documents().values() if body["type"] == "chunk"]
    assert len(chunks) > 4
    assert {place.split()[0] for place in product.contains(CANARY)} == {"table", "index", "raw"}
    era = product.erase("source", source_id=doomed.source_id)
    assert (era.counts["sources"], era.counts["chunks"]) == (1, len(chunks) - 1)
    assert product.contains(CANARY) == []
    assert [sk for sk in product.held.sort_keys() if ulid(doomed) in sk] == []
    (left,) = product.world.index.documents().values()
    assert left["source"] == ulid(kept)
    assert len(product.world.tenancy.raw.keys()) == 1


def test_a_document_that_still_waits_goes_with_its_object(product: Product) -> None:
    waiting = product.hand()
    upload = product.accept(product.writer, NewDocument(media_type=PDF, size=10, title=CANARY))
    product.world.tenancy.drop.put(product.key(upload), pdf(CANARY))
    assert len(product.world.tenancy.drop.keys()) == 2
    for accepted in (waiting, upload):
        product.erase("source", source_id=accepted.source_id)
    assert product.contains(CANARY) == []
    assert product.world.tenancy.drop.keys() == []
    # Leave that was given outlives the erasure by minutes: what it brings is nobody's.
    product.world.tenancy.drop.put(product.key(upload), pdf(CANARY))
    product.deliver(product.key(upload))
    assert product.world.tenancy.drop.keys() == []
    assert product.contains(CANARY) == []
    assert product.world.workflows.of("extraction") == []


def test_a_failed_document_goes_too(product: Product) -> None:
    upload = product.accept(product.writer, NewDocument(media_type=PDF, size=10, title=CANARY))
    product.world.tenancy.drop.put(product.key(upload), f"no PDF of {CANARY}".encode())
    with pytest.raises(Exception, match="cannot be read"):
        product.deliver(product.key(upload))
    product.erase("source", source_id=upload.source_id)
    assert product.contains(CANARY) == []
    assert product.held.sort_keys() == ["NOW~"]


def test_a_person_goes_with_all_documents_whether_read_or_not(product: Product) -> None:
    product.tell(session_id="s1")
    product.hand()
    product.world.tenancy.drop.put(f"in/{TID}/user%2Fada/{CANARY}.pdf", pdf(CANARY))
    product.world.serve()
    product.erase("user", scope=product.scope)
    assert product.held.sort_keys() == ["NOW~"]
    assert product.contains(CANARY) == []
    assert product.world.index.documents() == {}
    assert product.world.tenancy.raw.keys() == []


def test_a_session_goes_with_its_documents(product: Product) -> None:
    world = product.world
    product.tell("# Meals\n\nLunch is paid up to forty euros.", session_id="s2")
    product.tell(session_id="s1")
    product.erase("session", session_id="s1")  # nobody ever spoke in it
    assert product.contains(CANARY) == []
    told = AcceptEvents(world.tenancy, world.clock, world.ids, world.workflows, world.queues, attempts=QUICK)
    said = {"session_id": "s1", "messages": [{"role": "user", "content": f"I fly to {CANARY} in the spring"}]}
    told(product.writer, Events.model_validate(said))
    product.tell(session_id="s1")
    ChunkTurns(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)(
        product.held.key, next(sk.split("#")[1] for sk in product.held.sort_keys() if sk.startswith("SES#") and sk.count("#") == 1)
    )
    world.serve()
    era = product.erase("session", session_id="s1")
    assert era.counts["sources"] == 2
    assert product.contains(CANARY) == []
    assert len(world.index.documents()) == 1


def test_a_document_goes_and_its_session_goes_on(product: Product) -> None:
    world = product.world
    told = AcceptEvents(world.tenancy, world.clock, world.ids, world.workflows, world.queues, attempts=QUICK)
    said = {"session_id": "s1", "messages": [{"role": "user", "name": "Ada", "content": "I bought a red bicycle in Ghent"}]}
    told(product.writer, Events.model_validate(said))
    doomed = product.tell(session_id="s1")
    product.erase("source", source_id=doomed.source_id)
    assert product.contains(CANARY) == []
    digest = next(sk.split("#")[1] for sk in product.held.sort_keys() if sk.startswith("SES#") and sk.count("#") == 1)
    assert ChunkTurns(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)(product.held.key, digest) == 1


@pytest.mark.parametrize("step", ["block", "sweep", "index", "objects", "secret", "verify"])
@pytest.mark.parametrize("target", ["user", "source"])
def test_work_that_is_under_way_while_it_is_erased_brings_nothing_back(product: Product, target: str, step: str) -> None:
    unread, read = product.hand(), product.hand()
    product.deliver(product.key(read))
    what = {"user": {}, "source": {"source_id": read.source_id}}[target]
    late = [TEXT.encode()] if target == "user" else []

    def go_on(done: str) -> None:
        if done != step:
            return
        if late:  # leave to upload was given before
            product.world.tenancy.drop.put(product.key(unread), late.pop())
        for work in (lambda: product.chunk(product.held.key, ulid(read)), lambda: product.deliver(product.key(unread))):
            with suppress(Erased, Unavailable, TryAgain):
                work()

    era = product.world.request(ErasureRequest(target, product.held.key.sid, **what))  # type: ignore[arg-type]
    product.world.serve()
    assert product.world.run(era, after=go_on).status == "succeeded"
    product.world.serve()
    for again in (unread, read):  # the queue brings it once more
        with suppress(Erased):
            product.deliver(product.key(again))
            product.chunk(product.held.key, ulid(again))
    if target == "user":
        assert product.contains(CANARY) == []
        assert product.held.sort_keys() == ["NOW~"]
    else:
        assert [sk for sk in product.held.sort_keys() if ulid(read) in sk] == []
        assert list(product.world.tenancy.raw.versions(keys.raw_object(product.held.key, ulid(read), ""))) == []


@pytest.fixture
def product() -> Product:
    return Product()
