# pyright: reportUnknownMemberType=false
"""What is deployed, and what waits for a person: dead letters, failed workflows. Run inside the cloud environment."""

import re
from collections import Counter

import boto3

FAILURES = ("Dead", "FailedQueue", "UnindexableQueue")


def short_name(physical: str) -> str:
    """A resource's name in the template, out of the one that CloudFormation made of it."""
    found = re.fullmatch(r"[^-]+-(.+?)[0-9A-F]{8}-[0-9A-F]+", physical)
    return found[1] if found else physical


def main() -> None:
    """Print it."""
    stacks = boto3.client("cloudformation").describe_stacks()["Stacks"]
    print("stacks")
    for stack in stacks:
        print(f"  {stack['StackName']:<26} {stack['StackStatus'].lower().replace('_', ' ')}")
    print("queues (waiting / in flight)")
    queues = boto3.client("sqs")
    for url in queues.list_queues().get("QueueUrls", []):
        counts = queues.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
        waiting, flying = int(counts["ApproximateNumberOfMessages"]), int(counts["ApproximateNumberOfMessagesNotVisible"])
        name = short_name(url.rpartition("/")[2])
        mark = "  <- look at these" if waiting and name.endswith(FAILURES) else ""
        print(f"  {name:<26} {waiting} / {flying}{mark}")
    machines = boto3.client("stepfunctions")
    print("workflows")
    for machine in machines.list_state_machines()["stateMachines"]:
        pages = machines.get_paginator("list_executions").paginate(stateMachineArn=machine["stateMachineArn"])
        found = Counter(execution["status"].lower() for page in pages for execution in page["executions"])
        print(
            f"  {short_name(machine['name']):<26} {', '.join(f'{count} {status}' for status, count in sorted(found.items())) or 'none yet'}"
        )


if __name__ == "__main__":
    main()
