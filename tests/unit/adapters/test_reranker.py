"""The built-in cross-encoder, on the real model."""

from __future__ import annotations

from pathlib import Path

import pytest

from mnemon.adapters.reranker import OnnxReranker
from mnemon.ports.records import Unavailable
from tests.support.models import models_dir

QUERY = "How long has Anna been married?"
TEXTS = ["The bakery opens at seven.", "Ben: How long have you been married? Anna: Five years already!", "Anna has bought a red car.", ""]


@pytest.fixture(scope="module")
def reranker() -> OnnxReranker:
    return OnnxReranker(models_dir())


def test_what_answers_scores_most_and_company_changes_nothing(reranker: OnnxReranker) -> None:
    scores = reranker.scores(QUERY, TEXTS)
    assert scores.index(max(scores)) == 1
    assert scores == [reranker.scores(QUERY, [text])[0] for text in TEXTS]


def test_long_texts_are_cut(reranker: OnnxReranker) -> None:
    assert len(reranker.scores("word " * 20_000, ["word " * 20_000, "\x00"])) == 2
    assert reranker.scores(QUERY, []) == []


def test_without_its_files_it_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        OnnxReranker(tmp_path).scores(QUERY, TEXTS)
