"""Queues slow steps: one in each turn of the event loop, so that a burst of questions never blocks the loop.

Questions in progress go before new ones, so they are answered in the order in which they came. Knows neither steps nor
questions.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """Lets callers proceed one by one, first come first served; costs nothing when nobody waits."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_taken = False
        self._on_the_way: deque[asyncio.Future[None]] = deque()
        self._new: deque[asyncio.Future[None]] = deque()

    async def begin(self) -> None:
        """Wait for the first step of a new question."""
        await self._wait(self._new)

    async def go_on(self) -> None:
        """Wait for the next step of a question in progress."""
        await self._wait(self._on_the_way)

    async def _wait(self, queue: deque[asyncio.Future[None]]) -> None:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # callers that waited in another loop are gone
            self._loop, self._is_taken = loop, False
            self._on_the_way.clear()
            self._new.clear()
        if not self._is_taken:
            self._is_taken = True
            loop.call_soon(self._give)
            return
        place = loop.create_future()
        queue.append(place)
        await place

    def _give(self) -> None:
        """Give the next turn of the loop to the caller who has waited longest."""
        for queue in (self._on_the_way, self._new):
            while queue:
                place = queue.popleft()
                if not place.done():  # else its caller was cancelled
                    place.set_result(None)
                    place.get_loop().call_soon(self._give)
                    return
        self._is_taken = False
