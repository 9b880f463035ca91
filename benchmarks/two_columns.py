"""`python -m benchmarks.two_columns`: asks 50 questions of generated two-column PDFs whose text is known.

Counts answers that hold words of both columns in one sentence, and answers with the fact that was asked for.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from uuid import uuid4

from tests.ingest.formats.make_pdf import Words, make_pdf, paragraph

from footnoted.domain.question import Question
from footnoted.domain.text.sentences import sentences
from footnoted.engine.ask import final
from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import open_parts

_PLACES = "Arden Bexley Corfe Dunmore Elsdon Farley Garth Hexham Islay Jarrow Kelso Larne Malvern Newark Orford"
_THINGS = "bell anvil barrel statue boulder millstone cannon organ fountain loom"
_MATERIALS = ("bronze", "granite", "oak", "slate", "copper", "marble", "iron", "cedar", "brass", "basalt")
_MORE = (
    "Visitors are asked to leave their coats at the door.",
    "The roof was mended twice in the last century.",
    "Nobody remembers who paid for the first of them.",
    "A narrow path leads from the gate to the river.",
    "In winter the whole valley is white for weeks.",
)
_COLUMN = 44
"""Characters in a line of a column."""
_GUTTERS = (10.0, 16.0, 24.0)
_MARK = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True)
class Fact:
    question: str
    sentence: str
    weight: str


def facts() -> list[Fact]:
    chance = random.Random(7)  # nosec B311 - the same facts every time
    pairs = [(place, thing) for place in _PLACES.split() for thing in _THINGS.split()]
    found = []
    for place, thing in chance.sample(pairs, 50):
        weight, material = str(chance.randrange(1200, 9900)), chance.choice(_MATERIALS)
        sentence = f"The {thing} of {place} is made of {material} and weighs {weight} kilograms without its stand."
        found.append(Fact(f"How much does the {thing} of {place} weigh?", sentence, weight))
    return found


def page(left: list[Fact], right: list[Fact], gutter: float, by_row: bool) -> tuple[list[Words], list[str]]:
    """A page of two columns, and the text of each."""
    texts = [
        " ".join(f"{fact.sentence} {more}" for fact, more in zip(side, _MORE, strict=True)) for side in (left, right)
    ]
    columns = [wrap(text, _COLUMN) for text in texts]
    width = 5.0 * _COLUMN  # Helvetica at nine points: a little over half its size a letter
    drawn = [paragraph(50 + at * (width + gutter), 700, lines, 9) for at, lines in enumerate(columns)]
    words = [word for column in drawn for word in column]
    if by_row:
        words.sort(key=lambda word: -word.y)
    return words, texts


def pdfs(asked: list[Fact]) -> Iterator[tuple[bytes, list[str]]]:
    """Five documents of one page each, ten facts a page."""
    for number in range(5):
        own = asked[number * 10 : number * 10 + 10]
        words, texts = page(own[:5], own[5:], _GUTTERS[number % 3], by_row=number % 2 == 0)
        yield make_pdf([words]), texts


def written(asked: list[Fact], shelf: Path) -> tuple[Path, list[str]]:
    """The folder with the documents, and the text of every column."""
    shelf.mkdir()
    columns: list[str] = []
    for number, (data, texts) in enumerate(pdfs(asked)):
        (shelf / f"hall-{number}.pdf").write_bytes(data)
        columns += texts
    return shelf, columns


async def measure() -> tuple[int, int, int]:
    """Answers, spliced ones, and those with the weight that was asked for."""
    asked = facts()
    answered = spliced = right = 0
    with TemporaryDirectory() as place:
        shelf, columns = written(asked, Path(place, "pdf"))
        async with open_parts(Settings(data_dir=Path(place, "data")), ingesting=True) as parts:
            await ingest(shelf, "pdf", parts.embedder, parts.index, parts.catalogue)
            for fact in asked:
                answer = await final(parts.engine.ask(Question(fact.question, uuid4())))
                if not answer.citations:
                    continue
                answered += 1
                quoted = [" ".join(_MARK.sub("", text).split()) for text in sentences(answer.text)]
                is_spliced = not all(any(quote in column for column in columns) for quote in quoted)
                spliced += is_spliced
                right += fact.weight in answer.text
                if is_spliced:
                    print(f"  {fact.question} {answer.text!r}")
    return answered, spliced, right


def main() -> int:
    answered, spliced, right = asyncio.run(measure())
    print(f"two columns: {answered} of 50 questions answered, {spliced} spliced, {right} with the weight asked for")
    return 3 if spliced else 0


if __name__ == "__main__":
    sys.exit(main())
