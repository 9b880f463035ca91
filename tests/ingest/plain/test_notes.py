"""A wiki, and a folder of notes: their links by name, and what their pages are called."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.plain.notes import LINK
from tests.ingest.generators.test_sites import page
from tests.ingest.test_discover import write

LINKS = (
    "Start with [[Boiling Water]], then [[one|Two Cups]]. See [[1]](x.md), `[[Code]]` and [[3]].\n\n![[pot.png]] Pour."
)
CODE = "\n\n```sh\n[[ -f tea ]] && [[Pour]]\n```\n"


def blocks(folder: Path, ending: str) -> list[str]:
    return [block.text for section in page(discover(folder), ending).sections for block in section.blocks]


@pytest.mark.parametrize(("beside", "words"), [({}, "Two Cups"), ({"_Sidebar.md": "* [[Home]]"}, "one")])
def test_links_by_name_show_their_words(tmp_path: Path, beside: dict[str, str], words: str) -> None:
    folder = write(tmp_path, {"Home.md": LINKS + CODE, "Boiling-Water.md": "Hot.", **beside})
    assert blocks(folder, "Home.md") == [
        f"Start with Boiling Water, then {words}. See [1], `[[Code]]` and [[3]].",
        "Pour.",
        "```sh\n[[ -f tea ]] && [[Pour]]\n```",
    ]


def test_a_wikis_pages_begin_at_home_and_are_called_what_their_files_are(tmp_path: Path) -> None:
    pages = {
        "Boiling-Water.md": "Hot.",
        "A-Cup.md": "## Size\n\nSmall.",
        "Home.md": "[[A Cup]] and more.",
        "_Footer.md": "x",
    }
    book = discover(write(tmp_path / "tea.wiki", pages))
    assert [(leaf.route, leaf.name) for leaf in book.leaves] == [
        ("/Home", "Home"),
        ("/A-Cup", "A Cup"),
        ("/Boiling-Water", "Boiling Water"),
    ]
    assert page(book, "A-Cup.md").title == "A Cup"


def test_notes_keep_the_names_of_their_files(tmp_path: Path) -> None:
    book = discover(write(tmp_path, {"2031-05-tea.md": "Hot.", "mate.md": "Cold."}))
    assert [leaf.name for leaf in book.leaves] == ["2031-05-tea", "mate"]


@pytest.mark.parametrize("piece", ["[[1|", "[[", "[[a|b", "![[a]", "[[ ", "[[a\n"])
def test_what_only_begins_like_a_link_costs_what_it_is_long(piece: str) -> None:
    took = []
    for count in (2_000, 16_000):
        start = process_time()
        text = piece * count
        for match in re.finditer(r"\[\[", text):
            LINK.match(text, match.start())
        took.append(process_time() - start)
    assert took[1] < 8 * 4 * max(took[0], 0.002)
