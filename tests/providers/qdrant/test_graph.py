"""A book long enough for a graph is searched as if every vector were compared, or nearly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footnoted.domain.book import Passage, passage_id
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded import shard as embedded

_DIMENSIONS, _PASSAGES, _QUESTIONS = 1_024, 3_000, 40
"""Enough kilobytes for Qdrant to use its graph; vectors spread evenly, which no text has, are the worst case."""


def test_a_graph_finds_the_nearest_ten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_SEARCHED_WHOLE_KB", 1)
    chance = np.random.default_rng(1)
    vectors, questions = (chance.standard_normal((count, _DIMENSIONS)) for count in (_PASSAGES, _QUESTIONS))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    made = embedded.Shard.create(tmp_path / "shard", _DIMENSIONS)
    passages = [_passage(number) for number in range(_PASSAGES)]
    made.replace_page("/", passages, vectors.tolist())
    made.finish(_DIMENSIONS)
    shard = embedded.Shard.load(tmp_path / "shard")
    right = 0
    for question in questions:
        nearest = {int(place) for place in np.argsort(vectors @ question)[-10:]}
        hits = shard.search(Search("", question.tolist(), 10), {})
        right += len(nearest & {hit.passage.position for hit in hits})
    shard.close()
    assert right / (10 * _QUESTIONS) >= 0.95


def _passage(number: int) -> Passage:
    return Passage(passage_id("b", "/", number), "b", "https://b.example", "/", "", "B", (), number, 0, "")
