# pyright: reportUnknownMemberType=false
"""Starts again what has failed: the jobs of a tenant that failed or were lost, and the dead letters of every queue, which go back to their
queues.

make redrive [TENANT=...]                                     of the local cloud
MNEMON_TOKEN=... make redrive AWS=1 [ARGS="--stacks Mnemon"]   of a deployment on AWS, with your own credentials and region
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import boto3

from infra.local.client import Api, ApiProblem, NoAnswer
from infra.local.errors import LocalError
from infra.local.names import TENANT

MOST_LETTERS = 10_000
"""Of one queue in one go."""
CONFLICT = 409
LOST = ("queued", "running")
"""What a job says for ever whose execution was aborted, timed out, or went with a local cloud that was stopped."""
TOKEN = "MNEMON_TOKEN"
"""Names the variable, on AWS: a token of the tenant's own backend."""


@dataclass
class Jobs:
    """What became of the jobs that were not done, by their ids."""

    started: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])
    """Waiting, running, or done meanwhile."""
    refused: dict[str, str] = field(default_factory=dict[str, str])


def redrive_jobs(api: Api, statuses: Collection[str] = ("failed", *LOST)) -> Jobs:
    """All jobs in `statuses` that the caller may see: a tenant's backend sees those of all its users. Which of them are lost the API knows;
    those that really wait or run stay as they are. Raises ApiProblem, NoAnswer."""
    done = Jobs()
    # the whole list first: it changes with what is started
    for job in [job for job in api.jobs() if job["status"] in statuses]:
        id = str(job["id"])
        try:
            again = api.redrive(id)
            (done.started if again["attempt"] > job["attempt"] else done.left).append(id)
        except ApiProblem as problem:
            if problem.status == CONFLICT:
                done.left.append(id)
            else:
                done.refused[id] = str(problem)
    return done


def queue_pairs(outputs: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Dead-letter queue and its queue, by name, from the stacks' outputs."""
    found = {name: re.fullmatch(r"Queue(\w+)Dead", name) for name in outputs}
    return {match[1].lower(): (outputs[name], outputs[f"Queue{match[1]}"]) for name, match in sorted(found.items()) if match}


def move(queues: Any, dead: str, back: str, most: int = MOST_LETTERS) -> int:
    """How many letters went back. Each is sent before it is deleted: one that goes back twice is harmless, since whoever works it off
    takes it once. Letters have no order to keep."""
    moved = 0
    while moved < most:
        # the emulator has no StartMessageMoveTask
        wanted = min(10, most - moved)
        answer = queues.receive_message(QueueUrl=dead, MaxNumberOfMessages=wanted, WaitTimeSeconds=1, MessageAttributeNames=["All"])
        letters = answer.get("Messages", [])
        if not letters:
            break
        for letter in letters:
            queues.send_message(QueueUrl=back, MessageBody=letter["Body"], MessageAttributes=letter.get("MessageAttributes", {}))
            queues.delete_message(QueueUrl=dead, ReceiptHandle=letter["ReceiptHandle"])
            moved += 1
    return moved


def outputs_on_aws(stacks: str) -> dict[str, str]:
    """Of all stacks whose names begin so. Raises LocalError when there are none."""
    pages = boto3.client("cloudformation").get_paginator("describe_stacks").paginate()
    found = [stack for page in pages for stack in page["Stacks"] if stack["StackName"].startswith(stacks)]
    outputs = {str(output.get("OutputKey")): str(output.get("OutputValue")) for stack in found for output in stack.get("Outputs", [])}
    if not queue_pairs(outputs):
        raise LocalError(f"no stacks '{stacks}...' are deployed in this account and region", "AWS_PROFILE, AWS_REGION, --stacks NAME")
    return outputs


def _local(tenant: str) -> tuple[Mapping[str, str], Api]:
    from infra.local.connect import connect  # needs what signs tokens, which AWS does not
    from infra.local.endpoints import Endpoints
    from infra.local.issuer import Caller
    from infra.local.layout import State

    return Endpoints.read(State.named()).outputs, connect(Caller(tenant))


def _on_aws(stacks: str) -> tuple[Mapping[str, str], Api | None]:
    outputs, token = outputs_on_aws(stacks), os.environ.get(TOKEN, "")
    return outputs, Api(outputs["ApiUrl"], lambda: token) if token else None


def _tell(jobs: Jobs) -> None:
    print(f"jobs        {len(jobs.started)} started again")
    if jobs.left:
        print(f"            {len(jobs.left)} left alone: waiting, running, or done meanwhile")
    for id, why in jobs.refused.items():
        print(f"            {id}: {why}")


def main(arguments: Sequence[str] | None = None) -> int:
    """0: all that had failed goes on. 1: some does not. 2: nothing could be asked."""
    parser = argparse.ArgumentParser(prog="redrive", description="Starts again what has failed.")
    parser.add_argument("--tenant", default=TENANT, help="whose jobs (locally; on AWS the token says it)")
    parser.add_argument("--lost", action="store_true", help="only jobs that wait or run, if their workflow is gone; no dead letters")
    parser.add_argument("--aws", action="store_true", help="a deployment on AWS instead of the local cloud")
    parser.add_argument("--stacks", default="Mnemon", help="what the names of its stacks begin with")
    asked = parser.parse_args(arguments)
    try:
        outputs, api = _on_aws(asked.stacks) if asked.aws else _local(asked.tenant)
        queues = boto3.client("sqs")
        for name, (dead, back) in queue_pairs(outputs).items() if not asked.lost else ():
            print(f"{name:<11} {move(queues, dead, back)} dead letters went back")
        if api is None:
            print(f"jobs        not looked at: {TOKEN} holds no token of the tenant's backend")
            return 0
        jobs = redrive_jobs(api, LOST) if asked.lost else redrive_jobs(api)
    except (ApiProblem, NoAnswer, LocalError) as error:
        print(f"cannot redrive: {error}", file=sys.stderr)
        return 2
    if jobs.started or jobs.refused or not asked.lost:
        _tell(jobs)
    return 1 if jobs.refused else 0


if __name__ == "__main__":
    raise SystemExit(main())
