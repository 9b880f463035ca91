"""What readers wait who ask in the same instant: ten of them, and a hundred.

``python -m benchmarks.at_once`` prints, in one run, embedding alone against bare batches of the model, and whole
answers against bare batches of all that must be done: embedding, searching and, unless ``FOOTNOTED_READER=none``,
reading five passages a question. A number after the command says how many rounds. Every round asks questions never
asked before, so that nothing is remembered; the last line asks them again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from statistics import median, quantiles
from time import perf_counter
from uuid import uuid4

import uvloop

from benchmarks.sample import indexed, questions
from footnoted.domain.ports import Search
from footnoted.domain.question import Question
from footnoted.engine.find.finder import READ, readable
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.readers.local import LocalReader
from footnoted.wiring import Parts

_ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
_TEN, _HUNDRED = 10, 100


def _fresh(count: int, round_: int) -> list[str]:
    asked = questions()
    return [f"{asked[number % len(asked)]} Case {round_}-{number}." for number in range(count)]


async def _at_once(ask: Callable[[str], Awaitable[object]], texts: Sequence[str]) -> tuple[float, list[float]]:
    """Seconds until all were answered, and what each reader waited."""
    started = perf_counter()

    async def one_reader(text: str) -> float:
        await ask(text)
        return perf_counter() - started

    waits = await asyncio.gather(*map(one_reader, texts))
    return perf_counter() - started, list(waits)


def _p95(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=20)[-1]


async def run() -> None:
    async with indexed() as (settings, parts):
        embedder = parts.embedder
        assert isinstance(embedder, LocalEmbedder)

        async def ask(text: str) -> None:
            async for _ in parts.engine.ask(Question(text, uuid4())):
                pass

        print(f"  reader: {settings.reader}")
        await _at_once(ask, _fresh(_TEN, -1))  # warms up
        bare, batched, floor, whole, again = (list[float]() for _ in range(5))
        waits: dict[int, list[float]] = {_TEN: [], _HUNDRED: []}
        for round_ in range(_ROUNDS):
            texts = _fresh(_HUNDRED, round_)
            bare.append(await _timed(embedder.embed_passages(texts)))
            batched.append((await _at_once(embedder.embed_question, [f"{text} E" for text in texts]))[0])
            floor.append(await _timed(_bare(parts, [f"{text} F" for text in texts])))
            seconds, waited = await _at_once(ask, texts)
            whole.append(seconds)
            waits[_HUNDRED] += waited
            again.append((await _at_once(ask, texts))[0])
            waits[_TEN] += (await _at_once(ask, [f"{text} T" for text in texts[:_TEN]]))[1]
    print(f"  embedding {_HUNDRED} questions at once / bare batches   {_ratio(batched, bare)}")
    print(f"  answering {_HUNDRED} at once / bare batches of the same {_ratio(whole, floor)}   (target ≤ 1.30)")
    times = _p95(waits[_HUNDRED]) / _p95(waits[_TEN])
    print(f"  p95 of {_HUNDRED} at once / p95 of {_TEN}                   {times:6.2f}   (target ≤ 3)")
    print(f"  the same {_HUNDRED} again / the first time              {_ratio(again, whole)}")


def _ratio(seconds: Sequence[float], floor: Sequence[float]) -> str:
    """Of the medians, each round's measured beside its own floor."""
    return f"{median(part / whole for part, whole in zip(seconds, floor, strict=True)):6.2f}"


async def _timed(work: Awaitable[object]) -> float:
    started = perf_counter()
    await work
    return perf_counter() - started


async def _bare(parts: Parts, texts: Sequence[str]) -> None:
    """Embedding, searching and reading, each for all questions together."""
    vectors = await parts.embedder.embed_passages(texts)
    pairs = zip(texts, vectors, strict=True)
    found = await asyncio.gather(*(parts.index.search(Search(text, vector, 30)) for text, vector in pairs))
    if isinstance(parts.reader, LocalReader):
        pages = [(text, readable(hit.passage)) for text, hits in zip(texts, found, strict=True) for hit in hits[:READ]]
        await asyncio.to_thread(parts.reader._opened().read, pages)


if __name__ == "__main__":
    print("Asking at once")
    uvloop.run(run())
