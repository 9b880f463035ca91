"""A reranker in memory: rates a text by how many of the question's words it has."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from footnoted.domain.errors import RerankerDown


class WordReranker:
    """Takes the role of the Reranker; can be down, or slow for ever."""

    def __init__(self) -> None:
        self.is_down = self.is_stuck = False
        self.calls: list[tuple[str, list[str]]] = []

    @property
    def name(self) -> str:
        return "fake:words"

    async def rate(self, question: str, texts: Sequence[str]) -> list[float]:
        self.calls.append((question, list(texts)))
        if self.is_stuck:
            await asyncio.Event().wait()
        if self.is_down:
            raise RerankerDown("It is down.")
        return [shared_words(question, text) for text in texts]

    async def ping(self) -> None:
        await self.rate("ping", ["ping"])

    async def close(self) -> None:
        return


def shared_words(question: str, text: str) -> float:
    return float(len(set(question.lower().split()) & set(text.lower().split())))
