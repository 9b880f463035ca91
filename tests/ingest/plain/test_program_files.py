"""A program's repository without a site: its pages are read, what the program uses or is tested on is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover

FILES = {
    "README.md": "# Kettle\n\nIt boils.\n",
    "docs/steam.txt": "Steam is hot.\n",
    "docs/old.html": "<h1>Old</h1><p>It whistled.</p>",
    "kettle/__init__.py": "",
    "kettle/spout/README.md": "# Spout\n\nIt pours.\n",
    "kettle/templates/row.html": "<p>{% if hot %}{{ degrees }}{% endif %}</p>",
    "kettle/data/words.txt": "steam boil pour",
    "tests/cases/README.md": "# Cases\n\nNot for readers.\n",
    "tests/cases/emoji.html": "<h1>Emoji</h1><p>:tea:</p>",
}


def _read(folder: Path, *more: str) -> tuple[list[str], str]:
    for name, text in {**FILES, **dict.fromkeys(more, "")}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    book = discover(folder)
    return [leaf.source for leaf in book.leaves], book.recognised_by


@pytest.mark.parametrize("project", ["pyproject.toml", "package.json"])
def test_what_a_program_uses_or_is_tested_on_is_no_page(tmp_path: Path, project: str) -> None:
    pages, reason = _read(tmp_path, project)
    assert pages == ["README.md", "docs/old.html", "docs/steam.txt", "kettle/spout/README.md"]
    assert "4 files that its program uses or is tested on are left out" in reason


def test_a_folder_that_is_no_program_is_read_whole(tmp_path: Path) -> None:
    pages, reason = _read(tmp_path)
    assert len(pages) == len(FILES) - 1  # all but the module
    assert "left out" not in reason


def test_a_folder_of_nothing_but_tests_is_read(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}", "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "oral.md").write_text("# Oral tests\n\nSpeak up.\n", "utf-8")
    assert [leaf.source for leaf in discover(tmp_path).leaves] == ["tests/oral.md"]
