"""Compares a question with passages in another language, word by word, by meaning.

Knows no model, only the port that compares words; knows no scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from footnoted.domain.book import Hit, Passage
from footnoted.domain.ports import Polyglot
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.words import as_written
from footnoted.engine.find.coverage import Coverage

Alike = Mapping[str, Mapping[str, float]]
"""For each word of the question, the similar words of the passages and how similar they are; 0–1."""

_COMPARED = 8
"""How many of the best passages are compared word by word; each has some seventy different words."""
_EDITION = 8
"""A language of at least one in so many hits is another edition of the book."""
_FAR = 0.2
"""Words with a lower similarity count as unrelated."""


class CoverageAcross(Coverage):
    """How much of a question passages in another language cover: each word counts by the most similar one in them."""

    def __init__(self, question: str, candidates: Sequence[Passage], alike: Alike) -> None:
        super().__init__(question, candidates)
        self.words, self._alike, self.total = tuple(alike), alike, float(len(alike))

    def by_words_and_pairs(self, passage: Passage) -> tuple[float, float]:
        return self.by(passage), 0.0

    def share(self, held: frozenset[str]) -> float:
        nearest = [max([near[word] for word in near.keys() & held], default=0.0) for near in self._alike.values()]
        return sum(nearest) / len(nearest) if nearest else 0.0


def language_of_most(hits: Sequence[Hit]) -> str:
    """The language of most hits; English if none is known."""
    counts = Counter([hit.passage.language or ENGLISH for hit in hits])
    return max(counts, key=counts.__getitem__)


def in_language(hits: Sequence[Hit], wanted: str) -> list[Hit]:
    """The hits without editions in other languages; all hits if none is in the wanted language.

    A page of code may be detected as another language, so a language of few hits is not an edition.
    """
    counts = Counter([hit.passage.language or ENGLISH for hit in hits])
    if counts.keys() <= {wanted}:
        return list(hits)
    others = {code for code, count in counts.items() if code != wanted and _EDITION * count >= len(hits)}
    return [hit for hit in hits if wanted not in counts or (hit.passage.language or ENGLISH) not in others]


async def compare(question: str, language: str, hits: Sequence[Hit], polyglot: Polyglot) -> Alike:
    """Compare a question's words with those of the passages nearest to it by meaning."""
    nearest = sorted(hits, key=lambda hit: -hit.similarity)[:_COMPARED]
    asked = list(as_written(question, language))
    held: dict[str, tuple[str, ...]] = {}
    for passage in (hit.passage for hit in nearest):
        held |= as_written("\n".join((*passage.path, passage.text)), passage.language)
    if not asked or not held:
        return {}
    rows = await polyglot.likeness(asked, list(held))
    alike: dict[str, dict[str, float]] = {}
    for word, row in zip(asked, rows, strict=True):
        near = alike[word] = {}
        for likeness, stems in zip(row, held.values(), strict=True):
            if likeness > _FAR:
                near |= {stem: likeness for stem in stems if likeness > near.get(stem, 0.0)}
    return alike
