"""A passage taken apart: nothing invented, nothing torn from what it needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.engine.extract.features import Sign, leans, signs, upright
from footnoted.engine.extract.split_passage import Kind, Unit, parts, units

BREAD = """A starter is flour and water that ferments. It rises in four to six hours.

Feed it like this:

1. Throw half away.
2. Add 50 g of flour.
3. Stir in 50 g of water.

| Flour | Protein (%) | Good for |
|---|---:|---|
| Rye | 9 | dense loaves |
| Strong wheat | 13 | open crumb |

The share of water is found with

$$
h = \\frac{w}{f}
$$

This script prints it:

```python
print(375 / 500)
```
"""


def taken(text: str, *path: str) -> tuple[Unit, ...]:
    return units(path or ("Bread",), text)


def of(kind: Kind, text: str = BREAD) -> list[Unit]:
    return [unit for unit in taken(text) if unit.kind is kind]


def test_paragraphs_become_sentences() -> None:
    assert [unit.text for unit in of(Kind.SENTENCE)][:2] == [
        "A starter is flour and water that ferments.",
        "It rises in four to six hours.",
    ]


def test_a_list_comes_whole_and_in_items_with_its_lead_in() -> None:
    (whole,) = of(Kind.LIST)
    assert whole.text.splitlines() == ["1. Throw half away.", "2. Add 50 g of flour.", "3. Stir in 50 g of water."]
    assert whole.lead == "Feed it like this:"
    assert Sign.STEP in whole.signs
    assert [unit.text for unit in of(Kind.ITEM)] == ["Throw half away.", "Add 50 g of flour.", "Stir in 50 g of water."]


def test_rows_are_spoken_with_their_header() -> None:
    assert [unit.text for unit in of(Kind.ROW)] == [
        "Flour: Rye; Protein (%): 9; Good for: dense loaves",
        "Flour: Strong wheat; Protein (%): 13; Good for: open crumb",
    ]
    assert "protein" in of(Kind.ROW)[0].nearby
    assert "protein" not in of(Kind.ROW)[0].words


def test_code_and_formulas_keep_every_character_and_their_caption() -> None:
    (code,), (formula,) = of(Kind.CODE), of(Kind.FORMULA)
    assert code.text == "```python\nprint(375 / 500)\n```"
    assert code.lead == "This script prints it:"
    assert formula.text == "$$\nh = \\frac{w}{f}\n$$"
    assert formula.lead == "The share of water is found with"


def test_a_sentence_that_only_announces_says_nothing() -> None:
    silent = [unit.text for unit in taken(BREAD) if unit.says_nothing]
    assert silent == ["Feed it like this:", "The share of water is found with", "This script prints it:"]


def test_a_list_without_lead_in_is_introduced_by_its_heading() -> None:
    (whole,) = [unit for unit in taken("- oak\n- ash", "Trees", "Hard woods") if unit.kind is Kind.LIST]
    assert whole.lead == "Hard woods:"


def test_headings_inside_a_passage_count_for_what_stands_below() -> None:
    above, below = taken("Salt it.\n\n## Storage\n\nKeep it cool.", "Butter")
    assert "storag" in below.heading - above.heading
    assert "butter" in above.heading & below.heading


def test_a_term_in_bold_stays_with_what_is_said_of_it() -> None:
    (unit,) = taken("**Crumb.** The inside of a loaf.")
    assert unit.text == "**Crumb.** The inside of a loaf."


def test_numbers_and_bullets_are_two_lists() -> None:
    lists = [unit.text for unit in taken("1. mix\n\n2. rest\n\n- no salt\n- no oil") if unit.kind is Kind.LIST]
    assert lists == ["1. mix\n2. rest", "- no salt\n- no oil"]


def test_an_item_keeps_its_wrapped_lines() -> None:
    assert [unit.text for unit in taken("- first\n  line\n\n- second") if unit.kind is Kind.ITEM] == [
        "first line",
        "second",
    ]


def test_a_quote_and_an_admonition_are_read_as_text() -> None:
    assert [unit.text for unit in taken(":::warning\n\n> Hot glass looks like cold glass.\n\n:::")] == [
        "Hot glass looks like cold glass."
    ]


def test_chinese_is_cut_at_its_own_stops() -> None:
    assert [unit.text for unit in taken("水在零度结冰。水在一百度沸腾！")] == ["水在零度结冰。", "水在一百度沸腾！"]


def test_a_passage_is_taken_apart_once_until_its_text_changes() -> None:
    assert parts("p", ("A",), "One thing is so.") is parts("p", ("A",), "One thing is so.")
    assert parts("p", ("A",), "Another is not.").units[0].text == "Another is not."


@pytest.mark.parametrize(
    "sentence",
    ["This makes it dark.", "They sleep by day.", "The latter is cheaper.", "But nobody came.", "However, it failed.",
     "Its roof leaks.", "In this case, wait.", "Some of them are blue."],
)  # fmt: skip
def test_leaning_sentences_are_known(sentence: str) -> None:
    assert leans(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["The lamp is dark.", "However, bats sleep by day.", "It is important to wait.", "There are three roads.",
     "This book is short.", "Theory is grey."],
)  # fmt: skip
def test_upright_sentences_are_known(sentence: str) -> None:
    assert not leans(sentence)


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("However, the roof leaks.", "The roof leaks."),
        ("For example, rye absorbs more.", "Rye absorbs more."),
        ("However strong, it broke.", "However strong, it broke."),
        ("Finally the rain came.", "Finally the rain came."),
        ("Figure 2.1: A cat sleeps.", "A cat sleeps."),
        ("You have read that cats sleep.", "Cats sleep."),
    ],
)
def test_only_a_connective_with_its_comma_is_trimmed(sentence: str, rest: str) -> None:
    assert upright(sentence) == rest


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("It weighs 3 kg.", Sign.NUMBER),
        ("It opened in May 1911.", Sign.DATE),
        ("It cracked because the glass was cold.", Sign.REASON),
        ("Turn the screw.", Sign.STEP),
        ("Never wash it.", Sign.RULING),
        ("In this chapter we will see why.", Sign.ABOUT_THE_BOOK),
        ("Why does it crack?", Sign.QUESTION),
    ],
)
def test_signs(text: str, sign: Sign) -> None:
    assert sign in signs(text)
    assert sign not in signs("A lamp stands there")


@pytest.mark.parametrize(
    "text",
    ["Pavlov (1927) saw it.", "It was built in 1850.", "As Hull [12] says.", "The Unitree H1 walks.", "In the 1990s."],
)
def test_years_references_and_names_are_no_amounts(text: str) -> None:
    assert Sign.NUMBER not in signs(text)
    assert Sign.NUMBER in signs(text + " There were 45 of them.")


MARKDOWN = st.lists(
    st.sampled_from(
        ["A cat sleeps. It dreams.", "- one\n- two", "1. a\n2. b", "| a | b |\n|---|---|\n| c | d |", "```\nx [1]\n```",
         "$$\nx\n$$",
         "## Part", "> said", "|", "- ", "```", "$$", "# ", "|---|", "  ", "**T.**"]
    ),
    max_size=8,
)  # fmt: skip


@given(MARKDOWN, st.sampled_from(["\n", "\n\n"]))
def test_every_word_of_a_unit_is_the_books(blocks: list[str], gap: str) -> None:
    text = gap.join(blocks)
    held = set(text.replace("|", " ").replace(":", " ").split())
    for unit in units(("T",), text):
        assert set(unit.text.replace("|", " ").replace(";", " ").replace(":", " ").split()) <= held


@given(st.text(alphabet="ab .|-#`$\n>*1:?。", max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    for unit in units(("T",), text):
        assert unit.text.strip()
