"""Corrects slips before a question is understood, where the search alone would do so too late.

A follow-up is understood by its words, a selected text is not searched, and a request about the book is a phrase. How a
slip is found and corrected is in find/spelling.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.question import Question, Turn
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.engine.find.across import language_of_most
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.find.spelling import as_spelt
from footnoted.engine.understand.followup import resolve


async def in_conversation(finder: Finder, question: Question, earlier: Sequence[Turn]) -> str:
    """The question as the book spells it, by what a search for it in its conversation finds."""
    text = question.text
    resolved = resolve(text, earlier, finder.expected(question))
    _, hits = await finder.hits(question, resolved.text, resolved.context)
    if not hits or language_of_most(hits) != finder.spoken(question, text):
        return text
    shown = [source.passage for source in earlier[-1].sources]
    return as_spelt(text, [*(hit.passage for hit in hits), *shown], finder.is_word)


def by_selection(finder: Finder, text: str, selection: Found) -> str:
    """The question as a selected text spells it, or as it is commonly spelt."""
    return as_spelt(text, [source.passage for source in selection.sources], finder.is_word)


def by_lexicon(finder: Finder, text: str) -> str:
    """An English question as it is commonly spelt."""
    return as_spelt(text, (), finder.is_word) if language_of(text, ENGLISH) == ENGLISH else text
