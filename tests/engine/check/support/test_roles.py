"""Two parts of a statement that changed places, and those that may."""

from __future__ import annotations

import pytest

from footnoted.engine.check.support.align import align
from footnoted.engine.check.support.roles import are_exchanged
from footnoted.engine.check.support.source_text import read_source
from footnoted.engine.check.support.tokens import tokens


def exchanged(claim: str, sentence: str) -> bool:
    source = read_source(sentence)
    return are_exchanged(align(source.named(tokens(claim)), source.sentences[0].tokens))


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The dog bites the postman.", "The postman bites the dog."),
        ("In the end Redux Toolkit replaces Redux.", "In the end Redux replaces Redux Toolkit."),
        ("Warm air sinks below cold air.", "Cold air sinks below warm air."),
    ],
)
def test_an_exchange_is_seen(claim: str, sentence: str) -> None:
    assert exchanged(claim, sentence)
    assert not exchanged(sentence, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The postman is bitten by the dog.", "The dog has bitten the postman."),
        ("Lamps and maps are needed.", "Maps and lamps are needed."),
        ("When it rains, close the lid.", "Close the lid when it rains."),
    ],
)
def test_what_may_change_places_does(claim: str, sentence: str) -> None:
    assert not exchanged(claim, sentence)
