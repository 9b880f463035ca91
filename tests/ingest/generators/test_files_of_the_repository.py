"""A site in a repository may show files beside it, as its builder does: its readme, its examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.generators.test_sites import page, text
from tests.ingest.test_discover import write

OUTSIDE = "Fill the lamp before dusk.\n"
SITES = {
    "mdbook": {
        "book/book.toml": '[book]\ntitle = "Lamp"\n',
        "book/src/SUMMARY.md": "# Summary\n\n- [Oil](oil.md)\n",
        "book/src/oil.md": "# Oil\n\n{{#include ../../readme.txt}}\n",
    },
    "vitepress": {
        "docs/.vitepress/config.js": "export default {}\n",
        "docs/oil.md": "# Oil\n\n<!--@include: ../readme.txt-->\n",
    },
    "myst": {"docs/myst.yml": "version: 1\n", "docs/oil.md": "# Oil\n\n```{include} ../readme.txt\n```\n"},
    "jupyter-book": {
        "docs/_toc.yml": "format: jb-book\nroot: oil\n",
        "docs/_config.yml": "title: Lamp\n",
        "docs/oil.md": "# Oil\n\n```{include} ../readme.txt\n```\n",
    },
    "docusaurus": {
        "website/docusaurus.config.js": "export default { title: 'Lamp', url: 'https://lamp.org', baseUrl: '/', "
        "presets: [['classic', {}]] };\n",
        "website/docs/oil.md": "import Readme from '../../readme.md';\n\n# Oil\n\n<Readme />\n",
    },
}


@pytest.mark.parametrize("generator", SITES)
def test_a_page_shows_a_file_beside_its_site(tmp_path: Path, generator: str) -> None:
    write(tmp_path, {**SITES[generator], "readme.txt": OUTSIDE, "readme.md": OUTSIDE})
    book = discover(tmp_path)
    assert book.kind == generator
    assert OUTSIDE.strip() in text(page(book, "oil.md"))
    (leaf,) = (leaf for leaf in book.leaves if leaf.source.endswith("oil.md"))
    before = fingerprint(leaf, book)
    write(tmp_path, {"readme.txt": "Trim the wick.\n", "readme.md": "Trim the wick.\n"})
    (leaf,) = (leaf for leaf in discover(tmp_path).leaves if leaf.source.endswith("oil.md"))
    assert fingerprint(leaf, book) != before


@pytest.mark.parametrize("generator", SITES)
def test_nothing_above_the_folder_that_was_given_is_read(tmp_path: Path, generator: str) -> None:
    write(tmp_path, {**SITES[generator], "readme.txt": OUTSIDE, "readme.md": OUTSIDE})
    (site,) = {name.split("/")[0] for name in SITES[generator]}
    reading = page(discover(tmp_path / site), "oil.md")
    assert OUTSIDE.strip() not in text(reading)
    assert [warning for warning in reading.warnings if "readme" in warning]
