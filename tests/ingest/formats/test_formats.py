"""EPUB, notebooks, plain text, and a folder that mixes everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript, Reading
from tests.ingest.formats.make_epub import make_epub
from tests.ingest.formats.make_pdf import Words, make_pdf


def readings(book: Manuscript) -> list[Reading]:
    return [read(leaf, book.root) for leaf in book.leaves]


def texts(reading: Reading) -> list[str]:
    return [block.text for section in reading.sections for block in section.blocks]


@pytest.mark.parametrize("version", [2, 3])
def test_an_epub(tmp_path: Path, version: int) -> None:
    chapters = {
        "one.xhtml": '<p>Fill it.</p><section id="s1"><h2>Boil</h2><p>Heat.<a id="x"/></p></section>',
        "two b.xhtml": "<h1>Pour</h1><p>Slowly.</p>",
    }
    path = tmp_path / "kettle.epub"
    path.write_bytes(make_epub(chapters, titles={"one.xhtml": "First", "two b.xhtml": "Second"}, version=version))
    book = discover(path)
    assert (book.title, book.skipped) == ("The Kettle Book", ())
    assert [leaf.route for leaf in book.leaves] == ["/OEBPS/Text/one.xhtml", "/OEBPS/Text/two%20b.xhtml"]
    first, second = readings(book)
    assert (first.title, second.title) == ("First", "Pour")
    assert [(section.headings, section.anchor) for section in first.sections] == [((), ""), (("Boil",), "s1")]
    assert texts(second) == ["Slowly."]


def test_an_epub_that_was_packed_with_the_folder_around_it(tmp_path: Path) -> None:
    path = tmp_path / "kettle.epub"
    path.write_bytes(make_epub({"one.xhtml": "<p>Fill it.</p>"}, titles={"one.xhtml": "First"}, folder="epub/"))
    book = discover(path)
    assert (book.title, [reading.title for reading in readings(book)]) == ("The Kettle Book", ["First"])


def test_a_notebook(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Heat\n", "\n", "## Loss\n", "See *this*."]},
        {
            "cell_type": "code",
            "source": "loss(3)",
            "outputs": [
                {"output_type": "stream", "text": [f"{n}\n" for n in range(40)]},
                {"output_type": "display_data", "data": {"image/png": "iVBOR"}},
                {"output_type": "error", "ename": "ValueError", "evalue": "cold", "traceback": ["\x1b[31mlong"]},
            ],
        },
        {"cell_type": "markdown", "source": "```\nunclosed"},
        {"cell_type": "markdown", "source": "## Gain\n\nMore."},
        {"cell_type": "raw", "source": "raw"},
    ]
    (tmp_path / "nb.ipynb").write_text(json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}}))
    (reading,) = readings(discover(tmp_path / "nb.ipynb"))
    assert reading.title == "Heat"
    assert [section.headings for section in reading.sections] == [("Loss",), ("Gain",)]
    found = texts(reading)
    assert found[:2] == ["See this.", "```python\nloss(3)\n```"]
    assert found[2].startswith("```\n0\n1\n")
    assert found[2].endswith("11\n…\n```")
    assert found[3:] == ["```\nValueError: cold\n```", "```\nunclosed\n```", "More."]


def test_plain_text(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(
        "The Kettle\n==========\n\nFill it\nwith water.\n\n- one\n  more\n- two\n\n"
        "Chapter 2\n\n    code()\n    more()\n"
    )
    (reading,) = readings(discover(tmp_path))
    assert reading.title == "The Kettle"
    assert [section.headings for section in reading.sections] == [(), ("Chapter 2",)]
    assert texts(reading) == ["Fill it with water.", "- one more\n- two", "```\ncode()\nmore()\n```"]


def test_a_folder_that_mixes_formats(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nAlpha.")
    (tmp_path / "b.html").write_text("<h1>B</h1><p>Beta.</p>")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_text("<h1>S</h1><p>Sub.</p>")
    (tmp_path / "c.epub").write_bytes(make_epub({"one.xhtml": "<p>Gamma.</p>"}, titles={"one.xhtml": "G"}))
    (tmp_path / "d.pdf").write_bytes(make_pdf([[Words(72, 700, "Delta.")]]))
    (tmp_path / "e.txt").write_text("Epsilon.")
    (tmp_path / "requirements.txt").write_text("left-pad")
    book = discover(tmp_path)
    assert [leaf.route for leaf in book.leaves] == [
        "/a", "/b.html", "/c.epub/OEBPS/Text/one.xhtml", "/d.pdf", "/e.txt", "/sub/",
    ]  # fmt: skip
    assert [text for reading in readings(book) for text in texts(reading)] == [
        "Alpha.", "Beta.", "Gamma.", "Delta.", "Epsilon.", "Sub.",
    ]  # fmt: skip
