"""Markers that go or move leave no address behind: whether a link is allowed is decided before them."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footnoted.contracts.rendering.plain import plain
from footnoted.domain.text.markers import without_markers
from footnoted.engine.check.cite import ClosingMarkers, with_valid_markers
from footnoted.engine.check.links import LinkFilter
from tests.engine.check.test_links import FRAGMENTS, PASSAGE, is_foreign, leads

MARKERS = ["[9]", " [9]", "[1]", " [1]", "[1][2]", "【9】", "【1†x】", "[^9]", "[5, 99]", "[1-2]", "[0]", "[9", "]"]
HALVES = ["https:/", "/evil.example/q", "https:", "//evil.example/q", "www", ".evil.example", "http:\\", "\n", "h"]
SPLIT = [
    *("https:/[99]/evil.example/q", "https:/ [9]/evil.example/q", "www[55].evil.example", "https:/[9][9]/evil.example"),
    *("https:/[5, 99]/evil.example", "https:/【9】/evil.example", "https:/[^9]/evil.example", "www [9].evil.example"),
    *(
        "[1] a\nhttps:/[2]/evil.example b",
        "[9] a https:/[9]/evil.example b",
        "https:/[1]/evil.example/q",
        "www[1].evil.example",
    ),
    *("https://book.example[9].evil.example", "https://book.example/a[9]", "`https:/`[99]`/evil.example`"),
]
_CHANCE = settings(
    max_examples=int(os.environ.get("CASES", "300")), deadline=None, derandomize="RANDOM" not in os.environ
)


async def answered(text: str, sizes: Sequence[int], *, is_quoted: bool = False) -> str:
    """A model's text as its writer and the draft pass it on."""
    gate, placed = LinkFilter({"https://book.example"}, [PASSAGE]), ClosingMarkers()

    async def pieces() -> AsyncGenerator[str, None]:
        at = 0
        for size in (*sizes, len(text)):
            yield placed.feed(gate.feed(text[at : at + size]))
            at += size
        yield placed.feed(gate.end()) + placed.end()

    return "".join([piece async for piece in with_valid_markers(pieces(), lambda: {1: 2, 2: 1}, is_quoted=is_quoted)])


def led_astray(text: str) -> list[str]:
    """What leads out of the book, wherever the answer is shown: as it is, or where no sources can be."""
    return [to for shown in (text, without_markers(text)) for to in leads(shown) if is_foreign(to)]


@pytest.mark.parametrize("text", SPLIT)
@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("is_quoted", [True, False])
async def test_halves_of_an_address_stay_apart_without_their_marker(text: str, size: int, is_quoted: bool) -> None:
    for around in (text, f"Before.\n\n{text}\n\nAfter [1].", f"[1] {text} and [2] more"):
        out = await answered(around, [size] * (len(around) // size), is_quoted=is_quoted)
        assert not led_astray(out), out
        assert "https://evil" not in plain(out).text + plain(without_markers(out)).text
        assert "www.evil" not in plain(out).text + plain(without_markers(out)).text


@_CHANCE
@given(
    st.lists(st.sampled_from([*FRAGMENTS, *MARKERS, *MARKERS, *HALVES, *HALVES]), max_size=12),
    st.lists(st.integers(1, 9), max_size=60),
)
async def test_nothing_made_of_markers_and_parts_of_links_leads_out(parts: Sequence[str], sizes: Sequence[int]) -> None:
    out = await answered("".join(parts), sizes)
    assert not led_astray(out), out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is warm [9], and so on [9].", "It is warm, and so on."),
        ("See https://book.example/a [1].", "See https://book.example/a."),
        ("See https://book.example/a [1][2], or b [2].", "See https://book.example/a, or b."),
    ],
)
async def test_elsewhere_a_marker_leaves_nothing(text: str, expected: str) -> None:
    assert without_markers(await answered(text, [])) == expected
