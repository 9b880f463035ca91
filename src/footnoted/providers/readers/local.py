"""The reader that ships with us: reads a question and a passage together, in this process, by onnxruntime.

Opened by ``open()`` or by the first question. Does not know where its weights come from; see weights.py.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from footnoted.domain.errors import Misconfigured, ReaderDown
from footnoted.domain.reading import Readable, Reading
from footnoted.providers.onnx import granite
from footnoted.providers.onnx.onnx_text import batches, fit, session
from footnoted.providers.onnx.pairs import Model, Pairs
from footnoted.providers.readers.weights import NAME, reader_graph

_START, _PADDING, _END = 0, 1, 2
"""Ids of the model's special tokens."""
_QUESTION, _PLACE, _TEXT = 0, 1, 2
"""The side that a token is on."""
_QUESTION_TOKENS, _PLACE_TOKENS = 40, 16
"""As in training."""
_MAX_TOKENS = 320
"""A passage of 1,200 characters has about 300; the rest of a longer one is not read."""
WAITING = 12
"""Questions that may wait: more than ten, but so few that the last of a hundred readers waits less than three times as
long as the last of ten (docs/decisions/0030)."""

_Pair = tuple[str, Readable]
"""A question and a passage to read together."""


class LocalReader:
    """A Reader; the opened form of its weights is kept under ``cache_dir``, beside the embedder's."""

    def __init__(self, cache_dir: Path, *, waiting: int = WAITING) -> None:
        def opened() -> Model[_Pair, Reading]:
            return _Model(reader_graph(cache_dir), os.cpu_count() or 1).read

        self._pairs: Pairs[_Pair, Reading] = Pairs(opened, lambda pair: pair[0], thread="read", waiting=waiting)
        self.open = self.ping = self._pairs.open
        self.close = self._pairs.close

    @property
    def name(self) -> str:
        return f"local:{NAME}"

    async def read(self, question: str, pages: Sequence[Readable]) -> list[Reading]:
        """A reading for each page, in the order given. Raises ReaderDown, at once if too many questions wait."""
        return await self._pairs.read([(question, page) for page in pages])


class _Model:
    """The tokenizer and the session."""

    def __init__(self, graph: Path, threads: int) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(graph.parent / granite.TOKENIZER))
            self._session: Any = session(graph, threads)
        except Exception as error:  # neither library has a narrower class for a damaged file
            raise Misconfigured(f"The reader cannot be opened. Delete {graph} and start again.") from error
        self._tokenizer.no_truncation()
        self._tokenizer.encode_special_tokens = True

    def read(self, pairs: Sequence[_Pair]) -> list[Reading]:
        rows = [self._row(question, page) for question, page in pairs]
        readings: list[Reading] = [Reading(0.0, ())] * len(rows)
        for batch in batches([len(ids) for ids, _, _ in rows]):
            for position, reading in zip(batch, self._run([rows[i] for i in batch]), strict=True):
                readings[position] = reading
        return readings

    def _row(self, question: str, page: Readable) -> _Row:
        """Token ids, sides, and the unit that each token belongs to; -1 for none."""
        asked, place, *parts = self._ids([question, page.place, *("\n" + unit for unit in page.units)])
        asked = [_START, *asked[:_QUESTION_TOKENS], _END, _END]
        ids = [*asked, *place[:_PLACE_TOKENS], _END]
        sides = [_QUESTION] * len(asked) + [_PLACE] * (len(ids) - len(asked))
        units = [-1] * len(ids)
        for number, part in enumerate(parts):
            own = part[: max(0, _MAX_TOKENS - len(ids))]
            ids += own
            units += [number] * len(own)
        sides += [_TEXT] * (len(ids) - len(sides))
        return [*ids, _END], [*sides, _PLACE], [*units, -1]

    def _run(self, rows: Sequence[_Row]) -> list[Reading]:
        lengths = np.array([len(ids) for ids, _, _ in rows], np.int32)
        ids = np.full((len(rows), lengths.max()), _PADDING, np.int32)
        sides = np.full_like(ids, _PLACE)
        for number, (tokens, of, _) in enumerate(rows):
            ids[number, : len(tokens)], sides[number, : len(of)] = tokens, of
        try:
            nothing, places = self._session.run(None, {"ids": ids, "sides": sides, "lengths": lengths})
        except Exception as error:  # onnxruntime's errors share no narrower class
            raise ReaderDown("The local reader failed.") from error
        return [_reading(nothing[i, 0], places[i, : len(row[0]), 0], row[2]) for i, row in enumerate(rows)]

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        fitting = [fit(text, _MAX_TOKENS) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(fitting, add_special_tokens=False)]


_Row = tuple[list[int], list[int], list[int]]


def _reading(nothing: float, starts: npt.NDArray[np.float32], units: list[int]) -> Reading:
    """The model's choice between the places where an answer may start, and none."""
    of = np.array(units)
    count = int(of.max(initial=-1)) + 1
    if not count:
        return Reading(-float(nothing), ())
    inside = starts[of >= 0].astype(np.float64)
    top = float(inside.max())
    weights = np.exp(inside - top)
    shares = np.bincount(of[of >= 0], weights / weights.sum(), count)
    return Reading(top + float(np.log(weights.sum())) - float(nothing), tuple(shares.tolist()))
