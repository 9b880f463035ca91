"""A book's first questions: made from its headings and definitions, and offered only if the book answers them.

Knows how English headings and definitions are worded; in other languages only headings that are questions are used.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from uuid import uuid4

from footnoted.domain.answer import Outcome
from footnoted.domain.book import Passage
from footnoted.domain.ports import Catalogue
from footnoted.domain.question import Question
from footnoted.domain.text.sentences import sentences
from footnoted.domain.text.words import words
from footnoted.engine.ask import Engine, final
from footnoted.evaluate.calibration.marks import book_named

_OFFERED = 4
_MOST_ASKED = 40
"""Candidates that are asked at most; takes some seconds."""
_HEADED_QUESTION = re.compile(
    r"^(?:(?:What|How|Why|When|Where|Which|Who|Is|Are|Can|Do|Does|Should)\b.{5,70}|[^\x00-\x7f].{4,70})[?？؟]$"
)
_HOW_TO = re.compile(r"^How to ([a-z].{5,60})$")
_DEFINITION = re.compile(
    r"^(?P<article>The|An?) (?P<term>[a-z][a-z-]+(?: [a-z][a-z-]+){0,2}) (?P<verb>is|are) (?:the|an?|how|what)\b"
)
_NEEDS_CONTEXT = re.compile(r"\b(it|its|this|that|these|those|they|them|you|we|here|next|above|below)\b", re.IGNORECASE)


async def choose_questions(catalogue: Catalogue, engine: Engine, name: str) -> tuple[str, ...]:
    """Choose a book's first questions and store them with it; no model is called."""
    book = await book_named(catalogue, name)
    routes = list(dict.fromkeys(section.route for section in await catalogue.sections(name)))
    pages = [page async for _, page in catalogue.page_by_page(name, routes)]
    chosen = await _answered(_spread([list(candidates(page)) for page in pages]), engine.writing_with(None), name)
    if chosen != book.questions:
        await catalogue.record(dataclasses.replace(book, questions=chosen), (), ())
    return chosen


def candidates(page: Sequence[Passage]) -> Iterator[str]:
    """Questions that a page may answer, the likeliest first."""
    headings = list(dict.fromkeys(passage.section for passage in page))
    for heading in headings:
        if _HEADED_QUESTION.match(heading) and not _NEEDS_CONTEXT.search(heading):
            yield heading
        elif (how := _HOW_TO.match(heading)) and not _NEEDS_CONTEXT.search(heading):
            yield f"How do I {how[1]}?"
    for passage in page:
        yield from _definitions(passage)


def _definitions(passage: Passage) -> Iterator[str]:
    """Questions for the terms that the passage defines, if its headings name them.

    >>> from footnoted.domain.book import Passage
    >>> text = "The exit pupil is the width of the beam. It is small."
    >>> list(_definitions(Passage("1", "b", "", "/", "", "Eyepieces", ("Exit pupil",), 0, 0, text)))
    ['What is the exit pupil?']
    """
    place = set(words(" ".join(passage.path)))
    for sentence in sentences(passage.text):
        found = _DEFINITION.match(sentence)
        if found and set(words(found["term"])) and set(words(found["term"])) <= place:
            yield f"What {found['verb']} {found['article'].lower()} {found['term']}?"


def _spread(pages: Sequence[Sequence[str]]) -> Iterable[str]:
    """A question from each page, then a second from each, so that they show the breadth of the book."""
    longest = max((len(page) for page in pages), default=0)
    for number in range(longest):
        yield from (page[number] for page in pages if number < len(page))


async def _answered(candidates: Iterable[str], engine: Engine, book: str) -> tuple[str, ...]:
    kept: list[str] = []
    for number, text in enumerate(dict.fromkeys(candidates)):
        if len(kept) == _OFFERED or number == _MOST_ASKED:
            break
        answer = await final(engine.ask(Question(text, uuid4(), book=book, earlier=())))
        is_sure = answer.outcome is Outcome.ANSWERED and answer.citations
        if is_sure and all(citation.supported for citation in answer.citations):
            kept.append(text)
    return tuple(kept)
