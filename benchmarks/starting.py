"""How long the commands take from cold: a process each, the median of several."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

from benchmarks.sample import BOOK

_COMMAND = [sys.executable, "-m", "footnoted"]


def run() -> None:
    """Time --help, ask and the second start of serve."""
    with TemporaryDirectory() as folder:
        environment = os.environ | {"FOOTNOTED_DATA_DIR": str(Path(folder) / "data")}
        subprocess.run([*_COMMAND, "ingest", str(BOOK)], env=environment, check=True, capture_output=True)
        for name, arguments, target in (
            ("--help", ["--help"], 0.3),
            ("ask", ["ask", "What is the exit pupil?"], 2.0),
        ):
            print(f"  footnoted {name:<8} {_seconds(arguments, environment):6.2f} s   (target < {target:.1f} s)")
        print(f"  footnoted serve    {_until_healthy(environment):6.2f} s   until healthy (target < 3.0 s)")


def _seconds(arguments: list[str], environment: dict[str, str]) -> float:
    times = []
    for _ in range(5):
        started = perf_counter()
        subprocess.run([*_COMMAND, *arguments], env=environment, check=True, capture_output=True)
        times.append(perf_counter() - started)
    return median(times)


def _until_healthy(environment: dict[str, str]) -> float:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    started = perf_counter()
    with subprocess.Popen(
        [*_COMMAND, "serve", "--port", str(port)], env=environment, stderr=subprocess.DEVNULL
    ) as server:
        try:
            while perf_counter() - started < 30:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/health") as response:
                        assert response.status == 200
                        return perf_counter() - started
                except (URLError, ConnectionError):
                    sleep(0.02)
            raise TimeoutError("the server did not become healthy")
        finally:
            server.terminate()
