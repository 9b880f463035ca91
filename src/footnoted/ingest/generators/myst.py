"""MyST sites (``myst.yml``), which Jupyter Book 2 builds too: pages as the contents list them, and mystmd's ids.

https://mystmd.org/guide/table-of-contents
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import files_matching
from footnoted.ingest.files.walk import LEADS_OUT, folder_title, leads_out
from footnoted.ingest.formats.markdown.read import File
from footnoted.ingest.formats.notebook import cells_of
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.settings_file import mapping, yaml_file
from footnoted.ingest.generators.jupyter_book import files_listed
from footnoted.ingest.generators.markdown_site.pages import files_in
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.generators.sphinx.myst.page import MystPage, read_page
from footnoted.ingest.generators.sphinx.read import SphinxBook
from footnoted.ingest.generators.sphinx.scan import Scan, scan
from footnoted.ingest.manuscript import Leaf, Manuscript, Reading, Unreadable

_NAMES = ("myst.yml", "myst.yaml")
_ENDINGS = (".md", ".ipynb")
_EXTENSIONS = ("colon_fence", "dollarmath", "deflist", "fieldlist", "tasklist", "attrs_inline")
_INDEX = ("index", "readme", "main")
_LONGEST = 50
"""Characters of a name in an address."""


def find(folder: Path) -> Path | None:
    return next((folder / name for name in _NAMES if (folder / name).is_file()), None)


def pages_folder(path: Path) -> Path:
    return path.parent


def manuscript(path: Path) -> Manuscript:
    """The site: the pages that its contents list, all of its folder's where there are none."""
    root, settings = path.parent, yaml_file(path)
    project, site = mapping(settings.get("project")), mapping(settings.get("site"))
    has_folders = mapping(site.get("options")).get("folders", site.get("folders")) is True
    texts, skipped = _texts(list(_pages(root, project)), root)
    scans = {file.relative_to(root).with_suffix("").as_posix(): scan(text, True) for file, text in texts.items()}
    book = _book(root, scans)
    leaves = [
        Leaf(
            file,
            file.relative_to(root).as_posix(),
            route,
            file.stem,
            reader=partial(_read, book=book),
            parts=book.included_in(texts[file], file),
        )
        for file, route in _routed(list(texts), root, has_folders)
    ]
    title, domains = project.get("title"), site.get("domains")
    domain = domains[0] if isinstance(domains, list) and domains else ""
    return Manuscript(
        kind="myst",
        title=title if isinstance(title, str) and title else folder_title(root),
        site=f"https://{str(domain).removeprefix('https://').strip('/')}" if domain else "",
        root=root,
        leaves=tuple(leaves),
        skipped=tuple(skipped),
        assumed=() if settings else ((path.name, "nothing listed"),),
    )


def _book(root: Path, scans: Mapping[str, Scan]) -> SphinxBook:
    return SphinxBook(
        config=SphinxConfig(
            folder=root, suffixes={".md": "markdown", ".ipynb": "markdown"}, myst_extensions=_EXTENSIONS
        ),
        root=root,
        labels={label: title for found in scans.values() for label, title in found.labels.items()},
        titles={name: found.title for name, found in scans.items()},
    )


def _texts(files: Sequence[Path], root: Path) -> tuple[dict[Path, str], list[tuple[str, str]]]:
    texts: dict[Path, str] = {}
    skipped: list[tuple[str, str]] = []
    for file in files:
        try:
            if leads_out(file, root):
                raise Unreadable(LEADS_OUT)
            text = text_of(file)
            texts[file] = "\n\n".join(cells_of(text)) if file.suffix == ".ipynb" else text
        except Unreadable as reason:
            skipped.append((file.relative_to(root).as_posix(), str(reason)))
    return texts, skipped


def _pages(root: Path, project: Mapping[str, Any]) -> Iterator[Path]:
    """The files in reading order, the one that opens the site first."""
    contents = project.get("toc")
    legacy = root / "_toc.yml"
    if isinstance(contents, list):
        names = list(_entries(contents, root))
    elif legacy.is_file():
        names = list(files_listed(yaml_file(legacy)))
    else:
        excluded = {str(name) for name in _list(project.get("exclude"))}
        found = [file.relative_to(root).as_posix() for file in files_in(root, _ENDINGS, hidden="._")]
        names = sorted((name for name in found if name not in excluded), key=_place)
    seen: set[Path] = set()
    for name in names:
        file = _file(root / name)
        if file is not None and file not in seen and file.is_relative_to(root):
            seen.add(file)
            yield file


