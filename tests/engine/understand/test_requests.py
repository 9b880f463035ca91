"""What is asked about the book, and what is written around a question: the tables of every language's rules, run."""

from __future__ import annotations

import pytest

from footnoted.engine.understand.languages.patterns import EVERY, patterns_of
from footnoted.engine.understand.languages.rules import Request, Rules
from footnoted.engine.understand.plain import plain
from footnoted.engine.understand.requests import asks_to_explain, quoted, recognise

RULES = [patterns.rules for patterns in EVERY]
EXAMPLES = [
    (phrase.request, example, rules.code) for rules in RULES for phrase in rules.requests for example in phrase.examples
]
AROUND = {"en": ("Hi! {}", "hello, {}", "{} Thanks!"), "de": ("Hallo! {}", "Guten Tag, {}", "{} Danke!")}
QUESTIONS = [
    "What is the best telescope for a beginner?",
    "How do I start a new logbook?",
    "How do I get started with astrophotography?",
    "What are the chapters of Jupiter's moons?",
    "hello world in flask",
    "How bright is Neptune?",
    "Where does the Moon rise?",
    "What helps against dew?",
    "how many pages does the logbook have",
    "Which parts does a Newtonian have?",
    "thanks to which lens do we see colours",
    "Was ist das beste Teleskop für Anfänger?",
    "Wie fange ich ein neues Beobachtungsbuch an?",
    "Wie viele Seiten hat das Beobachtungsbuch des Sternfreunds?",
    "Wie hell ist der Neptun?",
    "Was hilft gegen Tau?",
    "Danke welcher Linse sehen wir Farben?",
]


def recognised(text: str, *, is_first: bool = True) -> Request | None:
    asked = recognise(plain(text), is_first=is_first)
    return asked.request if asked and not (asked.request is Request.OVERVIEW and asked.topic) else None


@pytest.mark.parametrize(("request_", "text", "language"), EXAMPLES)
def test_every_example_is_recognised_however_it_is_typed(request_: Request, text: str, language: str) -> None:
    bare = "".join(letter for letter in text if letter not in "?!.,")
    typings = {text, text.lower(), bare, bare.lower().replace("'", ""), text.upper(), f"  {text} "}
    if request_ not in (Request.GREETING, Request.THANKS, Request.FAREWELL):
        typings |= {around.format(text) for around in AROUND[language]}
    assert {typing: recognised(typing) for typing in typings} == dict.fromkeys(typings, request_)


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_to_the_book_is_no_request(text: str) -> None:
    assert recognised(text) is None


@pytest.mark.parametrize(("text", "left"), [example for rules in RULES for example in rules.polite])
def test_politeness_goes_and_the_question_stays(text: str, left: str) -> None:
    assert plain(text) == left


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.code)
def test_questions_about_releases_are_told_from_others(rules: Rules) -> None:
    asked = patterns_of(rules.code).releases
    assert [example for example in rules.releases.examples if not asked.search(example)] == []
    assert [example for example in rules.releases.others if asked.search(example)] == []


@pytest.mark.parametrize("example", [example for rules in RULES for example in rules.named.examples])
def test_an_overview_may_name_the_book(example: str) -> None:
    asked = recognise(plain(example), is_first=True)
    assert asked
    assert asked.request is Request.OVERVIEW
    assert asked.topic.lower() in ("fastapi", "the backyard observatory")


def test_a_topic_keeps_its_capitals_and_marks() -> None:
    asked = recognise("What does the book say about Reading `AFOV` and TFOV?", is_first=True)
    assert asked
    assert asked.topic == "Reading `AFOV` and TFOV"


@pytest.mark.parametrize(
    "text", ["what is this about?", "how does it work", "What is this?", "Was ist das?", "Worum geht es in dem?"]
)
def test_in_a_conversation_a_bare_pointer_points_at_what_was_said(text: str) -> None:
    assert recognised(text, is_first=False) is None


@pytest.mark.parametrize("example", [example for rules in RULES for example in rules.explain.examples])
def test_a_wish_for_an_explanation_is_recognised(example: str) -> None:
    assert asks_to_explain(example)
    assert not asks_to_explain(f"{example} and how bright is Neptune")
    assert not asks_to_explain(f"{example} und wie hell ist der Neptun")


def test_a_quoted_selection_is_told_from_a_question_with_a_quoted_word() -> None:
    assert quoted('Can you explain this: "A finder is a “small” telescope."')[1] == "A finder is a “small” telescope."
    assert quoted('Who said "let there be light"?')[1] == ""
