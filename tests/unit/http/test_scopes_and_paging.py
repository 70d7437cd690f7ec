from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.errors import Forbidden, Invalid, NotFound
from mnemon.http.paging import Paging
from mnemon.http.principals import decode, encode
from mnemon.http.scopes import Scopes
from mnemon.model.ids import PublicId
from mnemon.model.principal import PERMISSIONS, Principal
from mnemon.model.scopes import Pepper, Scope
from mnemon.tenant.callers import Reader
from tests.support.fakes import TEST_PEPPER, FakeTenancy, FixedClock, RecordedQueues

NAMES = st.sampled_from(["acme", "acme-corp", "a/b", "a%2Fb", "a#b", "*", "e\u0301", "é", "🦊", " x", "x"]) | st.text(
    min_size=1, max_size=6
)
VALID = NAMES.filter(lambda name: bool(name.strip()) and "\x00" not in name and name.isprintable())
PEOPLE = st.builds(
    Principal,
    tenant=st.sampled_from(["acme", "acme-corp"]),
    subject=st.just("sub"),
    service=st.just(False),
    user=VALID,
    teams=st.lists(VALID, max_size=2).map(tuple),
    agents=st.lists(VALID, max_size=2).map(tuple),
    permissions=st.just(frozenset(PERMISSIONS)),
)
SCOPES = st.one_of(st.just(Scope.org()), st.builds(Scope.of, st.sampled_from(["user", "team", "agent"]), VALID))


def scopes() -> tuple[Scopes, RecordedQueues]:
    queues = RecordedQueues()
    return Scopes(FakeTenancy(), TEST_PEPPER, FixedClock(), queues), queues


@given(who=PEOPLE, asked=st.lists(SCOPES, min_size=1, max_size=4))
def test_an_end_user_reads_what_its_token_names_and_nothing_else(who: Principal, asked: list[Scope]) -> None:
    made, queues = scopes()
    own = {Scope.org(), Scope.user(who.user or ""), *(Scope.of("team", t) for t in who.teams), *(Scope.of("agent", a) for a in who.agents)}
    try:
        reader = made.reader(who, None, [str(scope) for scope in asked])
    except Forbidden:
        assert not own.issuperset(asked)
        assert len(queues.of("access")) == 1
        return
    except Invalid:
        pytest.fail("a scope's own name is always understood")
    assert own.issuperset(asked)
    assert {scope for scope, _ in reader.scopes} == set(asked)
    assert all(key == TEST_PEPPER.scope(TEST_PEPPER.tenant(who.tenant), scope) for scope, key in reader.scopes)


@given(who=PEOPLE, other=VALID)
def test_an_end_user_is_only_ever_itself(who: Principal, other: str) -> None:
    made, _ = scopes()
    same = Scope.user(other) == Scope.user(who.user or "")
    for ask in (made.reader, made.writer, made.user, made.visible):
        if same:
            assert ask(who, other) is not None
        else:
            with pytest.raises(Forbidden):
                ask(who, other)


@given(who=PEOPLE)
def test_without_scopes_it_is_the_union(who: Principal) -> None:
    made, _ = scopes()
    reader = made.reader(who)
    assert reader.scopes[0][0] == Scope.user(who.user or "")
    assert {scope for scope, _ in reader.scopes} == set(who.readable())


@given(who=PEOPLE, owner=SCOPES)
def test_an_id_of_a_scope_that_may_not_be_read_is_not_there(who: Principal, owner: Scope) -> None:
    made, _ = scopes()
    key = TEST_PEPPER.scope(TEST_PEPPER.tenant(who.tenant), owner)
    id = str(PublicId("mem", key.sid, "01K" + "0" * 23))
    if who.may_read(owner):
        assert made.reader_of(who, id, "mem").scopes == ((owner, key),)
    else:
        with pytest.raises(NotFound):
            made.reader_of(who, id, "mem")
    foreign = TEST_PEPPER.scope(TEST_PEPPER.tenant("else"), owner)
    with pytest.raises(NotFound):
        made.reader_of(who, str(PublicId("mem", foreign.sid, "01K" + "0" * 23)), "mem")
    with pytest.raises(NotFound):
        made.reader_of(who, id, "src")


@given(who=PEOPLE, into=SCOPES, shared=st.booleans())
def test_writing_into_a_shared_scope_needs_its_own_permission(who: Principal, into: Scope, shared: bool) -> None:
    made, _ = scopes()
    allowed = frozenset({"memory:write", *(("memory:write:shared",) if shared else ())})
    caller = who.model_copy(update={"permissions": allowed})
    if who.may_read(into) and (into.kind == "user" or shared):
        assert made.writer(caller, None, str(into)).scope == into
    else:
        with pytest.raises(Forbidden):
            made.writer(caller, None, str(into))


@given(who=PEOPLE, expires=st.integers(1_900_000_000, 4_000_000_000))
def test_a_principal_travels_as_one_string(who: Principal, expires: int) -> None:
    assert decode(encode(who, expires), "2026-11-29T12:00:00.000Z") == who


READER = Reader("t" * 26, ((Scope.org(), TEST_PEPPER.scope("t" * 26, Scope.org())),), "sub")
OTHER = Reader("t" * 26, ((Scope.user("x"), TEST_PEPPER.scope("t" * 26, Scope.user("x"))),), "sub")


class TestPaging:
    paging = Paging(TEST_PEPPER)

    @given(position=st.lists(st.text() | st.integers(), max_size=3), query=st.dictionaries(st.text(max_size=4), st.text(max_size=4)))
    def test_there_and_back(self, position: list[str | int], query: dict[str, str]) -> None:
        try:
            token = self.paging.token(position, READER, query)
        except UnicodeEncodeError:
            return
        if len(token) <= 2_048:
            assert self.paging.position(token, READER, query) == position

    def test_it_says_nothing(self) -> None:
        token = self.paging.token(["MEM#01KABC"], READER, {})
        assert b"01KABC" not in base64.urlsafe_b64decode(token + "==")
        assert token != self.paging.token(["MEM#01KABC"], READER, {})

    def test_it_is_bound_to_tenant_scopes_and_query(self) -> None:
        token = self.paging.token(["x"], READER, {"kind": "fact"})
        stranger = Reader("u" * 26, READER.scopes, "sub")
        for reader, query in ((READER, {}), (READER, {"kind": "episode"}), (OTHER, {"kind": "fact"}), (stranger, {"kind": "fact"})):
            with pytest.raises(Invalid) as caught:
                self.paging.position(token, reader, query)
            assert caught.value.field == "next_token"
        with pytest.raises(Invalid):
            Paging(Pepper(b"another pepper of 32 bytes......")).position(token, READER, {"kind": "fact"})

    @given(st.data())
    def test_a_changed_token_is_refused(self, data: st.DataObject) -> None:
        raw = bytearray(base64.urlsafe_b64decode(self.paging.token(["x"], READER, {}) + "=="))
        raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
        with pytest.raises(Invalid):
            self.paging.position(base64.urlsafe_b64encode(bytes(raw)).decode().rstrip("="), READER, {})

    @given(st.text(max_size=60))
    def test_anything_else_is_refused(self, token: str) -> None:
        with pytest.raises(Invalid):
            self.paging.position(token, READER, {})
