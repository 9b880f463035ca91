"""The logit from which a book covers a question. Knows no text and no embedder."""

from __future__ import annotations

USUAL_CUT = -0.85
"""A little below the point where as many answerable questions are refused as foreign ones are answered; the writer can
still decline when no sentence answers."""
# Chosen on twelve books: documentation, a textbook, an encyclopaedia's articles and fairy tales (docs/lab-book.md).
_ABOVE_SAME_KIND = 2.3
LOWEST_CUT, _HIGHEST = -3.0, 1.6


def cut_above(strangers: float | None) -> float:
    """The cut of a book: well above the score of questions that are about other texts of its kind.

    Fairy tales are alike: a question to another tale scores what an answer scores in a manual. In a manual such
    questions score far lower; there a question in other words than the book's scores low too, and is not refused.

    >>> [cut_above(strangers) for strangers in (None, -6.0, -4.0, -3.0, -1.0, 2.0)]
    [-0.85, -3.0, -1.7, -0.7, 1.3, 1.6]
    """
    return USUAL_CUT if strangers is None else round(min(_HIGHEST, max(LOWEST_CUT, strangers + _ABOVE_SAME_KIND)), 6)
