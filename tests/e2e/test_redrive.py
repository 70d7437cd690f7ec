"""What has failed starts again with one command: a tenant's jobs, and the dead letters of every queue."""

from __future__ import annotations

import json
import subprocess

from infra.local.layout import ROOT
from tests.e2e.world import Person, World, eventually


def _redrive(world: World, tenant: str) -> str:
    argv = ["python3", "-m", "infra.local", "--name", world.cloud.options.name, "redrive", "--tenant", tenant]
    done = subprocess.run(argv, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def _fail(world: World, person: Person, job: str) -> None:
    """As the failure state leaves it."""
    world.aws("dynamodb").update_item(
        TableName=world.outputs["MemoryTable"],
        Key={"PK": {"S": person.scope.partition}, "SK": {"S": f"JOB#{job[-26:]}"}},
        UpdateExpression="SET #s = :failed, #g = :window",
        ExpressionAttributeNames={"#s": "status", "#g": "stage"},
        ExpressionAttributeValues={":failed": {"S": "failed"}, ":window": {"S": "window"}},
    )


def test_failed_jobs_of_all_of_a_tenants_users_start_again(world: World) -> None:
    ana = world.person()
    ben = world.person(ana.tenant)
    jobs = [(person, str(person.say("I live in Ghent.")["job_id"])) for person in (ana, ben)]
    for person, job in jobs:
        _fail(world, person, job)
    assert [job["id"] for job in ana.api.jobs(status="failed")] == [jobs[0][1]]
    assert "2 started again" in _redrive(world, ana.tenant)
    for person, job in jobs:
        assert person.api.wait_for_job(job)["attempt"] == 2
        assert len(person.found_memories("Ghent")) == 1
    assert "0 started again" in _redrive(world, ana.tenant)


def test_dead_letters_go_back_and_are_worked_off(world: World) -> None:
    person, queues = world.person(), world.aws("sqs")
    letter = {"tid": person.tid, "sid": person.scope.sid, "session": "a" * 26, "event": "01JP0000000000000000000000"}
    queues.send_message(QueueUrl=world.outputs["QueueIdleDead"], MessageBody=json.dumps(letter))
    assert "idle        1 dead letters" in _redrive(world, person.tenant)

    def waiting(name: str) -> int:
        answer = queues.get_queue_attributes(QueueUrl=world.outputs[name], AttributeNames=["All"])["Attributes"]
        return int(answer["ApproximateNumberOfMessages"]) + int(answer["ApproximateNumberOfMessagesNotVisible"])

    eventually(lambda: waiting("QueueIdle") + waiting("QueueIdleDead") == 0, 60, "the letter is worked off")
