"""Many readers at once, one server process: ``python -m benchmarks.load [READERS]``.

Each figure is printed next to those of the stub model read directly and of a bare ASGI app that only passes its stream
on, measured in the same run by the same readers. Processor time is the server process's own, so it is valid on a busy
machine too; waits and gaps are not.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import uvloop
from tests.servers import free_port

from benchmarks.load.readers import Received, crowd, p99, post, read
from benchmarks.load.stubs import DIMENSIONS
from benchmarks.sample import BOOK

_TOKENS, _PER_SECOND = 200, 20.0
ASKED = json.dumps(
    {"query": "How long does the eye need in the dark to become well adapted?", "format": "markdown"}
).encode()
LIVE = b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"
_COMMAND = [sys.executable, "-m", "footnoted"]
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Target:
    """A server that streams words to its readers."""

    name: str
    port: int
    pid: int
    path: str = "/chat/stream"

    def cpu(self) -> float:
        """Seconds of processor time that the process has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def running(*command: str, **environment: str) -> Iterator[int]:
    """A process with this environment besides its own; its id."""
    process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def targets(places: int, tokens: int = _TOKENS) -> AsyncIterator[list[Target]]:
    """The stub itself, the bare app over it, and a server over it that answers so many at once."""
    stub, bare, served = free_port(), free_port(), free_port()
    model = f"http://127.0.0.1:{stub}/v1"
    python = sys.executable
    with TemporaryDirectory() as folder:
        chosen = {
            "FOOTNOTED_DATA_DIR": folder,
            "FOOTNOTED_EMBEDDER": "compatible:stub",
            "FOOTNOTED_EMBEDDER_BASE_URL": model,
            "FOOTNOTED_EMBEDDER_DIMENSIONS": str(DIMENSIONS),
            "FOOTNOTED_READER": "none",
            "FOOTNOTED_LLM": "compatible:stub",
            "FOOTNOTED_LLM_BASE_URL": model,
            "FOOTNOTED_DEADLINE_SECONDS": "120",
            "FOOTNOTED_MAX_REQUESTS": str(places),
            "FOOTNOTED_LOG_LEVEL": "ERROR",
        }
        with running(python, "-m", "benchmarks.load.stubs", str(stub), str(tokens), str(_PER_SECOND)) as stub_pid:
            await is_ready(stub)
            quiet = asyncio.subprocess.DEVNULL
            ingesting = await asyncio.create_subprocess_exec(
                *_COMMAND, "ingest", str(BOOK), env=os.environ | chosen, stdout=quiet, stderr=quiet
            )
            if await ingesting.wait():
                raise SystemExit("the sample book could not be indexed")
            with (
                running(python, "-m", "benchmarks.load.bare", str(bare), model) as bare_pid,
                running(*_COMMAND, "serve", "--port", str(served), **chosen) as served_pid,
            ):
                await is_ready(bare)
                await is_ready(served)
                yield [
                    Target("stub alone", stub, stub_pid, "/v1/chat/completions"),
                    Target("bare ASGI app", bare, bare_pid),
                    Target("footnoted", served, served_pid),
                ]


async def is_ready(port: int) -> None:
    """Return when the server at this port answers."""
    while True:
        with suppress(OSError):
            if (await read(port, LIVE)).status == 200:
                return
        await asyncio.sleep(0.05)


@dataclass(frozen=True)
class Arrival:
    """How readers come: over so many seconds; each asks so often, so that all the others read meanwhile."""

    name: str
    seconds: float
    rounds: int


SPREAD = Arrival("arriving over ten seconds, each asking twice", 10.0, 2)
AT_ONCE = Arrival("all in one instant", 0.0, 1)


@dataclass(frozen=True)
class Measured:
    """What a crowd cost and how long it waited; times in milliseconds."""

    cpu_a_token: float
    first_word: Sequence[float]
    """The middle one, and the one that 99 of 100 do not exceed."""


