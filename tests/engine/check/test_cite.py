"""Markers: whatever the writer says and however its text is cut, only real sources are named."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footnoted.domain.text.markers import markers
from footnoted.engine.check.cite import ClosingMarkers, renumber, with_valid_markers

NUMBERS = {1: 2, 2: 1, 3: 3}
_BITS = st.sampled_from(
    [
        "Bees fly",
        " [1]",
        "[2]",
        " [9]",
        "[0]",
        "`a[4]`",
        "\n\n```\nx[5]\n```\n",
        " ",
        "[",
        "]",
        "3",
        ".",
        "【x】",
        "[^9]",
    ]
)


async def _pieces(pieces: Sequence[str]) -> AsyncGenerator[str, None]:
    for piece in pieces:
        yield piece


async def _said(pieces: Sequence[str]) -> str:
    return "".join([piece async for piece in with_valid_markers(_pieces(pieces), lambda: NUMBERS)])


def _outside_code(text: str) -> str:
    return re.sub(r"```.*?(?:```|\Z)|`[^`\n]*`", "`", text, flags=re.DOTALL)


@settings(max_examples=int(os.environ.get("CASES", "100")), derandomize="RANDOM" not in os.environ)
@given(st.lists(_BITS, max_size=12).map("".join), st.integers(1, 7))
async def test_cutting_changes_nothing_and_nothing_foreign_is_named(text: str, size: int) -> None:
    shown = await _said([text[place : place + size] for place in range(0, len(text), size)])
    assert shown == await _said([text])
    assert set(markers(_outside_code(shown))) <= set(NUMBERS.values())


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize("text", ["[[9]33]", "[[[9]9]3]", "[3[9]]", "[【x】9]", "[4[^9], 5]", "[^[9]7]", "[ [9]8]"])
async def test_a_marker_that_goes_makes_no_other(text: str, size: int) -> None:
    shown = await _said([text[place : place + size] for place in range(0, len(text), size)])
    assert not markers(shown), shown
    assert renumber(shown, {}, is_quoted=False) == shown


async def test_markers_get_their_final_numbers() -> None:
    assert await _said(["First [", "1] and second [2", "]."]) == "First [2] and second [1]."


def test_code_keeps_its_brackets() -> None:
    assert renumber("See [1]: `v[1]` and\n```\nv[2]\n```", NUMBERS) == "See [2]: `v[1]` and\n```\nv[2]\n```"


def test_markers_are_counted_once() -> None:
    assert markers("a [3] b [1][3]") == [3, 1]


@pytest.mark.parametrize(
    ("text", "placed"),
    [
        ("[2] The mirror cools in an hour.", "The mirror cools in an hour [2]."),
        ("[1] It cools. [2][3] It dews.\n[1] - It dries", "It cools [1]. It dews [2][3].\n- It dries [1]"),
        ("It cools [1]. [2] stays as it is.", "It cools [1]. [2] stays as it is."),
        ("[1][4]", "[1][4]"),
        ("[see 3] is no marker.", "[see 3] is no marker."),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_marker_before_its_sentence_goes_to_the_end_of_it(text: str, placed: str, size: int) -> None:
    markers = ClosingMarkers()
    pieces = [markers.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join(pieces) + markers.end() == placed


FOREIGN = {
    "Warm【1】 air.": "Warm [1] air.",
    "Warm 【2†hive.md】.": "Warm [2].",
    "Warm 【source】.": "Warm.",
    "Warm [^1] air [^9].": "Warm [1] air.",
    "Warm [1, 2].": "Warm [1][2].",
    "Warm [1-2].": "Warm [1][2].",
    "Warm [1–2; 2].": "Warm [1][2][2].",
    "Warm [1-99].": "Warm.",
    "Between [0, 1] and `[1-2]` ```\n[^1]\n```": "Between [0, 1] and `[1-2]` ```\n[^1]\n```",
}


@pytest.mark.parametrize("size", [1, 2, 7, 100])
@pytest.mark.parametrize("text", FOREIGN)
async def test_a_model_keeps_no_markers_but_ours(text: str, size: int) -> None:
    async def pieces() -> AsyncGenerator[str, None]:
        for start in range(0, len(text), size):
            yield text[start : start + size]

    assert "".join([piece async for piece in with_valid_markers(pieces(), lambda: {1: 1, 2: 2})]) == FOREIGN[text]


async def test_what_the_book_says_keeps_its_brackets() -> None:
    async def pieces() -> AsyncGenerator[str, None]:
        yield "Values in [1, 2] or [1-99] [1]."

    assert "".join([piece async for piece in with_valid_markers(pieces(), lambda: {1: 1}, is_quoted=True)]) == (
        "Values in [1, 2] or [1-99] [1]."
    )
