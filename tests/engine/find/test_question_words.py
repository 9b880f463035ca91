"""Which words of a question a passage must hold."""

from __future__ import annotations

import pytest

from footnoted.domain.text.words import words
from footnoted.engine.find.question_words import KINDS, KindOfAnswer, question_words


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.example[0])
def test_each_kind_of_answer_by_its_example(kind: KindOfAnswer) -> None:
    asked, left = kind.example
    assert question_words(asked) == words(left)
    assert words(asked) != words(left)


def test_the_same_words_count_where_they_are_the_subject() -> None:
    assert question_words("Does the price differ by year?") == words("price year")
    assert question_words("Is the number of moons known?") == words("number moons known")


def test_what_would_leave_nothing_takes_nothing_away() -> None:
    assert question_words("What kinds of types are there?") == words("kinds types")


def test_a_compound_counts_by_its_parts() -> None:
    assert question_words("the page-boy and the king") == ["page", "boy", "king"]


def test_another_language_keeps_every_content_word() -> None:
    text = "Welche Formel gilt, in Go code?"
    assert question_words(text, "de") == words(text, "de")
