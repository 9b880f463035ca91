"""Files that pages include, in every generator's own way: never from outside the book, and never without end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from footnoted.ingest.files import included
from footnoted.ingest.formats.asciidoc.inline import with_attributes
from footnoted.ingest.index import ingest
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.pipeline.test_index import CountingEmbedder

FILES, TIMES = 12, 20


@dataclass(frozen=True)
class Kind:
    """A generator: how a page of it includes the file NAME, which is in this folder."""

    page: str
    include: str
    folder: str = ""
    head: str = "# Page\n\n"
    others: dict[str, str] = field(default_factory=dict)
    ending: str = ""


_MYST = "```{include} NAME\n```"
_QUARTO = "project:\n  type: book\nbook:\n  title: x\n  chapters: [index.qmd]\n"
_SNIPPETS = "site_name: x\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs\n"
KINDS = {
    "rst": Kind("x.rst", ".. include:: NAME", head="Page\n====\n\n"),
    "asciidoc": Kind("x.adoc", "include::NAME[]", head="= Page\n\n"),
    "antora": Kind(
        "modules/ROOT/pages/index.adoc",
        "include::partial$NAME[]",
        "modules/ROOT/partials/",
        "= Page\n\n",
        {"antora.yml": "name: x\nversion: '1'\n"},
    ),
    "vitepress": Kind(
        "index.md", "<!--@include: ./NAME-->", others={".vitepress/config.js": "export default {title: 'x'}"}
    ),
    "vitepress code": Kind("index.md", "<<< ./NAME", others={".vitepress/config.js": "export default {title: 'x'}"}),
    "mdbook": Kind(
        "src/a.md", "{{#include NAME}}", "src/", others={"book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n"}
    ),
    "mkdocs snippets": Kind("docs/index.md", '--8<-- "NAME"', "docs/", others={"mkdocs.yml": _SNIPPETS}),
    "mkdocs plugin": Kind(
        "docs/index.md",
        '{% include-markdown "NAME" %}',
        "docs/",
        others={"mkdocs.yml": "site_name: x\nplugins: [include-markdown]\n"},
    ),
    "myst in sphinx": Kind("index.md", _MYST, others={"conf.py": "extensions = ['myst_parser']\n"}),
    "myst": Kind("index.md", _MYST, others={"myst.yml": "version: 1\nproject:\n  title: x\n"}),
    "quarto": Kind("index.qmd", "{{< include NAME >}}", others={"_quarto.yml": _QUARTO}),
    "gitbook": Kind("a.md", '{% include "./NAME" %}', others={"SUMMARY.md": "* [A](a.md)\n"}),
    "jekyll": Kind(
        "index.md", "{% include NAME %}", "_includes/", "---\ntitle: A\n---\n", {"_config.yml": "title: x\n"}, ".md"
    ),
}


def written(folder: Path, kind: Kind, files: dict[str, str]) -> None:
    """The book, its page including the first of the files."""
    first = kind.include.replace("NAME", next(iter(files), "outside") + kind.ending)
    named = {kind.folder + name + kind.ending: text for name, text in files.items()}
    for name, text in ({kind.page: f"{kind.head}{first}\n"} | kind.others | named).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


async def told(folder: Path) -> tuple[str, int]:
    """All that the book says, and how many of its files were read or reported."""
    index = InMemoryIndex()
    summary = await ingest(folder, "b", CountingEmbedder(), index, FakeCatalogue())
    return repr(vars(index)), summary.added + len(summary.skipped)


@pytest.mark.parametrize("name", KINDS)
async def test_what_is_within_is_included(tmp_path: Path, name: str) -> None:
    written(tmp_path, KINDS[name], {"inside": "The kettle is copper.\n"})
    assert "The kettle is copper." in (await told(tmp_path))[0]


@pytest.mark.parametrize("name", KINDS)
async def test_a_link_out_of_the_book_leads_nowhere(tmp_path: Path, name: str) -> None:
    kind, folder = KINDS[name], tmp_path / "book"
    (tmp_path / "beside").write_text("The kettle is copper.\n")
    written(folder, kind, {})
    (folder / kind.folder).mkdir(parents=True, exist_ok=True)
    (folder / kind.folder / f"outside{kind.ending}").symlink_to(tmp_path / "beside")
    assert "copper" not in (await told(folder))[0]


@pytest.mark.parametrize("name", KINDS)
async def test_files_that_include_each_other_again_and_again(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve files that each include the next twenty times: counted in files that a page was given."""
    monkeypatch.setattr(included, "MOST_FILES", 100)
    given: list[bool] = []
    allows = included._Allowance.allows

    def counted(allowance: included._Allowance, size: int) -> bool:
        given.append(allows(allowance, size))
        return given[-1]

    monkeypatch.setattr(included._Allowance, "allows", counted)
    kind = KINDS[name]
    line = kind.include + "\n\n"
    files = {
        f"f{level}": line.replace("NAME", f"f{level + 1}{kind.ending}") * TIMES + "word\n" for level in range(FILES)
    }
    written(tmp_path, kind, files)
    assert (await told(tmp_path))[1] > 0
    assert sum(given) <= 200  # the page is read, and what it lacks is looked for
    assert len(given) < 20 * TIMES * FILES


async def test_pages_have_an_allowance_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(included, "MOST_FILES", 1)
    (tmp_path / "inside").write_text("The kettle is copper.\n")
    for number in range(3):
        (tmp_path / f"{number}.adoc").write_text(f"= Page {number}\n\ninclude::inside[]\n")
    assert (await told(tmp_path))[0].count("text='The kettle is copper.'") == 3


def test_attributes_that_name_each_other() -> None:
    """Ten thousand million laughs."""
    attributes = {"a0": "ha"}
    for level in range(1, 12):
        attributes[f"a{level}"] = with_attributes(f"{{a{level - 1}}}" * 10, attributes)
    assert attributes["a3"] == "ha" * 1000
    assert sum(map(len, attributes.values())) < 2_000_000
    late = {"a": "{b}" * 3_000, "b": "{c}" * 3_000, "c": "ha" * 3_000}
    assert len(with_attributes("{a}" * 3_000, late)) < 1_000_000
