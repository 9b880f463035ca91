"""Finds the place in the book that a selected text is from: by its exact words, else the most similar place.

A browser's selection has no Markdown and may begin anywhere, so words are compared, not characters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Question, Verdict
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.about_book.contents import Contents, name_key

_SEARCHED = 600
"""Characters of the selection that are searched for; its beginning shows where it is."""
_CANDIDATES = 30
_TERM = 5
"""Words; a selection this short may occur in many places."""
_MOSTLY = 0.5
"""Share of the selection's three-word runs that a passage needs, or of the passage's runs that are in the selection."""
_REACH = 2
"""Passages before and after the place that may explain it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a selection is, and its surroundings."""

    passage: Passage
    around: tuple[Passage, ...]
    """The passages around it on its page, in reading order, including it."""
    related: tuple[Source, ...]
    """What a search for the selection found, best first."""
    is_heading: bool = False


async def locate(finder: Finder, contents: Contents | None, question: Question, selection: str) -> Place | None:
    """The selection's place; None if the book has nothing like it."""
    searched = " ".join(selection.split())[:_SEARCHED]
    deep = replace(question, limit=_CANDIDATES, threshold=0.0)
    is_term = len(name_key(searched).split()) <= _TERM
    asked = f"What is {searched}?" if is_term else searched
    found = await finder.find(deep, asked)
    related = found.sources
    heading = await _heading(contents, question.book, selection) if contents else None
    if heading:
        return await _place(finder, heading, related, is_heading=True)
    candidates = [source.passage for source in related]
    best = _holding(candidates, selection)
    if best is None:  # a sentence of everyday words is found, but ranked below those that have more of them
        candidates += [hit.passage for hit in (await finder.hits(question, asked, ""))[1]]
        best = _holding(candidates, selection) or _most_alike(candidates, selection)
    if best is None and question.policy.judge(found.confidence) is not Verdict.DECLINE:
        best = related[0].passage
    return await _place(finder, best, related) if best else None


async def _heading(contents: Contents, book: str | None, selection: str) -> Passage | None:
    if len(selection) > 200:
        return None
    for outline in await contents.outlines(book):
        for section in outline.called(selection):
            if passages := await contents.passages(section, 1):
                return passages[0]
    return None


async def _place(finder: Finder, passage: Passage, related: Sequence[Source], *, is_heading: bool = False) -> Place:
    beside = await finder.index.neighbours(passage, _REACH)
    around = sorted({near.id: near for near in (*beside, passage)}.values(), key=lambda near: near.position)
    return Place(passage, tuple(around), tuple(related), is_heading)


def _holding(candidates: Sequence[Passage], selection: str) -> Passage | None:
    """The first candidate that contains the selection; before it, one that defines it."""
    wanted = f" {name_key(selection)} "
    holding = [passage for passage in candidates if wanted in f" {name_key(passage.text)} "]
    return min(holding, key=lambda passage: not _defines(passage.text, selection), default=None)


def _most_alike(candidates: Sequence[Passage], selection: str) -> Passage | None:
    """The candidate that shares most word runs with the selection, if it shares enough."""
    runs = _runs(name_key(selection))
    found = [(passage, _runs(name_key(passage.text))) for passage in candidates]
    shares = [(max(_share(runs, own), _share(own, runs)), passage) for passage, own in found]
    share, best = max(shares, key=lambda pair: pair[0], default=(0.0, None))
    return best if share >= _MOSTLY else None


def _defines(text: str, term: str) -> bool:
    """Whether the text defines the term: "A finder is", "**Finder**: a", "| Finder | a"."""
    name = r"\W+".join(map(re.escape, name_key(term).split()))
    return bool(name) and bool(re.search(rf"\b{name}s?\b\W{{0,4}}(?:is|are|means|was|were|[:|–—=])", text, re.I))


def _runs(key: str) -> set[tuple[str, ...]]:
    tokens = key.split()
    return {tuple(tokens[at : at + 3]) for at in range(max(1, len(tokens) - 2))}


def _share(runs: set[tuple[str, ...]], of: set[tuple[str, ...]]) -> float:
    return len(runs & of) / len(runs) if runs else 0.0
