"""Chooses the words of a selected text that answer a question about it, if any do; nothing else is searched.

Shorter and stricter than an excerpt of the book: the reader has the selection on the screen, and no search confirms
that it fits.
"""

from __future__ import annotations

from footnoted.domain.reading import Excerpt, Quote
from footnoted.engine.extract.excerpt import best_excerpt, best_run
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Found
from footnoted.engine.understand.stands_alone import is_keywords, stands_alone
from footnoted.engine.units import units_of

# Measured by benchmarks/selected_text.py on 140 questions to four documentation books, 38 to the sample book, 120 of
# squad2 and 90 of abg_coqa, each with the text that answers it and with others: docs/decisions/0016.
_MOST_WORDS = 60
"""With 45 words the run has the answer for .76 of the documentation questions, with 60 for .83, with 90 for .89."""
_SEEN = -1.0
"""The reader's logit from which the selection answers; of 0 and -1 the one that answers about as often as before."""
_SEEN_IN_FEW = -2.7
"""The same for "how steep is it?" or "steep" about a sentence or two: the question is surely about them, and names
little."""
_FEW = 30
"""Words of a sentence or two."""
_HELD = 0.4
"""Share of the question's words that the run must hold where no reader has read."""
_HELD_IN_FEW = 0.25
"""The same of a sentence or two: nothing else is there to be asked about. Chosen on seven books of our own in languages
that the reader was not taught."""


def answering(question: str, found: Found) -> Quote:
    """The part of the selection that answers; empty if the selection does not say."""
    (source,) = found.sources
    parts, coverage = units_of(source.passage), found.coverage
    if not parts or coverage is None:
        return Quote()
    first, last = best_run(parts, source, coverage, _MOST_WORDS, whole=0)
    are_few = sum(unit.length for unit in parts) <= _FEW
    if source.reading:
        points_at_few = are_few and (is_keywords(question) or not stands_alone(question))
        right = source.reading.answers - (_SEEN_IN_FEW if points_at_few else _SEEN)
    else:
        held = frozenset[str]().union(*(unit.words for unit in parts[first : last + 1]))
        right = coverage.share(held) - (_HELD_IN_FEW if are_few else _HELD)
    return Quote((Excerpt(1, parts[first].start, parts[last].end),), right) if right >= 0 else Quote()


def gist(found: Found) -> tuple[Excerpt, ...]:
    """The part with most of the selection's own words: the best there is when it must explain itself."""
    (source,) = found.sources
    return best_excerpt(1, source, Coverage(source.passage.text, [source.passage]))
