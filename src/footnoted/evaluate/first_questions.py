"""Questions to begin with: made from a book's own headings and definitions, and kept only if the book answers them.

Knows English ways of heading and defining; a book in another language offers its headings that are questions.
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
_TRIED = 40
"""Candidates that are put to the book at the most: some seconds."""
_HEADED_QUESTION = re.compile(
    r"^(?:(?:What|How|Why|When|Where|Which|Who|Is|Are|Can|Do|Does|Should)\b.{5,70}|[^\x00-\x7f].{4,70})[?？؟]$"
)
_HOW_TO = re.compile(r"^How to ([a-z].{5,60})$")
_DEFINES = re.compile(
    r"^(?P<article>The|An?) (?P<term>[a-z][a-z-]+(?: [a-z][a-z-]+){0,2}) (?P<verb>is|are) (?:the|an?|how|what)\b"
)
_LEANS = re.compile(r"\b(it|its|this|that|these|those|they|them|you|we|here|next|above|below)\b", re.IGNORECASE)


async def choose_questions(catalogue: Catalogue, engine: Engine, name: str) -> tuple[str, ...]:
    """Choose a book's first questions and keep them with it; no model is asked."""
    book = await book_named(catalogue, name)
    routes = list(dict.fromkeys(section.route for section in await catalogue.sections(name)))
    pages = [page async for _, page in catalogue.page_by_page(name, routes)]
    chosen = await _answered(_spread([list(candidates(page)) for page in pages]), engine.writing_with(None), name)
    if chosen != book.questions:
        await catalogue.record(dataclasses.replace(book, questions=chosen), (), ())
    return chosen


def candidates(page: Sequence[Passage]) -> Iterator[str]:
    """What a page might be asked, the likeliest first."""
    headings = list(dict.fromkeys(passage.section for passage in page))
    for heading in headings:
        if _HEADED_QUESTION.match(heading) and not _LEANS.search(heading):
            yield heading
        elif (how := _HOW_TO.match(heading)) and not _LEANS.search(heading):
            yield f"How do I {how[1]}?"
    for passage in page:
        yield from _definitions(passage)


def _definitions(passage: Passage) -> Iterator[str]:
    """Terms that the passage says what they are; best those that stand in its heading.

    >>> from footnoted.domain.book import Passage
    >>> text = "The exit pupil is the width of the beam. It is small."
    >>> list(_definitions(Passage("1", "b", "", "/", "", "Eyepieces", ("Exit pupil",), 0, 0, text)))
    ['What is the exit pupil?']
    """
    place = set(words(" ".join(passage.path)))
    for sentence in sentences(passage.text):
        found = _DEFINES.match(sentence)
        if found and set(words(found["term"])) and set(words(found["term"])) <= place:
            yield f"What {found['verb']} {found['article'].lower()} {found['term']}?"


def _spread(pages: Sequence[Sequence[str]]) -> Iterable[str]:
    """One question of each page, then a second of each: first questions should show the breadth of a book."""
    longest = max((len(page) for page in pages), default=0)
    for number in range(longest):
        yield from (page[number] for page in pages if number < len(page))


async def _answered(tried: Iterable[str], engine: Engine, book: str) -> tuple[str, ...]:
    kept: list[str] = []
    for number, text in enumerate(dict.fromkeys(tried)):
        if len(kept) == _OFFERED or number == _TRIED:
            break
        answer = await final(engine.ask(Question(text, uuid4(), book=book, earlier=())))
        is_sure = answer.outcome is Outcome.ANSWERED and answer.citations
        if is_sure and all(citation.supported for citation in answer.citations):
            kept.append(text)
    return tuple(kept)
