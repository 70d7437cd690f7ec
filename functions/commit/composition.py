"""Joins the steps of an extraction that write memories, and what is derived from them, to AWS."""

from __future__ import annotations

from functools import cache
from typing import Literal

from mnemon.adapters.aws import Aws
from mnemon.adapters.embedders import adjudicator_from, embedder_from, extractor_from
from mnemon.adapters.engine import Engine
from mnemon.adapters.opensearch import OpenSearchIndex
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs
from mnemon.writing.extraction_commit import CommitWindow


class CommitSettings(TenantSettings):
    opensearch_url: str
    opensearch_auth: Literal["none", "iam"] = "none"
    embedder: str = "builtin"
    extractor: str = "builtin"
    extractor_model: str = ""
    model_dir: str = "/opt/model"


@cache
def commit_window() -> CommitWindow:
    settings, aws = CommitSettings.load(), Aws()
    model = extractor_from(settings.extractor, aws, model=settings.extractor_model).name
    adjudicator = adjudicator_from(settings.extractor, aws, model=settings.extractor_model)
    embeds = embedder_from(settings.embedder, settings.model_dir, aws)
    engine = Engine(settings.opensearch_url, auth=settings.opensearch_auth, signing=aws.signing)
    clock, index = SystemClock(), OpenSearchIndex(engine)
    configs = Configs(clock)
    return CommitWindow(
        AwsTenancy.of(aws, settings), embeds, clock, UlidIds(), model=model, policies=configs.policy, index=index, domain=configs,
        adjudicator=adjudicator,
    )  # fmt: skip


@cache
def rewrite_summaries() -> RewriteSummaries:
    clock = SystemClock()
    return RewriteSummaries(AwsTenancy.of(Aws(), CommitSettings.load()), clock, Configs(clock).policy)
