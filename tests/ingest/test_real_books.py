"""Whole books: no crash, no lost section, no leftover markup. The books lie beside the repository and may be absent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.passages.chunk import chunk

ROOT = Path(__file__).parents[2]
BOOKS = [
    ROOT / "examples/backyard-observatory",
    ROOT.parent / "shared/eval/books/physical-ai-textbook/docs",
    ROOT.parent / "shared/eval/openstax_psychology/book_md",
    ROOT.parent / "shared/eval/books/rust-book",
]
CODE = re.compile(r"^[ \t]*(`{3,}).*?^[ \t]*\1[ \t]*$|(`+)[^`].*?\2|\$\$.*?\$\$|\$[^$\n]+\$", re.MULTILINE | re.DOTALL)
MARKUP = re.compile(
    r"</?[A-Za-z][^<>\n]*>|:::|\{#[a-z]|\{\{#|\]\(|<!--|-->|^(?:import|export) .*from |&[a-z]+;", re.MULTILINE
)
HEADING = re.compile(r"^#{2,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_a_whole_book(folder: Path) -> None:
    if not folder.is_dir():
        pytest.skip(f"{folder.name} is not here")
    book = discover(folder)
    assert book.skipped == ()
    for order, leaf in enumerate(book.leaves):
        reading = read(leaf, book.root)
        passages = chunk(reading, book="b", site=book.site, route=leaf.route, order=order)
        # The Rust book lies here without most of its listings.
        assert all(book.kind == "mdbook" and "cannot be included" in warning for warning in reading.warnings)
        filled = sum(bool(section.blocks) for section in reading.sections)
        assert filled <= len({(passage.anchor, passage.headings) for passage in passages}) <= len(reading.sections)
        for passage in passages:
            leftover = MARKUP.search(CODE.sub("", passage.text))
            assert leftover is None, f"{leaf.source}: {leftover and leftover[0]!r} in {passage.text[:200]!r}"
        if leaf.made_up is None:
            source = re.sub(
                r"^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[ \t]*$", "", leaf.path.read_text("utf-8"), flags=re.M | re.S
            )
            source = re.sub(r"<!--.*?-->|\A---.*?^---", "", source, flags=re.M | re.S)
            assert len(reading.sections) >= len(HEADING.findall(source)), leaf.source
