"""A question in another language than the book's is held against it word by word; test_multilingual has the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from footnoted.domain.book import Hit, Passage
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.question import Question
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.engine.extract.excerpt import choose_quote
from footnoted.engine.find.across import CoverageAcross, compare, in_language, language_of_most
from footnoted.engine.find.finder import Finder
from tests.fakes.index import InMemoryIndex

MEANINGS = {
    "reinige": {"Clean"}, "Spiegel": {"mirror"}, "Teleskops": {"telescope"},
    "clean": {"Reinige"}, "mirror": {"Spiegel"}, "telescope": {"Teleskops"},
}  # fmt: skip
"""Which words mean the same: a dictionary small enough to read."""


class Dictionary:
    """An embedder and Polyglot that knows three subjects and a few words.

    As in the real one the first half of its vectors is for questions to English books, the second for any other, and a
    question's cosine with the passage that answers it is about 0.35.
    """

    name, dimensions = "local:multilingual", 7
    subjects = (("mirror", "spiegel"), ("dough", "teig"), ("moon", "mond"))

    def __init__(self, *, is_down: bool = False) -> None:
        self.is_down = is_down

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [[0.0, 0.0, 0.0, *self._named(text), 0.0] for text in texts]

    async def embed_question(self, text: str) -> list[float]:
        if "ich" in text.split():
            return await self.embed_across(text)
        return [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]

    async def embed_across(self, text: str) -> list[float]:
        return [0.0, 0.0, 0.0, *self._named(text), 2.7]

    async def likeness(self, words: Sequence[str], others: Sequence[str]) -> list[list[float]]:
        if self.is_down:
            raise EmbedderDown("down")
        return [[0.95 if other in MEANINGS.get(word, ()) else 0.1 for other in others] for word in words]

    async def close(self) -> None: ...

    def _named(self, text: str) -> list[float]:
        return [1.0 if any(word in text.lower() for word in subject) else 0.05 for subject in self.subjects]


def passage(number: int, text: str, language: str) -> Passage:
    return Passage(f"p{number}", "book", "", f"/{number}", "", "Page", (), number, 0, text, language=language)


CARE = "Keep it in the shade. Clean the mirror of a telescope with distilled water, and only once a year. "
ENGLISH = [
    passage(0, CARE + "What lies on it does little harm, and every touch leaves a mark. " * 12, "en"),
    passage(1, "Knead the dough for ten minutes, then let it rest under a cloth until it has doubled in size.", "en"),
    passage(2, "The moon is bright enough to read by when it is full and stands high above the roofs.", "en"),
]
GERMAN = [
    passage(0, "Reinige den Spiegel eines Teleskops mit destilliertem Wasser, und nur einmal im Jahr.", "de"),
    passage(1, "Knete den Teig zehn Minuten und lass ihn unter einem Tuch gehen, bis er doppelt so groß ist.", "de"),
    passage(2, "Der Mond ist hell genug zum Lesen, wenn er voll ist und hoch über den Dächern steht.", "de"),
]
ASKED = "Wie reinige ich den Spiegel eines Teleskops?"


async def finder(passages: Sequence[Passage], embedder: Dictionary) -> Finder:
    index = InMemoryIndex()
    vectors = await embedder.embed_passages([passage.text for passage in passages])
    books = {passage.book: calibration(embedder.name, language=passage.language) for passage in passages}
    for book in books:
        async with index.revise(book, "1") as revision:
            for passage, vector in zip(passages, vectors, strict=True):
                if passage.book == book:
                    await revision.replace_page(passage.route, [passage], [vector])
    return Finder(embedder, index, Calibrations(None, {book: own for book, own in books.items() if own}))


def question(text: str) -> Question:
    return Question(text, uuid4(), threshold=0.0)


async def test_each_word_counts_by_the_nearest_that_a_passage_holds() -> None:
    hits = [Hit(passage, 0.5, 0.0) for passage in ENGLISH]
    coverage = CoverageAcross(ASKED, ENGLISH, await compare(ASKED, "de", hits, Dictionary()))
    assert coverage.words == ("reinige", "Spiegel", "Teleskops")
    assert round(coverage.by(ENGLISH[0]), 2) == 0.95
    assert coverage.by(ENGLISH[1]) == 0.0
    assert language_of_most(hits) == "en"


async def test_a_german_question_finds_and_quotes_the_english_sentence() -> None:
    found = await (await finder(ENGLISH, Dictionary())).find(question(ASKED), ASKED)
    assert found.sources[0].passage.id == "p0"
    assert found.sources[0].score > 0.9
    assert not found.is_english
    assert found.above_cut > 0
    (excerpt, *_) = choose_quote(ASKED, found).excerpts
    assert "distilled water" in ENGLISH[0].text[excerpt.start : excerpt.end]
    assert len(ENGLISH[0].text[excerpt.start : excerpt.end]) < len(ENGLISH[0].text)


async def test_a_question_on_another_subject_is_not_covered() -> None:
    text = "Warum ist der Mond am Tag so blass, und wie fotografiere ich ihn?"
    found = await (await finder(ENGLISH, Dictionary())).find(question(text), text)
    assert found.sources[0].score < 0.3


async def test_an_english_question_reaches_a_german_book() -> None:
    text = "How do you clean the mirror of a telescope?"
    found = await (await finder(GERMAN, Dictionary())).find(question(text), text)
    assert found.sources[0].passage.id == "p0"
    assert found.sources[0].score > 0.9


async def test_where_words_cannot_be_compared_nothing_is_claimed() -> None:
    found = await (await finder(ENGLISH, Dictionary(is_down=True))).find(question(ASKED), ASKED)
    assert found.sources[0].score < 0.3


async def test_the_edition_of_the_readers_page_answers_first_and_the_other_if_it_cannot() -> None:
    moon = "Wie hell ist der Mond, und kann ich dabei lesen?"
    both = [*ENGLISH, *(replace(passage, id=f"de{passage.id}", book="buch") for passage in GERMAN[:2])]
    searching = await finder(both, Dictionary())
    for language, best in (("de", "dep0"), ("en", "p0")):
        found = await searching.find(replace(question(ASKED), language=language), ASKED)
        assert found.sources[0].passage.id == best
        assert {source.passage.language for source in found.sources} == {language}
    found = await searching.find(replace(question(moon), language="de"), moon)
    assert found.sources[0].passage.id == "p2", "the German edition says nothing of the moon"


def test_a_page_that_is_taken_for_another_language_is_no_edition() -> None:
    hits = [Hit(replace(ENGLISH[0], language="en"), 0.5, 0.0)] * 9 + [Hit(replace(ENGLISH[1], language="la"), 0.4, 0.0)]
    assert in_language(hits, "en") == hits
    assert in_language(hits, "ur") == hits
