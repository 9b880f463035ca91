"""A misspelt word is taken for the one the book has, and no other word is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footnoted.engine.find.spelling import as_spelt
from tests.engine.write.test_draft import source

BOOK = [source("The planets orbit the Sun. Collimation aligns the mirrors of a telescope.", 0.9).passage]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("how do I do colilmation", "how do I do collimation"),
        ("what is collimmation?", "what is collimation?"),
        ("what is colimation?", "what is collimation?"),
        ("a telecsope mirror", "a telescope mirror"),
        ("a telescpe mirror", "a telescope mirror"),
        ("what is colliimetion or Colllimaton?", "what is colliimetion or Colllimaton?"),
        ("what is Collimetion?", "what is Collimation?"),
        ("Whcih planets sholud orbit bteween them", "Which planets should orbit between them"),
    ],
)
def test_slips_are_mended(typed: str, meant: str) -> None:
    assert as_spelt(typed, BOOK) == meant


@pytest.mark.parametrize(
    "typed", ["how do planes fly", "minors", "telescopes", "which mirror is aligned", "galaxies", "", "Sun"]
)
def test_other_words_stay(typed: str) -> None:
    assert as_spelt(typed, BOOK) == typed


COMMON = {"simply", "clean", "claim", "planes", "minors", "stop", "quiet", "long", "name", "form", "thank", "which"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("the orbt of a plent", "the orbit of a plent"),
        ("an orbir", "an orbit"),
        ("a miror or the mirtors", "a mirror or the mirrors"),
        ("Wich planrts orbit teh sun, adn wht aligns thm", "Which planets orbit the sun, and what aligns them"),
        ("why not smiply claen it", "why not simply clean it"),
        ("hwo logn", "how long"),
    ],
)
def test_short_words_that_are_none_are_mended(typed: str, meant: str) -> None:
    assert as_spelt(typed, BOOK, COMMON.__contains__) == meant
    assert as_spelt(meant, BOOK, COMMON.__contains__) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "how do planes fly",  # common words
        "is it quiet",
        "a thunk",  # another letter, far away on the keyboard
        "the smiplx of thunkk",
        "the ORBT of a UNS",  # abbreviations
        "Lnog",  # a name
    ],
)
def test_what_may_be_a_word_of_its_own_stays(typed: str) -> None:
    assert as_spelt(typed, BOOK, COMMON.__contains__) == typed


def test_without_candidates_only_common_words_and_words_of_grammar_are_meant() -> None:
    assert as_spelt("waht is colilmation, smiply", [], COMMON.__contains__) == "what is colilmation, simply"


def test_the_lexicon_is_english() -> None:
    book = [replace(BOOK[0], text="Der Spiegel des Fernrohrs.", language="de")]
    assert as_spelt("der spigel", book, COMMON.__contains__) == "der spigel"


def test_a_slip_in_a_script_with_vowel_signs_is_mended() -> None:
    book = [replace(BOOK[0], text="टेलीस्कोप का दर्पण साफ़ रखिए।", language="hi")]
    assert as_spelt("टेलीस्कप क्या है?", book) == "टेलीस्कोप क्या है?"


def test_without_candidates_nothing_is_known() -> None:
    assert as_spelt("colilmation", []) == "colilmation"
