"""Checking sentences against their sources: what is there passes, what is made up does not, quotes are verbatim."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.answer import Support
from footnoted.domain.book import Passage, Source
from footnoted.engine.check.support.verify import citations, support

LENS = """A lens of crown glass bends red light less than blue light. It was ground in
Jena by Ernst Abbe in 1884.

| Glass | Index |
|---|---|
| Crown | 1.52 |
| Flint | 1.62 |
"""


def source(text: str) -> Source:
    return Source(Passage("p", "b", "", "/x", "", "Glass", (), 0, 0, text), 0.9, 0.8)


@pytest.mark.parametrize(
    ("sentence", "supported"),
    [
        ("A lens of crown glass bends red light less than blue light", True),
        ("It was ground in Jena by Ernst Abbe in 1884", True),
        ("Crown glass bends red light less than blue", True),
        ("Glass: Flint; Index: 1.62", True),
        ("It was ground in Jena by Ernst Abbe in 1889", False),
        ("It was ground in Paris by Carl Zeiss", False),
        ("Telescopes were invented by Dutch spectacle makers", False),
        ("Glass: Flint; Index: 1.72", False),
    ],
)
def test_a_sentence_is_supported_by_what_its_source_says(sentence: str, supported: bool) -> None:
    (citation,) = citations(f"{sentence} [1].", (source(LENS),))
    assert citation.supported is supported


def test_every_sentence_under_a_marker_is_checked() -> None:
    text = "Crown glass bends red light less than blue. It was ground in Jena by Ernst Abbe in 1889 [1]."
    (citation,) = citations(text, (source(LENS),))
    assert citation.support is Support.CONTRADICTED


def test_turning_a_statement_round_costs_support() -> None:
    claim = "A lens of crown glass bends red light less than blue light"
    assert support(claim.replace("bends", "never bends"), LENS) < support(claim, LENS)


def test_a_quote_keeps_the_sources_own_line_breaks() -> None:
    (citation,) = citations("It was ground in Jena by Ernst Abbe in 1884 [1].", (source(LENS),))
    assert citation.quote == "It was ground in\nJena by Ernst Abbe in 1884"


@given(st.text(alphabet="ab 1.\n|-", max_size=40), st.text(alphabet="ab 1.\n|-", max_size=80))
def test_every_quote_stands_in_its_source(claim: str, text: str) -> None:
    for citation in citations(f"{claim} [1]", (source(text),)):
        assert citation.quote in text


@given(st.text("ab.\u00e9 \n\t\u00a0", min_size=1, max_size=40), st.integers(0, 40), st.integers(1, 20))
def test_a_quote_is_the_first_place_with_its_words_in_a_row_as_the_source_spaces_them(
    text: str, start: int, size: int
) -> None:
    words = text[start : start + size].split()
    for found in citations(" ".join(words) + " [1]", [source(text)]):
        first = re.search(r"\s+".join(map(re.escape, words)), text)
        assert first is not None
        assert (found.quote, found.support) == (first[0], Support.EXACT)
