"""HTML pages in a folder come in the order of the contents, as their author meant them to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.plain.routes import manuscript


def _book(folder: Path, contents: str, *others: str, index: str = "index.html") -> list[str]:
    (folder / index).write_text(f"<h1>Tea</h1>{contents}", "utf-8")
    for name in others:
        (folder / name).write_text(f"<h1>{name}</h1><p>Text.</p>", "utf-8")
    return [leaf.source for leaf in manuscript(folder, folder.glob("*")).leaves]


CONTENTS = (
    '<a href="water.html#hot">1</a> <a href="leaves%20x.html">2</a> <a href="cups.html">3</a> <a href="http://[">4</a>'
)


@pytest.mark.parametrize("index", ["index.html", "index.en.html"])
def test_pages_come_as_the_index_lists_them(tmp_path: Path, index: str) -> None:
    found = _book(tmp_path, CONTENTS, "cups.html", "leaves x.html", "water.html", "a-note.html", index=index)
    assert found == [index, "water.html", "leaves x.html", "cups.html", "a-note.html"]


def test_an_index_that_lists_few_pages_is_no_contents(tmp_path: Path) -> None:
    found = _book(tmp_path, '<a href="water.html">See this</a>', "cups.html", "leaves.html", "pots.html", "water.html")
    assert found == ["index.html", "cups.html", "leaves.html", "pots.html", "water.html"]


def test_links_elsewhere_are_no_pages(tmp_path: Path) -> None:
    found = _book(tmp_path, '<a href="https://tea.example/b.html">b</a> <a href="b%00.html">?</a>', "a.html", "b.html")
    assert found == ["index.html", "a.html", "b.html"]
