"""A selected text, explained by what stands around it: quoted, with its place, and never only repeated."""

from __future__ import annotations

from footnoted.domain.book import Passage, Source
from footnoted.engine.extract.explanation import Explanation, explained, shown

PAGE = (
    "A finder is a small telescope on the tube. It shows a wide field.",
    "Turn the screws by day. Look for a distant mast. Then lock them. Check it again at night. Repeat each month.",
)


def passage(position: int, text: str, heading: str = "Finders", route: str = "/finders") -> Passage:
    return Passage(f"{route}{position}", "sky", "", route, "", "Telescopes", (heading,), position, 0, text)


FIRST, SECOND = (passage(position, text) for position, text in enumerate(PAGE))


def text(explanation: Explanation) -> str:
    return "".join(explanation.pieces)


def test_a_sentence_is_explained_by_the_one_before_and_those_behind() -> None:
    told = explained("Look for a distant mast.", SECOND, (FIRST, SECOND))
    assert text(told).startswith("“Telescopes › Finders”:")
    assert "Turn the screws by day [2]." in text(told)
    assert "Then lock them [2]." in text(told)
    assert "distant mast" not in text(told)
    assert told.passages == (FIRST, SECOND)


def test_a_term_is_explained_by_the_sentence_that_says_what_it_is() -> None:
    told = explained("finder", SECOND, (FIRST, SECOND))
    assert "A finder is a small telescope on the tube [1]." in text(told)
    assert told.passages == (FIRST,)


def test_a_term_that_is_defined_elsewhere_is_explained_from_there() -> None:
    other = passage(0, "A mast is a tall pole.", "Words", "/words")
    told = explained("mast", SECOND, (SECOND,), [Source(other, 0.9, 0.9)])
    assert "A mast is a tall pole [1]." in text(told)


def test_what_stands_alone_is_explained_by_the_nearest_sentence_elsewhere() -> None:
    alone = passage(0, "Clean the large mirror with soft cotton.", "Care", "/care")
    near = passage(0, "Soft cotton leaves no scratch on a large mirror. Birds sing.", "Cotton", "/cotton")
    told = explained(alone.text, alone, (alone,), [Source(alone, 1.0, 1.0), Source(near, 0.8, 0.8)])
    assert "Soft cotton leaves no scratch on a large mirror [1]." in text(told)
    assert told.passages == (near,)


def test_where_nothing_else_is_there_the_selection_is_repeated() -> None:
    alone = passage(0, "Clean the large mirror with soft cotton.", "Care", "/care")
    assert "soft cotton [1]." in text(explained(alone.text, alone, (alone,)))


def test_a_section_is_shown_from_its_beginning_up_to_a_screenful() -> None:
    long = passage(0, " ".join(f"Sentence {number} has exactly seven words here." for number in range(30)))
    told = text(shown([long]))
    assert "Sentence 0 has" in told
    assert len(told.split()) < 120
    assert text(shown([FIRST], "Here:")).startswith("Here:")


def test_rows_of_a_table_beside_a_sentence_do_not_explain_it() -> None:
    page = passage(0, "| Key | Use |\n| --- | --- |\n| f | focus |\n\nTurn it slowly. The image sharpens. Then stop.")
    told = text(explained("Turn it slowly.", page, (page,)))
    assert "The image sharpens [1]." in told
    assert "|" not in told
    assert "focus" in text(explained("Key Use", page, (page,)))
