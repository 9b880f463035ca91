"""The brackets of a line: when there are too many to parse, and where a link's text is still open."""

from __future__ import annotations

import pytest

from footnoted.engine.check.brackets import has_too_many_brackets, open_label


@pytest.mark.parametrize("line", ["", "See [1][2].", "[a](/b) " * 130, "[" * 40, "[x] " * 400])
def test_what_people_write_is_parsed(line: str) -> None:
    assert not has_too_many_brackets(line)


@pytest.mark.parametrize("line", ["[x] " * 401, "`" * 401, "<" * 401, "[" * 41, "]" * 41 + "[" * 41])
def test_what_nobody_writes_is_not(line: str) -> None:
    assert has_too_many_brackets(line)


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("A plain line", ""),
        ("A [link", "[link"),
        ("An ![image", "![image"),
        ("A [link]", "[link]"),
        ("A [link](", "[link]("),
        ("A [1] and more", ""),
        ("An [outer [inner] text", "[outer [inner] text"),
        ("A [" + "long " * 70, ""),
    ],
)
def test_where_a_links_text_is_still_open(line: str, held: str) -> None:
    assert line[open_label(line) :] == held
