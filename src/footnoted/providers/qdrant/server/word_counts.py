"""In how many passages of a book each word occurs, stored compactly, and the weights of a question's words by that."""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class WordCounts:
    """Tokens in ascending order, the number of passages with each, and the number of all passages."""

    tokens: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]
    passages: int

    @classmethod
    def of(cls, counts: Mapping[int, int], passages: int) -> WordCounts:
        rows = sorted(counts.items())
        tokens, numbers = zip(*rows, strict=True) if rows else ((), ())
        return cls(np.array(tokens, "<u4"), np.array(numbers, "<u4"), passages)

    def weigh(self, question: Mapping[int, float]) -> dict[int, float]:
        """The question's tokens that are in the book, by the formula of Qdrant's IDF modifier.

        >>> counts = WordCounts.of({7: 1, 9: 2}, 2)
        >>> {token: round(weight, 2) for token, weight in counts.weigh({7: 1.0, 8: 1.0, 9: 0.5}).items()}
        {7: 0.69, 9: 0.09}
        """
        weights: dict[int, float] = {}
        for token, weight in question.items():
            at = int(np.searchsorted(self.tokens, token))
            if at < len(self.tokens) and self.tokens[at] == token:
                count = int(self.counts[at])
                weights[token] = weight * math.log(1 + (self.passages - count + 0.5) / (count + 0.5))
        return weights

    def packed(self) -> dict[str, Any]:
        """As payload.

        >>> WordCounts.unpacked(WordCounts.of({7: 1, 9: 2}, 2).packed()).weigh({9: 1.0}).keys()
        dict_keys([9])
        """
        parts = {"tokens": self.tokens, "counts": self.counts}
        return {name: b64encode(part.tobytes()).decode() for name, part in parts.items()} | {"passages": self.passages}

    @classmethod
    def unpacked(cls, stored: Mapping[str, Any]) -> WordCounts:
        tokens, counts = (np.frombuffer(b64decode(stored[name]), "<u4") for name in ("tokens", "counts"))
        return cls(tokens, counts, int(stored["passages"]))
