"""Replies to requests about the book, made from its contents: what it is about, where to start, its chapters.

Knows the outline and the first words of pages; searches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.book import Passage, Section
from footnoted.domain.sentences import sentences
from footnoted.engine.check.cite import renumber
from footnoted.engine.extract.explanation import Explanation, shown
from footnoted.engine.understand.contents import Contents, Outline, name_key
from footnoted.engine.understand.english import REPLIES, STARTING_POINTS, Request
from footnoted.engine.write.quote import cited

_LISTED = 40
"""Pages of a table of contents; further ones are counted."""
_NAMED = 12
"""Pages that an overview names."""
_OPENING = 60
"""Words of a page's beginning."""
_PROSE = re.compile(r"[^\W\d_]")


async def reply(request: Request, outlines: Sequence[Outline], contents: Contents | None) -> Explanation | None:
    """What to say; None where the contents are needed and not known."""
    if request in REPLIES:
        titles = " and ".join(f"“{outline.book.title}”" for outline in outlines) or "this book"
        return Explanation((REPLIES[request].format(title=titles),), ())
    if contents is None or not any(outline.sections for outline in outlines):
        return None
    parts = [await _of_book(request, outline, contents) for outline in outlines if outline.sections]
    return _joined(parts)


async def of_sections(sections: Sequence[Section], contents: Contents, limit: int) -> Explanation | None:
    """The sections of one name, each with its beginning."""
    parts = [shown(passages) for section in sections if (passages := await contents.passages(section, limit))]
    return _joined(parts) if parts else None


async def _of_book(request: Request, outline: Outline, contents: Contents) -> Explanation:
    pages = outline.pages
    if request is Request.CONTENTS:
        count = f"{len(pages)} pages" if len(pages) > 1 else "one page"
        return await _list(f"{outline.book.title} has {count}:", pages, _LISTED, contents)
    first = _starting_point(outline)
    opening = await _opening(outline, first, contents)
    if request is Request.START:
        at = pages.index(first)
        return _joined([opening, await _list("After it come:", pages[at + 1 : at + 4], _LISTED, contents)])
    return _joined([opening, await _list("Its pages:", pages, _NAMED, contents)])


def _starting_point(outline: Outline) -> Section:
    """The first page, unless one of the first few is named as the place to start."""
    pages = outline.pages
    named = [page for page in pages[:10] if re.match(STARTING_POINTS, name_key(page.title))]
    return (named or pages)[0]


async def _opening(outline: Outline, page: Section, contents: Contents) -> Explanation:
    """The page's name and its first sentences; those that say what the book's subject is come before all."""
    passages = await contents.passages(page, 6)
    subject = re.compile(rf"\W*(?:the )?{re.escape(outline.book.title)}\b(?: \w+)? (?:is|are|helps|lets|makes)\b", re.I)
    lines = [(text, passage) for passage in passages for text in sentences(passage.text) if _PROSE.match(text)]
    defining = next((at for at, (text, _) in enumerate(lines) if subject.match(text)), 0)
    chosen: list[tuple[str, Passage]] = []
    for text, passage in lines[defining:]:
        if chosen and sum(len(one.split()) for one, _ in (*chosen, (text, passage))) > _OPENING:
            break
        chosen.append((text, passage))
    kept = list({passage.id: passage for _, passage in chosen}.values()) or passages[:1]
    numbers = {passage.id: number for number, passage in enumerate(kept, 1)}
    said = " ".join(cited(text, numbers[passage.id]) for text, passage in chosen)
    return Explanation(
        (f"{outline.book.title} begins with “{page.title}”" + (f": {said}" if said else " [1]."),), tuple(kept)
    )


async def _list(lead: str, pages: Sequence[Section], most: int, contents: Contents) -> Explanation:
    """Titles, each with a marker that opens its page."""
    opened = [(page.title, found[0]) for page in pages[:most] if (found := await contents.passages(page, 1))]
    if not opened:
        return Explanation((), ())
    lines = [f"- {title} [{number}]" for number, (title, _) in enumerate(opened, 1)]
    if len(pages) > most:
        lines.append(f"- and {len(pages) - most} more")
    return Explanation(("\n".join((lead + "\n", *lines)),), tuple(passage for _, passage in opened))


def _joined(parts: Sequence[Explanation]) -> Explanation:
    """Several replies as one, their markers numbered on."""
    pieces: list[str] = []
    passages: list[Passage] = []
    for part in parts:
        shift = len(passages)
        text = "".join(part.pieces)
        if not text:
            continue
        text = renumber(text, {number: number + shift for number in range(1, len(part.passages) + 1)})
        pieces.append(("\n\n" if pieces else "") + text)
        passages.extend(part.passages)
    return Explanation(tuple(pieces), tuple(passages))
