"""Which words are quoted, and when they are given as the answer."""

from __future__ import annotations

from footnoted.domain.book import Source
from footnoted.domain.question import NO_CONFIDENCE, Verdict
from footnoted.domain.reading import Excerpt, Reading
from footnoted.engine.extract.excerpt import excerpts
from footnoted.engine.extract.gate import CUT, tier
from footnoted.engine.extract.quote import quoted
from footnoted.engine.find.finder import Found
from tests.engine.write.test_draft import source

FILLER = " ".join(f"Sentence number {number} speaks of other matters entirely." for number in range(18))


def found(*sources: Source) -> Found:
    return Found(tuple(sources), NO_CONFIDENCE)


def text_of(question: str, *sources: Source) -> str:
    first = excerpts(question, found(*sources))[:1]
    return "".join(quoted(first, sources))


def test_a_short_passage_is_quoted_whole() -> None:
    passage = source("Bees dance. The dance tells where food is.", 0.9)
    assert text_of("what does the dance tell", passage) == "Bees dance. The dance tells where food is [1]."


def test_of_a_long_one_the_run_that_holds_the_question() -> None:
    passage = source(f"{FILLER}\n\nThe waggle dance tells the distance to food.\n\n{FILLER}", 0.9)
    quote = text_of("waggle dance distance", passage)
    assert "waggle dance tells the distance" in quote
    assert len(quote.split()) <= 100


def test_what_the_reader_sees_counts_as_much_as_words() -> None:
    text = f"{FILLER} It is done by wagging."
    plain = source(text, 0.9)
    shares = tuple([0.0] * 18 + [1.0])
    read = Source(plain.passage, 0.9, 0.9, Reading(2.0, shares))
    assert "wagging" in text_of("how do they tell each other", read)


def test_code_comes_with_the_sentence_that_leads_into_it() -> None:
    text = f"{FILLER}\n\nInstall the hive monitor like this:\n\n```sh\npip install hive\n```\n\n{FILLER}"
    quote = text_of("install hive monitor", source(text, 0.9))
    assert "like this:\n\n```sh\npip install hive\n```" in quote


def test_the_books_own_references_are_not_markers() -> None:
    assert text_of("dance", source("Bees dance [12] a lot.", 0.9)) == "Bees dance (12) a lot [1]."


def test_tiers() -> None:
    sure, unsure = Excerpt(1, 0, 5, CUT + 1), Excerpt(1, 0, 5, CUT - 1)
    assert tier(Verdict.ANSWER, [sure]) is Verdict.ANSWER
    assert tier(Verdict.ANSWER, [unsure, sure]) is Verdict.SHOW
    assert tier(Verdict.HEDGE, [sure]) is Verdict.SHOW
    assert tier(Verdict.DECLINE, [sure]) is Verdict.DECLINE
    assert tier(Verdict.ANSWER, []) is Verdict.DECLINE
