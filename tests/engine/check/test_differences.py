"""What differs between a sentence and its source is seen, and what only reads differently is not."""

from __future__ import annotations

import pytest

from footnoted.domain.answer import Support
from footnoted.engine.check.support.align import align
from footnoted.engine.check.support.tokens import tokens
from footnoted.engine.check.support.verify import check, weigh

BOOK = """Jupiter is larger than Saturn. Galileo saw its four moons in 1610, and Huygens saw the rings of Saturn in
1655. When the mirror cools, the image becomes steady. Point the mirror at a star of the third magnitude. Its
diameter is 20 cm. The finder does not turn with the tube. No lamp, no phone and no lighter may be used. A red lamp
is allowed. Galaxies, clusters and nebulae are faint."""


@pytest.mark.parametrize(
    "claim",
    [
        "Saturn is larger than Jupiter.",  # roles
        "Jupiter is smaller than Saturn.",  # opposite
        "Jupiter is not larger than Saturn.",  # negation
        "Huygens saw its four moons in 1610.",  # a name of the same sentence
        "Galileo saw its four moons in 1655.",  # a number of the same sentence
        "Galileo saw its five moons in 1610.",
        "The finder turns with the tube.",  # a negation left out
        "Its diameter is more than 20 cm.",  # a figure made a bound
        "Its diameter is 1655 cm.",
        "Only a red lamp is allowed.",
        "Point the mirror at a star of the fourth magnitude.",
        "When the mirror cools, the image becomes steady, and the finder turns with the tube.",  # in the second half
    ],
)
def test_a_sentence_that_says_something_else_is_contradicted(claim: str) -> None:
    assert check(claim, BOOK) is Support.CONTRADICTED


@pytest.mark.parametrize(
    "claim",
    [
        "Saturn is smaller than Jupiter.",  # two turns undo each other
        "The image becomes steady when the mirror cools.",  # clauses change places
        "The finder doesn't turn with the tube.",
        "Clusters, galaxies and nebulae are faint.",  # a list in another order
        "The four moons were seen by Galileo in 1610.",  # passive
        "According to the book, the finder does not turn with the tube.",
        "No lamp, phone or lighter may be used.",  # one "no" for three
        "Its diameter is 20 centimetres.",
        "A red lamp is permitted.",
        "The image becomes steady when the mirror cools, and the finder does not turn with the tube.",
    ],
)
def test_a_sentence_that_says_the_same_is_supported(claim: str) -> None:
    assert check(claim, BOOK) is Support.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "Cassini found a gap in the rings of Saturn.",  # a name that the source lacks
        "Its diameter is large, and the tube weighs 9 kg.",
        "Amateurs often prefer refractors for planets.",
        "Yes.",
        "Point the mirror at a lamp of the third magnitude.",  # one word for another: it may be right or not
        "When the housing cools, the image becomes steady.",
    ],
)
def test_what_cannot_be_aligned_is_not_confirmed(claim: str) -> None:
    assert check(claim, BOOK) is Support.NOT_CONFIRMED


def test_the_books_own_words_are_exact() -> None:
    assert check("the image becomes steady. Point the mirror at a star", BOOK) is Support.EXACT


def test_a_heading_counts_as_said() -> None:
    assert check("The Dobsonian has a diameter of 20 cm.", BOOK, "Choosing a Dobsonian").holds
    assert not check("The Dobsonian has a diameter of 20 cm.", BOOK).holds


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Der Spiegel misst 30 Zentimeter.", "Der Spiegel misst 20 Zentimeter. Das Rohr wiegt 30 Kilogramm."),
        ("Galilei entdeckte die Ringe in Pisa.", "Galilei entdeckte die Ringe in Padua. Er lehrte in Pisa."),
        ("El espejo mide 30 cm.", "El espejo mide 20 cm."),
        ("望远镜的口径是30厘米。", "望远镜的口径是20厘米。"),
    ],
)
def test_numbers_and_names_are_compared_in_any_language(claim: str, source: str) -> None:
    assert check(claim, source) is Support.CONTRADICTED
    assert check(source.split(". ")[0], source).holds


def test_presence_and_agreement_are_two_things() -> None:
    same, turned, other = (
        weigh(claim, BOOK)
        for claim in ("Jupiter is larger than the planet Saturn.", "Jupiter is smaller.", "Refractors cost more.")
    )
    assert turned.agreement < same.agreement
    assert other.presence < min(same.presence, turned.presence)


def test_tokens_are_aligned_one_to_one_longest_runs_first() -> None:
    found = align(tokens("Saturn is larger than Saturn"), tokens("Jupiter is larger than Saturn"))
    assert found.places == [-1, 1, 2, 3, 4]
    assert found.slot(0).places == (0,)
    assert found.slot(0).is_tight
