"""Several server processes on one socket: started, watched, replaced one by one, stopped together. Unix only.

Knows nothing about what a worker serves: a worker is a command that inherits two file descriptors, the socket and a
lifeline. It writes to the lifeline once it answers; when the other end closes, its parent is gone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from footnoted.domain.errors import Misconfigured

_log = logging.getLogger("footnoted")

_START_SECONDS = 300.0
"""For a worker to open its parts; models are unpacked and read from disk."""
_END_SECONDS = 15.0
"""For a worker to stop after SIGTERM: longer than open answers have."""
_PAUSES = (0.0, 1.0, 5.0, 15.0)
"""Seconds before a worker that died is started again, longer each time until one stays alive."""

CommandOf = Callable[[int, int], Sequence[str]]
"""The command of a worker, given the socket's and the lifeline's descriptors."""


@dataclass
class Worker:
    """One process, and our end of its lifeline."""

    process: asyncio.subprocess.Process
    lifeline: socket.socket

    async def answers(self) -> bool:
        """Wait until it serves; False if it ended instead, or takes too long."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(_START_SECONDS):
                return bool(await loop.sock_recv(self.lifeline, 1))
        return False

    async def end(self) -> None:
        """Let it finish open answers, then stop it."""
        self._send(signal.SIGTERM)
        try:
            # Not wait_for: in Python 3.11 it loses a cancellation that arrives as the process ends.
            async with asyncio.timeout(_END_SECONDS):
                await self.process.wait()
        except TimeoutError:
            self._send(signal.SIGKILL)
            await self.process.wait()
        self.lifeline.close()

    def _send(self, number: signal.Signals) -> None:
        # Not by the process's own method: that reaps a process that just died, and asyncio misses it.
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, number)


class Workers:
    """Several workers on one socket. SIGHUP replaces them one by one, SIGTERM and SIGINT stop them all."""

    def __init__(self, command: CommandOf, door: socket.socket, number: int) -> None:
        self._command, self._door, self._number = command, door, number
        self._stopping = asyncio.Event()
        self._replacing = asyncio.Event()
        self._running: list[Worker] = []
        """All workers that have not ended, including those that are starting or being replaced."""

    async def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until told to stop. Raises Misconfigured if a worker cannot start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._replacing.set)
        try:
            workers = [await self._start() for _ in range(self._number)]
            if await self._all_answer(workers):
                on_ready()
                await self._watch_over(workers)
        finally:
            await asyncio.gather(*(worker.end() for worker in self._running))

    async def _all_answer(self, workers: Sequence[Worker]) -> bool:
        """Wait for all of them; False if told to stop meanwhile."""
        answering = asyncio.ensure_future(asyncio.gather(*(worker.answers() for worker in workers)))
        stopping = asyncio.ensure_future(self._stopping.wait())
        either: set[asyncio.Future[Any]] = {answering, stopping}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if self._stopping.is_set():
            answering.cancel()
            return False
        if not all(answering.result()):
            raise Misconfigured("A worker could not start. Its messages are above.")
        return True

    async def _watch_over(self, workers: list[Worker]) -> None:
        """Until told to stop."""
        tasks = [asyncio.ensure_future(self._keep(workers, place)) for place in range(self._number)]
        tasks.append(asyncio.ensure_future(self._replace(workers)))
        await self._stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _start(self) -> Worker:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            with theirs:
                given = (self._door.fileno(), theirs.fileno())
                process = await asyncio.create_subprocess_exec(*self._command(*given), pass_fds=given)
        except BaseException:
            ours.close()
            raise
        worker = Worker(process, ours)
        self._running.append(worker)
        return worker

    async def _keep(self, workers: list[Worker], place: int) -> None:
        """Restart a worker that died."""
        deaths = 0
        while True:
            worker = workers[place]
            status = await worker.process.wait()
            if workers[place] is not worker:  # replaced, and stopped on purpose
                deaths = 0
                continue
            _log.error("worker %d ended with status %d and is started again", worker.process.pid, status)
            worker.lifeline.close()
            self._running.remove(worker)
            await asyncio.sleep(_PAUSES[min(deaths, len(_PAUSES) - 1)])
            workers[place] = await self._start()
            deaths = 0 if await workers[place].answers() else deaths + 1

    async def _replace(self, workers: list[Worker]) -> None:
        """One after the other: the new one answers before the old one is told to stop."""
        while True:
            await self._replacing.wait()
            self._replacing.clear()
            for place in range(self._number):
                fresh = await self._start()
                if not await fresh.answers():
                    _log.error("a new worker could not start; the old ones go on")
                    await self._end(fresh)
                    break
                workers[place], old = fresh, workers[place]
                await self._end(old)
            else:
                _log.info("all workers are replaced")

    async def _end(self, worker: Worker) -> None:
        await worker.end()
        self._running.remove(worker)