async def streams(target: Target, readers: int, arrival: Arrival, stub: Measured | None = None) -> Measured:
    """Let readers ask and print what they saw; first words over those of the stub read by as many."""
    first = await read(target.port, post(target.path, ASKED))
    if first.tokens < _TOKENS:
        raise SystemExit(
            f"{target.name} sent {first.tokens} of the model's {_TOKENS} tokens: is the question answered?"
        )
    cpu, began = target.cpu(), perf_counter()
    probing = asyncio.ensure_future(_probe(target.port)) if target.path == "/chat/stream" else None
    replies = await crowd(target.port, post(target.path, ASKED), readers, spread=arrival.seconds, rounds=arrival.rounds)
    cpu, seconds = target.cpu() - cpu, perf_counter() - began
    whole = [answer for answer in replies if answer.is_whole and answer.tokens >= _TOKENS]
    tokens = sum(answer.tokens for answer in replies)
    firsts = [answer.first_word for answer in replies if answer.tokens]
    measured = Measured(cpu / tokens, (1000 * median(firsts), p99(firsts)))
    over = [own - other for own, other in zip(measured.first_word, stub.first_word if stub else (0, 0), strict=True)]
    print(
        f"  {target.name:<14} {len(whole):5} of {len(replies)} whole"
        f"   first word {'over the stub' if stub else ''} p50 {over[0]:5.0f} ms, p99 {over[1]:5.0f} ms"
        f"   gap p99 {p99([gap for answer in replies for gap in answer.gaps]):5.0f} ms"
        f"   {tokens / cpu:7,.0f} tokens a second of its processor time ({cpu / seconds:.0%} of a core)"
        f" in {sum(len(answer.gaps) + 1 for answer in replies) / tokens:.2f} pieces a token"
    )
    if probing:
        probing.cancel()
        with suppress(asyncio.CancelledError):
            await probing
    return measured


async def compared(all_targets: Sequence[Target], readers: int, arrival: Arrival) -> None:
    """The stub, the bare app and the server, each with as many readers."""
    print(f"  {readers} streams of {_PER_SECOND:.0f} tokens a second, {_TOKENS} tokens each, {arrival.name}")
    stub = await streams(all_targets[0], readers, arrival)
    bare, served = [await streams(target, readers, arrival, stub) for target in all_targets[1:]]
    print(
        f"  {'':<14} {served.cpu_a_token / bare.cpu_a_token:.1f} times the processor time of the bare app for a token"
    )


async def _probe(port: int) -> None:
    """Ask every second whether the process lives; print the result when cancelled."""
    waits, failed = list[float](), 0
    try:
        while True:
            answer = await read(port, LIVE)
            waits.append(answer.head)
            failed += answer.status != 200 or answer.head > 1
            await asyncio.sleep(1)
    finally:
        print(f"  {'':<14} {failed} of {len(waits)} liveness probes failed; longest {1000 * max(waits):.0f} ms")


async def overload(bare: Target, target: Target, places: int, seconds: float) -> None:
    """As many readers as there are places, then five times as many; a refused reader comes back after Retry-After.

    The floor of a refusal is a short reply of the bare app to each of as many who come in one instant.
    """
    floor = p99([answer.head for answer in await crowd(bare.port, LIVE, places * 5, spread=0.0)])
    full, refused = await _goodput(target, places, seconds), list[Received]()
    over = await _goodput(target, places * 5, seconds, refused)
    untold = sum(answer.retry_after is None or answer.status != 429 for answer in refused)
    print(f"  goodput at {places} readers {full:.1f} answers a second, at {places * 5} {over:.1f}: {over / full:.0%}")
    print(
        f"  {len(refused)} refusals, p99 {p99([answer.head for answer in refused]):.0f} ms; "
        f"{untold} without 429 and Retry-After; a short reply of the bare app to {places * 5} at once {floor:.0f} ms"
    )


async def _goodput(target: Target, readers: int, seconds: float, refused: list[Received] | None = None) -> float:
    """Whole answers a second, of readers who ask again as soon as they have read one."""
    request, done = post(target.path, ASKED), 0
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    async def reader() -> None:
        nonlocal done
        while loop.time() < end:
            answer = await read(target.port, request)
            if answer.is_whole and answer.status == 200:
                done += loop.time() < end
            elif refused is not None:
                refused.append(answer)
                await asyncio.sleep(answer.retry_after or 1)

    await asyncio.gather(*(reader() for _ in range(readers)))
    return done / seconds


async def run(readers: int = 500) -> None:
    """All of it; some minutes."""
    async with targets(places=4 * readers) as all_targets:
        await compared(all_targets, readers, SPREAD)
        await compared(all_targets, readers, AT_ONCE)
        await compared(all_targets, 2 * readers, SPREAD)
    places = max(1, readers // 10)
    async with targets(places, tokens=20) as all_targets:
        print(f"  overload: {places} places, answers of 20 tokens")
        await overload(all_targets[1], all_targets[2], places, 20)


if __name__ == "__main__":
    print("Load: one server process, stub model and embedder over TCP")
    uvloop.run(run(*map(int, sys.argv[1:2])))
