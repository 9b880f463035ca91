"""Answers requests about the book from its contents: what it is about, where to start, its chapters.

Uses the outline and the first words of pages; does not search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.book import Passage, Section
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.script import count_words
from footnoted.domain.text.sentences import sentences
from footnoted.engine.check.cite import renumber
from footnoted.engine.extract.explanation import Explanation, shown
from footnoted.engine.extract.quote import cited
from footnoted.engine.understand.about_book.contents import Contents, Outline, name_key
from footnoted.engine.understand.languages.patterns import patterns_of, starting_points
from footnoted.engine.understand.languages.rules import BookWords, Request
from footnoted.engine.understand.requests import Asked

_LISTED = 40
"""Most pages listed in a table of contents; the rest is counted."""
_NAMED = 12
"""Most pages named in an overview."""
_OPENING = 60
"""Words of a page's beginning."""
_TRIED = 6
"""Pages, and passages of each, that are read for a sentence that says what the book is about."""
_PROSE = re.compile(r"[*_`]{0,3}[^\W\d_]")
_ENDS = (".", "!", ":", "。", "！", "：", "۔", "।")


async def reply(asked: Asked, outlines: Sequence[Outline], contents: Contents | None) -> Explanation | None:
    """The reply, in the request's language; None if it needs contents that are not known."""
    say = patterns_of(asked.language).rules.book
    if say is None:
        return None
    if asked.request in say.replies:
        titles = say.also.join(say.quoted(outline.book.title) for outline in outlines) or say.this_book
        return Explanation((say.replies[asked.request].format(title=titles),), ())
    if contents is None or not any(outline.sections for outline in outlines):
        return None
    parts = [await _of_book(asked.request, outline, contents, say) for outline in outlines if outline.sections]
    return _joined(parts)


async def of_sections(
    sections: Sequence[Section], contents: Contents, limit: int, from_place: str
) -> Explanation | None:
    """The sections with one name, each with its beginning."""
    parts = [
        shown(passages, from_place=from_place)
        for section in sections
        if (passages := await contents.passages(section, limit))
    ]
    return _joined(parts) if parts else None


async def _of_book(request: Request, outline: Outline, contents: Contents, say: BookWords) -> Explanation:
    pages = outline.pages
    if request is Request.CONTENTS:
        lead = (say.pages if len(pages) > 1 else say.a_page).format(title=outline.book.title, count=len(pages))
        return await _list(lead, pages, _LISTED, contents, say)
    page, lines = await _beginning(outline, contents)
    quoted = _quoted(lines)
    if request is Request.START:
        at = pages.index(page)
        opening = Explanation((say.start.format(title=page.title), *quoted.pieces), quoted.passages)
        return _joined([opening, await _list(say.after_it, pages[at + 1 : at + 4], _LISTED, contents, say)])
    return _joined([quoted, await _list(say.its_pages, pages, _NAMED, contents, say)])


def _starting_points(outline: Outline) -> list[Section]:
    """Pages that may open the book: those named so, the first, and the one at the top of the site."""
    pages = outline.pages
    named = [page for page in pages if any(map(starting_points().match, (name_key(page.title), page.title)))]
    top = min(pages, key=lambda page: (page.route.strip("/").count("/"), len(page.route)))
    return list({page.route: page for page in (pages[0], top, *named[:_TRIED])}.values())


_Lines = list[tuple[str, Passage]]


async def _beginning(outline: Outline, contents: Contents) -> tuple[Section, _Lines]:
    """The page that opens the book and its first sentences: if possible one that says what the book is about."""
    rules, title = patterns_of(outline.book.language or ENGLISH).rules, re.escape(outline.book.title)
    subject, itself = re.compile(rf"\W*(?:the )?{title}{rules.is_about}", re.I), re.compile(rules.itself, re.I)
    first: tuple[Section, _Lines] | None = None
    for page in _starting_points(outline):
        passages = await contents.passages(page, _TRIED)
        lines = [
            (text, passage)
            for passage in passages
            for text in sentences(passage.text, passage.language)
            if _is_prose(text)
        ]
        first = first or (page, lines or [(page.title, passage) for passage in passages[:1]])
        for at, (text, _) in enumerate(lines):
            if subject.match(text) or itself.match(text):
                return page, lines[at:]
    assert first is not None, "an outline has a page"
    return first


def _is_prose(text: str) -> bool:
    return bool(_PROSE.match(text)) and text.rstrip().endswith(_ENDS)


def _quoted(lines: _Lines) -> Explanation:
    """The first sentences up to a paragraph, at least one."""
    chosen: _Lines = []
    for text, passage in lines:
        if chosen and sum(count_words(kept) for kept, _ in (*chosen, (text, passage))) > _OPENING:
            break
        chosen.append((text, passage))
    kept = list({passage.id: passage for _, passage in chosen}.values())
    numbers = {passage.id: number for number, passage in enumerate(kept, 1)}
    return Explanation((" ".join(cited(text, numbers[passage.id]) for text, passage in chosen),), tuple(kept))


async def _list(lead: str, pages: Sequence[Section], most: int, contents: Contents, say: BookWords) -> Explanation:
    """Titles, each with a marker that opens its page."""
    opened = [(page.title, found[0]) for page in pages[:most] if (found := await contents.passages(page, 1))]
    if not opened:
        return Explanation((), ())
    lines = [f"- {title} [{number}]" for number, (title, _) in enumerate(opened, 1)]
    if len(pages) > most:
        lines.append("- " + say.more.format(count=len(pages) - most))
    return Explanation(("\n".join((lead + "\n", *lines)),), tuple(passage for _, passage in opened))


def _joined(parts: Sequence[Explanation]) -> Explanation:
    """Several replies as one, with their markers renumbered."""
    pieces: list[str] = []
    numbers: dict[str, int] = {}
    passages: list[Passage] = []
    for part in parts:
        for passage in part.passages:
            if numbers.setdefault(passage.id, len(numbers) + 1) > len(passages):
                passages.append(passage)
        text = "".join(part.pieces)
        if text:
            places = {number: numbers[passage.id] for number, passage in enumerate(part.passages, 1)}
            pieces.append(("\n\n" if pieces else "") + renumber(text, places))
    return Explanation(tuple(pieces), tuple(passages))
