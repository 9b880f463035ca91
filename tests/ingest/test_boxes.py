"""Notes, tips and warnings are known as such however a generator writes them, with their own titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.pipeline.pages import Task, read_pages
from tests.ingest.pipeline.program import QuickEmbedder

DOCUSAURUS = 'module.exports = { title: "T", url: "https://t.example", baseUrl: "/", presets: [["classic", {}]] };'
LONG = " ".join(f"Keep lid number {number} on while the water is warming, for the heat goes." for number in range(40))
WAYS: dict[str, dict[str, str]] = {
    "docusaurus": {
        "docusaurus.config.js": DOCUSAURUS,
        "docs/a.md": "# Tea\n\nBefore.\n\n:::warning Mind the steam\n\nIt is hot.\n\n- Very\n\n:::\n\nAfter.\n",
    },
    "a tag": {
        "docusaurus.config.js": DOCUSAURUS,
        "docs/a.mdx": "# Tea\n\nBefore.\n\n<Admonition type='warning' title='Mind the steam'>\n\nIt is hot.\n\n"
        "- Very\n\n</Admonition>\n\nAfter.\n",
    },
    "mkdocs": {
        "mkdocs.yml": "site_name: T\nmarkdown_extensions:\n  - admonition\n",
        "docs/index.md": '# Tea\n\nBefore.\n\n!!! warning "Mind the steam"\n    It is hot.\n\n    - Very\n\nAfter.\n',
    },
    "sphinx": {
        "conf.py": "project = 'T'\n",
        "index.rst": "Tea\n===\n\nBefore.\n\n.. admonition:: Mind the steam\n\n   It is hot.\n\n   - Very\n\nAfter.\n",
    },
    "html": {
        "index.html": "<main><h1>Tea</h1><p>Before.</p><div class='admonition warning'><p class='admonition-title'>"
        "Mind the steam</p><p>It is hot.</p><ul><li>Very</li></ul></div><p>After.</p></main>",
    },
}


def boxes(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str]]:
    """Kind, title and text of each box."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    book = discover(str(folder))
    found = []
    for outcome in read_pages([Task(book.leaves[0], 0, "hash")], book, "tea", QuickEmbedder()):
        assert outcome.page
        for passage in outcome.page.passages:
            for box in passage.boxes:
                named = box.start + box.title
                found.append((box.kind, passage.text[box.start : named], passage.text[named : box.end]))
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_box_with_a_title_of_its_own(tmp_path: Path, way: str) -> None:
    kind = "note" if way == "sphinx" else "warning"  # a title of its own takes the kind's place there
    assert boxes(tmp_path, WAYS[way]) == [(kind, "Mind the steam:", " It is hot.\n\n- Very")]


def test_a_box_without_one_and_a_quotation_that_is_one(tmp_path: Path) -> None:
    config = {"docusaurus.config.js": DOCUSAURUS}
    page = "# Tea\n\nNote: this is none.\n\n:::tip\n\nWarm the pot.\n\n:::\n\n:::danger\n\n```sh\nboil\n```\n\n:::\n"
    assert boxes(tmp_path / "a", config | {"docs/a.md": page}) == [
        ("tip", "Tip:", " Warm the pot."),
        ("danger", "Danger:", "\n\n```sh\nboil\n```"),
    ]
    alert = {"book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": "# A\n\n> [!TIP]\n> Warm it.\n"}
    assert boxes(tmp_path / "b", alert) == [("tip", "Tip:", " Warm it.")]


def test_a_box_that_is_cut_goes_on(tmp_path: Path) -> None:
    config = {"docusaurus.config.js": DOCUSAURUS}
    found = boxes(tmp_path, config | {"docs/a.md": f"# Tea\n\nBefore.\n\n:::note\n\n{LONG}\n\n:::\n\nAfter.\n"})
    assert len(found) > 1
    assert [title for _, title, _ in found] == ["Note:", *[""] * (len(found) - 1)]
    assert " ".join(" ".join(text.split()) for _, _, text in found) == LONG
