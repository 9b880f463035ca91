"""A site's configuration that means harm, in every generator's own words: it reads nothing outside, and it ends."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.files.fence import _reach
from footnoted.ingest.files.globs import Ignored, Patterns, expression, glob
from footnoted.ingest.generators.sphinx.patterns import pattern as sphinx_pattern
from footnoted.ingest.index import ingest
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.pipeline.test_index import CountingEmbedder
from tests.processor_time import alarm

SECRET = "The kettle of the neighbour is copper."


@dataclass(frozen=True)
class Way:
    """A setting that names another folder, and the name that a page there must have."""

    files: dict[str, str]
    page: str = "secret.md"
    """Where the page is, below the folder that is named."""


_DOCUSAURUS = "module.exports = {title: 'x', url: 'https://x.example', baseUrl: '/', presets: [['classic', {%s}]]}"
OWN = "# Own\n\nThe pot is tin.\n"
WAYS = {
    "docusaurus docs": Way({"docusaurus.config.js": _DOCUSAURUS % "docs: {path: 'OUT'}", "src/pages/a.md": OWN}),
    "docusaurus blog": Way({"docusaurus.config.js": _DOCUSAURUS % "blog: {path: 'OUT'}", "docs/a.md": OWN}),
    "docusaurus pages": Way({"docusaurus.config.js": _DOCUSAURUS % "pages: {path: 'OUT'}", "docs/a.md": OWN}),
    "mkdocs": Way({"mkdocs.yml": "site_name: x\ndocs_dir: OUT\n", "docs/a.md": OWN}),
    "mkdocs nav": Way({"mkdocs.yml": "site_name: x\nnav: ['a.md', 'OUT/secret.md']\n", "docs/a.md": OWN}),
    "mkdocs snippets": Way(
        {
            "mkdocs.yml": "site_name: x\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: ['OUT']\n",
            "docs/a.md": f'{OWN}\n--8<-- "secret.md"\n',
        }
    ),
    "mkdocs INHERIT": Way({"mkdocs.yml": "INHERIT: OUT/x.yml\n", "docs/a.md": OWN}, "x.yml"),
    "zensical": Way({"zensical.toml": '[project]\nsite_name = "x"\ndocs_dir = "OUT"\n', "docs/a.md": OWN}),
    "mdbook": Way(
        {"book.toml": '[book]\nsrc = "OUT"\n', "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": OWN}, "SUMMARY.md"
    ),
    "mdbook chapter": Way(
        {"book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n- [B](OUT/secret.md)\n", "src/a.md": OWN}
    ),
    "hugo": Way({"hugo.toml": 'title = "x"\ncontentDir = "OUT"\n', "content/a.md": OWN}),
    "hugo language": Way(
        {"hugo.toml": 'title = "x"\n[languages.en]\n[languages.de]\ncontentDir = "OUT"\n', "content/a.md": OWN}
    ),
    "hugo mount": Way(
        {
            "hugo.toml": '[module]\n[[module.mounts]]\nsource = "OUT"\ntarget = "content/x"\n',
            "content/a.md": OWN,
        }
    ),
    "jekyll": Way(
        {
            "_config.yml": "title: x\ncollections_dir: OUT\ncollections: {docs: {output: true}}\n",
            "index.md": f"---\n---\n{OWN}",
        },
        "_docs/secret.md",
    ),
    "jekyll posts": Way(
        {"_config.yml": "title: x\ncollections_dir: OUT\n", "index.md": f"---\n---\n{OWN}"}, "_posts/2020-01-01-s.md"
    ),
    "jekyll include": Way({"_config.yml": "title: x\ninclude: ['_x/OUT']\n", "index.md": f"---\n---\n{OWN}"}),
    "vitepress": Way({".vitepress/config.js": "export default {title: 'x', srcDir: 'OUT'}", "index.md": OWN}),
    "gitbook": Way({".gitbook.yaml": "root: OUT\n", "SUMMARY.md": "* [A](a.md)\n", "a.md": OWN}, "SUMMARY.md"),
    "gitbook page": Way({"SUMMARY.md": "* [A](a.md)\n* [B](OUT/secret.md)\n", "a.md": OWN}),
    "jupyter book": Way(
        {"_config.yml": "title: x\n", "_toc.yml": "root: a\nchapters: [{file: OUT/secret}]\n", "a.md": OWN}
    ),
    "jupyter book glob": Way(
        {"_config.yml": "title: x\n", "_toc.yml": "root: a\nchapters: [{glob: 'x/OUT/*'}]\n", "a.md": OWN, "x/b": ""}
    ),
    "myst": Way({"myst.yml": "project:\n  toc:\n  - file: a.md\n  - file: OUT/secret.md\n", "a.md": OWN}),
    "myst pattern": Way(
        {"myst.yml": "project:\n  toc:\n  - file: a.md\n  - pattern: 'x/OUT/*.md'\n", "a.md": OWN, "x/b": ""}
    ),
    "quarto": Way(
        {"_quarto.yml": "book:\n  title: x\n  chapters: [index.qmd, OUT/secret.qmd]\n", "index.qmd": OWN}, "secret.qmd"
    ),
    "antora": Way(
        {
            "antora.yml": "name: x\nversion: '1'\nnav: [OUT/secret.adoc]\n",
            "modules/ROOT/pages/a.adoc": "= A\n\nThe pot is tin.\n\ninclude::OUT/secret.adoc[]\n",
        },
        "secret.adoc",
    ),
    "sphinx": Way(
        {"conf.py": "extensions = []\nroot_doc = 'OUT/secret'\n", "index.rst": "A\n=\n\nTin.\n"}, "secret.rst"
    ),
    "sphinx toctree": Way(
        {"conf.py": "extensions = []\n", "index.rst": "A\n=\n\nTin.\n\n.. toctree::\n\n   OUT/secret\n"}, "secret.rst"
    ),
}
FORMS = ["../../neighbour", "WHOLE", "../book/../../neighbour", "link"]


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


async def told(folder: Path) -> str:
    """All that the book says; empty if it has no page that can be read."""
    index = InMemoryIndex()
    try:
        await ingest(folder, "b", CountingEmbedder(), index, FakeCatalogue())
    except BadSource:
        return ""
    return repr(vars(index))


def _secret(page: str) -> str:
    if page == "SUMMARY.md":
        return f"* [Secret](secret.md)\n\n{SECRET}\n"
    return f"Secret\n======\n\n{SECRET}\n" if page.endswith(".rst") else f"{SECRET}\n"


def _written(tmp_path: Path, name: str, form: str) -> None:
    """A book, the neighbour's folder, and the setting that leads there."""
    way, folder, outside = WAYS[name], tmp_path / "shelf" / "book", tmp_path / "neighbour"
    out = str(outside) if form == "WHOLE" else form
    written(folder, {path: text.replace("OUT", out) for path, text in way.files.items()})
    written(outside, {way.page: _secret(way.page), "secret.md": f"# Secret\n\n{SECRET}\n"})
    if form == "link":
        for place in {folder, *(path.parent for path in folder.rglob("*") if path.is_file())}:
            (place / "link").symlink_to(outside)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", WAYS)
