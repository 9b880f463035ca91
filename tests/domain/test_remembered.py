"""What is remembered of texts stays within bounds, whatever texts come."""

from __future__ import annotations

import tracemalloc

from footnoted.domain.text.remembered import remembered
from footnoted.domain.text.words import terms, words


def test_short_texts_are_made_once_and_of_long_ones_only_the_last_few_stay() -> None:
    made: list[str] = []

    @remembered(most=1000, longest=10)
    def make(text: str, suffix: str = "") -> str:
        made.append(text)
        return text + suffix

    for _ in range(2):
        for number in range(20):
            assert make(f"{number}") == f"{number}"
            assert make(f"{number:050}", "!") == f"{number:050}!"
    assert [len(text) for text in made].count(50) == 40
    assert sum(len(text) < 10 for text in made) == 20


def test_words_nobody_writes_do_not_fill_the_memory() -> None:
    def ask(number: int) -> None:
        word = f"{number:06}".translate(str.maketrans("0123456789", "abcdefghij")) + "Abcde" * 200
        words(word)
        terms(word)

    for number in range(10):
        ask(number)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(10, 210):
            ask(number)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 1_000_000, "two hundred words of a thousand letters stayed"