def _place(name: str) -> tuple[bool, int, list[str], str]:
    """Sort key: the file that opens the site first, then a folder's files before the folders in it."""
    *folders, file = name.split("/")
    return (bool(folders) or file.rsplit(".", 1)[0].lower() not in _INDEX, len(folders), folders, file)


def _entries(contents: Any, root: Path) -> Iterator[str]:
    """Every file that the contents name; a pattern names those that match and were not named before."""
    for entry in _list(contents):
        entry = mapping(entry)
        if isinstance(entry.get("file"), str):
            yield entry["file"]
        if isinstance(entry.get("pattern"), str):
            yield from (path.relative_to(root).as_posix() for path in files_matching(root, entry["pattern"]))
        yield from _entries(entry.get("children"), root)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _file(path: Path) -> Path | None:
    names = (path, *(path.with_name(path.name + ending) for ending in _ENDINGS))
    return next((name for name in names if name.suffix in _ENDINGS and name.is_file()), None)


def _routed(files: Sequence[Path], root: Path, has_folders: bool) -> Iterator[tuple[Path, str]]:
    """Each file with its address: the first is the site's front page; a repeated name gets a number."""
    count: dict[str, int] = {"index": 1}
    for at, file in enumerate(files):
        if at == 0:
            yield file, "/"
            continue
        folders = [_slug(name) for name in file.relative_to(root).parent.parts] if has_folders else []
        slug = "/".join((*folders, _slug(file.stem)))
        key = slug.removesuffix("/index")
        times = count[key] = count.get(key, 0) + 1
        yield file, f"/{key}" if times == 1 else f"/{key}-{times - 1}"


def _slug(name: str) -> str:
    """
    >>> _slug("02-The Moon_& Sun"), _slug("2024 Notes"), _slug("Read.Me")
    ('the-moon-and-sun', '2024-notes', 'read-me')
    """
    if not re.match(r"[12][0-9]{3}(?![0-9])|[0-9]{5}", name):
        name = re.sub(r"^[0-9_.-]+", "", name) or name
    words = re.sub(r"[^a-z0-9-]+", "-", name.replace("&", " and ").lower())
    return re.sub("-+", "-", words).strip("-")[:_LONGEST]


def html_id(text: str) -> str:
    """The id that mystmd makes of a label or a heading.

    >>> html_id("1. Spring tides"), html_id("The harbour's rule"), html_id("Größe & more")
    ('id-1-spring-tides', 'the-harbours-rule', 'gr-e-more')
    """
    words = re.sub("['‘’\"“”]+", "", flat(text)).lower()
    words = re.sub(r"^([0-9-])", r"id-\1", re.sub(r"[^a-z0-9-]", "-", words))
    return re.sub("-+", "-", words).strip("-")


def _read(leaf: Leaf, root: Path, book: SphinxBook) -> Reading:
    return read_page(leaf, book, _Page)


class _Page(MystPage):
    """A page with mystmd's ids: from a heading's label, else from its words, each once."""

    label = ""
    used: frozenset[str] = frozenset()

    def target(self, name: str) -> None:
        self.label = name

    def term_id(self, term: str) -> str:
        return f"term-{html_id(term)}"

    def heading(self, level: int, nodes_: Sequence[SyntaxTreeNode], file: File, raw_id: str | None = None) -> None:
        words = self.line(nodes_)
        text = flat(clean(words.text)).replace("`", "")
        self.show(words.visible)
        label, self.label = self.label, ""
        if level == 1 and not self.title and not self.builder.has_headings:
            self.title = text
            return
        made = anchor = html_id(label or words.visible.replace("\n", ""))
        number = 1
        while anchor in self.used:
            anchor = f"{made}-{number}"
            number += 1
        self.used |= {anchor}
        self.builder.open_section(level, text, anchor or self.builder.anchor)
