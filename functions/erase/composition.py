"""Joins the steps of an erasure to AWS: a tenant's own session, the index, and the key that signs receipts."""

from __future__ import annotations

from functools import cache
from typing import Literal

from mnemon.adapters.aws import Aws
from mnemon.adapters.engine import Engine
from mnemon.adapters.kms_signer import KmsSigner
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.forgetting.steps import ErasureSteps
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs


class EraseSettings(TenantSettings):
    drop_bucket: str
    receipt_key: str
    opensearch_url: str
    opensearch_auth: Literal["none", "iam"] = "none"


@cache
def index() -> OpenSearchIndex:
    settings = EraseSettings.load()
    return OpenSearchIndex(Engine(settings.opensearch_url, auth=settings.opensearch_auth, signing=Aws().signing))


@cache
def erasure_steps() -> ErasureSteps:
    settings, aws, clock = EraseSettings.load(), Aws(), SystemClock()
    tenancy = AwsTenancy.of(aws, settings, drop_bucket=settings.drop_bucket)
    return ErasureSteps(
        tenancy=tenancy,
        index=index(),
        clock=clock,
        ids=UlidIds(),
        signer=KmsSigner(aws.client("kms"), settings.receipt_key),
        afterwards=RewriteSummaries(tenancy, clock, Configs(clock).policy),
    )
