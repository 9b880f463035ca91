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
        ("what is Collimetion?", "what is collimation?"),
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


def test_a_slip_in_a_script_with_vowel_signs_is_mended() -> None:
    book = [replace(BOOK[0], text="टेलीस्कोप का दर्पण साफ़ रखिए।", language="hi")]
    assert as_spelt("टेलीस्कप क्या है?", book) == "टेलीस्कोप क्या है?"


def test_without_candidates_nothing_is_known() -> None:
    assert as_spelt("colilmation", []) == "colilmation"
