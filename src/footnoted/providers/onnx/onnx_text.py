"""Shared by models that read text with onnxruntime: a session, text that can be tokenised, batches. Knows no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import onnxruntime

from footnoted.providers.utf8 import encodable

_BATCH_TOKENS = 256
"""A passage or two, or a dozen questions: what a batch computes then stays in a core's own cache, and little of it is
padding. Processor time against 1,536: a question 0.69 times, a passage 0.87, a passage that is read 0.78."""
_TOKEN_CHARACTERS = 16
"""Prose has four or five characters a token, so this limit cuts nothing that a model would read; without it 200 kB of
one letter take over 100 ms to tokenise."""


def session(graph: Path, threads: int) -> Any:
    """The graph, ready to run on the processor."""
    runtime: Any = onnxruntime  # has type hints for neither of the two names used here
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3  # errors only
    # Threads that spin while they wait save a millisecond on an idle machine and cost several on a busy one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return runtime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def fit(text: str, max_tokens: int) -> str:
    r"""The text without what is beyond the model's limit, and without characters that cannot be tokenised.

    >>> fit("a\0b\ud800c", 512)
    'a b?c'
    """
    return encodable(text[: _TOKEN_CHARACTERS * max_tokens].replace("\0", " "))


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions grouped by similar length, longest first, so that batches have little padding.

    >>> list(batches([3, 500, 100, 5]))
    [[1], [2, 3], [0]]
    """
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lambda p: lengths[p], reverse=True):
        if batch and (len(batch) + 1) * lengths[batch[0]] > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch
