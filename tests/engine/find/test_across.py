"""A question in another language than the book's is held against it word by word; see test_multilingual for the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from footnoted.domain.book import Passage
from footnoted.domain.calibration import Calibrations, calibration
from footnoted.domain.question import Question
from footnoted.engine.extract.excerpt import chosen
from footnoted.engine.find.across import CoverageAcross, compare, language_of_most
from footnoted.engine.find.finder import Finder
from tests.fakes.index import ListIndex

MEANINGS = {
    "Spiegel": {"mirror", "mirrors"},
    "Teleskops": {"telescope"},
    "reinige": {"clean", "cleaning"},
    "mirror": {"Spiegel"},
    "telescope": {"Teleskop"},
    "clean": {"reinigt"},
}
"""Which words mean the same: a dictionary small enough to read."""


class Dictionary:
    """An embedder and Polyglot that knows a few words: a text's vector says which of three subjects it names."""

    name, dimensions = "local:multilingual", 3
    subjects = ({"mirror", "spiegel", "mirrors"}, {"dough", "teig"}, {"moon", "mond"})

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    async def embed_question(self, text: str) -> list[float]:
        return self._vector(text)

    async def embed_across(self, text: str) -> list[float]:
        return self._vector(text)

    async def likeness(self, words: Sequence[str], others: Sequence[str]) -> list[list[float]]:
        return [[0.9 if other in MEANINGS.get(word, ()) else 0.1 for other in others] for word in words]

    async def close(self) -> None: ...

    def _vector(self, text: str) -> list[float]:
        lower = text.lower()
        named = [0.3 if any(word in lower for word in subject) else 0.03 for subject in self.subjects]
        return named


def passage(number: int, text: str, language: str) -> Passage:
    return Passage(
        f"p{number}", "book", "https://b.example", f"/{number}", "", "Page", (), number, 0, text, language=language
    )


ENGLISH = [
    passage(0, "Clean the mirror of a telescope with distilled water, and only once a year.", "en"),
    passage(1, "Knead the dough for ten minutes, then let it rest.", "en"),
    passage(2, "The moon is bright enough to read by.", "en"),
]
QUESTION = "Wie reinige ich den Spiegel eines Teleskops?"


async def test_each_word_counts_by_the_nearest_that_the_passage_holds() -> None:
    index = ListIndex(ENGLISH)
    hits = await index.search_all()
    alike = await compare(QUESTION, "de", hits, Dictionary())
    coverage = CoverageAcross(QUESTION, ENGLISH, alike)
    assert coverage.words == ("reinige", "Spiegel", "Teleskops")
    assert coverage.by(ENGLISH[0]) > 0.85
    assert coverage.by(ENGLISH[1]) == 0.0
    assert coverage.by_one_sentence(ENGLISH[0]) == coverage.by(ENGLISH[0])
