"""What the codec promises: any bytes come back, and nothing but the same secret and the same item brings them back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemon.adapters.codec import OVERHEAD, SECRET_BYTES, VERSION, Codec, Locked
from mnemon.model.rows import Key, Unreadable

SECRET = bytes(range(SECRET_BYTES))
KEY = Key("T#a#S#b", "MEM#1")

secrets = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)
parts = st.text(min_size=1, max_size=40).filter(lambda text: "\x1f" not in text and text.isprintable())
keys = st.builds(Key, parts, parts)


@given(secrets, keys, st.text())
def test_any_text_comes_back(secret: bytes, key: Key, text: str) -> None:
    plain = text.encode("utf-8", "surrogatepass")
    sealed = Codec(secret).seal(key, plain)
    assert Codec(secret).open(key, sealed) == plain
    assert len(sealed) == len(plain) + OVERHEAD
    assert sealed[0] == VERSION


@given(secrets, secrets, st.binary())
def test_another_secret_opens_nothing(ours: bytes, theirs: bytes, plain: bytes) -> None:
    if ours == theirs:
        return
    with pytest.raises(Unreadable):
        Codec(theirs).open(KEY, Codec(ours).seal(KEY, plain))


@given(keys, keys, st.binary())
def test_another_item_opens_nothing(here: Key, there: Key, plain: bytes) -> None:
    if here == there:
        return
    with pytest.raises(Unreadable):
        Codec(SECRET).open(there, Codec(SECRET).seal(here, plain))


@given(st.binary(max_size=200), st.data())
def test_a_changed_bit_opens_nothing(plain: bytes, data: st.DataObject) -> None:
    sealed = bytearray(Codec(SECRET).seal(KEY, plain))
    bit = data.draw(st.integers(0, 8 * len(sealed) - 1))
    sealed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Unreadable):
        Codec(SECRET).open(KEY, bytes(sealed))


@given(st.binary(max_size=64))
def test_what_is_no_envelope_opens_nothing(noise: bytes) -> None:
    with pytest.raises(Unreadable):
        Codec(SECRET).open(KEY, noise)


def test_the_parts_of_a_key_are_not_run_together() -> None:
    with pytest.raises(Unreadable):
        Codec(SECRET).open(Key("T#a", "bMEM"), Codec(SECRET).seal(Key("T#ab", "MEM"), b"x"))


def test_equal_texts_are_sealed_differently_and_digested_equally() -> None:
    codec = Codec(SECRET)
    assert codec.seal(KEY, b"same") != codec.seal(KEY, b"same")
    assert codec.digest("text", "same") == Codec(SECRET).digest("text", "same")


@given(st.text(max_size=50).filter(lambda text: text.encode("utf-8", "replace").decode() == text))
def test_a_digest_is_a_short_hash_of_purpose_secret_and_text(text: str) -> None:
    codec = Codec(SECRET)
    digest = codec.digest("text", text)
    assert re.fullmatch("[a-z2-7]{26}", digest)
    others = {codec.digest("attr", text), codec.digest("text", text + "x"), Codec(SECRET[::-1]).digest("text", text)}
    assert digest not in others


def test_the_envelope_of_version_one_is_still_read() -> None:
    """Sealed when the format was fixed: a change that cannot read it would lose every memory."""
    sealed = bytes.fromhex(RECORDED)
    assert Codec(SECRET).open(KEY, sealed) == "Ann drives a blue Saab. 她开车。".encode()
    assert Codec(SECRET).digest("text", "ann drives a blue saab.") == RECORDED_DIGEST


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Codec(b"short")


def test_no_secret_is_shown() -> None:
    assert SECRET.hex() not in repr(Codec(SECRET))
    assert repr(SECRET) not in repr(Codec(SECRET))


def test_without_a_secret_nothing_is_done() -> None:
    for use in (lambda: Locked().seal(KEY, b""), lambda: Locked().open(KEY, b""), lambda: Locked().digest("text", "")):
        with pytest.raises(Unreadable):
            use()


RECORDED = (
    "01ab528698e79981afe05a0cd81dae633d6b4e28d593ffb0fdd0c92f9bb125b9629e4aebfe997b206af372829cb1153e2967623db213894ba578df495f8e9099aa"
)
RECORDED_DIGEST = "6purx4f4uken3gbgqqzchuqzs7"
