"""Finds the passages for a question: embed, search, rank, rerank, read, score.

Searches by words alone if the embedder is down, and keeps the search's order if the reranker is.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter_ns

from footnoted.domain.book import Hit, Source
from footnoted.domain.errors import EmbedderDown, ReaderDown, RerankerDown
from footnoted.domain.ports import Embedder, Lexicon, PassageIndex, Polyglot, Reader, Reranker, Search
from footnoted.domain.question import NO_CONFIDENCE, Confidence, Question
from footnoted.domain.reading import Readable, Reading
from footnoted.domain.scores.calibration import Calibrations
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.engine.find.across import Alike, compare, in_language, language_of_most
from footnoted.engine.find.chosen_books import ChosenIndex
from footnoted.engine.find.confidence import confidence, covers, figures_for, score
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.question_vector import as_asked, question_vector, with_context
from footnoted.engine.find.rank import Ranking, by_reading, rank, reorder
from footnoted.engine.find.spelling import as_spelt
from footnoted.engine.talk import NO_TALK, Page, Talk
from footnoted.engine.turns import Turns
from footnoted.engine.units import readable

_log = logging.getLogger("footnoted")

_CANDIDATES = 30
"""How many candidates each arm of the search returns; more changed no ranking that was measured."""

_RERANKED = 20
"""How many of the best a reranker reads, which is slow; more than an answer uses."""

READ = 5
"""How many of the best the reader reads at most: each costs as much as embedding a passage, and the answer is in the
first five for 96 of 100 questions to four documentation books."""

_WITHIN_REACH = 4.0
"""How far below the best a passage may be to be read: this reads 3.2 of five, and gives the same first two as reading
all (docs/lab-book.md)."""


@dataclass(frozen=True, slots=True)
class Found:
    """The passages for a question, best first, and how well they cover it."""

    sources: tuple[Source, ...]
    confidence: Confidence
    covered: float = 0.0
    """Logit of "the book covers the question"."""
    coverage: Coverage | None = None
    """The question's words with their weights."""
    margin: float = 0.0
    """Distance of the first passage from the second, by search and reading."""
    above_cut: float = 0.0
    """Distance of ``covered`` from the book's own cut, which a follow-up may fall short of."""
    is_english: bool = True
    """Whether both the question and the passages are English."""
    is_across: bool = False
    """The question is in another language than the passages."""
    is_measured: bool = True
    """Whether questions in this language were ever tried; if not, no answer comes without a hedge."""
    is_doubtful: bool = False
    """Whether the book covers the question so little that the place is shown and not given as the answer."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a search, in order and not yet scored."""

    ranking: Ranking
    hits: Sequence[Hit]
    calibrations: Calibrations | None
    """None if the embedder was down; then words alone count."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """The reader's results for the first passages, by passage id."""


