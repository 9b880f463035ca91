"""What a bare reference shows: the title of a document only where it names one."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.formats.rst.project import RstBook, RstConfig


@pytest.mark.parametrize(
    ("target", "shown"),
    [("brewing", "How to brew"), ("brewing.md", "How to brew"), ("brewing.Pot", ""), ("brewing.hot.Pot", "")],
)
def test_a_name_in_a_module_that_is_called_like_a_page_is_no_page(target: str, shown: str) -> None:
    book = RstBook(RstConfig(Path()), Path(), titles={"brewing": "How to brew"})
    assert book.title_of("any", target, "index") == shown
