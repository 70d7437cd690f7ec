# pyright: reportUnknownMemberType=false
"""What is deployed, and what waits for a person: dead letters, failed workflows. Run inside the cloud environment."""

from collections import Counter

import boto3


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
        mark = "  <- look at these" if waiting and url.endswith("-dead") else ""
        print(f"  {url.rpartition('/')[2]:<26} {waiting} / {flying}{mark}")
    machines = boto3.client("stepfunctions")
    print("workflows")
    for machine in machines.list_state_machines()["stateMachines"]:
        pages = machines.get_paginator("list_executions").paginate(stateMachineArn=machine["stateMachineArn"])
        found = Counter(execution["status"].lower() for page in pages for execution in page["executions"])
        print(f"  {machine['name']:<26} {', '.join(f'{count} {status}' for status, count in sorted(found.items())) or 'none yet'}")


if __name__ == "__main__":
    main()
