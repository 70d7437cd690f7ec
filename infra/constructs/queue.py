"""Queues."""

from __future__ import annotations

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.acknowledge import acknowledge

MAX_RECEIVES = 5
_LONGEST = Duration.days(14)


def failure_queue(scope: Construct, id: str, *, retention: Duration = _LONGEST) -> sqs.Queue:
    """Holds what failed until somebody looks: every one has an alarm (observability stack)."""
    queue = sqs.Queue(
        scope,
        id,
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
        retention_period=retention,
        removal_policy=RemovalPolicy.DESTROY,
    )
    acknowledge(queue, {"SQS3": "This queue is where failures end; it has an alarm instead of a further queue."})
    return queue


class QueueWithDeadLetters(Construct):
    """A queue that one function works off, and the queue for what that function could not do in five attempts."""

    def __init__(self, scope: Construct, id: str, *, consumer_timeout: Duration, retention: Duration = _LONGEST) -> None:
        super().__init__(scope, id)
        self.dead = failure_queue(self, "Dead", retention=retention)
        self.queue = sqs.Queue(
            self,
            "Queue",
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            # Lambda asks for six times the function's time-out, so that a throttled batch is not handed out twice.
            visibility_timeout=Duration.seconds(6 * int(consumer_timeout.to_seconds())),
            retention_period=retention,
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead, max_receive_count=MAX_RECEIVES),
            removal_policy=RemovalPolicy.DESTROY,
        )
