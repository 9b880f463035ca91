"""Where Docusaurus 3 publishes each file of a site. Knows its rules for docs, pages and blogs; reads front matter only.

https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Patterns, glob
from footnoted.ingest.files.walk import every_file, folder_title, markdown_files
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.generators.docusaurus.config import Content, SiteConfig
from footnoted.ingest.generators.docusaurus.sidebar import Doc, reading_order, without_number
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable

_DATED = re.compile(
    r"(?P<folder>.*)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?\.mdx?", re.DOTALL
)
_SCRIPTS = (".js", ".jsx", ".ts", ".tsx")


@dataclass(slots=True)
class _Survey:
    """The leaves of a site, and the files that could not be read."""

    leaves: list[Leaf] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)


def manuscript(config: SiteConfig, root: Path) -> Manuscript:
    """The site: docs in sidebar order, instance by instance, then pages, then the blog."""
    found = _survey(config, root)
    return Manuscript(
        kind="docusaurus",
        title=config.title or folder_title(root),
        site=config.site,
        root=root,
        leaves=tuple(found.leaves),
        settings=f"{config.site} {config.format}",
        skipped=tuple(found.skipped),
        assumed=config.assumed,
        unread=(*config.unread, *_contested(config, found, root)),
        elsewhere=config.elsewhere,
        language=config.language,
    )


def _contested(config: SiteConfig, found: _Survey, root: Path) -> Iterator[tuple[str, str]]:
    """Addresses that a page written in JavaScript has too: which of the two a build shows is not defined."""
    sources = {leaf.route: leaf.source for leaf in found.leaves}
    for content in config.contents:
        for path in sorted(every_file(content.folder)) if content.kind == "pages" else ():
            name = path.relative_to(content.folder).as_posix()
            if path.suffix in _SCRIPTS and not re.search(r"(?:^|/)[_.]|\.test\.|__tests__", name):
                route = _route(content.base, _page_slug(name), config)
                if route in sources:
                    other = _relative(path, root)
                    yield sources[route], f"{other} has its address too, and readers may get that; rename one"


def _survey(config: SiteConfig, root: Path) -> _Survey:
    """Every published page, each address once."""
    found = _Survey()
    taken: dict[str, str] = {}
    for kind in ("docs", "pages", "blog"):
        for content in config.contents:
            if content.kind != kind or not content.folder.is_dir():
                continue
            leaves = _docs(content, config, root, found) if kind == "docs" else _others(content, config, root, found)
            for leaf in leaves:
                if leaf.route in taken:
                    found.skipped.append((leaf.source, f"has the same address as {taken[leaf.route]}"))
                    continue
                taken[leaf.route] = leaf.source
                found.leaves.append(leaf)
    return found


def _docs(content: Content, config: SiteConfig, root: Path, found: _Survey) -> Iterator[Leaf]:
    docs = [_doc(source, path, content, front) for source, path, front in _with_front_matter(content, root, found)]
    for entry in reading_order(docs, content):
        route = _route(content.base, entry.slug, config)
        if isinstance(entry, Doc):
            yield _leaf(entry.path, route, config, root, entry.format, entry.id.split("/")[-1])
        else:
            yield Leaf(entry.path, _relative(entry.path, root), route, made_up=(entry.title, entry.description))


def _doc(source: str, path: Path, content: Content, front: dict[str, Any]) -> Doc:
    folder, name = posixpath.split(source)
    stem = posixpath.splitext(name)[0]
    numbered = content.numbered and front.get("parse_number_prefixes") is not False
    bare, number = without_number(stem) if numbered else (stem, None)
    bare_folder = "/".join(without_number(part)[0] for part in folder.split("/")) if numbered else folder
    base_id = _text(front.get("id")) or bare
    position = front.get("sidebar_position", number)
    return Doc(
        id=f"{bare_folder}/{base_id}" if folder else base_id,
        path=path,
        folder=folder,
        name=name,
        slug=_slug(front.get("slug"), base_id, bare_folder, is_index(stem, folder)),
        position=position if isinstance(position, int | float) else None,
        is_index=is_index(stem, folder),
        draft=front.get("draft") is True,
        format=_format(front),
    )


def is_index(stem: str, folder: str) -> bool:
    """Whether a file is its folder's page: index, readme, or the folder's own name with its number prefix."""
    return stem.lower() in ("index", "readme") or (bool(folder) and stem.lower() == posixpath.basename(folder).lower())


def _slug(written: Any, base_id: str, folder: str, index: bool) -> str:
    slug = _text(written)
    if slug.startswith("/"):
        return slug
    here = f"/{folder}/" if folder else "/"
    if not slug and index:
        return here
    to = slug or base_id
    resolved = posixpath.normpath(posixpath.join(here, to))
    return resolved + ("/" if to.endswith("/") and resolved != "/" else "")


def _others(content: Content, config: SiteConfig, root: Path, found: _Survey) -> Iterator[Leaf]:
    for source, path, front in _with_front_matter(content, root, found):
        if front.get("draft") is True:
            continue
        slug = _text(front.get("slug")) or (_blog_slug(source) if content.kind == "blog" else _page_slug(source))
        yield _leaf(path, _route(content.base, slug, config), config, root, _format(front), path.stem)


def _page_slug(source: str) -> str:
    folder, name = posixpath.split(posixpath.splitext(source)[0])
    return (folder and f"{folder}/") if name == "index" else posixpath.join(folder, name)


def _blog_slug(source: str) -> str:
    """
    >>> _blog_slug("2021-08-26-hello.md"), _blog_slug("news/index.mdx")
    ('2021/08/26/hello', 'news')
    """
    if match := _DATED.fullmatch(source):
        return f"{match['date'].replace('-', '/')}/{match['folder']}{match['text']}"
    return re.sub(r"(?:/index)?\.mdx?$", "", source)


def _with_front_matter(content: Content, root: Path, found: _Survey) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Each page's path below the folder, its file and its front matter."""
    for source, path in sorted(_sources(content, root).items()):
        try:
            yield source, path, split_front_matter(text_of(path))[0]
        except Unreadable as reason:
            found.skipped.append((_relative(path, root), str(reason)))


