"""Half an hour at half load with faults by chance: ``python -m benchmarks.load.soak [MINUTES] [READERS]``.

Readers ask, leave midway, or never read; strangers send half a head or nonsense; now and then the model drops all its
connections. Prints how answers ended, how memory grew after the first third, and whether descriptors came back.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import linear_regression, median
from time import perf_counter

import uvloop

from benchmarks.load.__main__ import ASKED, Target, targets
from benchmarks.load.readers import post, read

_TOKENS = 60
_SAMPLE_SECONDS = 5.0
_NONSENSE = [
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"\x16\x03\x01" * 20 + b"\r\n\r\n",
    b"POST /chat HTTP/1.1\r\n",
]


class Soak:
    """One server under attack for a while."""

    def __init__(self, stub: Target, served: Target, seconds: float) -> None:
        self._stub, self._served = stub, served
        self._chance = random.Random(12)
        self._end = perf_counter() + seconds
        self.ended: Counter[str] = Counter()
        self.samples: list[tuple[float, float]] = []
        """Seconds since the start, and the server's memory in megabytes."""

    @property
    def _goes_on(self) -> bool:
        return perf_counter() < self._end

    async def run(self, readers: int) -> None:
        tasks = [self._reader() for _ in range(readers)]
        await asyncio.gather(
            *tasks, self._leaver(), self._never_reads(), self._stranger(), self._faults(), self._watch()
        )

    async def _reader(self) -> None:
        request = post(self._served.path, ASKED)
        await asyncio.sleep(self._chance.uniform(0, 5))
        while self._goes_on:
            reply = await read(self._served.port, request)
            is_whole = reply.is_whole and reply.status == 200
            self.ended["whole" if is_whole else f"status {reply.status}" if reply.status != 200 else "cut off"] += 1
            await asyncio.sleep(self._chance.uniform(0, 1) if is_whole else reply.retry_after or 1)

    async def _leaver(self) -> None:
        """Leaves after a word or two."""
        while self._goes_on:
            await self._visit(post(self._served.path, ASKED), self._chance.uniform(0, 1.5))

    async def _never_reads(self) -> None:
        """Sends requests ahead and takes nothing."""
        while self._goes_on:
            await self._visit(post(self._served.path, ASKED) * 20, 20, is_deaf=True)

    async def _stranger(self) -> None:
        while self._goes_on:
            await self._visit(self._chance.choice(_NONSENSE), self._chance.uniform(0, 2))

    async def _visit(self, request: bytes, seconds: float, *, is_deaf: bool = False) -> None:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self._served.port, limit=1024)
            writer.write(request)
            if is_deaf:
                await asyncio.sleep(min(seconds, max(0, self._end - perf_counter())))
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        while await reader.read(1024):
                            pass
            writer.transport.abort()

    async def _faults(self) -> None:
        while self._goes_on:
            await asyncio.sleep(self._chance.uniform(10, 30))
            os.kill(self._stub.pid, signal.SIGUSR1)
            self.ended["(the model dropped its connections)"] += 1

    async def _watch(self) -> None:
        began = perf_counter()
        while self._goes_on:
            self.samples.append((perf_counter() - began, memory(self._served.pid)))
            await asyncio.sleep(_SAMPLE_SECONDS)


def memory(pid: int) -> float:
    """Megabytes that the process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def descriptors(pid: int) -> int:
    """How many files and sockets the process holds."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def run(minutes: float, readers: int) -> None:
    """All of it."""
    async with targets(places=2 * readers + 50, tokens=_TOKENS) as (stub, _, served):
        for _ in range(20):  # what opens on first use is open
            await read(served.port, post(served.path, ASKED))
        before = descriptors(served.pid)
        soak = Soak(stub, served, minutes * 60)
        await soak.run(readers)
        await asyncio.sleep(35)  # connections kept for the next question are closed by now
        after = descriptors(served.pid)
    settled = [sample for sample in soak.samples if sample[0] > minutes * 20]
    slope = linear_regression(*zip(*settled, strict=True)).slope * 3600
    middle = median(megabytes for _, megabytes in settled)
    print(f"  {minutes:g} minutes, {readers} readers at once: {dict(soak.ended)}")
    print(f"  memory {middle:.0f} MB, {slope / middle:+.1%} an hour; descriptors {before} before, {after} after")


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    uvloop.run(run(float(given.get(1, 30)), int(given.get(2, 250))))
