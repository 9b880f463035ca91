"""How many questions are refused in each language and size of book: those in it, and those that are not.

Reads XQuAD, one folder a language: 16 articles are the book, questions on further ones are foreign to it. Smaller books
have some of the articles; questions on the rest are foreign to them. By words alone, as with the embedder that ships.

    python -m benchmarks.languages ../shared/eval/xquad [de zh …]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from footnoted.domain.book import Hit, Marks, Passage
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.domain.scores.language_figures import BY_WORDS_IN
from footnoted.engine.find.confidence import covers, figures_for
from footnoted.engine.find.rank import POOL, rank
from footnoted.evaluate.beir import Collection, read_collection, write_as_book
from footnoted.evaluate.trial import Probe
from footnoted.ingest.discover import discover
from footnoted.ingest.pipeline.pages import Task, read_pages
from footnoted.providers.embedders.token_count import token_counter
from footnoted.providers.qdrant.lexical import passage_tokens, question_tokens, scores

_EMBEDDER = "local:granite-embedding-30m-english"
_ARTICLES = 16
_SIZES = {20: 4, 40: 8, 60: 12, 80: 16}
"""Paragraphs → articles of a book."""
_REFUSED = -0.15
"""How far below the cut the book API refuses."""


class _Granite:
    """As much of the embedder as cutting pages needs: what fits it."""

    name = _EMBEDDER

    def __init__(self) -> None:
        self._count = token_counter()

    def reads_all(self, text: str) -> bool:
        return self._count(text) <= 510


def passages_of(collection: Collection) -> list[tuple[int, Passage]]:
    """Each passage of the set as it is ingested, with the number of its article."""
    with TemporaryDirectory() as folder:
        names = write_as_book(collection, Path(folder))
        site = discover(folder)
        tasks = [Task(leaf, number, "") for number, leaf in enumerate(site.leaves)]
        pages = [read.page for read in read_pages(tasks, site, "book", _Granite()) if read.page]  # type: ignore[arg-type]
    return [(_article(names[passage.route.rsplit("/", 1)[-1]]), passage) for page in pages for passage in page.passages]


def refused(code: str, book: Sequence[Passage], probes: Sequence[Probe]) -> float:
    """Share of the questions that the book refuses."""
    tokens = [passage_tokens(passage) for passage in book]
    own = Calibrations(calibration(_EMBEDDER, Marks(passages=len(book)), language=code))
    no = 0
    for probe in probes:
        found = zip(scores(question_tokens(probe.text), tokens), book, strict=True)
        best = sorted(found, key=lambda pair: -pair[0])[:POOL]
        ranking = rank(probe.text, [Hit(passage, 0.0, score) for score, passage in best if score > 0], own)
        no += not ranking.candidates or covers(ranking, own) - figures_for(ranking, own).cut < _REFUSED
    return no / len(probes)


def run(folder: Path, codes: Sequence[str]) -> None:
    """Print a row a language: refused in the book / not in it, by the size of the book."""
    print("     " + "".join(f"{size:>14} paragraphs" for size in _SIZES))
    for code in codes:
        collection = read_collection(folder / code)
        passages = passages_of(collection)
        row = []
        for count in _SIZES.values():
            pairs = [
                _both(code, passages, collection.probes, range(first, first + count))
                for first in range(0, _ARTICLES - count + 1, count)
            ]
            row.append(" / ".join(f"{mean(side):.1%}" for side in zip(*pairs, strict=True)))
        print(f"  {code} " + "".join(f"{cell:>25}" for cell in row))


def _both(
    code: str, passages: Sequence[tuple[int, Passage]], probes: Sequence[Probe], articles: range
) -> tuple[float, float]:
    book = [passage for article, passage in passages if article in articles]
    own = [probe for probe in probes if any(_article(name) in articles for name in probe.relevant)]
    foreign = [probe for probe in probes if not any(_article(name) in articles for name in probe.relevant)]
    return refused(code, book, own), refused(code, book, foreign)


def _article(name: str) -> int:
    """The article of a paragraph.

    >>> _article("a12p3")
    12
    """
    return int(name[1:].split("p")[0])


def over_xquad(run: Callable[[Path, Sequence[str]], None]) -> None:
    """Run over the folder and the languages that the command line names."""
    source = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/eval/xquad")
    if source.is_dir():
        run(source, sys.argv[2:] or sorted(BY_WORDS_IN))
    else:
        print(f"There is no folder {source}: get XQuAD, and name the folder that has one for each language.")


if __name__ == "__main__":
    over_xquad(run)
