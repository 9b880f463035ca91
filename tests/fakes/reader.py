"""A reader that sees an answer wherever certain words are, and can be down."""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.errors import ReaderDown
from footnoted.domain.reading import Readable, Reading


class FakeReader:
    """Sees the answer in each unit with the words ``seen``; keeps what it was given."""

    name = "fake:reader"

    def __init__(self, seen: str, *, is_down: bool = False) -> None:
        self._seen, self._is_down = seen, is_down
        self.pages: list[Readable] = []

    async def read(self, question: str, pages: Sequence[Readable]) -> list[Reading]:
        if self._is_down:
            raise ReaderDown("no reader")
        self.pages += pages
        return [self._reading(page) for page in pages]

    def _reading(self, page: Readable) -> Reading:
        shares = tuple(float(self._seen in unit) for unit in page.units)
        return Reading(6.0 if any(shares) else -6.0, shares)

    async def ping(self) -> None: ...

    async def close(self) -> None: ...
