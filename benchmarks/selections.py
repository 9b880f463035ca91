"""Selected texts that readers have explained: headings, terms, items, paragraphs, code and table rows of real books.

`python -m benchmarks.selections FOLDER` indexes the sample book and the books of ../shared/eval/docs_questions below
FOLDER, or takes what is indexed there, and asks `Can you explain this: "…"` as 006's widget does. Counts a reply as
explained when it cites the page that the text was taken from, or a passage with the same words, and counts how many say
more than the selection itself.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from benchmarks.books import EVALUATION_BOOKS
from footnoted.contracts.rag_ai_agent import POLICY
from footnoted.domain.answer import Answer
from footnoted.domain.book import Passage
from footnoted.domain.question import Question
from footnoted.domain.text.sentences import sentences
from footnoted.engine.ask import final
from footnoted.engine.understand.about_book.contents import name_key
from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

_EACH = 20
"""Selections of each kind from each book: a hundred of each from five books."""
_MOST = 470
"""Characters of a message in 006, less the words around the selection."""
_SAMPLE = Path(__file__).parents[1] / "examples" / "backyard-observatory"
_BOLD = re.compile(r"\*\*([^*\n]{3,40})\*\*|`([^`\n]{3,40})`")
_CODE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\|(?!\s*:?-)(.*\w.*)\|\s*$", re.MULTILINE)
_MARKUP = re.compile(r"\*\*|__|`|(?<=\])\([^)]*\)|[\[\]]")


def selections(passages: Sequence[Passage]) -> Iterator[tuple[str, str, Passage]]:
    """Kind, text as a browser would give it, and the passage it is from."""
    for passage in passages:
        if passage.headings:
            yield "heading", _rendered(passage.headings[-1]), passage
        for found in _BOLD.finditer(passage.text):
            yield "term", (found[1] or found[2]).strip(" :."), passage
        for code in _CODE.findall(passage.text):
            yield "code", " ".join(code.split())[:_MOST], passage
        for block in re.split(r"\n\s*\n", _CODE.sub("", passage.text)):
            for kind, text in _of_block(block):
                yield kind, _rendered(text), passage


def _of_block(block: str) -> Iterator[tuple[str, str]]:
    if re.match(r"[-*+] |\d+[.)] ", block):
        for item in block.splitlines():
            if len(item.split()) > 3:
                yield "item", re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", item)
    elif block.startswith("|"):
        for row in _ROW.findall(block)[1:]:
            yield "row", row.replace("|", " ")
    elif len(sentences(block)) > 1 and not re.match(r"[|`$#>:]", block):
        yield "paragraph", block


def _rendered(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())[:_MOST]


async def passages_of(parts: Parts) -> list[Passage]:
    """Every passage of the books at hand."""
    return [
        passage
        for book in await parts.catalogue.books()
        for route in await parts.catalogue.page_hashes(book.name)
        for passage in await parts.catalogue.page(book.name, route)
    ]


def _explains(answer: Answer, place: Passage, selection: str) -> bool:
    cited = [answer.sources[citation.source - 1].passage for citation in answer.citations]
    sought = name_key(selection)
    has_words = any(sought in name_key(passage.in_context) for passage in cited)
    return not answer.declined and (has_words or place.route in {passage.route for passage in cited})


def _adds(answer: Answer, selection: str) -> bool:
    own = set(re.findall(r"\w+", selection.casefold()))
    return any(len(set(re.findall(r"\w+", citation.quote.casefold())) - own) > 3 for citation in answer.citations)


def available_books() -> dict[str, Path]:
    """The books by name: the sample book, and those of docs_questions where they are there."""
    books = {
        "sample": _SAMPLE,
        **{path.parent.name: path for path in sorted(EVALUATION_BOOKS.glob("docs_questions/*/book"))},
    }
    if len(books) == 1:
        print(f"  {EVALUATION_BOOKS}/docs_questions is not there: the sample book alone")
    return books


@asynccontextmanager
async def opened(folder: Path, name: str, source: Path) -> AsyncIterator[Parts]:
    """A book below the folder; indexed first where it is not there."""
    settings = Settings(_env_file=None, data_dir=folder / name)
    if not (folder / name).is_dir():
        async with open_parts(settings, ingesting=True) as parts:
            await ingest(str(source), name, parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)
    async with open_parts(settings) as parts:
        yield parts


async def run(folder: Path) -> None:
    """Print, for each kind, how many selections were explained at their place, cited anywhere, and say more."""
    counts: dict[str, list[int]] = {}
    for name, source in available_books().items():
        async with opened(folder, name, source) as parts:
            by_kind: dict[str, dict[str, Passage]] = {}
            for kind, text, passage in selections(await passages_of(parts)):
                by_kind.setdefault(kind, {}).setdefault(text, passage)
            for kind, found in by_kind.items():
                chosen = random.Random(7).sample(sorted(found), min(_EACH, len(found)))
                for text in chosen:
                    message = f'Can you explain this: "{text}"'
                    asked = Question(message, uuid4(), about=text, policy=POLICY)
                    answer = await final(parts.engine.ask(asked))
                    count = counts.setdefault(kind, [0, 0, 0, 0])
                    here = _explains(answer, found[text], text)
                    anywhere = not answer.declined and bool(answer.citations)
                    for at, is_so in enumerate((True, here, anywhere, _adds(answer, text))):
                        count[at] += is_so
                    if "-v" in sys.argv and not here:
                        print(f"    {name} {kind}: {text[:90]!r} → {answer.outcome} {answer.text[:120]!r}")
    for kind, (asked_, here_, anywhere_, more) in sorted(counts.items()):
        print(f"  {kind:10} {asked_:4} asked, at its place {here_}, with a citation {anywhere_}, tells more {more}")


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
