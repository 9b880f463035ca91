"""What a Markdown parser sees in a line, by position."""

from __future__ import annotations

import pytest

from footnoted.engine.check.spans import Span, spans


@pytest.mark.parametrize(
    ("line", "kind", "piece", "to"),
    [
        ("see [a](/b) now", "link", "[a](/b)", "/b"),
        ("see ![a](/b) now", "image", "![a](/b)", ""),
        ("see <https://c.example> now", "autolink", "<https://c.example>", "https://c.example"),
        ("see <b>a</b>", "html", "<b>", ""),
        ("see `a` now", "code", "`a`", ""),
    ],
)
def test_each_kind_has_its_place(line: str, kind: str, piece: str, to: str) -> None:
    first = spans(line)[0]
    assert (first.kind, line[first.start : first.end], first.to) == (kind, piece, to)


def test_the_label_of_a_link_and_of_an_image() -> None:
    for line in ("[some [1] words](/b)", "![some [1] words](/b)"):
        (found,) = spans(line)
        assert line[found.label_start : found.label_end] == "some [1] words"


def test_destinations_are_given_with_escapes_and_entities_resolved() -> None:
    (found,) = spans(r"[a](javascript&colon;alert\(1\))")
    assert found.to == "javascript:alert(1)"


def test_what_is_within_comes_after_what_holds_it() -> None:
    line = "[a `b` <c>](/d) `e`"
    assert [line[found.start : found.end] for found in spans(line)] == ["[a `b` <c>](/d)", "`b`", "<c>", "`e`"]


@pytest.mark.parametrize(
    "line", ["plain", "a stray ` tick", "[1]", "[a][b]", "[a]: /b", "[a] (b)", r"\[a](/b)", "a < b > c"]
)
def test_what_is_no_markup_has_no_span(line: str) -> None:
    assert spans(line) == []


def test_what_leads_nowhere_has_no_destination_and_what_has_no_label_no_place_for_it() -> None:
    assert spans("[a]()") == [Span("link", 0, 5, "", 1, 2)]
    assert spans("a `b`") == [Span("code", 2, 5, "", 0, 0)]


def test_within_an_image_nothing_is_reported() -> None:
    assert spans("![a [b](/c)](/d)") == [Span("image", 0, 16, "", 2, 11)]
