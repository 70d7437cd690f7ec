"""What no rule relates to what is known, though it is near to it: a model says what it is, or a person; without either it is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from mnemon.maintenance.index_items import IndexItems, Signal
from mnemon.model import keys
from mnemon.model.domain import DomainConfig, Thresholds
from mnemon.model.memory import Head, SourceRef, WrittenBy
from mnemon.model.policy import DEFAULT, Policy
from mnemon.model.records import Fact, Job, Standing
from mnemon.ports.models import Opinion, Pair
from mnemon.ports.records import Operation, Unavailable
from mnemon.writing.commit import Busy
from mnemon.writing.correct import CorrectMemory
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.doubt import is_open
from mnemon.writing.extraction_commit import CommitWindow
from mnemon.writing.requests import Correction, IncomingFact
from mnemon.writing.uncertain import NEAR, threshold
from mnemon.writing.windows import ExtractWindow
from tests.support.fakes import MemoryIndex

from .approvals import approvals, decide
from .test_windows import Echo
from .world import QUICK, World, contents, says

JAN, FEB, MAR = "2026-01-01T10:00:00.000Z", "2026-01-02T10:00:00.000Z", "2026-01-03T10:00:00.000Z"
HOME, SAME_HOME, OTHER_HOME = "Ich wohne in Gent.", "Ich lebe in Gent.", "Ich wohne in Brügge."
CONFIG = DomainConfig(thresholds={"hash-64": Thresholds(near_duplicate=0.5)})


@dataclass
class Model:
    """Says what it is told to of a pair, however often and in which order it is asked."""

    says: Mapping[str, Opinion]
    """By what is said now."""
    asked: list[Pair] = field(default_factory=list[Pair])
    down: bool = False
    name: str = "model"

    def compare(self, pairs: Sequence[Pair]) -> list[Opinion]:
        if self.down:
            raise Unavailable("the model is down")
        self.asked += pairs
        return [self.says.get(pair.said, Opinion("unrelated", 1.0)) for pair in pairs]


def saying(standing: Standing, confidence: float = 0.9, *, of: str = SAME_HOME) -> Model:
    return Model({of: Opinion(standing, confidence)})


def write(world: World, *facts: str | IncomingFact, config: DomainConfig = CONFIG) -> list[FactResult]:
    given = [IncomingFact(content=fact) if isinstance(fact, str) else fact for fact in facts]
    use = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK, domain=lambda _: config)
    return use(world.who, given)


def told(content: str, at: str) -> IncomingFact:
    return IncomingFact.model_validate({"content": content, "event_at": at})


@dataclass
class Talk:
    """A session whose turns are facts as they are said."""

    world: World
    model: Model | None = None
    config: DomainConfig = CONFIG
    index: MemoryIndex | None = None
    policy: Policy = DEFAULT

    def say(self, *turns: tuple[str, str]) -> str:
        """The job's ULID; nothing is committed yet."""
        job = self.world.accept(*(says(text, at) for text, at in turns)).job_id[-26:]
        ExtractWindow(self.world.tenancy, Echo(), self.world.clock, attempts=QUICK)(self.world.scope, job, self.world.digest())
        return job

    def commit(self, job: str, window: int = 0) -> list[str]:
        world = self.world
        use = CommitWindow(
            world.tenancy, world.embedder, world.clock, world.ids, model="echo", attempts=QUICK, policies=lambda _: self.policy,
            index=self.index, domain=lambda _: self.config, adjudicator=self.model,
        )  # fmt: skip
        return use(world.scope, job, world.digest(), window)

    def hear(self, *turns: tuple[str, str]) -> list[str]:
        return self.commit(self.say(*turns))


# which pairs are open


def record(content: str, **more: object) -> Head:
    values: dict[str, object] = {
        "tid": "t", "sid": "s", "ulid": "u", "scope": "user/ada", "content": content,
        "created_at": JAN, "valid_from": JAN, "true_from": JAN,
        "written_by": WrittenBy(actor="a", method="direct"), **more,
    }  # fmt: skip
    return Head.model_validate(values)


def fact(content: str, **more: object) -> Fact:
    return Fact.model_validate({"content": content, "stated_at": FEB, **more})


TURN = SourceRef(type="conversation", id="src_1", turns=(1,))


def test_a_pair_is_open_that_is_near_and_that_no_rule_relates() -> None:
    assert is_open(record(HOME, language="de"), fact(SAME_HOME, language="de"), 0.9, 0.9)
    assert is_open(record("Teal is the colour I like best"), fact("My favourite colour is teal"), 0.95, 0.9)


