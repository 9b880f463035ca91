"""Coverage: how much of a question a passage takes up in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footnoted.domain.book import Passage
from footnoted.engine.find.coverage import Coverage


def passage(text: str, *headings: str) -> Passage:
    return Passage(text, "b", "", "/p", "", "", headings, 0, 0, text)


QUEEN = passage("A queen bee lays eggs. The hive is warm.")
HIVE = passage("The hive is warm in winter.")
NOTHING = passage("Frames are long.")
HOLDS = "Holds the queen and all that she lays, and is kept below the boxes that the honey is taken from in summer."


def test_all_words_are_all_of_it_and_none_is_nothing() -> None:
    coverage = Coverage("Does a queen bee lay eggs?", [QUEEN, HIVE, NOTHING])
    assert coverage.by(QUEEN) == 1.0
    assert coverage.by(NOTHING) == 0.0


def test_a_word_that_few_hold_tells_more() -> None:
    coverage = Coverage("Is the queen in the hive?", [QUEEN, HIVE, passage("A hive again."), passage("One more hive.")])
    assert 0 < coverage.by(HIVE) < 0.5 < coverage.by(passage("The queen.")) < 1


def test_headings_count_with_the_text() -> None:
    below = passage("It lays eggs.", "The queen bee")
    assert Coverage("Does a queen bee lay eggs?", [below]).by(below) == 1.0


def test_pairs_of_words_want_to_stand_side_by_side() -> None:
    coverage = Coverage("queen bee", [QUEEN, HIVE])
    apart = passage("The bee saw the old queen.")
    assert coverage.by_words_and_pairs(QUEEN) == (1.0, 1.0)
    assert coverage.by_words_and_pairs(apart) == (1.0, 0.0)


def test_one_sentence_holds_less_than_the_passage() -> None:
    coverage = Coverage("Is the queen bee warm?", [QUEEN, NOTHING])
    assert coverage.by_one_sentence(QUEEN) < coverage.by(QUEEN) == 1.0


def test_names_and_numbers_are_looked_for_by_themselves() -> None:
    coverage = Coverage("How many eggs does Apis lay in 1957?", [passage("Apis laid eggs in 1957."), NOTHING])
    assert coverage.of_names([passage("Apis laid eggs in 1957.")]) == 1.0
    assert coverage.of_names([NOTHING]) == 0.0


@pytest.mark.parametrize(
    ("question", "heading", "is_entry"),
    [
        ("default of hive_size", "3.2. hive_size", True),
        ("what is $hive_size for", "`hive_size`", True),
        ("what does openHive() return", "openHive(lid, smoke=True)", True),
        ("can I pass --all-bees twice", "--all-bees", True),
        ("default of hive_size", "hive_size_limit", False),
        ("how large is the hive", "hive", False),
    ],
)
def test_the_entry_of_a_name_is_headed_by_it(question: str, heading: str, is_entry: bool) -> None:
    """A plain word is the heading of many things, and no name."""
    entry = passage("Type: number.", "Options", heading)
    assert Coverage(question, [entry]).is_entry(entry) is is_entry


@pytest.mark.parametrize(
    ("question", "heading", "text", "is_definition"),
    [
        ("What is a brood box?", "4.1 Brood box", HOLDS, True),
        ("brood box", "Brood boxes", HOLDS, True),
        ("brood box meaning", "Parts", "- `brood box` Holds the queen.", True),
        ("define brood box", "Parts", "Brood box: where the queen is.", True),
        ("what's a brood box", "Parts", "Lids are light. A brood box is the lower part of a hive.", True),
        ("What exactly is the lid of a hive?", "Parts", "Lid: what closes a hive.", True),
        ("what do they mean by a brood box", "Parts", "A brood box is the lower part of a hive.", True),
        ("What is a brood box?", "Parts", "A brood box (No. 3) is the lower part of a hive.", True),
        ("What is a brood box?", "Parts", "First, some words: a *brood box* is the lower part.", True),
        ("What is a brood box?", "Parts", "`brood box` (3)\n\nThe queen lives here.", True),
        ("What is a brood box?", "Parts", "Put it on the brood box.\n\nThe queen lives here.", False),
        ("What is a brood box?", "Parts", "Take it off: a brood box is heavy.", False),
        ("What is the lid of a jar?", "Parts", "Lid: what closes a hive.", False),
        ("How heavy is a brood box?", "Brood box", HOLDS, False),
        ("What is a brood box?", "Why brood boxes?", HOLDS, False),
        ("What is a brood box?", "Brood box", "It was painted in May.", False),
        ("What is a brood box?", "Parts", "A brood box is cleaned in spring.", False),
        ("What is a brood box?", "Parts", "- `{brood box}`: its number.", False),
    ],
)
def test_what_defines_a_term_is_its_entry(question: str, heading: str, text: str, is_definition: bool) -> None:
    """Every passage that mentions the term holds all words of the question; one of them says what it is."""
    entry = passage(text, heading)
    assert Coverage(question, [entry, HIVE]).is_definition(entry) is is_definition


STEPS = "1. Light the smoker.\n2. Lift the lid."


@pytest.mark.parametrize(
    ("question", "headings", "text", "is_procedure"),
    [
        ("How do I open a hive?", ("Opening a hive", "Step by step"), STEPS, True),
        ("how to open the hive", ("Opening a hive",), STEPS, True),
        ("What is an open hive?", ("Opening a hive",), STEPS, False),
        ("How do I open a hive?", ("Opening a hive",), "First the smoker, then the lid.", False),
        ("How do I feed a swarm?", ("Opening a hive",), STEPS, False),
    ],
)
def test_steps_are_a_procedure_for_what_their_headings_are_about(
    question: str, headings: tuple[str, ...], text: str, is_procedure: bool
) -> None:
    steps = passage(text, *headings)
    assert Coverage(question, [steps, HIVE]).is_procedure(steps) is is_procedure


def test_below_a_heading_that_is_the_term_the_first_passage_defines_it() -> None:
    first, second = (
        replace(passage(text, "Smokers"), position=position, id=text)
        for position, text in enumerate((f"They calm bees. {HOLDS}", f"Clean them often. {HOLDS}"))
    )
    coverage = Coverage("what is a smoker", [second, first])
    assert (coverage.is_definition(first), coverage.is_definition(second)) == (True, False)
