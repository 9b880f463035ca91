"""What readers wait who ask in the same instant: ten of them, and a hundred.

``python -m benchmarks.at_once`` prints, in one run, embedding alone against bare batches of the model, and whole
answers against bare batches of what must be done: embedding and searching, and with reading as well, unless
``FOOTNOTED_READER=none``. Waiting is told beside what the bare batches themselves take for a hundred and for ten. A
number after the command says how many rounds. Every round asks questions never asked before, so that nothing is
remembered; the last line asks them again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter
from uuid import uuid4

import uvloop

from benchmarks.sample import indexed, questions
from footnoted.domain.book import Hit
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


class _Unread(logging.Handler):
    """Counts the questions that were answered without the reader, because too many waited for it."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "without the reader" in record.getMessage()


@dataclass
class _Times:
    """Seconds, a round each; waits, a reader each."""

    embedded: list[float] = field(default_factory=list)
    embedded_bare: list[float] = field(default_factory=list)
    found: list[float] = field(default_factory=list)
    found_ten: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    waits_ten: list[float] = field(default_factory=list)


async def run() -> None:
    unread, times = _Unread(), _Times()
    logging.getLogger("footnoted").addHandler(unread)
    logging.getLogger("footnoted").propagate = False
    async with indexed() as (settings, parts):
        embedder = parts.embedder
        assert isinstance(embedder, LocalEmbedder)

        async def ask(text: str) -> None:
            async for _ in parts.engine.ask(Question(text, uuid4())):
                pass

        print(f"  reader: {settings.reader}")
        await _at_once(ask, _fresh(_TEN, -1))  # warms up
        for round_ in range(_ROUNDS):
            texts = _fresh(_HUNDRED, round_)
            times.embedded_bare.append(await _timed(embedder.embed_passages(texts)))
            times.embedded.append((await _at_once(embedder.embed_question, [f"{text} E" for text in texts]))[0])
            times.found_ten.append(await _timed(_find(parts, [f"{text} G" for text in texts[:_TEN]])))
            times.found.append(await _timed(_find(parts, [f"{text} F" for text in texts])))
            times.read.append(times.found[-1] + await _timed(_read(parts, texts[:_TEN])) * _HUNDRED / _TEN)
            seconds, waited = await _at_once(ask, texts)
            times.answered.append(seconds)
            times.waits += waited
            times.waits_ten += (await _at_once(ask, [f"{text} T" for text in texts[:_TEN]]))[1]
            told = unread.count
            times.again.append((await _at_once(ask, texts))[0])
            unread.count = told
    _tell(times, _HUNDRED - unread.count / _ROUNDS)


def _tell(times: _Times, read: float) -> None:
    print(f"  embedding {_HUNDRED} questions at once / bare batches      {_ratio(times.embedded, times.embedded_bare)}")
    print(f"  answering {_HUNDRED} at once / embedding and searching     {_ratio(times.answered, times.found)}", end="")
    print("   (target ≤ 1.30, without the reader)")
    print(f"  answering {_HUNDRED} at once / reading for each as well    {_ratio(times.answered, times.read)}")
    waits = _p95(times.waits) / _p95(times.waits_ten)
    print(f"  p95 of {_HUNDRED} at once / p95 of {_TEN}                      {waits:6.2f}   (target ≤ 3)")
    bare = f"{_ratio(times.found, times.found_ten)}"
    print(f"  embedding and searching alone, {_HUNDRED} / {_TEN}             {bare}")
    print(f"  the same {_HUNDRED} again / the first time                 {_ratio(times.again, times.answered)}")
    print(f"  of {_HUNDRED} at once, read by the reader if there is one  {read:6.0f}")


def _ratio(seconds: Sequence[float], floor: Sequence[float]) -> str:
    """Of the medians, each round's measured beside its own floor."""
    return f"{median(part / whole for part, whole in zip(seconds, floor, strict=True)):6.2f}"


async def _timed(work: Awaitable[object]) -> float:
    started = perf_counter()
    await work
    return perf_counter() - started


async def _find(parts: Parts, texts: Sequence[str]) -> list[list[Hit]]:
    """Embedding and searching, each for all questions together."""
    vectors = await parts.embedder.embed_passages(texts)
    pairs = zip(texts, vectors, strict=True)
    return await asyncio.gather(*(parts.index.search(Search(text, vector, 30)) for text, vector in pairs))


async def _read(parts: Parts, texts: Sequence[str]) -> None:
    """Reading five passages a question, in full batches; finding them is little beside it."""
    if isinstance(parts.reader, LocalReader):
        found = await _find(parts, texts)
        pages = [(text, readable(hit.passage)) for text, hits in zip(texts, found, strict=True) for hit in hits[:READ]]
        await asyncio.to_thread(parts.reader._opened().read, pages)


if __name__ == "__main__":
    print("Asking at once")
    uvloop.run(run())
