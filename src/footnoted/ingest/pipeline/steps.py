"""The two slow steps of ingestion, reading and embedding; run by this process, or by workers elsewhere.

They have no side effects: only the caller writes results, in order. So a step may run twice, or again after a worker
died, and nothing is lost or doubled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from footnoted.domain.book import Vector
from footnoted.domain.ports import Embedder
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.pipeline.pages import Outcome, Task, read_pages


class Steps(Protocol):
    """Reads pages and makes vectors."""

    @property
    def at_once(self) -> int:
        """How many batches may be embedded at the same time."""
        ...

    def read(self, todo: Sequence[Task], manuscript: Manuscript, book: str) -> Iterator[Outcome]:
        """The outcome of each task, in order."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A vector a text, in order. Raises EmbedderDown."""
        ...


class LocalSteps:
    """Implements Steps in this process."""

    at_once = 1

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.embed = embedder.embed_passages

    def read(self, todo: Sequence[Task], manuscript: Manuscript, book: str) -> Iterator[Outcome]:
        return read_pages(todo, manuscript, book, self._embedder)
