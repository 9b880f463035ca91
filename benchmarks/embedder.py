"""How fast is the local embedder? Prints build, cold start, time per question (idle and busy) and passages a second."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from footnoted.providers.embedders.local import LocalEmbedder

COLD_START = """
import asyncio, sys
from pathlib import Path
from footnoted.providers.embedders.local import LocalEmbedder
async def main():
    embedder = LocalEmbedder(Path(sys.argv[1]))
    await embedder.embed_question("What is a closure?")
    await embedder.close()
asyncio.run(main())
"""
PROSE = (
    "the of and to in is that for it as with on by this are from or be at which an have not can when one each value "
    "function returns object memory thread lock queue sensor robot telescope mirror exposure chapter example error"
)


def cold_start(cache_dir: Path) -> float:
    """Seconds from starting Python to the first vector and a clean exit."""
    # An installed package has its bytecode; PYTHONDONTWRITEBYTECODE would make a checkout slower.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache_dir / "bytecode")}
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD_START, str(cache_dir)], check=True, env=environment)
    return time.perf_counter() - started


async def question_times(embedder: LocalEmbedder, count: int, pause: float = 0) -> list[float]:
    times = []
    for number in range(count):
        started = time.perf_counter()
        await embedder.embed_question(f"How do I configure logging for service number {number}?")
        times.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(pause)
    return times


def spread(times: list[float]) -> str:
    return f"p50 {statistics.median(times):.1f} ms, p95 {statistics.quantiles(times, n=20)[-1]:.1f} ms"


def passages(count: int) -> list[str]:
    """The same made-up passages every time, of 60 to 300 words."""
    chance, words = random.Random(7), PROSE.split()
    return [" ".join(chance.choices(words, k=chance.randint(60, 300))) for _ in range(count)]


async def measure(cache_dir: Path, count: int) -> None:
    started = time.perf_counter()
    embedder = LocalEmbedder(cache_dir)
    await embedder.open()
    print(f"open, building if need be    {time.perf_counter() - started:.2f} s")
    _, *colds = [await asyncio.to_thread(cold_start, cache_dir) for _ in range(6)]
    print(f"cold start, whole process    median {statistics.median(colds):.2f} s, best {min(colds):.2f} s")
    await question_times(embedder, 20)
    print(f"question, idle               {spread(await question_times(embedder, 300))}")
    texts = passages(count)
    started = time.perf_counter()
    await embedder.embed_passages(texts)
    print(f"passages, mean 180 words     {count / (time.perf_counter() - started):.1f} a second")
    bulk = asyncio.create_task(embedder.embed_passages(texts))
    print(f"question during a bulk job   {spread(await question_times(embedder, 40, pause=0.03))}")
    await bulk
    await embedder.close()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--passages", type=int, default=200)
    arguments.add_argument("--cache", type=Path, help="where the opened model is kept; a new folder by default")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(chosen.cache or Path(folder), chosen.passages))


if __name__ == "__main__":
    main()
