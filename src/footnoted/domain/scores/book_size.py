"""How a book's size affects a search by words: the more passages, the more of them match a question by chance.

Measured on XQuAD in eleven languages with books of 20 to 292 passages, and on SQuAD with 20 to 342
(docs/languages.md). Knows no book.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_SMALLEST, _LARGEST = 20, 1000
"""Smaller and larger books count as these; no others were tried."""
_USUAL = 110


@dataclass(frozen=True, slots=True)
class BookSize:
    """How many passages a book has."""

    passages: int = _USUAL

    @property
    def logarithm(self) -> float:
        """Logarithm of the number of passages, within the sizes that were tried."""
        return math.log(min(max(self.passages, _SMALLEST), _LARGEST))

    @property
    def word_scale(self) -> float:
        """Makes a word's weight comparable with a book of the usual size: rare words weigh more in larger books.

        >>> [round(BookSize(passages).word_scale, 2) for passages in (20, 110, 1000)]
        [1.63, 1.0, 0.66]
        """
        return _rarest(math.log(_USUAL)) / _rarest(self.logarithm)


USUAL_SIZE = BookSize()
"""For a book whose passages were not counted."""


def _rarest(logarithm: float) -> float:
    """The weight (inverse document frequency) of a word that occurs in one passage."""
    return math.log(1 + (math.exp(logarithm) - 0.5) / 1.5)
