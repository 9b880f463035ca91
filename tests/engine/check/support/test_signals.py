"""A claim laid over its source becomes signals, and the fitted weights read each of them the right way round."""

from __future__ import annotations

from footnoted.engine.check.support.signals import compare, probability, read_claim
from footnoted.engine.check.support.source_text import read_source
from footnoted.engine.check.support.weights import AGREEMENT, PRESENCE

BOOK = read_source("The finder does not turn with the tube. A red lamp is allowed. The mirror cools in 40 minutes.")


def test_what_stands_there_word_for_word_is_all_present() -> None:
    reading = compare("A red lamp is allowed.", BOOK)
    assert reading.closest is BOOK.sentences[1]
    assert (reading.presence.known, reading.presence.together, reading.presence.pairs) == (1.0, 1.0, 1.0)
    assert not any(reading.agreement[:-1])


def test_what_is_missing_is_told_apart() -> None:
    reading = compare("A red lamp is allowed in Paris for 77 days.", BOOK)
    assert reading.presence.missing_number == 1.0
    assert reading.presence.missing_names > 0
    assert reading.presence.known < 1.0


def test_a_denial_on_one_side_is_a_signal() -> None:
    assert compare("A red lamp is not allowed.", BOOK).agreement.negated_alone == 1.0
    assert compare("The finder does turn with the tube.", BOOK).agreement.negated_there == 1.0


def test_another_number_is_a_signal() -> None:
    assert compare("The mirror cools in 50 minutes.", BOOK).agreement.other_number == 1.0


def test_a_claim_without_content_is_nothing() -> None:
    assert compare("And so it is.", BOOK).closest is None
    assert compare("A red lamp is allowed.", read_source("")).closest is None


def test_what_a_writer_says_before_the_claim_is_no_part_of_it() -> None:
    assert read_claim("According to the book, a red lamp is allowed.") == read_claim("a red lamp is allowed.")


def test_a_second_half_is_held_against_the_sentence_that_says_it() -> None:
    reading = compare("A red lamp is allowed, and the mirror cools in 55 minutes.", BOOK)
    assert reading.differences.numbers == 1


def test_the_weights_point_the_right_way() -> None:
    assert PRESENCE.known > 0
    assert PRESENCE.together > 0
    assert PRESENCE.missing_names < 0
    assert PRESENCE.missing_number < 0
    assert all(weight < 0 for weight in AGREEMENT[:-1])
    allowed, denied = (compare(claim, BOOK) for claim in ("A red lamp is allowed.", "A red lamp is not allowed."))
    assert probability(allowed.agreement, AGREEMENT) > 0.5 > probability(denied.agreement, AGREEMENT)
    assert probability(allowed.presence, PRESENCE) > 0.9


def test_the_head_is_logistic_and_never_overflows() -> None:
    assert probability((0.0,), (1.0,)) == 0.5
    assert 0.0 < probability((1e9,), (-1.0,)) < 1e-9
