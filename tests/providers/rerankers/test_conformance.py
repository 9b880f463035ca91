"""What every reranker must do, asked of each: a fake, local models, and servers in each format on a real socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from footnoted.domain.ports import Reranker
from footnoted.providers.rerankers.api import RerankerApi, rerank_endpoint
from footnoted.providers.rerankers.budgeted import BudgetedReranker
from footnoted.providers.rerankers.local import LocalReranker
from tests.fakes.reranker import WordReranker, shared_words
from tests.model_servers import Call, ScriptedModel
from tests.providers.rerankers.make_cross_encoder import write_cross_encoder

WORDS = ["how", "warm", "is", "the", "cluster", "in", "winter", "honey", "wax", "星", "süß"]
KEYS = {"COHERE_API_KEY": "key", "JINA_API_KEY": "key"}


async def rates(call: Call) -> None:
    """Best first, as servers do, in the format of whoever was called."""
    texts = call.body.get("documents") or call.body["texts"]
    rated = [(shared_words(call.body["query"], text), place) for place, text in enumerate(texts)]
    score = "score" if "texts" in call.body else "relevance_score"
    rows = [{"index": place, score: rating} for rating, place in sorted(rated, key=lambda pair: -pair[0])]
    reply: Any = rows if "texts" in call.body else {"id": "1", "results": rows, "meta": {}}
    await call.status(200, json.dumps(reply).encode())


@pytest.fixture(params=["fake", "budgeted", "local", "local-two-logits", "cohere:m", "jina:m", "common", "tei"])
async def reranker(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Reranker]:
    async with ScriptedModel(rates) as server:
        opened = made(request.param, f"http://127.0.0.1:{server.port}", tmp_path)
        yield opened
        await opened.close()


def made(kind: str, url: str, folder: Path) -> Reranker:
    match kind:
        case "fake":
            return WordReranker()
        case "budgeted":
            return BudgetedReranker(WordReranker(), 30.0)
        case "local":
            return LocalReranker(write_cross_encoder(folder, WORDS))
        case "local-two-logits":
            return LocalReranker(write_cross_encoder(folder, WORDS, logits=2, graph="onnx/model.onnx"))
        case "common" | "tei":
            return RerankerApi(rerank_endpoint(f"{'tei:' if kind == 'tei' else ''}{url}", keys={}))
        case _:
            return RerankerApi(rerank_endpoint(kind, base_url=f"{url}/v2/rerank", keys=KEYS))


QUESTION = "how warm is the cluster"


async def test_each_text_gets_its_own_rating_in_the_order_given(reranker: Reranker) -> None:
    texts = ["honey", "the cluster is warm", "the cluster", "wax", "is the cluster warm how"]
    none, much, some, nothing, most = await reranker.rate(QUESTION, texts)
    assert most > much > some > none == nothing


async def test_equal_texts_get_equal_ratings(reranker: Reranker) -> None:
    one, other = await reranker.rate(QUESTION, ["warm in winter", "warm in winter"])
    assert one == other


async def test_no_texts_no_ratings(reranker: Reranker) -> None:
    assert list(await reranker.rate(QUESTION, [])) == []


async def test_one_text_one_rating(reranker: Reranker) -> None:
    assert len(await reranker.rate(QUESTION, ["warm"])) == 1


async def test_a_text_too_long_to_read_is_read_from_its_beginning(reranker: Reranker) -> None:
    long = "the cluster is warm " + " ".join(f"word{number}" for number in range(5000))
    rated, less, letters = await reranker.rate(QUESTION, [long, "cluster", "a" * 200_000])
    assert rated > less > letters


async def test_a_long_question_leaves_room_for_the_text(reranker: Reranker) -> None:
    long = "warm cluster " + " ".join(f"word{number}" for number in range(3000))
    yes, no = await reranker.rate(long, ["warm cluster", "honey"])
    assert yes > no


@pytest.mark.parametrize("question", ["星 süß", "", "\0", "\ud800", "[SEP] [PAD]"])
async def test_any_text_is_rated(reranker: Reranker, question: str) -> None:
    ratings = await reranker.rate(question, ["星", "🐝 [SEP] [CLS]", "", "\ud83d", "a\0b"])
    assert len(ratings) == 5
    if "星" in question:
        assert ratings[0] == max(ratings) > min(ratings)


async def test_many_texts_of_all_lengths(reranker: Reranker) -> None:
    texts = [" warm" * (number % 2) + " ".join(f" w{word}" for word in range(7 * number % 90)) for number in range(60)]
    ratings = await reranker.rate("warm", texts)
    assert len(ratings) == 60
    assert min(ratings[1::2]) > max(ratings[0::2])


async def test_it_says_what_it_is_and_that_it_is_up(reranker: Reranker) -> None:
    await reranker.ping()
    assert reranker.name
