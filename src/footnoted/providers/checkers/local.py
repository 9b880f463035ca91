"""The checker that ships with us: does a text answer exactly what is asked, or say just what a statement says?

Runs in this process, by onnxruntime. Does not know where its weights come from; see weights.py.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from footnoted.domain.errors import Misconfigured, ReaderDown
from footnoted.domain.reading import Checked, Claim
from footnoted.providers.checkers.weights import GRAPH, NAME, VOCABULARY, checker_folder
from footnoted.providers.onnx.onnx_text import batches, fit, session
from footnoted.providers.onnx.pairs import Model, Pairs

_PADDING, _START, _END, _UNKNOWN = "[PAD]", "[CLS]", "[SEP]", "[UNK]"
_QUESTION, _PLACE, _TEXT, _STATEMENT = 0, 1, 2, 3
"""The side that a token is on."""
_QUESTION_TOKENS, _STATEMENT_TOKENS, _PLACE_TOKENS = 40, 80, 16
"""As in training."""
_MAX_TOKENS = 320
"""The rest of a longer text is not read."""
WAITING = 12
"""Questions that may wait, as for the reader."""


class LocalChecker:
    """A Checker; the opened form of its weights is kept under ``cache_dir``."""

    def __init__(self, cache_dir: Path, *, waiting: int = WAITING) -> None:
        def opened() -> Model[Claim, Checked]:
            return _Model(checker_folder(cache_dir), os.cpu_count() or 1).check

        self._pairs: Pairs[Claim, Checked] = Pairs(opened, lambda claim: claim.text, thread="check", waiting=waiting)
        self.open = self.ping = self._pairs.open
        self.check, self.close = self._pairs.read, self._pairs.close

    @property
    def name(self) -> str:
        return f"local:{NAME}"


class _Model:
    """The tokenizer and the session."""

    def __init__(self, folder: Path, threads: int) -> None:
        try:
            words = (folder / VOCABULARY).read_text("utf-8").split("\n")
            self._ids = {word: number for number, word in enumerate(words)}
            self._tokenizer = _word_pieces(self._ids)
            self._session: Any = session(folder / GRAPH, threads)
        except Exception as error:  # neither library has a narrower class for a damaged file
            raise Misconfigured(f"The checker cannot be opened. Delete {folder} and start again.") from error

    def check(self, claims: Sequence[Claim]) -> list[Checked]:
        rows = [self._row(claim) for claim in claims]
        found = [Checked(0.0, 0.0, 0.0)] * len(rows)
        for batch in batches([len(ids) for ids, _ in rows]):
            for position, verdict in zip(batch, self._run([rows[i] for i in batch]), strict=True):
                found[position] = verdict
        return found

    def _row(self, claim: Claim) -> _Row:
        """Token ids and sides."""
        text, place, *parts = self._tokens([claim.text, claim.page.place, *claim.page.units])
        start, end = self._ids[_START], self._ids[_END]
        ids = [start, *text[: _QUESTION_TOKENS if claim.is_question else _STATEMENT_TOKENS], end]
        sides = [_QUESTION if claim.is_question else _STATEMENT] * len(ids)
        ids += [*place[:_PLACE_TOKENS], end]
        sides += [_PLACE] * (len(ids) - len(sides))
        for part in parts:
            ids += part[: max(0, _MAX_TOKENS - len(ids))]
        sides += [_TEXT] * (len(ids) - len(sides))
        return [*ids, end], [*sides, _PLACE]

    def _run(self, rows: Sequence[_Row]) -> list[Checked]:
        lengths = np.array([len(ids) for ids, _ in rows], np.int32)
        ids = np.full((len(rows), lengths.max()), self._ids[_PADDING], np.int32)
        sides = np.full_like(ids, _PLACE)
        for number, (tokens, of) in enumerate(rows):
            ids[number, : len(tokens)], sides[number, : len(of)] = tokens, of
        try:
            (verdicts,) = self._session.run(None, {"ids": ids, "sides": sides, "lengths": lengths})
        except Exception as error:  # onnxruntime's errors share no narrower class
            raise ReaderDown("The local checker failed.") from error
        return [Checked(*map(float, verdict)) for verdict in verdicts]

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        fitting = [fit(text, _MAX_TOKENS) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(fitting, add_special_tokens=False)]


_Row = tuple[list[int], list[int]]


def _word_pieces(ids: dict[str, int]) -> Tokenizer:
    """BERT's own way to cut words, in lower case."""
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token=_UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer
