"""Antora: where it publishes the pages of a component, in the order of its navigation, with its attributes.

Reads one component, whose antora.yml is in the folder; a playbook beside it says where the site is.
https://docs.antora.org/antora/latest/how-antora-builds-urls/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within, included_files
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.asciidoc.read import read_page
from footnoted.ingest.formats.asciidoc.source import Attributes
from footnoted.ingest.formats.settings_file import mapping, yaml_file
from footnoted.ingest.generators.markdown_site.pages import files_in, in_order
from footnoted.ingest.manuscript import NO_ADDRESS, Leaf, Manuscript, Reading, Unreadable

_PLAYBOOKS = ("antora-playbook.yml", "antora-playbook.yaml", "playbook.yml", "site.yml", "local-antora-playbook.yml")
_XREF = re.compile(r"xref:(?P<target>[^\[\s][^\[\s#]{0,500}+)(?:#[^\[\s]{0,500}+)?\[")
_INCLUDE = re.compile(r"^include::(?P<target>[^\[\s]+)\[", re.MULTILINE)
_RESOURCE = re.compile(
    r"(?:(?:[^@:$/]*@)?(?:(?P<first>[^:$/]*):)?(?:(?P<second>[^:$/]*):)?)(?:(?P<family>\w+)\$)?(?P<path>.+)"
)
_FAMILIES = {"partial": "partials", "example": "examples", "page": "pages", "": "pages"}


@dataclass(frozen=True, slots=True)
class _Component:
    root: Path
    settings: Mapping[str, Any]
    playbook: Mapping[str, Any]

    def attributes(self) -> Attributes:
        """Attributes of the site, then of the component; pages may change only those whose values end in ``@``."""
        found: dict[str, str] = {}
        fixed: set[str] = set()
        for settings in (self.playbook, self.settings):
            values = mapping(mapping(settings.get("asciidoc")).get("attributes"))
            for name, value in values.items():
                if name in fixed:
                    continue
                if value not in (None, False):
                    found[str(name)] = "" if value is True else str(value).removesuffix("@")
                if value is not False and not str(value).endswith("@"):
                    fixed.add(str(name))
        return Attributes(found, fixed)

    def file(self, target: str, module: str) -> Path | None:
        """The file that a page of this module names by a resource id."""
        match = _RESOURCE.fullmatch(target)
        if match is None:
            return None
        named = [part for part in (match["first"], match["second"]) if part is not None]
        inside = named[-1] if named and named[-1] else "ROOT" if len(named) > 1 else module
        folder = self.root / "modules" / inside / _FAMILIES.get(match["family"] or "", "pages")
        return file_within(folder / match["path"], self.root)


def find(folder: Path) -> Path | None:
    path = folder / "antora.yml"
    return path if path.is_file() and (folder / "modules").is_dir() else None


def pages_folder(path: Path) -> Path:
    return path.parent / "modules"


def manuscript(path: Path) -> Manuscript:
    """The component: pages as its navigation lists them, then the others."""
    root = path.parent
    book = _Component(root, yaml_file(path), _playbook(root))
    pages = {file.relative_to(root / "modules").as_posix(): file for file in _pages(root)}
    listed = [file.relative_to((root / "modules").resolve()).as_posix() for file in _navigation(book)]
    address = parts_of(str(mapping(book.playbook.get("site")).get("url") or ""))
    inner = address.path.strip("/")
    base = f"/{inner}/" if inner else "/"
    leaves = []
    for name in in_order(pages, listed):
        module, _, rest = name.split("/", 2)
        leaves.append(_leaf(pages[name], book, module, base + _route(book, module, rest)))
    origin = f"{address.scheme}://{address.netloc}" if address.netloc else ""
    title = str(book.settings.get("title") or book.settings.get("name") or "") or folder_title(root)
    return Manuscript(
        "antora",
        title,
        origin,
        root,
        tuple(leaves),
        settings=repr((book.attributes(), base)),
        assumed=tuple(_assumed(book)),
    )


def _assumed(book: _Component) -> Iterator[tuple[str, str]]:
    if not book.playbook:
        yield "the playbook, which says where the site is", NO_ADDRESS
    if isinstance(book.settings.get("version"), bool | dict):
        yield "version, which follows from the branch", "none"
    elif _segment(book) and _has_other_versions(book.playbook):
        yield "which version is the latest", "this one"


def _segment(book: _Component) -> str:
    """What addresses have in place of the latest version, as the playbook says."""
    urls = mapping(book.playbook.get("urls"))
    is_early = book.settings.get("prerelease") not in (None, False)
    named = urls.get("latest_prerelease_version_segment" if is_early else "latest_version_segment")
    replaces = str(urls.get("latest_version_segment_strategy") or "replace") in ("replace", "redirect:to")
    return str(named) if named is not None and replaces else ""


def _has_other_versions(playbook: Mapping[str, Any]) -> bool:
    """Whether the playbook takes pages from more than one branch or from tags."""
    sources = mapping(playbook.get("content")).get("sources")
    for source in sources if isinstance(sources, list) else ():
        branches = mapping(source).get("branches")
        if mapping(source).get("tags") or (isinstance(branches, list) and len(branches) > 1) or "*" in str(branches):
            return True
    return False


def _leaf(path: Path, book: _Component, module: str, route: str) -> Leaf:
    source = path.relative_to(book.root).as_posix()

    def named(text: str, _: Path) -> Iterator[Path]:
        for match in _INCLUDE.finditer(text):
            if file := book.file(match["target"], module):
                yield file

    try:
        parts = included_files(text_of(path), path, named)
    except Unreadable:  # reading the page reports it
        parts = ()
    reader = partial(_read, book=book, module=module)
    return Leaf(path, source, quote(route, safe="/:@!$&'()*+,;=~%"), path.stem, reader=reader, parts=parts)


def _read(leaf: Leaf, root: Path, book: _Component, module: str) -> Reading:
    def include(target: str) -> str | None:
        path = book.file(target, module) if "$" in target or ":" in target else None
        path = path or file_within(leaf.path.parent / target, book.root)
        try:
            return text_of(path) if path else None
        except Unreadable:
            return None

    def other_page(target: str) -> str | None:
        path = book.file(target, module) if not target.startswith("./") else leaf.path.parent / target
        try:
            return text_of(path) if path and path.is_file() else None
        except Unreadable:
            return None

    return read_page(leaf, include, book.attributes(), other_page)


def _pages(root: Path) -> Iterator[Path]:
    for module in sorted((root / "modules").iterdir()):
        if (module / "pages").is_dir():
            yield from files_in(module / "pages", (".adoc",), hidden="._")


def _navigation(book: _Component) -> Iterator[Path]:
    named = book.settings.get("nav")
    for name in named if isinstance(named, list) else ():
        path = file_within(book.root / str(name), book.root)
        if path is None:
            continue
        parts = path.relative_to(book.root.resolve()).parts
        module = parts[1] if len(parts) > 2 and parts[0] == "modules" else "ROOT"
        try:
            targets = _XREF.findall(text_of(path))
        except Unreadable:
            continue
        yield from (file for target in targets if (file := book.file(target, module)))


def _route(book: _Component, module: str, page: str) -> str:
    """Component, version and module in front of the page, without ROOT and empty versions."""
    name, version = str(book.settings.get("name") or ""), book.settings.get("version")
    shown = "" if version in (None, "") or isinstance(version, bool | dict) else _segment(book) or str(version)
    parts = [part for part in (name if name != "ROOT" else "", shown, module if module != "ROOT" else "") if part]
    stem = page.removesuffix(".adoc")
    style = str(mapping(book.playbook.get("urls")).get("html_extension_style") or "default")
    if stem == "index" or stem.endswith("/index"):
        last = stem.removesuffix("index")
    else:
        last = stem + {"drop": "", "indexify": "/"}.get(style, ".html")
    return "/".join([*parts, last])


def _playbook(root: Path) -> Mapping[str, Any]:
    for folder in (root, root.parent):
        for name in _PLAYBOOKS:
            if (folder / name).is_file() and (found := yaml_file(folder / name)).get("site"):
                return found
    return {}
