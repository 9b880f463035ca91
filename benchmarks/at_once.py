"""How long readers wait who ask at the same moment: ten of them, and a hundred.

``python -m benchmarks.at_once [ROUNDS]`` prints, in one run, embedding alone against bare batches of the model, and
whole answers against bare batches of what must be done: embedding and searching, and with reading as well, unless
``FOOTNOTED_READER=none``: in time that passed, and in processor time, which says more on a busy machine. Waiting times
are printed with what the bare batches take for a hundred and for ten. Every round asks new questions, so that no cache
helps; the last line asks them again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple
from uuid import uuid4

import uvloop

from benchmarks.sample import indexed, questions
from benchmarks.timing import p95
from footnoted.domain.book import Hit
from footnoted.domain.ports import Search
from footnoted.domain.question import Question
from footnoted.engine.find.finder import READ
from footnoted.engine.units import readable
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.readers.local import LocalReader
from footnoted.wiring import Parts

_ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
_TEN, _HUNDRED = 10, 100


def _fresh(count: int, round_: int) -> list[str]:
    asked = questions()
    return [f"{asked[number % len(asked)]} Case {round_}-{number}." for number in range(count)]


class _Took(NamedTuple):
    """Seconds that passed, and seconds of processors."""

    passed: float
    worked: float


async def _timed(work: Awaitable[object]) -> _Took:
    started, worked = perf_counter(), process_time()
    await work
    return _Took(perf_counter() - started, process_time() - worked)


async def _at_once(ask: Callable[[str], Awaitable[object]], texts: Sequence[str]) -> tuple[_Took, list[float]]:
    """What it took until all were answered, and how long each reader waited."""
    started = perf_counter()
    waits: list[float] = []

    async def one_reader(text: str) -> None:
        await ask(text)
        waits.append(perf_counter() - started)

    return await _timed(asyncio.gather(*map(one_reader, texts))), waits


class _Unread(logging.Handler):
    """Counts the questions that were answered without the reader, because too many waited for it."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "without the reader" in record.getMessage()


@dataclass
class _Times:
    """What each round took; waits are in seconds, a reader each."""

    embedded: list[_Took] = field(default_factory=list)
    embedded_bare: list[_Took] = field(default_factory=list)
    found: list[_Took] = field(default_factory=list)
    found_ten: list[_Took] = field(default_factory=list)
    read: list[_Took] = field(default_factory=list)
    answered: list[_Took] = field(default_factory=list)
    again: list[_Took] = field(default_factory=list)
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
            few = await _timed(_read(parts, texts[:_TEN]))
            found, each = times.found[-1], _HUNDRED / _TEN
            times.read.append(_Took(found.passed + few.passed * each, found.worked + few.worked * each))
            took, waited = await _at_once(ask, texts)
            times.answered.append(took)
            times.waits += waited
            times.waits_ten += (await _at_once(ask, [f"{text} T" for text in texts[:_TEN]]))[1]
            unread_so_far = unread.count
            times.again.append((await _at_once(ask, texts))[0])
            unread.count = unread_so_far
    _print(times, _HUNDRED - unread.count / _ROUNDS)


def _print(times: _Times, read: float) -> None:
    print(f"  embedding {_HUNDRED} questions at once / bare batches      {_ratio(times.embedded, times.embedded_bare)}")
    print(f"  answering {_HUNDRED} at once / embedding and searching     {_ratio(times.answered, times.found)}", end="")
    print("   (target ≤ 1.30, without the reader)")
    print(f"  answering {_HUNDRED} at once / reading for each as well    {_ratio(times.answered, times.read)}")
    waits = p95(times.waits) / p95(times.waits_ten)
    print(f"  p95 of {_HUNDRED} at once / p95 of {_TEN}                      {waits:6.2f}   (target ≤ 3)")
    bare = f"{_ratio(times.found, times.found_ten)}"
    print(f"  embedding and searching alone, {_HUNDRED} / {_TEN}             {bare}")
    print(f"  the same {_HUNDRED} again / the first time                 {_ratio(times.again, times.answered)}")
    print(f"  of {_HUNDRED} at once, read by the reader if there is one  {read:6.0f}")


def _ratio(took: Sequence[_Took], floor: Sequence[_Took]) -> str:
    """Time that passed and processor time, the median of rounds, each beside its own floor."""
    pairs = list(zip(took, floor, strict=True))
    passed = median(ours.passed / bare.passed for ours, bare in pairs)
    worked = median(ours.worked / bare.worked for ours, bare in pairs)
    return f"{passed:6.2f}, processor {worked:6.2f}"


async def _find(parts: Parts, texts: Sequence[str]) -> list[list[Hit]]:
    """Embedding and searching, each for all questions together."""
    vectors = await parts.embedder.embed_passages(texts)
    pairs = zip(texts, vectors, strict=True)
    return await asyncio.gather(*(parts.index.search(Search(text, vector, 30)) for text, vector in pairs))


async def _read(parts: Parts, texts: Sequence[str]) -> None:
    """Reading five passages a question, in full batches; finding them costs little in comparison."""
    if isinstance(parts.reader, LocalReader):
        found = await _find(parts, texts)
        pages = [(text, readable(hit.passage)) for text, hits in zip(texts, found, strict=True) for hit in hits[:READ]]
        await asyncio.to_thread(parts.reader._pairs._opened(), pages)


if __name__ == "__main__":
    print("Asking at once")
    uvloop.run(run())
