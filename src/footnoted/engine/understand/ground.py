"""Finds where in the book a conversation is: the pages that its last questions and answers are found on.

Works on text alone, because many clients send the conversation without its sources. Knows no English.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from footnoted.domain.book import Passage
from footnoted.domain.question import Question, Turn
from footnoted.domain.text.markers import without_markers
from footnoted.engine.find.coverage import Coverage, words_of
from footnoted.engine.find.finder import Finder
from footnoted.engine.find.question_vector import as_asked
from footnoted.engine.find.rank import Ranked, rank
from footnoted.engine.talk import Page, page_of

_TURNS = 3
"""How many of the last turns say where a conversation is."""
_OF_AN_ANSWER = 300
"""Characters of an answer that are searched for: the rest names further things."""
_ALIKE = 1.0
"""How far below the best passage another page's may be to count as well."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a conversation is."""

    pages: frozenset[Page] = frozenset()
    around: tuple[Passage, ...] = ()
    """What a search for the conversation finds, on these pages and on others."""

    def holds(self, text: str) -> float:
        """Share of a question's words, by weight, that the conversation's pages have."""
        own = (words_of(passage) for passage in self.around if page_of(passage) in self.pages)
        return Coverage(as_asked(text), self.around).share(frozenset[str]().union(*own))


async def ground_of(finder: Finder, question: Question, earlier: Sequence[Turn]) -> Ground:
    """The pages that the last turns are about; costs one search."""
    conversation = " ".join(
        f"{turn.question} {without_markers(turn.answer)[:_OF_AN_ANSWER]}" for turn in earlier[-_TURNS:]
    )
    candidates = await nearest(finder, question, conversation)
    if not candidates:
        return Ground()
    near = [candidate for candidate in candidates if candidates[0].fused - candidate.fused <= _ALIKE]
    pages = frozenset(page_of(candidate.hit.passage) for candidate in near)
    return Ground(pages, tuple(candidate.hit.passage for candidate in candidates))


async def nearest(finder: Finder, question: Question, text: str) -> Sequence[Ranked]:
    """The candidates for a text by the search alone: nothing is read or scored."""
    _, hits = await finder.hits(replace(question, text=text), text, "")
    return rank(text, hits, finder.calibrations).candidates
