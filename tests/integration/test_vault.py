"""Secrets of scopes, in KMS and the table `keys`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from mnemon.adapters.vault import MAX_AGE_SECONDS, MAX_BOXES, KmsVault
from mnemon.model.rows import Key, Unreadable
from mnemon.model.scopes import ScopeKey
from tests.support.aws import KEYS_TABLE, make_content_key, make_tables

pytestmark = pytest.mark.usefixtures("aws")

ANN = ScopeKey(tid="a" * 26, sid="b" * 26)
BOB = ScopeKey(tid="a" * 26, sid="c" * 26)
ITEM = Key(ANN.partition, "MEM#1")


@dataclass
class Setup:
    dynamodb: Any
    kms: Any
    key_id: str
    calls: Counter[str] = field(default_factory=Counter[str])
    now: float = 0.0

    def vault(self) -> KmsVault:
        """A vault as another container has it."""
        return KmsVault(self.dynamodb, self.kms, table=KEYS_TABLE, key_id=self.key_id, seconds=lambda: self.now)


@pytest.fixture
def setup() -> Setup:
    make_tables()
    setup = Setup(boto3.client("dynamodb"), boto3.client("kms"), make_content_key())
    for client in (setup.dynamodb, setup.kms):
        client.meta.events.register("before-call", lambda model, **_: setup.calls.update([model.name]))
    return setup


def test_what_one_container_seals_another_opens(setup: Setup) -> None:
    sealed = setup.vault().create(ANN, 0).seal(ITEM, b"a canary")
    assert setup.vault().open(ANN, 0).open(ITEM, sealed) == b"a canary"


def test_the_secret_is_stored_wrapped_with_its_scope_as_context(setup: Setup) -> None:
    setup.vault().create(ANN, 0)
    item = setup.dynamodb.scan(TableName=KEYS_TABLE)["Items"][0]
    assert {name: value for name, value in item.items() if name != "wrapped"} == {"PK": {"S": ANN.partition}, "SK": {"S": "SECRET"}}
    wrapped = item["wrapped"]["B"]
    context = {"tid": ANN.tid, "sid": ANN.sid}
    assert len(setup.kms.decrypt(CiphertextBlob=wrapped, EncryptionContext=context)["Plaintext"]) == 32
    with pytest.raises(ClientError):
        setup.kms.decrypt(CiphertextBlob=wrapped, EncryptionContext={**context, "sid": BOB.sid})


def test_a_secret_moved_to_another_scope_does_not_unwrap(setup: Setup) -> None:
    setup.vault().create(ANN, 0)
    item = setup.dynamodb.scan(TableName=KEYS_TABLE)["Items"][0]
    setup.dynamodb.put_item(TableName=KEYS_TABLE, Item={**item, "PK": {"S": BOB.partition}})
    with pytest.raises(ClientError):
        setup.vault().open(BOB, 0).digest("text", "x")


def test_open_never_makes_a_secret(setup: Setup) -> None:
    vault = setup.vault()
    box = vault.open(ANN, 0)
    for use in (lambda: box.seal(ITEM, b"x"), lambda: box.open(ITEM, b"x" * 40), lambda: box.digest("text", "x")):
        with pytest.raises(Unreadable):
            use()
    assert not vault.exists(ANN)
    assert setup.calls["GenerateDataKey"] == 0


def test_opening_a_scope_that_is_not_used_costs_nothing(setup: Setup) -> None:
    setup.vault().open(ANN, 0)
    assert not setup.calls


def test_a_box_is_unwrapped_once_per_epoch(setup: Setup) -> None:
    sealed = setup.vault().create(ANN, 0).seal(ITEM, b"x")
    setup.calls.clear()
    vault = setup.vault()
    for _ in range(5):
        assert vault.open(ANN, 3).open(ITEM, sealed) == b"x"
    assert setup.calls == {"GetItem": 1, "Decrypt": 1}
    vault.open(ANN, 4).open(ITEM, sealed)
    assert setup.calls == {"GetItem": 2, "Decrypt": 2}


def test_a_box_has_a_maximum_age(setup: Setup) -> None:
    vault = setup.vault()
    vault.create(ANN, 0)
    setup.calls.clear()
    vault.open(ANN, 0).digest("text", "x")
    assert not setup.calls
    setup.now += MAX_AGE_SECONDS + 1
    vault.open(ANN, 0).digest("text", "x")
    assert setup.calls == {"GetItem": 1, "Decrypt": 1}


def test_an_older_view_does_not_push_out_a_newer_box(setup: Setup) -> None:
    vault = setup.vault()
    vault.create(ANN, 5)
    setup.calls.clear()
    vault.open(ANN, 4).digest("text", "x")
    setup.calls.clear()
    vault.open(ANN, 5).digest("text", "x")
    assert not setup.calls


def test_boxes_are_bounded(setup: Setup) -> None:
    vault = setup.vault()
    first = vault.open(ANN, 0)
    for number in range(MAX_BOXES):
        vault.open(ScopeKey(tid="a" * 26, sid=f"{number:026d}"), 0)
    assert vault.open(ANN, 0) is not first


def test_two_writers_at_once_make_one_secret(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = setup.vault(), setup.vault()
    generate = setup.kms.generate_data_key

    def overtaken(**parameters: Any) -> Any:
        monkeypatch.setattr(setup.kms, "generate_data_key", generate)
        made = generate(**parameters)
        quick.create(ANN, 0)
        return made

    monkeypatch.setattr(setup.kms, "generate_data_key", overtaken)
    sealed = slow.create(ANN, 0).seal(ITEM, b"x")
    assert quick.open(ANN, 0).open(ITEM, sealed) == b"x"
    assert setup.vault().open(ANN, 0).open(ITEM, sealed) == b"x"


def test_after_destroy_nothing_opens(setup: Setup) -> None:
    vault = setup.vault()
    sealed = vault.create(ANN, 0).seal(ITEM, b"x")
    vault.create(BOB, 0)
    assert vault.destroy(ANN)
    assert not vault.destroy(ANN)
    assert not vault.exists(ANN)
    assert vault.exists(BOB)
    with pytest.raises(Unreadable):
        vault.open(ANN, 1).open(ITEM, sealed)


def test_a_scope_that_begins_again_has_another_secret(setup: Setup) -> None:
    vault = setup.vault()
    old = vault.create(ANN, 0)
    sealed, digest = old.seal(ITEM, b"x"), old.digest("text", "x")
    vault.destroy(ANN)
    new = vault.create(ANN, 1)
    assert new.digest("text", "x") != digest
    with pytest.raises(Unreadable):
        new.open(ITEM, sealed)


def test_a_container_that_cached_the_old_secret_under_the_new_epoch_heals(setup: Setup) -> None:
    """An erasure raises the epoch, and a reader opens the scope before its secret is destroyed and made anew."""
    slow, eraser, writer = setup.vault(), setup.vault(), setup.vault()
    slow.create(ANN, 0)
    stale = slow.open(ANN, 1)
    stale.digest("text", "x")
    eraser.destroy(ANN)
    sealed = writer.create(ANN, 1).seal(ITEM, b"new")
    assert slow.open(ANN, 1).open(ITEM, sealed) == b"new"
    assert stale.digest("text", "x") == writer.open(ANN, 1).digest("text", "x")


def test_what_never_opens_asks_kms_no_more(setup: Setup) -> None:
    vault = setup.vault()
    box = vault.create(ANN, 0)
    setup.calls.clear()
    with pytest.raises(Unreadable):
        box.open(ITEM, b"\x01" + b"noise" * 20)
    assert setup.calls == {"GetItem": 1}
