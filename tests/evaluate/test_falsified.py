"""The falsified-sentence table: sentences are changed as the class says, and the check is held to them."""

from __future__ import annotations

import random

import pytest

from footnoted.evaluate.support.falsified import flagged, table, tally
from footnoted.evaluate.support.falsify import FALSE, TRUE, Changed, changed

PASSAGE = """When the mirror cools, the image becomes very steady. The tube of Galileo showed Jupiter in 1610 at 20
times. A large mirror is heavier than the lens, and it does not bend. The cap of the tube is made of
brass. At night all lenses need a cap, Huygens said in 1655.
"""


@pytest.mark.parametrize(
    ("kind", "sentence", "made"),
    [
        ("“not” inserted", "The image is steady at night.", "The image is not steady at night."),
        ("“not” dropped", "The tube does not bend.", "The tube does bend."),
        ("number of the passage", "He saw it in 1610 at last.", "He saw it in 1655 at last."),
        ("name of the passage", "The tube of Galileo is long.", "The tube of Huygens is long."),
        ("opposite", "The mirror is large.", "The mirror is small."),
        ("amount", "Buy all lenses.", "Buy some lenses."),
        ("roles exchanged", "He showed that Mars follows Venus.", "He showed that Venus follows Mars."),
        ("clauses turned", "When the mirror cools, the image is steady.", "The image is steady when the mirror cools."),
        ("contracted", "It does not bend.", "It doesn't bend."),
        ("synonym", "It needs a cap.", "It requires a cap."),
        ("adverbs dropped", "It is very steady.", "It is steady."),
        ("aside dropped", "The tube (of brass) is long.", "The tube is long."),
    ],
)
def test_each_rule_changes_what_it_says(kind: str, sentence: str, made: str) -> None:
    passage = "Huygens was here, Galileo and Huygens. In 1655 it was." if "passage" in kind else PASSAGE
    assert (FALSE | TRUE)[kind](sentence, passage, random.Random(1)) == made


def test_a_rule_without_hold_makes_nothing() -> None:
    assert all(make("Look there.", "Look there.", random.Random(1)) in (None, "Look there.") for make in FALSE.values())


def test_the_same_seed_makes_the_same_sentences() -> None:
    assert list(changed([PASSAGE])) == list(changed([PASSAGE]))


def test_the_check_sees_the_false_ones_and_passes_the_others() -> None:
    rows = {row.kind: row for row in flagged([PASSAGE])}
    assert rows["exact"].flagged == 0
    assert rows["clauses turned"].flagged == 0
    assert rows["“not” inserted"].share == rows["number of the passage"].share == rows["amount"].share == 1


def test_a_class_that_is_not_reached_is_marked() -> None:
    def case(kind: str, is_true: bool) -> Changed:
        return Changed(kind, is_true, "x", "x")

    rows = tally([(case("opposite", False), "supported"), (case("synonym", True), "contradicted")])
    assert [row.is_reached for row in rows] == [False, False]
    assert table(rows).count("✗") == 2
