"""Text that nobody would write, as long as a contract takes: it costs as much as it is long, so that one question never
holds up all the others. What costs the square of the length takes minutes of the processor here, and meets the alarm.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from footnoted.contracts.rendering.plain import plain as without_markdown
from footnoted.domain.question import NO_CONFIDENCE
from footnoted.domain.text.sentences import sentences
from footnoted.engine.check.guard import without_orders
from footnoted.engine.check.links import LinkFilter
from footnoted.engine.check.support.verify import citations
from footnoted.engine.extract.selection import answering
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Found
from footnoted.engine.find.question_words import question_words
from footnoted.engine.find.spelling import as_spelt
from footnoted.engine.understand.plain import folded, normalised, plain
from footnoted.engine.understand.requests import asks_to_explain, quoted, recognise
from footnoted.engine.understand.stands_alone import stands_alone
from tests.engine.write.test_draft import source
from tests.processor_time import TooMuch, alarm

LENGTH = 32_000
BOOK = [source("Collimation aligns the mirrors of a telescope.", 0.9).passage]


def filtered(text: str) -> str:
    links = LinkFilter({"https://book.example"}, ["Collimation"])
    return links.feed(text) + links.end()


def selection_of(text: str) -> Found:
    chosen = source(text, 0.9)
    return Found((chosen,), NO_CONFIDENCE, 0.0, Coverage("What is collimation?", [chosen.passage]))


def supported(told: str, text: str) -> object:
    return citations(f"{told} [1]", [source(text, 0.9)])


WORK: dict[str, Callable[[str], object]] = {
    "greetings and thanks": plain,
    "requests": lambda text: recognise(text, is_first=True),
    "explanations": asks_to_explain,
    "quotations": lambda text: quoted(f"Explain this: {text}"),
    "as it is embedded": normalised,
    "without marks": folded,
    "what stands alone": stands_alone,
    "its words": lambda text: question_words(text, "en"),
    "orders to a model": without_orders,
    "spelling": lambda text: as_spelt(text, BOOK),
    "sentences": sentences,
    "a selection": lambda text: answering("What is collimation?", selection_of(text)),
    "what supports a sentence": lambda text: supported("The mirrors close with a click", text),
    "what supports a part": lambda text: supported(f"{text[:4000]} b", text),
    "what supports all of it": lambda text: supported(f"It says: {text.strip()}", text),
    "all of it": lambda text: supported(text.strip(), text),
    "links": filtered,
    "plain text": without_markdown,
}
SHAPES = {
    "one word": "a" * LENGTH,
    "a word and a bracket": "a" * LENGTH + "[",
    "a word and another": "a" * LENGTH + " b",
    "unknown words": "qzxvqzxv " * (LENGTH // 9),
    "commas": ", " * (LENGTH // 2),
    "stops": "." * LENGTH + "a",
    "question marks": "? " * (LENGTH // 2),
    "greetings": "hello, " * (LENGTH // 7),
    "blanks": '"' + " " * LENGTH + "a",
    "line breaks": "a" + "\n" * LENGTH + "a",
    "brackets": "[" * LENGTH,
    "half links": "[a](" * (LENGTH // 4),
    "angle brackets": "<" * LENGTH,
    "ticks": "`" * LENGTH,
    "code and stops": "`a`. " * (LENGTH // 5),
    "fences": "```a\n" * (LENGTH // 5),
    "tildes": "~" * LENGTH + "a",
    "bars": "-" + "|  " * (LENGTH // 3) + "x",
    "slashes": "/a" * (LENGTH // 2) + " b",
    "lines": "a\n" * (LENGTH // 2),
    "rows": "| a | b |\n" * (LENGTH // 10),
    "numbers": "7 " * (LENGTH // 2),
    "names": "Ada " * (LENGTH // 4),
    "negations": "not " * (LENGTH // 4),
    "two words": "mirror lens " * (LENGTH // 12),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_text_costs_as_much_as_it_is_long(shape: str) -> None:
    for name, work in WORK.items():
        try:
            with alarm(6.0):
                work(SHAPES[shape])
        except TooMuch:
            pytest.fail(f"{name} of {shape}")


def test_a_line_with_more_brackets_than_anyone_writes_holds_no_link() -> None:
    evil = "[x](https://evil.example) " + "[" * 1000 + "![y](//evil.example/y.png) <https://evil.example>"
    told = filtered(evil)
    assert "evil.example" not in told
    assert not set("[]<>`") & set(told)
    pieces = LinkFilter({"https://book.example"})
    streamed = "".join(pieces.feed(evil[at : at + 50]) for at in range(0, len(evil), 50)) + pieces.end()
    assert "evil.example" not in streamed


def test_fences_are_closed_by_as_many_marks() -> None:
    text = "Before.\n````md\n```py\na = 1. B\n```\n````\nAfter. ```\nEnd."
    assert sentences(text) == ["Before.", "````md\n```py\na = 1. B\n```\n````", "After.", "```\nEnd."]
    assert sentences("One.\n```\nTwo. Three.") == ["One.", "```\nTwo.", "Three."]
