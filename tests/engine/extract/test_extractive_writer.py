"""Answers without a model: the right unit for each kind of question, in the book's own words, or nothing."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage, Source
from footnoted.domain.ports import Brief, Writer
from footnoted.domain.question import Turn
from footnoted.domain.reading import Excerpt
from footnoted.domain.words import words
from footnoted.engine.extract.extractive_writer import ExtractiveWriter, answer
from footnoted.engine.extract.read_question import Want, read

COFFEE = """Coffee is a drink brewed from roasted beans. It is also grown for export in Brazil and Vietnam.

Espresso was invented in Turin in 1884 by Angelo Moriondo. The machine needs a pressure of 9 bar. However, a moka pot \
works at 1.5 bar.

Grind the beans just before brewing, because ground coffee loses its aroma within 15 minutes. In the next section we \
will see how grinders differ.

Brew a pot of filter coffee like this:

1. Boil 500 ml of water.
2. Rinse the paper filter.
3. Add 30 g of ground coffee.
4. Pour slowly in circles.

| Method | Grind | Time |
|---|---|---|
| French press | coarse | 4 minutes |
| Turkish | powder | 2 minutes |

The strength is the dissolved mass divided by the mass of the drink:

$$
s = \\frac{m}{M}
$$

The strength can be computed in Python:

```python
strength = 6.2 / 450  # [1] is no marker here
```
"""
BEES = """A hive holds about 40,000 bees in summer. This makes it a noisy place. The queen lives for up to five years.

Honey bees dance to tell others where flowers are. The dance was decoded by Karl von Frisch in Munich.

Never open a hive in rain. Smoke calms the bees.

There are three kinds of bee in a hive:

- queens
- workers
- drones
"""


def source(text: str, score: float = 0.55, title: str = "", ident: str = "p") -> Source:
    return Source(Passage(ident, "b", "", "/x", "", title, (), 0, 0, text), score, 0.5)


SOURCES = (source(COFFEE, title="Coffee", ident="c"), source(BEES, title="Keeping bees", ident="b"))


def reply(
    question: str, sources: tuple[Source, ...] = SOURCES, *, from_selection: bool = False, partly: bool = False
) -> str:
    return "".join(answer(Brief(question, question, sources, partly_covered=partly, from_selection=from_selection)))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is coffee?", "Coffee is a drink brewed from roasted beans [1]."),
        ("Who invented espresso?", "Espresso was invented in Turin in 1884 by Angelo Moriondo [1]."),
        ("When was espresso invented?", "Espresso was invented in Turin in 1884 by Angelo Moriondo [1]."),
        ("Where was the dance of the bees decoded?", "The dance was decoded by Karl von Frisch in Munich [2]."),
        ("How many bees are in a hive in summer?", "A hive holds about 40,000 bees in summer [2]."),
        (
            "Why should I grind the beans just before brewing?",
            "Grind the beans just before brewing, because ground coffee loses its aroma within 15 minutes [1].",
        ),
        ("How long does Turkish coffee take?", "Method: Turkish; Grind: powder; Time: 2 minutes [1]"),
        ("May I open a hive in rain?", "Never open a hive in rain [2]."),
        (
            "How do I brew a pot of filter coffee?",
            "Brew a pot of filter coffee like this:\n\n1. Boil 500 ml of water.\n2. Rinse the paper filter.\n"
            "3. Add 30 g of ground coffee.\n4. Pour slowly in circles [1].",
        ),
        (
            "What kinds of bee are there in a hive?",
            "There are three kinds of bee in a hive:\n\n- queens\n- workers\n- drones [2]",
        ),
        (
            "What is the formula for the strength?",
            "The strength is the dissolved mass divided by the mass of the drink:\n\n$$\ns = \\frac{m}{M}\n$$\n\n[1]",
        ),
        (
            "How do I compute the strength in Python?",
            "The strength can be computed in Python:\n\n"
            "```python\nstrength = 6.2 / 450  # [1] is no marker here\n```\n\n[1]",
        ),
    ],
)
def test_each_kind_of_question_gets_its_kind_of_answer(question: str, expected: str) -> None:
    assert reply(question) == expected


def test_a_leaning_sentence_brings_the_one_before() -> None:
    assert (
        reply("Is it a noisy place?")
        == "A hive holds about 40,000 bees in summer [2]. This makes it a noisy place [2]."
    )


def test_a_connective_is_trimmed_where_nothing_precedes_it() -> None:
    assert reply("At which pressure does a moka pot work?") == "A moka pot works at 1.5 bar [1]."


def test_a_comparison_gets_the_table() -> None:
    text = reply("What is the difference between the methods in grind and time?")
    assert "| French press | coarse | 4 minutes |" in text


@pytest.mark.parametrize(
    "question", ["What is the capital of Mongolia?", "How do I tune a violin?", "Who wrote Faust?"]
)
def test_nothing_is_said_when_the_passages_do_not_answer(question: str) -> None:
    assert reply(question) == ""


def test_a_passage_found_by_meaning_may_answer_in_other_words() -> None:
    (passage,) = (source("Felines purr when they are content.", score=0.8),)
    assert reply("Is my cat happy?", (passage,)) == "Felines purr when they are content [1]."
    assert reply("Is my cat happy?", (source("Felines purr when they are content.", score=0.3),)) == ""


def test_no_sources_no_answer() -> None:
    assert reply("What is coffee?", ()) == ""


def test_the_same_sentence_in_two_passages_is_said_once() -> None:
    text = "Copper melts at 1085 degrees."
    twice = (source(text, ident="one"), source("Copper melts at about 1085 degrees.", ident="two"))
    assert reply("At which temperature does copper melt?", twice) == "Copper melts at 1085 degrees [1]."


def test_the_heading_lets_a_sentence_omit_its_subject() -> None:
    below = source("The blade is 20 cm long.", title="Chef's knife", ident="k")
    other = source("A paring blade is 8 cm long.", title="Paring knife", ident="l")
    assert reply("How long is the blade of a chef's knife?", (other, below)).startswith("The blade is 20 cm long [2].")


def test_a_follow_up_wants_what_the_question_before_wanted() -> None:
    earlier = (Turn("How long does French press coffee take?", "", datetime(2026, 1, 1, tzinfo=UTC)),)
    brief = Brief("And Turkish?", "And Turkish? coffee take", SOURCES, earlier)
    assert "".join(answer(brief)) == "Method: Turkish; Grind: powder; Time: 2 minutes [1]"


def test_chinese_is_answered_in_chinese() -> None:
    assert reply("水在几度沸腾？", (source("水在零度结冰。水在一百度沸腾。"),)) == "水在一百度沸腾 [1]。"


SELECTION = (
    source(
        "Rupert's drops are beads of glass. Their tails shatter when cut, because the inside is under tension.", 1.0
    ),
)


@pytest.mark.parametrize(
    "question", ["Explain this", "What does this mean?", "Summarise the selected text", "Can you simplify it?"]
)
def test_a_request_to_explain_gets_the_selections_key_sentences(question: str) -> None:
    assert reply(question, SELECTION, from_selection=True).startswith("Rupert's drops are beads of glass [1].")


def test_a_selection_answers_what_it_says_and_nothing_else() -> None:
    assert "under tension [1]" in reply("Why do the tails shatter?", SELECTION, from_selection=True)
    assert reply("How many drops are made each year?", SELECTION, from_selection=True) == ""
    assert reply("Who discovered the drops?", (source("Glass is brittle.", 1.0),), from_selection=True) == ""


MOONS = source(
    """Galileo saw four moons. Ganymede is 5268 km wide. The moons were named by Simon Marius, who had seen them too.

