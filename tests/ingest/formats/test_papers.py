"""Papers as typesetters make them, in hard layouts, of which every sentence is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Reading

PAPERS = Path(__file__).parent / "papers"
KNOWN = json.loads((PAPERS / "known.json").read_text("utf-8"))["papers"]


def reading(name: str) -> Reading:
    book = discover(PAPERS / f"{name}.pdf")
    return read(book.leaves[0], book.root)


@pytest.mark.parametrize("name", KNOWN)
def test_every_sentence_is_whole_and_in_order(name: str) -> None:
    known, found = KNOWN[name], reading(name)
    blocks = [" ".join(block.text.split()) for section in found.sections for block in section.blocks]
    assert [sentence for sentence in known["sentences"] if not any(sentence in block for block in blocks)] == []
    text = "\n".join(blocks)
    places = [text.index(sentence) for sentence in known["sentences"]]
    assert places == sorted(places), "left column before right, a wide table or picture between no two halves"
    if name != "revtex":  # which keeps notes for its bibliography
        assert [note for note in known["notes"] if note not in text] == []
    headings = {step.lower() for section in found.sections for step in section.headings}
    assert [words for words in known["headings"] if not any(words.lower() in step for step in headings)] == []
    assert "arXiv:2611.01234v1" not in text, "a stamp along the margin is no text"