@pytest.mark.parametrize(
    ("known", "said", "cosine"),
    [
        (record(HOME), fact(SAME_HOME), 0.89),
        (record(HOME, namespace="a"), fact(SAME_HOME), 1.0),
        (record(HOME, subject="Ada"), fact(SAME_HOME, subject="Ben"), 1.0),
        (record(HOME, attribute="car"), fact(SAME_HOME, attribute="employer"), 1.0),
        (record(HOME, sources=(TURN,)), fact(SAME_HOME, sources=(TURN,)), 1.0),
        (record(HOME), fact(SAME_HOME, ends=True), 1.0),
        (record(HOME, procedure={"steps": []}), fact(SAME_HOME), 1.0),
        (record("The audit logs are kept for 30 days."), fact("The retention of the audit logs is 30 days."), 1.0),
        (record("The audit logs are kept for 30 days."), fact("The audit logs are now kept for 45 days."), 1.0),
    ],
    ids=["far", "namespace", "subject", "attribute", "one turn", "an end", "a playbook", "a restatement by rule", "an update by rule"],
)
def test_a_pair_is_not_open(known: Head, said: Fact, cosine: float) -> None:
    assert not is_open(known, said, cosine, 0.9)


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("user", "Ada", True),
        ("Ada's sister", "user's sister", True),
        ("Ada", "Ben", False),
        ("user's sister", "Ada", False),
        ("Ben", "ben", True),
    ],
)
def test_the_user_and_the_one_who_speaks_are_one_person(one: str, other: str, is_one: bool) -> None:
    assert is_open(record(HOME, subject=one), fact(SAME_HOME, subject=other), 1.0, 0.9, ("user", "ada")) is is_one


def test_nobody_is_asked_unless_the_tenant_wants_to_be_or_a_model_is_there() -> None:
    builtin, model = next(iter(NEAR)), saying("same")
    assert threshold(DomainConfig(), builtin, None) is None
    assert threshold(DomainConfig(), builtin, model) == NEAR[builtin]
    assert threshold(DomainConfig(), "another", model) is None
    assert threshold(CONFIG, "hash-64", None) == threshold(CONFIG, "hash-64", model) == 0.5
    assert threshold(CONFIG, "another", None) is None


# without a model


def test_as_before_without_a_threshold() -> None:
    world = World()
    assert [result.status for result in write(world, HOME, SAME_HOME, config=DomainConfig())] == ["created", "created"]
    talk = Talk(world, config=DomainConfig())
    talk.hear(("Ich heisse Ada.", FEB))
    assert approvals(world) == []
    assert len(world.current()) == 3


def test_with_one_it_waits_for_a_person_who_sees_what_it_is_near_to() -> None:
    world = World()
    (known,) = write(world, HOME)
    before = contents(world.current())
    (waits,) = write(world, SAME_HOME)
    assert waits.status == "waiting"
    (approval,) = approvals(world)
    assert (approval.id, approval.kind, approval.reason, approval.similar_to) == (waits.approval_id, "fact", "uncertain", (known.id,))
    assert contents(world.current()) == before
    decided = decide(world, approval.id, "approve")
    assert sorted(contents(world.current())) == sorted([HOME, SAME_HOME])
    assert (decided.similar_to, decided.reason) == ((), "uncertain")


def test_said_again_it_waits_once_and_rejected_it_is_no_memory() -> None:
    world = World()
    write(world, HOME)
    first, again = write(world, SAME_HOME)[0], write(world, SAME_HOME)[0]
    assert first.approval_id == again.approval_id
    assert [len(approval.fact.sources) for approval in approvals(world) if approval.fact] == [2]
    decide(world, str(first.approval_id), "reject")
    assert contents(world.current()) == [HOME]


def test_of_one_request_the_later_one_waits() -> None:
    world = World()
    results = write(world, HOME, SAME_HOME, "I drive a Volvo.")
    assert [result.status for result in results] == ["created", "waiting", "created"]
    assert results[2].id == next(head.id for head in world.current() if "Volvo" in head.content)
    assert approvals(world)[0].similar_to == ()


