"""The size of a book moves its scores in other languages than English, and those alone."""

from __future__ import annotations

import pytest

from footnoted.domain.book import Hit, Marks, Passage
from footnoted.domain.scores.book_size import BookSize
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.engine.find.confidence import covers
from footnoted.engine.find.rank import rank

ENGLISH_ONLY, MULTILINGUAL = "local:granite-embedding-30m-english", "local:multilingual"
TEXT = "Die Austrittspupille eines Teleskops ist die Öffnung geteilt durch die Vergrößerung."
HITS = [Hit(Passage("a", "b", "", "/p", "", "Optik", (), 0, 0, TEXT, language="de"), 0.3, 9.0)]


def covered(embedder: str, language: str, passages: int) -> float:
    own = Calibrations(calibration(embedder, language=language, marks=Marks(passages=passages)))
    return covers(rank("Was ist die Austrittspupille?", HITS, own), own)


@pytest.mark.parametrize("embedder", [ENGLISH_ONLY, MULTILINGUAL])
def test_the_same_words_prove_less_in_a_larger_book(embedder: str) -> None:
    small, usual, large = (covered(embedder, "de", passages) for passages in (30, 110, 400))
    assert small > usual > large


def test_beyond_what_was_tried_nothing_more_is_guessed() -> None:
    assert covered(ENGLISH_ONLY, "de", 1) == covered(ENGLISH_ONLY, "de", 20)
    assert covered(ENGLISH_ONLY, "de", 5_000) == covered(ENGLISH_ONLY, "de", 1_000)


def test_an_english_book_is_scored_as_ever() -> None:
    assert covered(ENGLISH_ONLY, "en", 30) == covered(ENGLISH_ONLY, "en", 400)


def test_a_question_in_another_language_knows_the_size_too() -> None:
    own = calibration(MULTILINGUAL, language="en", marks=Marks(passages=400))
    assert own
    assert own.asked_in("de").size == own.asked_in("sw").size == BookSize(400)
