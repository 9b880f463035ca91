"""What is counted where a claim is laid over one sentence, kind by kind."""

from __future__ import annotations

import pytest

from footnoted.engine.check.support.align import align
from footnoted.engine.check.support.differences import Differences, differences
from footnoted.engine.check.support.source_text import read_source
from footnoted.engine.check.support.tokens import tokens


def counted(claim: str, sentence: str) -> Differences:
    source = read_source(sentence)
    return differences(align(source.named(tokens(claim)), source.sentences[0].tokens), source.keys)


def test_the_same_sentence_differs_in_nothing() -> None:
    found = counted("The mirror cools in 40 minutes.", "The mirror cools in 40 minutes.")
    assert (found.contradict, found.is_one_word_off, found.aligned) == (False, False, found.content)
    assert found.content == 4


@pytest.mark.parametrize(
    ("claim", "sentence", "kind"),
    [
        ("The mirror does not cool at night.", "The mirror does cool at night.", "turns"),
        ("The lid is closed at night.", "The lid is open at night.", "turns"),
        ("The mirror cools in 50 minutes.", "The mirror cools in 40 minutes.", "numbers"),
        ("In 1655 the moons were seen by Huygens.", "In 1655 the moons were seen by Galileo.", "names"),
    ],
)
def test_each_kind_of_difference_is_counted_once(claim: str, sentence: str, kind: str) -> None:
    found = counted(claim, sentence)
    assert {name: getattr(found, name) for name in ("turns", "numbers", "names") if getattr(found, name)} == {kind: 1}
    assert found.contradict


def test_two_turns_undo_each_other() -> None:
    assert Differences(turns=1).is_turned
    assert not Differences(turns=2).is_turned
    assert not Differences(turns=1, exchanged=True).is_turned


def test_one_word_for_another_is_seen() -> None:
    found = counted("The tube is made of brass today.", "The tube is made of glass today.")
    assert found.is_one_word_off
    assert not found.contradict


def test_a_part_adds_what_differs_and_no_words() -> None:
    whole = Differences(content=5, aligned=4)
    whole.add(Differences(turns=1, names=2, content=3, aligned=3))
    assert whole == Differences(turns=1, names=2, content=5, aligned=4)


def test_a_number_within_the_bound_that_the_claim_gives_is_no_other_number() -> None:
    assert counted("It weighs over 180 grams.", "It weighs 181.7 grams.").numbers == 0
    assert counted("It weighs over 180 grams.", "It weighs 250 grams.").numbers == 1
    assert counted("It weighs under 180 grams.", "It weighs 181.7 grams.").numbers == 1
