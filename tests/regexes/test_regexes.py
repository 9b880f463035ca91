"""No regular expression that reads a reader's, a model's or an author's text costs more than the text is long."""

from __future__ import annotations

import re
from time import thread_time

import pytest

from tests.processor_time import TooMuch, alarm
from tests.regexes.found import Expression, expressions
from tests.regexes.pumped import texts

_SHORT, _LONG = 1_500, 12_000
_ENOUGH = 0.03
"""Seconds of the processor that no text of 12,000 characters needs when it is read once."""
_LITTLE = _ENOUGH / (_LONG // _SHORT) ** 2
"""What the short text costs at least, where each character is read with all others and the long one costs too much."""
_GROWTH = 9
"""A text four times as long may cost four times as much; where each character is read with all others, sixteen."""
_MOST = 0.25
"""Seconds after which it need not be known how many more it would be."""
_ROOMS = (
    "cli", "contracts", "domain", "engine", "evaluate", "ingest", "providers", "report", "server", "settings", "web",
)  # fmt: skip
_BOUNDED = {
    "footnoted.domain.text.sentences._LAST_WORD": "reads forty characters",
    "footnoted.engine.check.cite._OPEN_BRACKET": "reads fifty characters",
    "footnoted.engine.check.addresses._BEGUN": "reads one word to its end, where it matches at once",
    "footnoted.engine.check.links._WORD_BEGUN": "reads forty characters",
    "footnoted.ingest.generators.docusaurus.routes._DATED": "reads a file's name",
    "footnoted.engine.understand.definition._ASKS": "reads a question of at most 120 characters",
    "footnoted.engine.check.links._TAG_BEGUN": "a line with more than 400 brackets has none left",
    "footnoted.engine.check.links._LEFT_OPEN": "a line with more than 400 brackets has none left",
    "footnoted.engine.check.links._OPEN": "a line with more than 400 brackets has none left",
}
"""Those that no long text comes to, and why."""


def cost(expression: Expression, text: str) -> float:
    """Seconds of the processor; the least of three tries where one seems much: the machine has other work too."""
    spent = _cost(expression, text)
    return min(spent, _cost(expression, text), _cost(expression, text)) if spent > _ENOUGH else spent


def _cost(expression: Expression, text: str) -> float:
    """Seconds of the processor, once; much is as bad as more.

    This thread's, because Linux counts a process's in ticks of some milliseconds while it has an alarm set: what takes
    less would seem to take nothing, three times out of four.
    """
    began = thread_time()
    try:
        with alarm(_MOST):
            expression.read(text)
    except TooMuch:
        return _MOST
    return thread_time() - began


def costliest(expression: Expression) -> str:
    """A text that costs the expression too much; empty where there is none among those that were made for it.

    Nearly all cost little when they are short, and are not tried at length: that takes seconds instead of minutes.
    """
    short_ones, shorter_ones, long_ones = (texts(expression.pattern, length) for length in (_SHORT, _LONG // 4, _LONG))
    for short, shorter, text in zip(short_ones, shorter_ones, long_ones, strict=True):
        if _cost(expression, short) > _LITTLE:
            spent = cost(expression, text)
            if spent >= _MOST or (spent > _ENOUGH and spent > _GROWTH * cost(expression, shorter)):
                return text
    return ""


@pytest.fixture(scope="module")
def found() -> list[Expression]:
    return expressions(_ROOMS)


def test_no_expression_costs_more_than_the_text_is_long(found: list[Expression]) -> None:
    tried = [expression for expression in found if expression.place not in _BOUNDED]
    slow = [(expression.place, text) for expression in tried if (text := costliest(expression))]
    assert [f"{place}: {text[:40]!r} … {text[-4:]!r}" for place, text in slow] == []


def test_what_is_excused_is_there(found: list[Expression]) -> None:
    assert set(_BOUNDED) <= {expression.place for expression in found}


@pytest.mark.parametrize("written", [r"(a+)+$", r"\s*\n", r"[.,]+(?=\s)", r"(\w|\d)*x", r"\[[^\]]*\]\(", r"<!--.*?-->"])
def test_an_expression_that_does_is_found(written: str) -> None:
    assert costliest(Expression("here", re.compile(written), frozenset({"search"})))