class Finder:
    """Searches the books by meaning and by words, and scores the results on the calibrated scale."""

    def __init__(
        self,
        embedder: Embedder,
        index: PassageIndex,
        calibrations: Calibrations,
        reranker: Reranker | None = None,
        reader: Reader | None = None,
        turns: Turns | None = None,
        own: Mapping[str, Embedder] | None = None,
    ) -> None:
        """``own`` has the embedders of books that differ from the common one."""
        self._embedder, self.index, self.calibrations = embedder, index, calibrations
        self.reranker, self.reader, self._own = reranker, reader, own or {}
        self.turns = turns or Turns()
        self.is_word = embedder.is_word if isinstance(embedder, Lexicon) else None

    def of_books(self, books: Sequence[str]) -> Finder:
        """A finder for these books only."""
        index = ChosenIndex(self.index, books)
        return Finder(self._embedder, index, self.calibrations, self.reranker, self.reader, self.turns, self._own)

    def expected(self, question: Question) -> str:
        """The language that a question is likely in: that of the reader's page, else of the book."""
        return question.language or self.calibrations.language(question.book)

    def spoken(self, question: Question, text: str) -> str:
        """The language of a text of the reader's; of one too short to tell, the expected one."""
        return language_of(text, self.expected(question))

    async def find(self, question: Question, text: str, talk: Talk = NO_TALK) -> Found:
        """The best passages for the text, none below the question's threshold."""
        searched = await self.search(question, text, talk)
        ranking, readings = searched.ranking, searched.readings
        if not ranking.candidates:
            return Found((), NO_CONFIDENCE)
        neighbours = await self.index.neighbours(ranking.candidates[0].hit.passage)
        covered = covers(ranking, searched.calibrations, list(readings.values()))
        scored = score(ranking, searched.calibrations, neighbours, question.limit, covered)
        kept = [source for source in scored if source.score >= question.threshold]
        sources = tuple([replace(source, reading=readings.get(source.passage.id)) for source in kept])
        own = figures_for(ranking, searched.calibrations)
        above_cut = covered - own.cut
        spoken, written = self.spoken(question, text), ranking.candidates[0].hit.passage.language or ENGLISH
        return Found(
            sources,
            confidence(sources, searched.hits),
            covered,
            ranking.coverage,
            ranking.margin,
            above_cut - own.lowered,
            spoken == ENGLISH == written,
            spoken != written,
            own.is_measured,
            above_cut < own.doubt,
        )

    async def search(self, question: Question, text: str, talk: Talk = NO_TALK) -> Searched:
        """The candidates for the text in order; every answer is chosen from these."""
        search, hits = await self.hits(question, text, talk.context)
        await self.turns.go_on()
        language = self.spoken(question, text)
        if hits and language_of_most(hits) == language:
            spelt = as_spelt(text, [hit.passage for hit in hits], self.is_word)
            if spelt != text:
                search, hits = await self.hits(question, spelt, talk.context)
        calibrations = self.calibrations.asked_in(language) if search.vector else None
        if calibrations and talk.follows_up:
            calibrations = replace(calibrations, follows_up=True)
        own = "" if text == question.text else question.text
        # If a book exists in several languages, the one of the reader's page answers if it can.
        first = in_language(hits, question.language or language)
        if len(first) < len(hits):
            searched = await self._ordered(search, first, calibrations, language, own, talk.ground)
            if _is_covered(searched):
                return searched
        return await self._ordered(search, hits, calibrations, language, own, talk.ground)

    async def _ordered(
        self,
        search: Search,
        hits: list[Hit],
        calibrations: Calibrations | None,
        language: str,
        own: str,
        ground: Collection[Page],
    ) -> Searched:
        """The hits best first: compared across languages, ranked, reranked, read; ``own`` is a follow-up as asked."""
        hits, alike = await self._across(search, hits, calibrations, language)
        ranking = await self._reranked(
            rank(search.text, hits, calibrations, alike, own, ground), with_context(search.text, search.context)
        )
        readings = await self._read(search.text, ranking)
        if not own:  # a completed follow-up reads like a question about its subject, not like its own
            ranking = by_reading(ranking, readings)
        return Searched(ranking, hits, calibrations, readings)

    async def hits(self, question: Question, text: str, context: str) -> tuple[Search, list[Hit]]:
        embedder = self._own.get(question.book or "", self._embedder)
        language = self.spoken(question, text)
        vector = await question_vector(embedder, text, context, language)
        languages = frozenset((language, self.expected(question)))
        search = Search(text, vector, _CANDIDATES, question.book, question.filters, context, embedder.name, languages)
        return search, await self.index.search(search)

    async def _across(
        self, search: Search, hits: list[Hit], calibrations: Calibrations | None, language: str
    ) -> tuple[list[Hit], Alike | None]:
        """The hits of a question in another language than theirs, and the words of theirs that come near its own."""
        polyglot = self._embedder
        if not isinstance(polyglot, Polyglot) or not hits or language_of_most(hits) == language:
            return hits, None
        own = calibrations.of(hits[0].passage.book) if calibrations else None
        if own is None or own.by_words:  # no figures for this pair of languages
            return hits, None
        try:
            vector = await polyglot.embed_across(f"{search.text} {search.context}".strip())
            if vector != search.vector:  # made for a book in the question's own language
                across = replace(search, vector=vector, embedder=self._embedder.name)
                hits = in_language(await self.index.search(across), language_of_most(hits))
            return hits, await compare(search.text, language, hits, polyglot)
        except EmbedderDown as error:
            _log.warning("searching in one language alone: %s", error.message)
            return hits, None

    async def _reranked(self, ranking: Ranking, asked: str) -> Ranking:
        first = ranking.candidates[:_RERANKED]
        if self.reranker is None or len(first) < 2:
            return ranking
        try:
            texts = [candidate.hit.passage.in_context for candidate in first]
            return reorder(ranking, await self.reranker.rate(asked, texts))
        except RerankerDown:
            return ranking  # BudgetedReranker has logged it

    async def _read(self, text: str, ranking: Ranking) -> dict[str, Reading]:
        first = ranking.candidates[:READ]
        near = sum(first[0].fused - candidate.fused < _WITHIN_REACH for candidate in first)
        passages = [candidate.hit.passage for candidate in first[: max(2, near)]]
        language = passages[0].language if passages else ""
        readings = await self.read(text, [readable(passage) for passage in passages], language)
        return {passage.id: reading for passage, reading in zip(passages, readings, strict=True)} if readings else {}

    async def read(self, text: str, pages: Sequence[Readable], language: str) -> Sequence[Reading]:
        """What the reader makes of each page, which are in one language; nothing where it cannot read them."""
        # The reader was taught English; in any other language it is sure of anything.
        if self.reader is None or not pages or not (language or ENGLISH) == ENGLISH == language_of(text, ENGLISH):
            return ()
        try:
            return await self.reader.read(as_asked(text), pages)
        except ReaderDown as error:
            _log.warning("answering without the reader: %s", error.message)
            return ()

    async def ping(self) -> None:
        """Return if the embedder works, else raise."""
        # A new text each time, because embedders cache.
        await self._embedder.embed_question(f"ping {perf_counter_ns()}")


def _is_covered(searched: Searched) -> bool:
    ranking, calibrations = searched.ranking, searched.calibrations
    if not ranking.candidates:
        return False
    return covers(ranking, calibrations, list(searched.readings.values())) >= figures_for(ranking, calibrations).cut
