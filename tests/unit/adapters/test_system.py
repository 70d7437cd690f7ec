from __future__ import annotations

import re
import threading

from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.model.ids import PublicId


def test_ids_rise_within_a_millisecond_and_when_the_clock_is_set_back() -> None:
    times = iter([5_000] * 50 + [4_000] * 50 + [6_000] * 50)
    ids = UlidIds(lambda: next(times))
    made = [ids.ulid() for _ in range(150)]
    assert made == sorted(set(made))


def test_ids_are_those_of_public_ids() -> None:
    ulid = UlidIds().ulid()
    assert PublicId.parse(str(PublicId("mem", "a" * 26, ulid)), "mem").ulid == ulid


def test_an_id_begins_with_its_millisecond() -> None:
    assert UlidIds(lambda: 0).ulid().startswith("0000000000")
    assert UlidIds(lambda: 2**48 - 1).ulid().startswith("7ZZZZZZZZZ")


def test_threads_never_share_an_id() -> None:
    ids = UlidIds()
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.extend(ids.ulid() for _ in range(500))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 2_000


def test_now_is_an_instant() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", SystemClock().now())
