"""Every entry of the English table does what its example shows."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from footnoted.engine.check.support.lexicon import english
from footnoted.engine.check.support.verify import check

TABLE: dict[str, Any] = tomllib.loads((files("footnoted.engine.check.support") / "english.toml").read_text("utf-8"))
ENTRIES = [
    (kind, entry) for kind, entries in TABLE.items() for entry in (entries if isinstance(entries, list) else [entries])
]
SAME = [(kind, entry["source"], entry["true"]) for kind, entry in ENTRIES if "true" in entry]
OTHER = [(kind, entry["source"], entry["false"]) for kind, entry in ENTRIES if "false" in entry]


@pytest.mark.parametrize(("kind", "source", "claim"), SAME)
def test_what_says_the_same_is_supported(kind: str, source: str, claim: str) -> None:
    assert check(claim, source).holds


@pytest.mark.parametrize(("kind", "source", "claim"), OTHER)
def test_what_says_something_else_is_contradicted(kind: str, source: str, claim: str) -> None:
    assert check(claim, source) == "contradicted"


def test_every_entry_has_an_example() -> None:
    assert not [entry for _, entry in ENTRIES if "source" not in entry or not {"true", "false"} & set(entry)]


def test_no_word_opposes_itself_within_one_entry() -> None:
    for entry in TABLE["opposite"]:
        left, right = (set(side.split()) for side in entry["words"])
        assert not left & right


def test_a_prefix_that_denies_makes_an_opposite_of_an_unknown_word() -> None:
    assert english().opposed("collim", "uncollim")
    assert not english().opposed("collim", "polish")


def test_words_of_one_family_and_short_forms_go_for_each_other() -> None:
    assert check("Restart the app at dusk.", "Restart the application at dusk.").holds
    assert not check("Restart the drive at dusk.", "Restart the application at dusk.").holds
