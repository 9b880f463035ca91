"""What the size of a book does to a search by words: more passages, and more of them fit a question by chance.

Measured on XQuAD in eleven languages with books of 20 to 292 passages, and on SQuAD with 20 to 342
(docs/languages.md). Knows no book.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_SMALLEST, _LARGEST = 20, 1000
"""What is smaller or larger counts as these: beyond them nothing was tried."""
_USUAL = 110


@dataclass(frozen=True, slots=True)
class BookSize:
    """How many passages a book has."""

    passages: int = _USUAL

    @property
    def logarithm(self) -> float:
        """Of the passages, as far as sizes were tried."""
        return math.log(min(max(self.passages, _SMALLEST), _LARGEST))

    @property
    def word_scale(self) -> float:
        """What a word's weight in this book is worth in one of the usual size: a rare word weighs more in a larger one.

        >>> [round(BookSize(passages).word_scale, 2) for passages in (20, 110, 1000)]
        [1.63, 1.0, 0.66]
        """
        return _rarest(math.log(_USUAL)) / _rarest(self.logarithm)


USUAL_SIZE = BookSize()
"""Where nobody counted."""


def _rarest(logarithm: float) -> float:
    """The weight that an index gives a word of one passage, its inverse document frequency."""
    return math.log(1 + (math.exp(logarithm) - 0.5) / 1.5)
