"""Somebody is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.infra.assembly import Assembly, text


def _watched(assembly: Assembly) -> set[tuple[str, str]]:
    """(metric, dimension) of every alarm."""
    found: set[tuple[str, str]] = set()
    for alarm in assembly.all("AWS::CloudWatch::Alarm").values():
        properties = alarm["Properties"]
        found |= {(properties["MetricName"], text(each["Value"])) for each in properties["Dimensions"]}
    return found


@pytest.mark.parametrize("metric", ["Errors", "Throttles"])
def test_every_function(either: Assembly, metric: str) -> None:
    watched = [dimension for name, dimension in _watched(either) if name == metric]
    assert len(watched) == len(either.functions)


def test_the_stream_the_machines_and_the_api(either: Assembly) -> None:
    watched = _watched(either)
    assert any(name == "IteratorAge" and "Indexer" in dimension for name, dimension in watched)
    for metric in ("ExecutionsFailed", "ExecutionsTimedOut"):
        assert len([1 for name, _ in watched if name == metric]) == 2
    assert any(name == "5XXError" for name, _ in watched)


def test_the_stream_alarm_comes_long_before_records_are_lost(either: Assembly) -> None:
    alarm = either.one("AWS::CloudWatch::Alarm", "IndexLag")
    assert alarm["Threshold"] <= 3_600_000


def test_every_alarm_tells_the_topic(either: Assembly) -> None:
    topic: dict[str, Any] = either.one("AWS::SNS::Topic")
    assert topic["KmsMasterKeyId"]
    for name, alarm in either.all("AWS::CloudWatch::Alarm").items():
        assert text(alarm["Properties"]["AlarmActions"][0]).startswith("<Alarms"), name
        assert alarm["Properties"]["TreatMissingData"] == "notBreaching", name


def test_there_is_a_dashboard(either: Assembly) -> None:
    body = text(either.one("AWS::CloudWatch::Dashboard")["DashboardBody"])
    for title in ("Requests and errors", "Index lag", "What failed", "Function errors", "Workflows", "Throttles"):
        assert title in body
