"""Scores in other languages than the embedder's: words decide, and what nobody measured is hedged."""

from __future__ import annotations

from footnoted.domain.book import Marks
from footnoted.domain.scores.calibration import Calibrations, calibration, is_measured

ENGLISH_ONLY = "local:granite-embedding-30m-english"


def test_the_english_embedder_says_nothing_about_a_chinese_book() -> None:
    own = calibration(ENGLISH_ONLY, language="zh")
    assert own
    assert own.by_words
    assert own.is_measured


def test_english_is_scored_as_ever() -> None:
    for language in ("en", ""):
        own = calibration(ENGLISH_ONLY, language=language)
        assert own
        assert not own.by_words
        assert own.score(50.0) > 0.99


def test_a_language_nobody_measured_never_gets_a_plain_answer() -> None:
    own = calibration(ENGLISH_ONLY, language="sw")
    assert own
    assert 0.3 < own.score(50.0) < 0.5
    assert own.score(-50.0) < 0.01
    assert not is_measured(ENGLISH_ONLY, "sw")
    assert is_measured(ENGLISH_ONLY, "ar")


def test_golden_questions_measure_a_language() -> None:
    assert is_measured(ENGLISH_ONLY, "sw", Marks(cut=0.25))


def test_a_question_the_embedder_does_not_read_is_scored_by_words_and_hedged() -> None:
    english, chinese = calibration(ENGLISH_ONLY), calibration(ENGLISH_ONLY, language="zh")
    assert english
    assert chinese
    books = Calibrations(english, {"stars": english, "星星": chinese})
    german = books.asked_in("de")
    own = german.of("stars")
    assert own
    assert own.by_words
    assert not own.is_measured
    assert german.of("星星") is chinese
    assert books.asked_in("en") is books


def test_the_figures_of_a_library_are_made_once_for_a_language() -> None:
    english = calibration(ENGLISH_ONLY)
    assert english
    books = Calibrations(english, {f"book-{number}": english for number in range(1000)})
    assert books.asked_in("de") is books.asked_in("de")
    assert books.asked_in("de") is not books.asked_in("es")
    assert Calibrations(english).asked_in("de") is not Calibrations(english).asked_in("de")