def test_of_a_hundred_facts_each_is_told_what_became_of_it() -> None:
    world = World()
    write(world, HOME)
    facts = [SAME_HOME if n == 40 else f"The parcel with number P-{n}{n}{n} lies in the box of {name}." for n, name in enumerate(NAMES)]
    results = write(world, *facts, config=DomainConfig(thresholds={"hash-64": Thresholds(near_duplicate=0.85)}))
    waiting = [result.index for result in results if result.status == "waiting"]
    assert 40 in waiting
    assert len(approvals(world)) == len(waiting)
    by_id = {head.id: head.content for head in world.current()}
    assert all(by_id[str(result.id)] == facts[result.index] for result in results if result.status == "created")
    assert len(by_id) == 1 + sum(result.status == "created" for result in results)


NAMES = [
    f"{first}{last}"
    for first in ("An", "Be", "Ca", "Du", "El", "Fi", "Go", "Hu", "Io", "Ju")
    for last in ("rok", "lia", "mon", "sta", "wen")
]


def test_a_window_of_which_all_waits_passes_its_mark() -> None:
    world = World()
    write(world, told(HOME, JAN))
    job = Talk(world).say((SAME_HOME, FEB))
    assert Talk(world).commit(job) == []
    (approval,) = approvals(world)
    assert approval.reason == "uncertain"
    assert world.session().mark == 1
    (row,) = [row for row in world.rows("JOB#") if "#CAND#" not in row.key.sk]
    assert Job.from_row(row, world.view.box).approvals == [approval.id]


# with a model


@pytest.mark.parametrize("index", [None, MemoryIndex()])
def test_the_same_in_other_words_grows_the_evidence(index: MemoryIndex | None) -> None:
    """Also of what only its vector finds, when none of the newest."""
    world, model = World(), saying("same")
    write(world, told(HOME, JAN))
    if index is not None:
        IndexItems(world.tenancy, index, world.queues, world.clock)([Signal("marked", row.key) for row in world.rows(keys.NOW)])
        assert not world.marked()
    Talk(world, model, index=index).hear((SAME_HOME, FEB))
    (head,) = world.current()
    assert (head.content, head.version, head.source_count) == (HOME, 1, 2)
    assert [(pair.known, pair.said) for pair in model.asked] == [(HOME, SAME_HOME)]
    assert approvals(world) == []


@pytest.mark.parametrize(("at", "current"), [(MAR, OTHER_HOME), (JAN, HOME)])
def test_of_another_value_event_time_decides(at: str, current: str) -> None:
    world = World()
    write(world, told(HOME, FEB))
    Talk(world, saying("update", of=OTHER_HOME)).hear((OTHER_HOME, at))
    assert contents(world.current()) == [current]
    assert world.heads()[0].last_version == 2
    assert world.as_of(JAN) == ([OTHER_HOME] if at == JAN else [])


def test_more_detail_is_a_memory_of_its_own_that_extends() -> None:
    world = World()
    (known,) = write(world, told(HOME, JAN))
    longer = "Ich wohne in Gent, in einer alten Mühle."
    Talk(world, saying("extends", of=longer)).hear((longer, FEB))
    head = next(head for head in world.current() if head.content == longer)
    assert [(relation.type, relation.memory_id) for relation in head.relations] == [("extends", known.id)]


def test_what_is_unrelated_is_new() -> None:
    world, model = World(), saying("unrelated", of=OTHER_HOME)
    write(world, told(HOME, JAN))
    Talk(world, model).hear((OTHER_HOME, FEB))
    assert sorted(contents(world.current())) == sorted([HOME, OTHER_HOME])
    assert len(model.asked) == 1


@pytest.mark.parametrize(("standing", "confidence"), [("cannot_say", 1.0), ("same", 0.3), ("update", 0.49), ("unrelated", 0.2)])
def test_what_it_is_not_sure_of_waits_for_a_person(standing: Standing, confidence: float) -> None:
    world = World()
    write(world, told(HOME, JAN))
    Talk(world, saying(standing, confidence)).hear((SAME_HOME, FEB), ("Nordlys ist meine Firma.", FEB))
    (approval,) = approvals(world)
    assert (approval.reason, approval.fact and approval.fact.content) == ("uncertain", SAME_HOME)
    assert SAME_HOME not in contents(world.current())


def test_a_tenant_who_wants_more_confidence_is_asked_for_more() -> None:
    world = World()
    write(world, told(HOME, JAN))
    Talk(world, saying("same", 0.7), policy=Policy(approve_below=0.8)).hear((SAME_HOME, FEB))
    assert [approval.fact and approval.fact.content for approval in approvals(world)] == [SAME_HOME]


