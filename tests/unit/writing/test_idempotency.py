from __future__ import annotations

import hashlib

import pytest

from mnemon.errors import Collision
from mnemon.model.scopes import Pepper, short_hash
from mnemon.tenant.idempotency import Answer, Claim, Idempotent
from tests.support.fakes import TEST_PEPPER, FixedClock, MemoryRecords
from tests.unit.writing.world import TENANT

KEY = "k" * 26
BODY, OTHER = (TEST_PEPPER.request(KEY, body) for body in (b"{}", b"[]"))
ANSWER = Answer(202, '{"job_id": "job_1"}')


def claimed(once: Idempotent, body: str = BODY) -> Claim:
    claim = once.claim(KEY, body)
    assert isinstance(claim, Claim)
    return claim


def wrapper() -> tuple[Idempotent, FixedClock]:
    clock = FixedClock()
    return Idempotent(TENANT, MemoryRecords(), clock), clock


def test_a_repetition_gets_the_first_answer() -> None:
    once, _ = wrapper()
    once.complete(claimed(once), ANSWER)
    assert once.claim(KEY, BODY) == ANSWER


def test_the_same_key_with_another_body_is_refused() -> None:
    once, _ = wrapper()
    once.complete(claimed(once), ANSWER)
    with pytest.raises(Collision):
        once.claim(KEY, OTHER)


def test_a_call_that_is_under_way_is_not_done_twice() -> None:
    once, clock = wrapper()
    claimed(once)
    clock.advance(seconds=59)
    with pytest.raises(Collision):
        once.claim(KEY, BODY)


def test_an_abandoned_claim_is_taken_over_and_its_late_answer_is_ignored() -> None:
    once, clock = wrapper()
    first = claimed(once)
    clock.advance(seconds=61)
    second = claimed(once)
    once.complete(first, Answer(500, "late"))
    once.complete(second, ANSWER)
    assert once.claim(KEY, BODY) == ANSWER


def test_a_released_claim_is_free_at_once() -> None:
    once, _ = wrapper()
    once.release(claimed(once))
    claimed(once)


def test_a_key_is_remembered_for_a_day_and_then_free_even_for_another_body() -> None:
    once, clock = wrapper()
    once.complete(claimed(once), ANSWER)
    clock.advance(hours=23)
    assert once.claim(KEY, BODY) == ANSWER
    clock.advance(hours=1, seconds=1)
    claimed(once, OTHER)


def test_what_was_sent_cannot_be_guessed_from_what_is_kept() -> None:
    """Without the pepper a guess cannot be tried, and the same body under another key is another hash."""
    body = b"my employer is Northwind"
    kept = TEST_PEPPER.request(KEY, body)
    assert kept not in (hashlib.sha256(body).hexdigest(), short_hash(hashlib.sha256(body).digest()))
    assert kept not in (Pepper(b"another pepper of 32 bytes......").request(KEY, body), TEST_PEPPER.request("j" * 26, body))
    assert kept == TEST_PEPPER.request(KEY, body)
