"""Alarms and a dashboard."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.function import MnemonFunction
from infra.constructs.machine import Machine
from infra.constructs.outputs import pascal, publish
from infra.settings import Settings
from infra.stacks.api import ApiStack
from infra.stacks.search import SearchStack
from infra.stacks.workflows import WorkflowsStack

_MINUTE = Duration.minutes(1)
_FIVE = Duration.minutes(5)
# The stream keeps a record for a day: half an hour behind leaves a night and a day to mend it.
_LATE = Duration.minutes(30)


class ObservabilityStack(Stack):
    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        settings: Settings,
        search: SearchStack,
        workflows: WorkflowsStack,
        api: ApiStack,
        **kwargs: Any,
    ) -> None:
        super().__init__(scope, id, **kwargs)
        self.topic = self._topic(settings)
        functions = [*search.functions, *workflows.functions, *api.functions]
        machines = {"Extraction": workflows.extraction, "Erasure": workflows.erasure}
        failures = {f"{name}-dead": pair.dead for name, pair in workflows.queues.items()} | {
            "unindexable": search.unindexable,
            "indexer-failed": search.indexer_failed,
        }
        for function in functions:
            self._function_alarms(function)
        for name, queue in failures.items():
            self._queue_alarm(name, queue)
        for name, machine in machines.items():
            self._machine_alarms(name, machine)
        self._alarm(
            "IndexLag",
            search.indexer.function.metric("IteratorAge", period=_MINUTE, statistic="Maximum"),
            threshold=_LATE.to_milliseconds(),
            periods=5,
            text="The index is more than half an hour behind the table; records are lost after a day.",
        )
        self._alarm(
            "ApiServerErrors", api.rest.metric_server_error(period=_FIVE, statistic="Sum"), threshold=5, text="The API answers with 5xx."
        )
        self._dashboard(settings, functions, failures, machines, api)
        publish(self, {"AlarmTopic": self.topic.topic_arn})

    def _topic(self, settings: Settings) -> sns.Topic:
        key = kms.Key(
            self, "TopicKey", description="Encrypts alarm messages", enable_key_rotation=True, removal_policy=RemovalPolicy.DESTROY
        )
        key.add_to_resource_policy(
            iam.PolicyStatement(
                sid="AllowAlarms",
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                actions=["kms:Decrypt", "kms:GenerateDataKey*"],
                resources=["*"],
                conditions={"StringEquals": {"aws:SourceAccount": self.account}},
            )
        )
        topic = sns.Topic(self, "Alarms", display_name=f"{settings.name} alarms", master_key=key, enforce_ssl=True)
        if settings.alarm_email:
            topic.add_subscription(subscriptions.EmailSubscription(settings.alarm_email))
        return topic

    def _alarm(self, id: str, metric: cloudwatch.Metric, *, threshold: float, text: str, periods: int = 1) -> None:
        alarm = cloudwatch.Alarm(
            self,
            id,
            metric=metric,
            threshold=threshold,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            evaluation_periods=periods,
            alarm_description=text,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))
        alarm.add_ok_action(actions.SnsAction(self.topic))

    def _function_alarms(self, function: MnemonFunction) -> None:
        name = pascal(function.name)
        self._alarm(
            f"{name}Errors",
            function.function.metric_errors(period=_FIVE, statistic="Sum"),
            threshold=1,
            text=f"Function {function.name} raised; its log group says what.",
        )
        self._alarm(
            f"{name}Throttles",
            function.function.metric_throttles(period=_FIVE, statistic="Sum"),
            threshold=1,
            text=f"Function {function.name} was throttled: the account's concurrency is used up.",
        )

    def _queue_alarm(self, name: str, queue: sqs.Queue) -> None:
        self._alarm(
            f"Queue{pascal(name)}",
            queue.metric_approximate_number_of_messages_visible(period=_MINUTE, statistic="Maximum"),
            threshold=1,
            text=f"Queue {name} holds what failed: find out why, then redrive.",
        )

    def _machine_alarms(self, name: str, machine: Machine) -> None:
        failed = machine.machine.metric_failed(period=_FIVE, statistic="Sum")
        timed_out = machine.machine.metric_timed_out(period=_FIVE, statistic="Sum")
        self._alarm(f"{name}Failed", failed, threshold=1, text=f"An {name.lower()} failed; the job says at which stage.")
        self._alarm(f"{name}TimedOut", timed_out, threshold=1, text=f"An {name.lower()} took too long.")

    def _dashboard(
        self,
        settings: Settings,
        functions: Sequence[MnemonFunction],
        failures: dict[str, sqs.Queue],
        machines: dict[str, Machine],
        api: ApiStack,
    ) -> None:
        def graph(title: str, *metrics: cloudwatch.Metric, right: Sequence[cloudwatch.Metric] = ()) -> cloudwatch.GraphWidget:
            return cloudwatch.GraphWidget(title=title, left=list(metrics), right=list(right), width=12, height=6)

        indexer = next(function for function in functions if function.name == "indexer")
        held = [queue.metric_approximate_number_of_messages_visible(label=name) for name, queue in failures.items()]
        cloudwatch.Dashboard(
            self,
            "Dashboard",
            dashboard_name=settings.name,
            widgets=[
                [
                    graph("Requests and errors", api.rest.metric_count(), api.rest.metric_client_error(), api.rest.metric_server_error()),
                    graph(
                        "Latency (ms)",
                        *(api.rest.metric_latency(statistic=statistic, label=statistic) for statistic in ("p50", "p95", "p99")),
                    ),
                ],
                [
                    graph("Index lag (ms)", indexer.function.metric("IteratorAge", statistic="Maximum")),
                    graph("What failed", *held),
                ],
                [
                    graph("Function errors", *(function.function.metric_errors(label=function.name) for function in functions)),
                    graph(
                        "Function durations, p95 (ms)",
                        *(function.function.metric_duration(statistic="p95", label=function.name) for function in functions),
                    ),
                ],
                [
                    graph(
                        "Workflows",
                        *(machine.machine.metric_started(label=f"{name} started") for name, machine in machines.items()),
                        right=[machine.machine.metric_failed(label=f"{name} failed") for name, machine in machines.items()],
                    ),
                    graph("Throttles", *(function.function.metric_throttles(label=function.name) for function in functions)),
                ],
            ],
        )
