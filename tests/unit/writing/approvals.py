"""What waits in a world, and a person who decides."""

from __future__ import annotations

from mnemon.model import keys
from mnemon.model.approvals import Approval, ApprovalAction
from mnemon.model.policy import DEFAULT, Policy
from mnemon.ports.index import SearchIndex
from mnemon.tenant.callers import Writer
from mnemon.writing.decide import DecideApproval, Decision
from mnemon.writing.direct import FactResult, WriteFacts
from mnemon.writing.feedback import GiveFeedback, GivenFeedback, Noted
from mnemon.writing.requests import IncomingFact
from tests.support.fakes import TEST_PEPPER

from .world import QUICK, World, writer

ASTHMA = "Ada has asthma"
REVIEWER = "sub-reviewer"


def approvals(world: World) -> list[Approval]:
    """Oldest first."""
    return [Approval.from_row(row, world.view.box) for row in world.rows(keys.APPROVALS)]


def waiting_keys(world: World) -> list[str]:
    return [row.key.sk for row in world.rows("KEY#wait#")]


def reviewer(who: Writer | None = None) -> Writer:
    who = who or writer()
    return Writer(who.tid, who.scope, who.scope_key, REVIEWER)


def decider(world: World, index: SearchIndex | None = None) -> DecideApproval:
    return DecideApproval(world.tenancy, world.embedder, world.clock, world.ids, world.queues, TEST_PEPPER, attempts=QUICK, index=index)


def decide(world: World, approval: str, action: ApprovalAction, note: str | None = None) -> Approval:
    return decider(world)(reviewer(world.who), approval, Decision(action=action, note=note))


def write(world: World, *facts: str | IncomingFact, policy: Policy = DEFAULT) -> list[FactResult]:
    given = [IncomingFact(content=fact) if isinstance(fact, str) else fact for fact in facts]
    use = WriteFacts(world.tenancy, world.embedder, world.clock, world.ids, attempts=QUICK, policies=lambda _: policy)
    return use(world.who, given)


def feedback(world: World, memory: str, verdict: str, *, caller: str = "sub-ada", note: str | None = None) -> Noted:
    who = Writer(world.who.tid, world.who.scope, world.who.scope_key, caller)
    use = GiveFeedback(world.tenancy, world.clock, world.ids, attempts=QUICK)
    return use(who, memory, GivenFeedback.model_validate({"verdict": verdict, "note": note}))