def _sources(content: Content, root: Path) -> dict[str, Path]:
    """Path below the folder → file; a translated file replaces the original."""
    folders = (content.folder, content.translated) if content.translated else (content.folder,)
    hidden = "._" if content.excluded is None else "."
    files = ((folder, path) for folder in folders for path in markdown_files(folder, hidden, root))
    found = {path.relative_to(folder).as_posix(): path for folder, path in files}
    excluded = Patterns(map(glob, content.excluded or ()), "fullmatch")
    included = Patterns(map(glob, content.included), "fullmatch") if content.included is not None else None
    return {
        source: path
        for source, path in found.items()
        if not excluded.match(source) and (included is None or included.match(source))
    }


def _route(base: str, slug: str, config: SiteConfig) -> str:
    route = re.sub(r"/{2,}", "/", f"{base}/{slug}")
    if config.trailing_slash is not None and route not in ("/", config.base_url):
        route = route.rstrip("/") + ("/" if config.trailing_slash else "")
    return quote(route, safe="/%:@!$&'()*+,;=~")


def _leaf(path: Path, route: str, config: SiteConfig, root: Path, format: str, name: str) -> Leaf:
    format = format or config.format
    is_mdx = path.suffix == ".mdx" if format == "detect" else format != "md"
    return Leaf(path, _relative(path, root), route, name, is_mdx)


def _format(front: dict[str, Any]) -> str:
    mdx = front.get("mdx")
    return _text(mdx.get("format")) if isinstance(mdx, dict) else ""


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, dict | list | bool) else str(value)


def looks_like_docs(files: Iterable[Path]) -> bool:
    """Whether a folder without a configuration file was written for Docusaurus."""
    files = list(files)
    if any((path.parent / "_category_.json").exists() for path in files):
        return True
    return 2 * sum(path.suffix == ".mdx" for path in files) > len(files)
