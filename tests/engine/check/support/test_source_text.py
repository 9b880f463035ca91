"""A source made ready for the check: its sentences, what they hold, and which of them is nearest to a claim."""

from __future__ import annotations

from footnoted.engine.check.support.source_text import of_sentences, read_source
from footnoted.engine.check.support.tokens import Kind, tokens

BOOK = "Jupiter is larger than Saturn. Every year Galileo saw its moons. The finder does not turn."


def test_the_closest_sentence_comes_first() -> None:
    source = read_source(BOOK)
    assert source.closest(tokens("The finder turns."), 1)[0].text == "The finder does not turn."
    assert source.closest(tokens("Saturn is larger."), 3)[0].text == "Jupiter is larger than Saturn."
    assert len(source.closest(tokens("Saturn"), 2)) == 2


def test_a_sentence_knows_whether_it_denies() -> None:
    assert [sentence.is_negated for sentence in read_source(BOOK).sentences] == [False, False, True]


def test_headings_count_as_said() -> None:
    (word,) = tokens("Telescopes")
    assert word.key not in read_source(BOOK).keys
    assert word.key in read_source(BOOK, "Telescopes").keys


def test_a_first_word_is_a_name_where_the_source_has_it_as_one() -> None:
    source = read_source(BOOK)
    assert source.named(tokens("Galileo saw them"))[0].kind is Kind.NAME
    assert source.named(tokens("Moons are seen"))[0].kind is Kind.WORD
    assert source.named(()) == ()


def test_without_a_sentence_the_others_stay() -> None:
    source = read_source(BOOK)
    left = source.without(source.sentences[0])
    assert left.sentences == source.sentences[1:]
    assert left.keys == source.keys


def test_a_long_listing_is_read_line_by_line() -> None:
    lines = [f"step {number} turns the screw a little further to the left" for number in range(20)]
    assert len(of_sentences(["\n".join(lines)]).sentences) == len(lines)
    assert len(of_sentences(["\n".join(lines[:2])]).sentences) == 1
