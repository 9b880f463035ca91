"""A cross-encoder exported to ONNX, run in this process: ``model.onnx`` and ``tokenizer.json`` from a local folder.

Works in one thread, batch by batch, so that a caller who gives up leaves only the current batch running. Downloads
nothing and knows no time budget.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Encoding, Tokenizer

from footnoted.domain.errors import Misconfigured, RerankerDown
from footnoted.providers.onnx.onnx_text import batches, fit, session

_MAX_TOKENS = 512
"""Positions of the usual cross-encoders; for question and text together."""
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_KINDS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class LocalReranker:
    """Rates with the model at ``path``, an ``.onnx`` file or its folder; opens it at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        graph, tokenizer = _files(path)
        try:
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
            self._session = session(graph, os.cpu_count() or 1)
        except Exception as error:  # neither library has a narrower class for a damaged file
            raise Misconfigured(f"FOOTNOTED_RERANKER={path} cannot be opened: {error}") from error
        self._padding = _padding(self._tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        # A book may contain "[SEP]": it is text here, never a control token.
        self._tokenizer.encode_special_tokens = True
        self._inputs = {node.name: _KINDS.get(node.type) for node in self._session.get_inputs()}
        self._output = _output([node.name for node in self._session.get_outputs()])
        self._refuse_other_models()
        self._thread = ThreadPoolExecutor(1, "rerank")

    @property
    def name(self) -> str:
        return f"local:{self._path.name}"

    async def rate(self, question: str, texts: Sequence[str]) -> list[float]:
        loop = asyncio.get_running_loop()
        pairs = await loop.run_in_executor(self._thread, self._tokenise, question, texts)
        ratings = [0.0] * len(texts)
        for batch in batches([len(pair) for pair in pairs]):
            rows = await loop.run_in_executor(self._thread, self._rate, [pairs[place] for place in batch])
            for place, rating in zip(batch, rows, strict=True):
                ratings[place] = rating
        return ratings

    async def ping(self) -> None:
        await self.rate("ping", ["ping"])

    async def close(self) -> None:
        """Finish the current batch and release the thread."""
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    def _refuse_other_models(self) -> None:
        """Rate one pair at the start: it shows what the graph takes and returns, and warms it up."""
        if "input_ids" not in self._inputs or not set(self._inputs) <= _INPUTS or None in self._inputs.values():
            raise Misconfigured(
                f"FOOTNOTED_RERANKER={self._path} is no cross-encoder for text: its graph wants "
                f"{', '.join(self._inputs)}."
            )
        try:
            self._rate(self._tokenise("ping", ["ping"]))
        except RerankerDown as error:
            raise Misconfigured(f"FOOTNOTED_RERANKER={self._path} cannot be used: {error.message}") from error

    def _tokenise(self, question: str, texts: Sequence[str]) -> list[Encoding]:
        asked = fit(question, _MAX_TOKENS)
        try:
            return self._tokenizer.encode_batch([(asked, fit(text, _MAX_TOKENS)) for text in texts])
        except Exception as error:  # the library has no narrower class
            raise RerankerDown("The local reranker failed.") from error

    def _rate(self, pairs: Sequence[Encoding]) -> list[float]:
        longest = max(len(pair) for pair in pairs)
        columns = {
            "input_ids": (self._padding, [pair.ids for pair in pairs]),
            "attention_mask": (0, [pair.attention_mask for pair in pairs]),
            "token_type_ids": (0, [pair.type_ids for pair in pairs]),
        }
        feed = {name: _padded(*columns[name], longest, kind) for name, kind in self._inputs.items()}
        try:
            (logits,) = self._session.run([self._output], feed)
        except Exception as error:  # onnxruntime's errors share no narrower class
            raise RerankerDown("The local reranker failed.") from error
        return _ratings(np.asarray(logits, np.float64), len(pairs))


def _files(path: Path) -> tuple[Path, Path]:
    """The graph and its tokenizer, in the usual layouts: side by side, or the graph in a folder ``onnx``."""
    if path.is_file() and path.suffix == ".onnx":
        graph: Path | None = path
    else:
        graph = next((file for file in (path / "model.onnx", path / "onnx" / "model.onnx") if file.is_file()), None)
    if graph is None:
        raise Misconfigured(
            f"FOOTNOTED_RERANKER={path} is no model. Name a folder with model.onnx and tokenizer.json, or an .onnx "
            "file, or write cohere:MODEL, jina:MODEL, tei:URL or the http(s) address of a server."
        )
    folders = (graph.parent, graph.parent.parent) if graph.parent.name == "onnx" else (graph.parent,)
    for folder in folders:
        if (folder / "tokenizer.json").is_file():
            return graph, folder / "tokenizer.json"
    raise Misconfigured(f"FOOTNOTED_RERANKER={path} has no tokenizer. Put its tokenizer.json into {folders[-1]}.")


def _padding(tokenizer: Tokenizer) -> int:
    """The model's own padding token; some graphs derive positions from it."""
    if tokenizer.padding:
        return int(tokenizer.padding["pad_id"])
    known = [tokenizer.token_to_id(token) for token in ("[PAD]", "<pad>")]
    return next((number for number in known if number is not None), 0)


def _output(names: Sequence[str]) -> str:
    return "logits" if "logits" in names else names[0]


def _padded(filler: int, rows: Sequence[Sequence[int]], length: int, kind: Any) -> Any:
    padded = np.full((len(rows), length), filler, kind)
    for row, values in zip(padded, rows, strict=True):
        row[: len(values)] = values
    return padded


def _ratings(logits: Any, expected: int) -> list[float]:
    """A single logit is the rating; of two, the first means no and the second yes.

    >>> _ratings(np.array([[0.0, 2.0], [3.0, 1.0]]), 2)
    [2.0, -2.0]
    """
    table = logits.reshape(expected, -1) if logits.size else logits.reshape(expected, 0)
    if table.shape[1] not in (1, 2):
        raise RerankerDown(f"Its graph gives {table.shape[1]} numbers for a pair, not one or two.")
    yes = table[:, -1] - (table[:, 0] if table.shape[1] == 2 else 0.0)
    return [float(rating) for rating in yes]