| Moon | Period (days) | Magnitude |
|---|---|---|
| Io | 1.77 | 5.0 |
| Ganymede | 7.15 | 4.6 |
| Callisto | 16.69 | 5.7 |
""",
    0.95,
    "The moons of Jupiter",
    "m",
)


@pytest.mark.parametrize(
    "question",
    [
        "How deep are the craters of Ganymede?",
        "How wide is Ganymede in the James Webb Space Telescope?",
        "Which atmosphere does Callisto have?",
        "How heavy is Io?",
        "How many craters are there on Callisto?",
    ],
)
def test_a_passage_on_the_topic_is_no_answer_without_the_detail(question: str) -> None:
    assert reply(question, (MOONS,)) == ""


def test_what_comes_close_is_said_only_as_such_and_of_a_passage_that_is_certainly_on_the_subject() -> None:
    asked = "What was the goal of Hudson's voyage?"
    sails = "Hudson (with a crew of 22) sailed in April 1610 to look for a passage to Asia."
    certain, likely = (source(sails, score, "Henry Hudson", "h") for score in (0.96, 0.9))
    assert reply(asked, (certain,)) == ""
    assert reply(asked, (likely,), partly=True) == ""
    assert reply(asked, (certain,), partly=True) == f"{sails[:-1]} [1]."


def test_a_number_is_given_or_it_is_not() -> None:
    certain = source("Ganymede is 5268 km wide.", 0.99, "The moons of Jupiter", "m")
    assert reply("How deep are the craters of Ganymede?", (certain,), partly=True) == ""


@pytest.mark.parametrize(
    ("question", "is_number"),
    [
        ("How long was the theatre in operation?", True),
        ("How quickly does it cool?", True),
        ("Explain how situational influences shape behaviour.", False),
        ("Discuss how it might bring about distress.", False),
        ("Describe how people change.", False),
    ],
)
def test_how_asks_for_a_number_before_a_measure_only(question: str, is_number: bool) -> None:
    assert (read(question).want is Want.NUMBER) == is_number


def test_a_span_of_years_says_how_long() -> None:
    theatre = source("The Summer Theatre was in operation from 1870 to 1939.", 0.9, "Theatres", "t")
    assert "1870 to 1939" in reply("How long was the Summer Theatre in operation?", (theatre,))


def test_the_first_word_of_a_sentence_is_no_name() -> None:
    assert read("Compare both of them here. Explain the role of Dr. Watson.").names == {*words("Dr Watson")}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How wide is Ganymede?", "Ganymede is 5268 km wide [1]."),
        ("Which moon takes the longest?", "Moon: Callisto; Period (days): 16.69; Magnitude: 5.7 [1]"),
        ("Which moon has the shortest period?", "Moon: Io; Period (days): 1.77; Magnitude: 5.0 [1]"),
        ("Which is the brightest moon?", "Moon: Ganymede; Period (days): 7.15; Magnitude: 4.6 [1]"),
    ],
)
def test_a_detail_that_is_there_is_found(question: str, expected: str) -> None:
    assert reply(question, (MOONS,)) == expected


INSTALLING = """In this chapter we will discuss:

