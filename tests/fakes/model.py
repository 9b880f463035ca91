"""A language model that gives scripted answers, may search first, and can be down."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from footnoted.domain.door.stores import CallPermit


class FakeModel:
    """Searches for ``searches``, then says ``pieces``; keeps what it was given. ``usage``: calls, tokens in and out."""

    def __init__(
        self,
        *pieces: str,
        name: str = "fake:model",
        searches: Sequence[str] = (),
        usage: tuple[int, int, int] = (1, 30, 10),
        error: Exception | None = None,
    ) -> None:
        self.name, self.pieces, self.searches, self.usage, self.error = name, pieces, searches, usage, error
        self.heard: list[str] = []
        self.seconds = 0.0
        self.may_search = False
        self.is_closed = False

    async def converse(
        self,
        system: str,
        user: str,
        search: Callable[[str], Awaitable[str]] | None,
        seconds: float,
        on_usage: Callable[[int, int, int], None],
        permit: CallPermit | None = None,
    ) -> AsyncGenerator[str, None]:
        self.heard, self.seconds, self.may_search = [system, user], seconds, search is not None
        for _ in range(self.usage[0]):
            if permit:
                await permit.call()
        if self.error:
            raise self.error
        try:
            for query in self.searches if search else ():
                self.heard.append(await search(query))  # type: ignore[misc]
            for piece in self.pieces:
                yield piece
            on_usage(*self.usage)
        finally:
            self.is_closed = True

    async def ping(self) -> None: ...
