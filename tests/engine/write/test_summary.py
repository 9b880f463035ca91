"""What a conversation was about."""

from __future__ import annotations

from footnoted.domain.question import Turn
from footnoted.engine.write.summary import topic_summary
from tests.scenes import CLUSTER, NOON


def summary(*turns: tuple[str, str]) -> str:
    return topic_summary([Turn(question, answer, NOON) for question, answer in turns])


def test_what_the_questions_keep_coming_back_to_comes_first() -> None:
    assert summary(
        ("Hello!", "Ask me about the book."),
        ("How do I collimate a Newtonian?", "Move the secondary mirror first, then the primary mirror."),
        ("What is the exit pupil of an eyepiece?", "The exit pupil is the aperture divided by the magnification."),
        ("Which exit pupil is best for galaxies?", "An exit pupil of 2 mm suits galaxies."),
        ("And how long does that take?", "About ten minutes."),
    ) == ("Discussion of exit pupil, galaxies, collimate, Newtonian and eyepiece")


def test_a_follow_up_is_about_the_place_where_its_answer_stands() -> None:
    turns = [Turn("How warm is a cluster?", "34 °C.", NOON), Turn("Why?", "They shiver.", NOON, (CLUSTER,))]
    assert topic_summary(
        turns
    ) == "Discussion of cluster, warm and Keeping bees warm" or "Keeping bees" in topic_summary(turns)


def test_it_fits() -> None:
    long = summary(*[(f"What about {'antidisestablishmentarianism' * 2} number{n}?", "") for n in range(9)])
    assert 0 < len(long) <= 200
    assert len(summary(("What is " + "x" * 400 + "?", ""))) <= 200


def test_of_nothing_there_is_nothing_to_say() -> None:
    assert summary(("Why?", ""), ("And then?", "")) == ""
    assert summary() == ""
