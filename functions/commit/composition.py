"""Joins the steps of an extraction that write memories, and what is derived from them, to AWS."""

from __future__ import annotations

from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.embedders import embedder_from, extractor_from
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.maintenance.summaries.rewrite import RewriteSummaries
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs
from mnemon.writing.extraction_commit import CommitWindow


class CommitSettings(TenantSettings):
    embedder: str = "builtin"
    extractor: str = "builtin"
    extractor_model: str = ""
    model_dir: str = "/opt/model"


@cache
def commit_window() -> CommitWindow:
    settings, aws = CommitSettings.load(), Aws()
    model = extractor_from(settings.extractor, aws, model=settings.extractor_model).name
    embeds = embedder_from(settings.embedder, settings.model_dir, aws)
    clock = SystemClock()
    return CommitWindow(AwsTenancy.of(aws, settings), embeds, clock, UlidIds(), model=model, policies=Configs(clock).policy)


@cache
def rewrite_summaries() -> RewriteSummaries:
    clock = SystemClock()
    return RewriteSummaries(AwsTenancy.of(Aws(), CommitSettings.load()), clock, Configs(clock).policy)
