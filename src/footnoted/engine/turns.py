"""Queues heavy steps, a few in each turn of the event loop, so that a burst of questions never blocks the loop.

In one turn the steps may take as much of the processor as everything else takes in one, and at least one step is done:
beside hundreds of streams a turn is long, and first words would wait for many. Questions in progress go before new
ones, so the first to ask are the first to be answered. Knows neither what a step does nor who waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import thread_time

_MOST = 0.03
"""Seconds of the processor for the steps of one turn: a reader does not notice that a word is so late."""
_LEAST = 0.0005
"""Seconds that a step is taken to need at least, so that a turn in which little else happens has only one."""
_NEWEST = 0.2
"""Weight of the latest steps in the mean."""


class Turns:
    """Lets callers proceed in order, first come first served; costs nothing when nobody waits."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_taken = False
        self._holder: asyncio.Task[object] | None = None
        """Who has the turn and has not waited for anything since."""
        self._on_the_way: deque[asyncio.Future[None]] = deque()
        self._new: deque[asyncio.Future[None]] = deque()
        self._began = self._ended = 0.0
        """When the steps of the last turn began and ended."""
        self._given = 0
        self._step = _MOST  # until it is known
        """What a step takes on average."""

    async def begin(self) -> None:
        """Wait for the first step of a new question."""
        await self._wait(self._new)

    async def go_on(self) -> None:
        """Wait for the next step of a question in progress."""
        await self._wait(self._on_the_way)

    async def _wait(self, queue: deque[asyncio.Future[None]]) -> None:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # those who waited in another loop are gone
            self._loop, self._is_taken, self._holder = loop, False, None
            self._on_the_way.clear()
            self._new.clear()
        asking = asyncio.current_task()
        if asking is self._holder:  # it has not let go of the loop since
            return
        if not self._is_taken:
            self._is_taken, self._given, self._holder = True, 0, asking
            loop.call_soon(self._give)
            return
        place = loop.create_future()
        queue.append(place)
        await place
        self._holder = asking

    def _give(self) -> None:
        """Give the next turn of the loop to those who have waited longest."""
        assert self._loop is not None
        most, given = self._how_many(), 0
        self._holder = None
        self._loop.call_soon(self._start)  # runs right before the steps; this method again, right after
        while given < most and (place := self._next()):
            place.set_result(None)
            given += 1
        self._given = given
        if given:
            self._loop.call_soon(self._give)
        else:
            self._is_taken = False

    def _start(self) -> None:
        self._began = self._clock()

    def _how_many(self) -> int:
        """How many steps take as long as everything else did since the last ones."""
        now, others = self._clock(), 0.0
        if self._given:
            others = min(self._began - self._ended, _MOST)
            self._step += _NEWEST * ((now - self._began) / self._given - self._step)
        self._ended = now
        return max(1, int(others / max(self._step, _LEAST)))

    def _next(self) -> asyncio.Future[None] | None:
        for queue in (self._on_the_way, self._new):
            while queue:
                place = queue.popleft()
                if not place.done():  # else its reader has left
                    return place
        return None
