"""`python -m benchmarks.watching [QUESTIONS]`: what metrics, traces and JSON logs add to an answer's processor time.

Three servers over one installation, one of which counts, traces to a collector and logs in JSON, are asked the same
questions in turn; how far the two others differ says how much is chance. Spans are sent in full batches, as where
answers come quickly: on a busy machine few fall into the five seconds after which a batch is sent, and sending costs
1.2 ms. `FOOTNOTED_READER=none` asks without the reader: an answer then costs a sixth, the overhead stays.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import fmean, quantiles
from tempfile import TemporaryDirectory

from tests.servers import free_port

from benchmarks.load.__main__ import is_ready
from benchmarks.load.readers import post, read
from benchmarks.sample import BOOK, questions
from benchmarks.timing import processor_time

_QUESTIONS = 800
_BLOCK = 10
_DRAWS = 1_000
_TARGET = 0.02
_COMMAND = (sys.executable, "-m", "footnoted")
_WATCHED = {
    "FOOTNOTED_METRICS": "true",
    "FOOTNOTED_TRACES": "true",
    "FOOTNOTED_LOG_FORMAT": "json",
    "OTEL_BSP_SCHEDULE_DELAY": "600000",  # milliseconds: a batch is sent when it is full
}


class _Collector(BaseHTTPRequestHandler):
    """Takes spans and forgets them."""

    requests = 0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        type(self).requests += 1
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def _collector() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


async def _ask(port: int, texts: list[str]) -> None:
    for text in texts:
        reply = await read(port, post("/chat", json.dumps({"query": text}).encode()))
        if reply.status != 200:
            raise SystemExit(f"the server answered with {reply.status}")


@contextmanager
def _server(port: int, settings: dict[str, str]) -> Iterator[int]:
    """The id of a server's process; nobody reads its log."""
    command, quiet = [*_COMMAND, "serve", "--port", str(port)], subprocess.DEVNULL
    process = subprocess.Popen(command, env=os.environ | settings, stdout=quiet, stderr=quiet)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def run(count: int) -> int:
    with TemporaryDirectory() as folder, _collector() as collector, ExitStack() as stack:
        plain = {"FOOTNOTED_DATA_DIR": folder, "FOOTNOTED_RATE_LIMITS": "off"}
        subprocess.run([*_COMMAND, "ingest", str(BOOK)], env=os.environ | plain, check=True, capture_output=True)
        ways = (plain, plain, plain | _WATCHED | {"OTEL_EXPORTER_OTLP_ENDPOINT": collector})
        ports = [free_port() for _ in ways]
        pids = [stack.enter_context(_server(port, way)) for port, way in zip(ports, ways, strict=True)]
        first, second, watched = asyncio.run(_compare(dict(zip(ports, pids, strict=True)), count))
    if not _Collector.requests:
        raise SystemExit("no span reached the collector")
    bare = [fmean(pair) for pair in zip(first, second, strict=True)]
    share = sum(watched) / sum(bare) - 1
    print(f"  an answer {1000 * fmean(bare):.2f} ms of processor time, watched {1000 * fmean(watched):.2f} ms")
    print(f"  the two that are not watched differ by {abs(sum(first) / sum(second) - 1):.1%}")
    least, most = _interval(list(zip(bare, watched, strict=True)))
    print(f"  watching adds {share:.1%}, in nine of ten draws {least:.1%} to {most:.1%}   (target ≤ {_TARGET:.0%})")
    return 0 if share <= _TARGET else 3


def _interval(blocks: list[tuple[float, float]]) -> tuple[float, float]:
    """The shares between which nine of ten bootstrap draws are."""
    chance = random.Random(1)
    draws = [chance.choices(blocks, k=len(blocks)) for _ in range(_DRAWS)]
    shares = quantiles(
        [sum(after for _, after in draw) / sum(before for before, _ in draw) - 1 for draw in draws], n=20
    )
    return shares[0], shares[-1]


async def _compare(servers: dict[int, int], count: int) -> list[list[float]]:
    """Processor time an answer, of all threads, a block of questions each, of the servers in turn."""
    asked = questions()
    took: dict[int, list[float]] = {port: [] for port in servers}
    for port in servers:
        await is_ready(port)
        await _ask(port, [f"{text} Warming up." for text in asked[:_BLOCK]])
    for block in range(0, count, _BLOCK):
        texts = [f"{asked[number % len(asked)]} Case {number}." for number in range(block, block + _BLOCK)]
        before = {port: processor_time(pid) for port, pid in servers.items()}
        order, first = list(servers), block // _BLOCK % len(servers)
        for port in order[first:] + order[:first]:
            await _ask(port, texts)
        for port, pid in servers.items():
            took[port].append((processor_time(pid) - before[port]) / _BLOCK)
    return list(took.values())


if __name__ == "__main__":
    print("Watching")
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else _QUESTIONS))
