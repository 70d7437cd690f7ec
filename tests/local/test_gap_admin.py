"""Switches of the running emulator."""

from collections.abc import Callable

from tests.local.emulators import Running


def test_iam_evaluation_is_switched_while_running(emulator: Running) -> None:
    roles = emulator.client("iam")
    role = roles.create_role(RoleName="powerless", AssumeRolePolicyDocument='{"Version": "2012-10-17", "Statement": []}')["Role"]["Arn"]
    emulator.function("lists", "import boto3\ndef handler(e, c): return len(boto3.client('s3').list_buckets()['Buckets'])", role=role)
    assert emulator.call("lists") == 0
    assert emulator.configure(local__iam=True) == {"local.iam": True}
    try:
        assert "AccessDenied" in emulator.call("lists")["errorMessage"]
    finally:
        emulator.configure(local__iam=False)
    assert emulator.call("lists") == 0


def test_functions_start_anew_when_asked(emulator: Running) -> None:
    emulator.function("newborn", "import uuid\nborn = uuid.uuid4().hex\ndef handler(e, c): return born")
    before = emulator.call("newborn")
    assert emulator.call("newborn") == before
    emulator.configure(local__fresh_workers=True)
    assert emulator.call("newborn") != before


def test_the_emulators_own_switches_still_work(emulator_without: Callable[..., Running]) -> None:
    running = emulator_without()
    assert running.configure(stepfunctions___SFN_WAIT_SCALE=0.5) == {"stepfunctions._SFN_WAIT_SCALE": 0.5}
