"""A config is read once a minute for each tenant, and is the newest that was put."""

from __future__ import annotations

import json

import pytest

from mnemon.model.domain import DomainConfig, defaults
from mnemon.model.domain_version import ConfigVersion
from mnemon.model.durations import InvalidDuration, after, length
from mnemon.model.policy import DEFAULT
from mnemon.ports.records import Put, Unavailable
from mnemon.tenant import config as module
from mnemon.tenant.config import Configs, default_config, read_config
from tests.support.fakes import TEST_PEPPER, FakeTenancy, FixedClock

ACME, OTHER = TEST_PEPPER.tenant("acme"), TEST_PEPPER.tenant("acme-corp")


def put(tenancy: FakeTenancy, tid: str, version: int, **config: object) -> None:
    document = DomainConfig.model_validate(config).model_dump_json(exclude_unset=True)
    item = ConfigVersion(tid=tid, version=version, document=document, created_at="2026-03-01T10:00:00.000Z", written_by="x")
    tenancy.stores(tid).records.write(Put(item.row()))


def test_without_one_the_defaults_hold() -> None:
    tenancy = FakeTenancy()
    stores = tenancy.stores(ACME)
    assert read_config(stores) == Configs(FixedClock())(stores) == default_config(stores) == defaults()
    assert defaults().gate_policy == DEFAULT
    assert defaults().retention.conversation == "P30D"


def test_the_newest_version_holds_and_another_tenants_does_not() -> None:
    tenancy = FakeTenancy()
    for version in (1, 2, 9, 10, 11):
        put(tenancy, ACME, version, never=[f"word {version}"])
    assert read_config(tenancy.stores(ACME)).never == ("word 11",)
    assert read_config(tenancy.stores(OTHER)) == defaults()


def test_it_is_read_once_a_minute_and_one_call_each_time() -> None:
    tenancy, clock = FakeTenancy(), FixedClock()
    configs, stores = Configs(clock), tenancy.stores(ACME)
    put(tenancy, ACME, 1, never=["a b"])
    tenancy.records.calls.clear()
    assert [configs(stores).never for _ in range(5)] == [("a b",)] * 5
    assert tenancy.records.calls == ["query"]
    put(tenancy, ACME, 2, never=["c d"])
    clock.advance(seconds=59)
    assert configs(stores).never == ("a b",)
    clock.advance(seconds=1)
    assert configs(stores).never == ("c d",)


def test_that_there_is_none_is_remembered_too_until_it_is_forgotten() -> None:
    tenancy = FakeTenancy()
    configs, stores = Configs(FixedClock()), tenancy.stores(ACME)
    assert configs(stores) == defaults()
    put(tenancy, ACME, 1, never=["a b"])
    assert configs(stores) == defaults()
    configs.forget(ACME)
    assert configs(stores).never == ("a b",)
    assert configs(tenancy.stores(OTHER)) == defaults()


def test_it_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TENANTS", 3)
    tenancy, configs = FakeTenancy(), Configs(FixedClock())
    tids = [TEST_PEPPER.tenant(f"t{n}") for n in range(5)]
    for tid in tids:
        configs(tenancy.stores(tid))
    tenancy.records.calls.clear()
    configs(tenancy.stores(tids[-1]))
    assert tenancy.records.calls == []
    configs(tenancy.stores(tids[0]))
    assert tenancy.records.calls == ["query"]


def test_a_store_that_is_down_is_not_taken_for_no_config() -> None:
    tenancy, configs = FakeTenancy(), Configs(FixedClock())
    tenancy.records.down = True
    with pytest.raises(Unavailable):
        configs(tenancy.stores(ACME))
    tenancy.records.down = False
    put(tenancy, ACME, 1, never=["a b"])
    assert configs(tenancy.stores(ACME)).never == ("a b",)


def test_a_part_that_this_release_does_not_know_is_passed_over() -> None:
    document = json.dumps({"never": ["a b"], "colours": {"sky": 1}, "retention": {"conversation": "P2D", "moon": True}})
    item = ConfigVersion(tid=ACME, version=1, document=document, created_at="2026-03-01T10:00:00.000Z", written_by="x")
    assert (item.config.never, item.config.retention.conversation) == (("a b",), "P2D")


def test_a_group_that_is_not_named_is_treated_as_by_default() -> None:
    policy = DomainConfig.model_validate({"policy": {"groups": {"contact": "mask"}, "types": {"iban_code": "refuse"}}}).gate_policy
    assert policy.groups == {"government": "mask", "payment": "mask", "contact": "mask"}
    assert policy.treats("iban_code", "payment") == "refuse"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("P7D", 604_800),
        ("PT12H", 43_200),
        ("P1W", 604_800),
        ("P1DT1H1M1S", 90_061),
        ("P1Y", 31_536_000),
        ("P2M", 5_184_000),
        ("p7d", 604_800),
    ],
)
def test_lengths_of_time(text: str, seconds: int) -> None:
    assert length(text).total_seconds() == seconds


def test_a_time_ends_no_later_than_time_does() -> None:
    assert after("9999-12-30T00:00:00.000Z", "P7D") == "9999-12-31T23:59:59.999Z"


@pytest.mark.parametrize("text", ["", "P", "PT", "7D", "P7", "P7DT", "P1.5D", "-P7D", "P0D", "PT59S", "P101Y", "P٧D", "1 week", "P7D P7D"])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(InvalidDuration):
        length(text)