def test_what_waits_already_waits_on_and_the_model_is_not_asked_again() -> None:
    world, model = World(), saying("cannot_say")
    write(world, told(HOME, JAN))
    talk = Talk(world, model)
    talk.hear((SAME_HOME, FEB))
    asked, model.says = len(model.asked), {SAME_HOME: Opinion("same", 1.0)}
    world.accept(says(SAME_HOME, MAR), session="s1")
    job = world.accept(says("Guten Morgen", MAR), session="s1").job_id[-26:]
    window = ExtractWindow(world.tenancy, Echo(), world.clock, attempts=QUICK)(world.scope, job, world.digest())
    talk.commit(job, window.start)
    assert SAME_HOME not in [pair.said for pair in model.asked[asked:]]
    (approval,) = [one for one in approvals(world) if one.fact and one.fact.content == SAME_HOME]
    assert len(approval.fact.sources if approval.fact else ()) == 2


def test_two_of_one_window_are_compared_with_each_other_too() -> None:
    world, model = World(), saying("same")
    Talk(world, model).hear((HOME, JAN), (SAME_HOME, FEB))
    (head,) = world.current()
    assert (head.content, [ref.turns for ref in head.sources]) == (HOME, [(1,), (2,)])


# races, repetitions, failures


def _lose(world: World, times: int) -> list[int]:
    """The next commits of memories lose the race for the scope to a write of something else."""
    lost = [0]

    def race(operations: Sequence[Operation]) -> None:
        if lost[0] < times and any(op.key.sk.startswith(keys.HEAD) for op in operations):
            lost[0] += 1
            world.tenancy.records.before_write = None
            write(world, f"Note {lost[0]}: the {('owl', 'elk', 'emu')[lost[0]]} sleeps.", config=DomainConfig())
            world.tenancy.records.before_write = race

    world.tenancy.records.before_write = race
    return lost


def test_a_lost_race_asks_no_model_again_where_the_candidate_is_unchanged() -> None:
    world, model = World(), saying("same")
    write(world, told(HOME, JAN))
    lost = _lose(world, 2)
    Talk(world, model).hear((SAME_HOME, FEB))
    assert lost == [2]
    assert [(pair.known, pair.said) for pair in model.asked] == [(HOME, SAME_HOME)]
    assert next(head for head in world.current() if head.content == HOME).source_count == 2


def test_a_memory_that_has_changed_meanwhile_is_compared_as_it_is_then() -> None:
    world, model = World(), saying("same")
    (known,) = write(world, told(HOME, JAN))
    changed = "Ich wohne jetzt in Gent."

    def race(operations: Sequence[Operation]) -> None:
        if any(op.key.sk.startswith(keys.HEAD) for op in operations):
            world.tenancy.records.before_write = None
            head = next(head for head in world.heads() if head.id == known.id)
            _corrected(world, head, changed)

    world.tenancy.records.before_write = race
    Talk(world, model).hear((SAME_HOME, MAR))
    assert [pair.known for pair in model.asked] == [HOME, changed]
    assert contents(world.current()) == [changed]


def _corrected(world: World, head: Head, content: str) -> None:
    CorrectMemory(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK)(world.who, head.id, Correction(content=content))


def test_a_repetition_of_the_step_is_told_what_was_said_the_first_time() -> None:
    world, model = World(), saying("same")
    write(world, told(HOME, JAN))
    talk = Talk(world, model)
    job = talk.say((SAME_HOME, FEB))

    def die(operations: Sequence[Operation]) -> None:
        if any(op.key.sk.startswith(keys.HEAD) for op in operations):
            raise Unavailable("gone")

    world.tenancy.records.before_write = die
    with pytest.raises((Unavailable, Busy)):
        talk.commit(job)
    world.tenancy.records.before_write = None
    model.says = {SAME_HOME: Opinion("update", 1.0)}
    talk.commit(job)
    assert len(model.asked) == 1
    assert contents(world.current()) == [HOME]
    assert [row for row in world.rows("JOB#") if "#CAND#" in row.key.sk] == []
    talk.commit(job)
    assert len(world.heads()) == 1


def test_a_model_that_is_down_fails_the_step_and_nothing_is_written() -> None:
    world, model = World(), saying("same")
    write(world, told(HOME, JAN))
    talk = Talk(world, model)
    job = talk.say((SAME_HOME, FEB))
    before, model.down = world.view.state.seq, True
    with pytest.raises(Unavailable):
        talk.commit(job)
    assert (world.view.state.seq, world.session().mark) == (before, 0)
    model.down = False
    talk.commit(job)
    assert world.session().mark == 1
