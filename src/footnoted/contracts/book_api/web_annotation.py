"""An answer's citations as W3C Web Annotations, so that other tools can find the quoted words in the book.

Each has the sentence of the answer as its body and two targets: the published page, where a TextQuoteSelector finds
the words as readers see them, and the page's Markdown on this server, where a TextPositionSelector gives offsets.
https://www.w3.org/TR/annotation-model/
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from footnoted.contracts.rendering.markdown import page_markdown, twin
from footnoted.contracts.rendering.plain import plain
from footnoted.domain.answer import Answer, Citation
from footnoted.domain.book import Passage
from footnoted.domain.ports import Catalogue
from footnoted.domain.text.markers import without_markers

_AROUND = 32
"""Characters before and after the quote; with them hardly any quote is found twice on a page."""
_SHA256 = "https://schema.org/sha256"


async def annotated(
    answer: Answer, request: UUID, at: datetime, shelf: Catalogue | None, root: str = ""
) -> list[dict[str, Any]]:
    """An annotation for each citation of the book; ``root`` leads from the request's path to the server's root."""
    if answer.from_selection:
        return []
    made = []
    for number, citation in enumerate(answer.citations):
        passage = answer.sources[citation.source - 1].passage
        page = await shelf.page(passage.book, passage.route) if shelf else []
        made.append(
            {
                "@context": "http://www.w3.org/ns/anno.jsonld",
                "id": uuid5(request, str(number)).urn,
                "type": "Annotation",
                "motivation": "describing",
                "created": at.isoformat(timespec="seconds"),
                "body": {"type": "TextualBody", "value": _sentence(answer, citation), "format": "text/plain"},
                "target": [_published(passage, citation), *_markdown(page, passage, citation, at, root)],
            }
        )
    return made


def _sentence(answer: Answer, citation: Citation) -> str:
    return plain(without_markers(answer.text[citation.start : citation.end])).text.strip()


def _published(passage: Passage, citation: Citation) -> dict[str, Any]:
    """The words on the published page."""
    quote = {"type": "TextQuoteSelector", "exact": plain(citation.quote).text.strip()}
    before, found, after = passage.text.partition(citation.quote)
    if found:
        quote |= {"prefix": plain(before).text[-_AROUND:], "suffix": plain(after).text[:_AROUND]}
    return {"type": "SpecificResource", "source": passage.site + passage.route, "selector": quote}


def _markdown(
    page: Sequence[Passage], passage: Passage, citation: Citation, at: datetime, root: str
) -> list[dict[str, Any]]:
    """The same words in the page's Markdown; empty if the page is not available or has changed."""
    text = page_markdown(page)
    start = _start(page, passage, text)
    within = passage.text.strip().find(citation.quote.strip())
    if start < 0 or within < 0 or not citation.quote.strip():
        return []
    start += within
    source = {
        "id": f"{root}read/{passage.book}{twin(passage.route)}",
        "type": "Text",
        "format": "text/markdown",
        _SHA256: hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
    }
    place = {"type": "TextPositionSelector", "start": start, "end": start + len(citation.quote.strip())}
    state = {"type": "TimeState", "sourceDate": at.isoformat(timespec="seconds")}
    return [{"type": "SpecificResource", "source": source, "state": state, "selector": place}]


def _start(page: Sequence[Passage], wanted: Passage, text: str) -> int:
    """Where the passage begins in the page's text; -1 if it is not there."""
    at = 0
    for passage in page:
        at = text.find(passage.text.strip(), at)
        if passage.position == wanted.position:
            return at if passage.text == wanted.text else -1
        at += len(passage.text.strip())
    return -1
