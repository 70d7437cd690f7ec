"""Joins the steps of an extraction that read turns to AWS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mnemon.adapters.aws import Aws
from mnemon.adapters.embedders import embedder_from, extractor_from
from mnemon.adapters.system import SystemClock, UlidIds
from mnemon.adapters.tenancy import AwsTenancy
from mnemon.settings import TenantSettings
from mnemon.tenant.config import Configs
from mnemon.writing.chunk_document import ChunkDocument
from mnemon.writing.jobs import TrackJob
from mnemon.writing.turns import ChunkTurns
from mnemon.writing.windows import ExtractWindow


class ExtractSettings(TenantSettings):
    embedder: str = "builtin"
    extractor: str = "builtin"
    extractor_model: str = ""
    model_dir: str = "/opt/model"


@dataclass(frozen=True, slots=True)
class Steps:
    chunk_turns: ChunkTurns
    chunk_document: ChunkDocument
    extract_window: ExtractWindow
    track: TrackJob


@cache
def steps() -> Steps:
    settings, aws, clock = ExtractSettings.load(), Aws(), SystemClock()
    tenancy = AwsTenancy.of(aws, settings)
    configs = Configs(clock)
    embedder, ids = embedder_from(settings.embedder, settings.model_dir, aws), UlidIds()
    return Steps(
        ChunkTurns(tenancy, embedder, clock, ids),
        ChunkDocument(tenancy, embedder, clock, ids, policies=configs.policy),
        ExtractWindow(tenancy, extractor_from(settings.extractor, aws, model=settings.extractor_model), clock, domain=configs),
        TrackJob(tenancy, clock),
    )