- Installing the brewer on Linux and on Windows.

On Linux, open a terminal and enter the following command:

```sh
brewer-setup --install
```

If the brewer is installed, you will see:

```text
The brewer is installed on Linux.
```
"""
TYPES = """Table 2: Types of bean

| Bean | Taste |
| --- | --- |
| Arabica | mild |
| Robusta | strong |

Table 3 shows what types of bean cost.
"""


def test_how_to_is_answered_by_the_command_not_by_what_it_printed_or_by_a_list_of_contents() -> None:
    text = reply("How do I install the brewer on Linux?", (source(INSTALLING, 0.97, "Installing the brewer", "i"),))
    assert text.startswith("On Linux, open a terminal and enter the following command:\n\n```sh\nbrewer-setup")


def test_a_list_is_answered_by_the_table_not_by_its_announcement() -> None:
    text = reply("What types of bean are there?", (source(TYPES, 0.97, "Beans", "t"),))
    assert "| Arabica | mild |" in text
    assert "Table 3" not in text


def test_other_things_of_a_kind_do_not_define_it() -> None:
    others = source("Paper filters, as you might think, are thrown away.", 0.98, "Other filters", "o")
    one = source("Filters are a kind of sieve that holds back the grounds.", 0.97, "Summary", "s")
    assert reply("What is a filter?", (others, one)).startswith("Filters are a kind of sieve")


def test_a_glossarys_entry_goes_before_a_books_title_and_before_a_sentence_about_something_else() -> None:
    entry = Source(
        Passage("e", "b", "", "/x", "", "Glossary", ("S", "SDF (Sieve Description)"), 0, 0, "A format for sieves."),
        1,
        1,
    )
    cited = Source(
        Passage("r", "b", "", "/x", "", "References & Bibliography", ("Sieves",), 0, 0, "SDF: The story of a sieve."),
        1,
        1,
    )
    other = source("More expressive than SDF (it has motors) but dearer.", 1, "Motors", "m")
    assert reply("What is SDF?", (cited, other, entry)) == "SDF (Sieve Description): A format for sieves [3]."


def test_a_share_is_given_as_one() -> None:
    sleepless = source("Adults need 7 hours of sleep. Insomnia is most common among adults.", 0.9, "Insomnia", "i")
    counted = source("One in ten adults has insomnia.", 0.9, "Insomnia", "c")
    assert reply("What percentage of adults have insomnia?", (sleepless,)) == ""
    assert (
        reply("What percentage of adults have insomnia?", (sleepless, counted)) == "One in ten adults has insomnia [2]."
    )


def test_only_the_beginning_of_a_section_is_an_entry_of_a_glossary() -> None:
    further = source("Even though it is old, the effect was found again in 1990.", 0.98, "Halo effect", "f")
    said = source("The halo effect is a bias in which one trait colours all others.", 0.95, "Biases", "s")
    behind = source("The story behind the halo effect is an old one.", 0.97, "Stories", "b")
    assert reply("What is the halo effect?", (further, behind, said)).startswith("The halo effect is a bias")


def test_what_a_thing_is_called_defines_it_with_the_sentence_before() -> None:
    trick = source("Look a little to one side of it. This trick is called averted vision.", 0.9, "At night", "t")
    used = source("Many observers use averted vision.", 0.95, "Observers", "u")
    expected = "Look a little to one side of it [2]. This trick is called averted vision [2]."
    assert reply("What is averted vision?", (used, trick)) == expected


def test_a_plain_glossary_keeps_its_terms_with_what_is_said_of_them() -> None:
    glossary = source("Albedo. The share of light that a body reflects.\n\nApogee. The far end.", 0.9, "Glossary", "g")
    assert reply("What is albedo?", (glossary,)) == "Albedo. The share of light that a body reflects [1]."


def test_two_questions_in_one_get_two_answers() -> None:
    text = reply("How many bees are in a hive in summer, and how long does the queen live?")
    assert text == ("A hive holds about 40,000 bees in summer [2]. The queen lives for up to five years [2].")


def test_the_books_own_references_do_not_look_like_markers() -> None:
    (hull,) = (source("Tin melts at 232 degrees, as Hull [12] found; see `melt[3]`."),)
    assert reply("At which temperature does tin melt?", (hull,)) == (
        "Tin melts at 232 degrees, as Hull (12) found; see `melt[3]` [1]."
    )


def test_an_entry_of_a_glossary_defines_its_heading() -> None:
    entry = Passage(
        "e", "b", "", "/g", "", "Glossary", ("A", "Actuator"), 0, 0, "A device that turns energy into motion."
    )
    other = source("An actuator is drawn in the figure below.", 0.9, ident="o")
    sources = (other, Source(entry, 0.9, 0.5))
    assert reply("What is an actuator?", sources) == "Actuator: A device that turns energy into motion [2]."


def test_the_text_is_preferred_to_the_list_of_references() -> None:
    title = "- Tobin: Domain randomization in robots"
    named = Passage("r", "b", "", "/r", "", "Robots", ("References",), 0, 0, title)
    text = source("Robots learn with domain randomization.", 0.9, ident="t")
    assert reply("domain randomization in robots", (Source(named, 0.9, 0.5), text)).startswith("Robots learn")


def test_a_name_of_another_passage_does_not_make_a_sentence_about_it() -> None:
    mira = source("Mira is a red giant. It swells and shrinks.", 0.97, "Mira", "one")
    delta = source("It brightens fast, with a period of 5.366 days.", 0.97, "Delta Cephei", "two")
    assert reply("How long is the period of Mira?", (mira, delta)) == ""


async def test_the_writer_streams_its_excerpts_and_looks_nothing_up() -> None:
    async def no_look_up(_: str) -> tuple[Source, ...]:
        raise AssertionError("an extractive answer needs no second search")

    writer: Writer = ExtractiveWriter()
    excerpt = Excerpt(2, 0, len(SOURCES[1].passage.text), 1.0)
    brief = Brief("Is it noisy?", "Is it noisy?", SOURCES, (), (excerpt,))
    written: AsyncGenerator[str, None] = writer.write(brief, no_look_up)
    text = "".join([piece async for piece in written])
    assert text.replace(" [2]", "") == SOURCES[1].passage.text.strip()
    assert "[2]" in text
    await writer.ping()


def test_a_books_own_rarities_decide_when_given() -> None:
    two = (source("Zinc is blue. Iron is grey."),)
    asked = Brief("zinc iron", "zinc iron", two)
    assert next(answer(asked, lambda word: 9.0 if word == "iron" else 0.1)).startswith("Iron")
    assert next(answer(asked, lambda word: 9.0 if word == "zinc" else 0.1)).startswith("Zinc")


SENTENCES = st.lists(
    st.sampled_from(
        ["Zinc melts at 420 degrees.", "It is also blue.", "However, iron rusts.", "Why does iron rust?",
         "Tin is soft!", "- a zinc roof", "- an iron gate", "| metal | melts |\n|---|---|\n| zinc | 420 |",
         "```\nzinc = 30\n```", "锌是蓝色的。", "## Zinc"]
    ),
    min_size=1, max_size=8,
)  # fmt: skip
ASKED = st.sampled_from(
    [
        "What is zinc?",
        "Why does iron rust?",
        "zinc code",
        "How many degrees?",
        "",
        "Compare zinc and iron",
        "Explain this",
    ]
)


@given(st.lists(SENTENCES, max_size=3), ASKED, st.floats(0, 1), st.booleans())
def test_every_word_is_the_books_and_every_piece_is_marked(
    texts: list[list[str]], question: str, score: float, from_selection: bool
) -> None:
    sources = tuple(source("\n\n".join(text), score, "Metals", str(at)) for at, text in enumerate(texts))
    pieces = list(answer(Brief(question, question, sources, from_selection=from_selection)))
    for piece in pieces:
        found = re.findall(r"\[(\d+)\]", piece)
        assert len(found) == 1
        held = set(re.findall(r"\w+", sources[int(found[0]) - 1].passage.text.casefold())) | {"metals"}
        assert set(re.findall(r"\w+", re.sub(r" ?\[\d+\]", "", piece).casefold())) <= held
    assert len(pieces) <= 8
