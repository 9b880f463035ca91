"""Rerankers that are slow, broken or wrongly named: what is sent, what is said, and how long it may take."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper

from footnoted.domain.errors import Misconfigured, RerankerDown
from footnoted.providers.remote.circuit_breaker import CircuitBreaker
from footnoted.providers.rerankers import api
from footnoted.providers.rerankers.api import RerankerApi, rerank_endpoint
from footnoted.providers.rerankers.budgeted import BudgetedReranker
from footnoted.providers.rerankers.local import LocalReranker
from tests.fakes.reranker import WordReranker
from tests.loop_time import set_forward
from tests.model_servers import ENDLESS, Call, Play, ScriptedModel, cuts, fails, hangs
from tests.patience import PATIENCE
from tests.providers.rerankers.make_cross_encoder import write_cross_encoder
from tests.providers.rerankers.test_conformance import KEYS, rates


def sends(body: Any) -> Play:
    async def play(call: Call) -> None:
        await call.status(200, body if isinstance(body, bytes) else json.dumps(body).encode())

    return play


async def request_of(reranker: str, path: str = "", **given: Any) -> Call:
    """What is sent for a question and two texts."""
    async with ScriptedModel(rates) as server:
        root = f"http://127.0.0.1:{server.port}"
        named = reranker.format(root=root)
        api = RerankerApi(rerank_endpoint(named, base_url=root + path if path else None, **{"keys": KEYS} | given))
        assert await api.rate("warm bees", ["cold", "bees"]) == [0.0, 1.0]
        await api.close()
    (call,) = server.calls
    return call


SHARED = {"query": "warm bees", "documents": ["cold", "bees"], "top_n": 2}


async def test_the_format_of_cohere() -> None:
    call = await request_of("cohere:rerank-v3.5", "/v2/rerank")
    assert call.headers["authorization"] == "Bearer key"
    assert call.body == {"model": "rerank-v3.5", **SHARED}


async def test_the_format_of_jina() -> None:
    call = await request_of("jina:jina-reranker-v2-base-multilingual", "/v1/rerank")
    assert call.headers["authorization"] == "Bearer key"
    assert call.body == {"model": "jina-reranker-v2-base-multilingual", **SHARED, "return_documents": False}


@pytest.mark.parametrize(
    ("reranker", "url"), [("cohere:m", "https://api.cohere.com/v2/rerank"), ("jina:m", "https://api.jina.ai/v1/rerank")]
)
def test_vendors_have_their_addresses(reranker: str, url: str) -> None:
    assert rerank_endpoint(reranker, keys=KEYS).url == url


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/rerank", "/reranking"])
async def test_the_format_of_a_common_server(path: str) -> None:
    call = await request_of("{root}" + path)
    assert call.path == {"": "/rerank", "/": "/rerank", "/v1": "/v1/rerank"}.get(path, path)
    assert "authorization" not in call.headers
    assert call.body == SHARED


async def test_a_common_server_may_want_a_model_and_a_key() -> None:
    call = await request_of("{root}/v1#bge-reranker", api_key="own")
    assert call.path == "/v1/rerank"
    assert call.headers["authorization"] == "Bearer own"
    assert call.body == {"model": "bge-reranker", **SHARED}


async def test_the_format_of_tei() -> None:
    call = await request_of("tei:{root}")
    assert call.path == "/rerank"
    assert call.body == {"query": "warm bees", "texts": ["cold", "bees"], "truncate": True}


def test_a_password_in_the_address_is_not_part_of_the_name() -> None:
    assert rerank_endpoint("tei:https://me:secret@host.example:81/x", keys={}).name == "tei:https://host.example:81/x"


def row(index: object, score: object = 0.5) -> dict[str, object]:
    return {"index": index, "relevance_score": score}


FAULTS: dict[str, Play] = {
    "status 500": fails(500),
    "status 429": fails(429, retry_after="1"),
    "a wrong key": fails(401),
    "a redirect": fails(307, location="/elsewhere"),
    "a cut connection": cuts(),
    "no JSON": sends(b"<html>"),
    "not UTF-8": sends(b'{"results": "\xff"}'),
    "no results": sends({"error": "x"}),
    "a list": sends([1, 2]),
    "null": sends(None),
    "one rating too few": sends({"results": [row(0)]}),
    "one rating too many": sends({"results": [row(0), row(1), row(2)]}),
    "the same text twice": sends({"results": [row(1), row(1)]}),
    "a text of its own": sends({"results": [row(0), row(7)]}),
    "words for numbers": sends({"results": [row(0, "good"), row(1)]}),
    "no number": sends({"results": [row(0, None), row(1)]}),
    "an endless number": sends({"results": [row(0, "inf"), row(1)]}),
    "no number at all": sends({"results": [row(0, "nan"), row(1)]}),
    "a place beyond all": sends({"results": [row(1e300), row(1)]}),
    "rows of another kind": sends({"results": ["a", 1]}),
    "nesting without end": sends(b"[" * 100_000),
    **ENDLESS,
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_every_failure_of_a_server_gives_no_ratings_after_one_call(
    fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with ScriptedModel(FAULTS[fault], rates) as server:
        reranker = watched(server)
        with pytest.raises(RerankerDown):
            await reranker.rate("bees", ["cold", "bees"])
        with pytest.raises(RerankerDown):
            await reranker.ping()
        assert len(server.calls) == 1
        assert await reranker.rate("bees", ["cold", "bees"]) == [0.0, 1.0]
        await reranker.ping()
        await reranker.close()
    assert "key" not in caplog.text.replace("refuses the key", "")


async def test_a_server_that_is_not_there() -> None:
    async with ScriptedModel(rates) as server:
        reranker = watched(server)
    with pytest.raises(RerankerDown, match="cannot be reached"):
        await reranker.rate("bees", ["cold", "bees"])
    await reranker.close()


async def test_a_silent_server_is_left_when_the_budget_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_SECONDS", 3600.0)
    async with ScriptedModel(hangs(then=lambda: set_forward(monkeypatch, 600.5))) as server:
        reranker = watched(server, seconds=600.5)
        with pytest.raises(RerankerDown, match=r"FOOTNOTED_RERANK_SECONDS=600\.5 for 2 passages"):
            await reranker.rate("bees", ["cold", "bees"])
        await asyncio.wait_for(server.calls[0].left.wait(), PATIENCE)
        await reranker.close()


def watched(server: ScriptedModel, seconds: float = PATIENCE) -> BudgetedReranker:
    return BudgetedReranker(RerankerApi(rerank_endpoint(server.url, keys={})), seconds)


async def test_a_local_model_that_is_too_slow_gives_nothing_and_is_ready_for_the_next(tmp_path: Path) -> None:
    local = LocalReranker(write_cross_encoder(tmp_path, ["warm"]))
    texts = ["warm " + "word " * 600] * 200
    with pytest.raises(RerankerDown, match="took longer"):
        await BudgetedReranker(local, 1e-6).rate("warm", texts)
    assert await BudgetedReranker(local, PATIENCE).rate("warm", ["warm", "cold"]) == [1.0, 0.0]
    await local.close()


async def test_a_failure_is_logged_once_and_its_end_once(caplog: pytest.LogCaptureFixture) -> None:
    fake = WordReranker()
    reranker = BudgetedReranker(fake, PATIENCE)
    fake.is_down = True
    for _ in range(3):
        with pytest.raises(RerankerDown):
            await reranker.rate("bees", ["bees"])
    fake.is_down = False
    for _ in range(3):
        await reranker.rate("bees", ["bees"])
    messages = [record.getMessage().split(":")[0] for record in caplog.records if record.levelno >= logging.WARNING]
    assert messages == ["keeping the order of the search", "the reranker works again"]


async def test_one_that_keeps_failing_is_asked_only_now_and_then() -> None:
    now = 0.0
    fake = WordReranker()
    fake.is_down = True
    reranker = BudgetedReranker(fake, PATIENCE, CircuitBreaker(lambda: now))
    for _ in range(50):
        with pytest.raises(RerankerDown, match="It is down"):
            await reranker.rate("bees", ["bees"])
    assert len(fake.calls) == 5
    fake.is_down, now = False, 5.0
    assert await reranker.rate("bees", ["bees"]) == [1.0]
    await reranker.ping()


async def test_health_costs_one_word_and_only_before_the_first_question() -> None:
    fake = WordReranker()
    reranker = BudgetedReranker(fake, PATIENCE)
    for _ in range(5):
        await reranker.ping()
    assert fake.calls == [("ping", ["ping"])]


async def test_health_does_not_call_it_up_because_a_single_word_is_quick() -> None:
    fake = WordReranker()
    reranker = BudgetedReranker(fake, 0.05)
    fake.is_stuck = True
    with pytest.raises(RerankerDown):
        await reranker.rate("bees", ["bees"])
    fake.is_stuck = False
    with pytest.raises(RerankerDown, match="took longer"):
        await reranker.ping()


@pytest.mark.parametrize(
    ("reranker", "message"),
    [
        ("cohere:", "names no model"),
        ("cohere:rerank-v3.5", "Set COHERE_API_KEY"),
        ("jina:m", "Set JINA_API_KEY"),
        ("tei:", "has no address"),
        ("tei:127.0.0.1:80", "has no address"),
        ("http://", "has no address"),
    ],
)
def test_a_wrong_name_is_reported_at_the_start(reranker: str, message: str) -> None:
    with pytest.raises(Misconfigured, match=f"FOOTNOTED_RERANKER={reranker}.*{message}"):
        rerank_endpoint(reranker, keys={})


def test_a_path_without_a_model_is_reported_at_the_start(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing", tmp_path / "nothing.onnx", Path("coher:m")):
        with pytest.raises(Misconfigured, match=r"FOOTNOTED_RERANKER=.* is no model"):
            LocalReranker(path)


def test_a_missing_tokenizer_is_reported_at_the_start(tmp_path: Path) -> None:
    write_cross_encoder(tmp_path, ["warm"], graph="onnx/model.onnx")
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(Misconfigured, match=rf"FOOTNOTED_RERANKER=.*tokenizer\.json into {tmp_path}"):
        LocalReranker(tmp_path)


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_reported_at_the_start(tmp_path: Path, damaged: str) -> None:
    write_cross_encoder(tmp_path, ["warm"])
    (tmp_path / damaged).write_bytes(b"nothing of the sort")
    with pytest.raises(Misconfigured, match=r"FOOTNOTED_RERANKER=.*cannot be opened"):
        LocalReranker(tmp_path)


@pytest.mark.parametrize(
    ("inputs", "width", "message"),
    [(["pixel_values"], 1, "wants pixel_values"), (["input_ids", "attention_mask"], 3, "gives 3 numbers")],
)
def test_another_kind_of_model_is_reported_at_the_start(
    tmp_path: Path, inputs: list[str], width: int, message: str
) -> None:
    write_cross_encoder(tmp_path, ["warm"])
    nodes = [
        helper.make_node("Constant", [], ["axes"], value_ints=[1]),
        helper.make_node("ReduceSum", [inputs[0], "axes"], ["sum"]),
        helper.make_node("Concat", ["sum"] * width, ["out"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "other",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in inputs],
        [helper.make_tensor_value_info("out", TensorProto.INT64, ["n", width])],
    )
    opset = [helper.make_opsetid("", 18)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), str(tmp_path / "model.onnx"))
    with pytest.raises(Misconfigured, match=f"FOOTNOTED_RERANKER=.*{message}"):
        LocalReranker(tmp_path)


async def test_a_file_may_be_named_instead_of_its_folder(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path, ["warm"], graph="onnx/model_quantized.onnx")
    reranker = LocalReranker(folder / "onnx" / "model_quantized.onnx")
    assert await reranker.rate("warm", ["cold", "warm"]) == [0.0, 1.0]
    await reranker.close()


@pytest.mark.parametrize("logits", [1, 2])
async def test_a_models_own_signs_are_mere_text_in_a_book(tmp_path: Path, logits: int) -> None:
    reranker = LocalReranker(write_cross_encoder(tmp_path, ["warm"], logits=logits))
    assert await reranker.rate("[PAD] warm", ["[PAD] warm", "warm", "[SEP] [PAD] [PAD] cold"]) == [1.0, 1.0, 0.0]
    await reranker.close()


def test_the_command_line_helps_without_opening_a_model() -> None:
    heavy = ("onnxruntime", "tokenizers", "aiohttp")
    program = (
        "import sys, click.testing, footnoted.cli as cli\n"
        "assert click.testing.CliRunner().invoke(cli.main, ['--help']).exit_code == 0\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"
