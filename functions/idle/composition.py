"""Joins the idle trigger to AWS."""

from __future__ import annotations

from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.stepfunctions import StateMachines
from mnemon.adapters.system import SystemClock
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.settings import TenantSettings
from mnemon.writing.idle import ExtractIdle


class IdleSettings(TenantSettings):
    extraction_machine: str


@cache
def extract_idle() -> ExtractIdle:
    settings, aws = IdleSettings.load(), Aws()
    machines = StateMachines(aws.client("stepfunctions"), {"extraction": settings.extraction_machine})
    return ExtractIdle(AwsTenancy.of(aws, settings), machines, SystemClock())