async def test_no_setting_leads_out_of_the_folder(tmp_path: Path, name: str, form: str) -> None:
    _written(tmp_path, name, form)
    assert SECRET not in await told(tmp_path / "shelf" / "book")


@pytest.mark.parametrize("name", WAYS)
async def test_no_setting_makes_a_folder_outside_be_walked_through(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked, walk = list[Path](), os.walk

    def noting(folder: str | Path, **given: Any) -> Iterator[tuple[str, list[str], list[str]]]:
        walked.append(Path(folder).resolve())
        return walk(folder, **given)

    monkeypatch.setattr(os, "walk", noting)
    _written(tmp_path, name, "WHOLE")
    await told(tmp_path / "shelf" / "book")
    assert [folder for folder in walked if not folder.is_relative_to(tmp_path / "shelf")] == []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", WAYS)
async def test_a_setting_that_leads_elsewhere_in_the_repository_breaks_nothing(
    tmp_path: Path, name: str, form: str
) -> None:
    (tmp_path / ".git").mkdir()
    _written(tmp_path, name, form)
    await told(tmp_path / "shelf" / "book")


async def test_pages_elsewhere_in_the_same_repository_are_the_books(tmp_path: Path) -> None:
    """As many keep them: the site in ``website``, its pages beside it."""
    config = _DOCUSAURUS % "docs: {path: '../docs'}"
    written(tmp_path, {"website/docusaurus.config.js": config, "docs/a.md": OWN})
    with pytest.raises(BadSource, match="outside the folder that was given"):
        await ingest(tmp_path / "website", "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert "pot is tin" in await told(tmp_path)
    (tmp_path / ".git").mkdir()
    _reach.cache_clear()
    assert "pot is tin" in await told(tmp_path / "website")


_ALIASES = "l0: &l0 [a, a]\n" + "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 12))
_CIRCLE = "l11: &l11 [*l11, {x: *l11}]\n"
BOMBS = {
    "mkdocs": ("mkdocs.yml", "{bomb}site_name: x\nnav: *l11\nextra: {{a: *l11}}\nplugins: *l11\n", "docs/a.md"),
    "docusaurus front matter": ("docs/b.mdx", "---\n{bomb}keywords: *l11\n---\n# B\n", "docs/a.md"),
    "jekyll": ("_config.yml", "{bomb}title: x\ncollections: {{a: *l11}}\nexclude: *l11\ndefaults: *l11\n", "index.md"),
    "hugo": ("hugo.yaml", "{bomb}title: x\nmenu: *l11\nlanguages: {{en: {{a: *l11}}}}\n", "content/a.md"),
    "jupyter book": ("_toc.yml", "{bomb}root: a\nchapters: *l11\nparts: *l11\n", "a.md"),
    "myst": ("myst.yml", "{bomb}project: {{toc: *l11, exclude: *l11}}\n", "a.md"),
    "quarto": ("_quarto.yml", "{bomb}book: {{title: x, chapters: *l11}}\nproject: {{render: *l11}}\n", "index.qmd"),
    "antora": ("antora.yml", "{bomb}name: x\nversion: '1'\nnav: *l11\n", "modules/ROOT/pages/a.adoc"),
    "gitbook": (".gitbook.yaml", "{bomb}root: *l11\nstructure: *l11\n", "a.md"),
}


@pytest.mark.parametrize("bomb", [_ALIASES, _CIRCLE], ids=["aliases", "circle"])
@pytest.mark.parametrize("name", BOMBS)
async def test_settings_that_repeat_themselves_without_end(tmp_path: Path, name: str, bomb: str) -> None:
    file, text, page = BOMBS[name]
    written(tmp_path, {page: OWN, file: text.format(bomb=bomb)})
    if name == "jupyter book":
        written(tmp_path, {"_config.yml": "title: x\n"})
    with alarm(10):
        assert "pot is tin" in await told(tmp_path)


async def test_settings_that_name_a_part_again_are_read(tmp_path: Path) -> None:
    config = "site_name: x\nextra: &e {a: 1}\nplugins: [search]\nnav: &n [{A: a.md}]\nmore: {<<: *e, b: *n}\n"
    written(tmp_path, {"mkdocs.yml": config, "docs/a.md": OWN})
    assert "pot is tin" in await told(tmp_path)


SLOW = [
    "*a*a*a*a*a*a*a*a*a*a*b",
    "**/a/**/a/**/a/**/a/**/b",
    "**a**a**a**a**a**b",
    "*{a,aa}*{a,aa}*{a,aa}*{a,aa}*b",
    "*?*?*?*?*?*?*?*?b",
    "*[ab]*[ab]*[ab]*[ab]*[ab]*x",
    "(a+)+b",
    "(a|a)*b",
    "(?:a*)*b",
    "a*a*a*a*a*b",
    "(a{1,99}){1,99}b",
]
NAMES = ["a" * 250 + ".md", "a/" * 200 + "a.md", "a" * 4_000, "a/" * 2_000]


@pytest.mark.parametrize("slow", SLOW)
def test_no_pattern_takes_for_ever(slow: str) -> None:
    matchers: list[Ignored | Patterns] = [
        Ignored([slow]),
        Patterns([glob(slow)], "fullmatch"),
        Patterns([sphinx_pattern(slow)], "fullmatch"),
        Patterns([expression(slow)], "search"),
        Patterns([expression(slow)], "match"),
    ]
    with alarm(10):
        for name in NAMES:
            assert not any(matcher.match(name) for matcher in matchers)


@pytest.mark.parametrize(
    ("config", "page"),
    [
        ({"mkdocs.yml": "site_name: x\nexclude_docs: |\n  //\n  [z-a]\n  \\\n"}, "docs/a.md"),
        ({"mkdocs.yml": "site_name: x\nplugins: [{exclude: {regex: ['(', '[']}}]\n"}, "docs/a.md"),
        ({"_config.yml": "title: x\nexclude: ['//', '[z-a]', '', '\\\\', 7]\n"}, "index.md"),
        ({".vitepress/config.js": "export default {srcExclude: ['//', '[z-a]', '\\\\']}"}, "a.md"),
        ({"hugo.toml": 'title = "x"\nignoreFiles = ["(", "["]\n'}, "content/a.md"),
        ({"conf.py": "extensions = ['myst_parser']\nexclude_patterns = ['[z-a]', '**[', '//']\n"}, "index.md"),
        ({"docusaurus.config.js": _DOCUSAURUS % "docs: {exclude: ['[z-a]', '{', '**(']}"}, "docs/a.md"),
        ({"_config.yml": "title: x\n", "_toc.yml": "root: a\nchapters: [{glob: 'ch**'}, {glob: '/*'}]\n"}, "a.md"),
        ({"myst.yml": "project:\n  toc: [{file: a.md}, {pattern: 'ch**x'}, {pattern: ''}, {pattern: '[*'}]\n"}, "a.md"),
        ({"_quarto.yml": "project: {render: ['*.qmd', '//', '![z-a]']}\nwebsite: {title: x}\n"}, "index.qmd"),
    ],
)
async def test_patterns_that_are_none_stop_nothing(tmp_path: Path, config: dict[str, str], page: str) -> None:
    written(tmp_path, {**config, page: OWN})
    assert "pot is tin" in await told(tmp_path)


_MARKS = "A\u202eB\x1b[2JC\u200bD\u2066E\U000e0041F"
_WRITTEN = '"A\\u202eB\\e[2JC\\u200bD\\u2066E\\U000e0041F"'
_IN_TOML = '"A\\u202eB\\u001b[2JC\\u200bD"'
_IN_CODE = "'A\\u202eB\\x1b[2JC\\u200bD'"
_SEEN = re.compile("[\u202e\u200b\u2066\U000e0041\x1b]")
NAMED = {
    "headings": {"a.md": f"# {_MARKS}\n\nTin.\n\n## {_MARKS}\n\nMore.\n"},
    "front matter": {"a.md": f"---\ntitle: {_WRITTEN}\n---\n\nTin.\n"},
    "files": {f"{_MARKS}.md": "Tin.\n", f"x{_MARKS}/y.md": "# T\n\nTin.\n", f"{_MARKS}.rst": "\x00"},
    "files of a site": {"mkdocs.yml": "site_name: x\n", f"docs/{_MARKS}.md": "Tin.\n", f"docs/{_MARKS}b.md": "\0"},
    "mkdocs": {"mkdocs.yml": f"site_name: {_WRITTEN}\nnav: [{{{_WRITTEN}: a.md}}]\n", "docs/a.md": "Tin.\n"},
    "mkdocs include": {
        "mkdocs.yml": "site_name: x\nmarkdown_extensions: [pymdownx.snippets]\n",
        "docs/a.md": f'# A\n\nTin.\n\n--8<-- "{_MARKS}"\n',
    },
    "docusaurus": {
        "docusaurus.config.js": (_DOCUSAURUS % "").replace("'x'", _IN_CODE),
        "docs/a.md": f"---\ntitle: {_WRITTEN}\nsidebar_label: {_WRITTEN}\n---\nTin.\n",
        "docs/x/_category_.json": '{"label": MARKS, "link": {"type": "generated-index", "title": MARKS}}'.replace(
            "MARKS", _IN_TOML
        ),
        "docs/x/y.md": "# y\n\nTin.\n",
    },
    "mdbook": {
        "book.toml": f"[book]\ntitle = {_IN_TOML}\n",
        "src/SUMMARY.md": f"- [{_MARKS}](a.md)\n- [{_MARKS}]({_MARKS}.md)\n",
        "src/a.md": f"Tin.\n\n{{{{#include {_MARKS}.md}}}}\n",
    },
    "hugo": {"hugo.toml": f"title = {_IN_TOML}\n", "content/a.md": f"+++\ntitle = {_IN_TOML}\n+++\nTin.\n"},
    "jekyll": {"_config.yml": f"title: {_WRITTEN}\n", "index.md": f"---\ntitle: {_WRITTEN}\n---\nTin.\n"},
    "vitepress": {".vitepress/config.js": f"export default {{title: {_IN_CODE}}}", "index.md": "Tin.\n"},
    "sphinx": {"conf.py": f"extensions = []\nproject = {_IN_CODE}\n", "index.rst": "A\n=\n\nTin.\n"},
    "myst": {"myst.yml": f"project:\n  title: {_WRITTEN}\n", "a.md": "# A\n\nTin.\n"},
    "quarto": {"_quarto.yml": f"book:\n  title: {_WRITTEN}\n  chapters: [index.qmd]\n", "index.qmd": "Tin.\n"},
    "antora": {
        "antora.yml": f"name: x\ntitle: {_WRITTEN}\nversion: '1'\n",
        "modules/ROOT/pages/index.adoc": "= A\n\nTin.\n",
    },
}


def _marked(value: Any) -> list[str]:
    """The texts in a value that have marks which a terminal obeys or nobody sees."""
    if isinstance(value, str):
        return [value] if _SEEN.search(value) else []
    if isinstance(value, dict):
        return [found for pair in value.items() for part in pair for found in _marked(part)]
    if isinstance(value, list | tuple | set):
        return [found for part in value for found in _marked(part)]
    if is_dataclass(value):
        return [found for part in fields(value) for found in _marked(getattr(value, part.name))]
    return []


@pytest.mark.parametrize("name", NAMED)
async def test_no_name_in_a_book_moves_a_cursor_or_hides_anything(tmp_path: Path, name: str) -> None:
    written(tmp_path, NAMED[name])
    index, catalogue = InMemoryIndex(), FakeCatalogue()
    summary = await ingest(tmp_path, "b", CountingEmbedder(), index, catalogue)
    assert summary.added
    assert not _marked([summary, vars(index), vars(catalogue)])


async def test_a_book_that_cannot_be_read_says_so_in_plain_signs(tmp_path: Path) -> None:
    written(tmp_path, {"mkdocs.yml": "site_name: x\n", f"docs/{_MARKS}.md": "\0"})
    with pytest.raises(BadSource) as refused:
        await ingest(tmp_path, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert not _marked(refused.value.message)
