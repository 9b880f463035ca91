"""Where mdBook publishes each chapter: book.toml and SUMMARY.md. Knows the order and the routes, not the pages' words.

https://rust-lang.github.io/mdBook/format/summary.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from footnoted.domain.text.clean import parts_of
from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import included_files
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.settings_file import mapping, string, toml_file
from footnoted.ingest.generators.mdbook.includes import named_files
from footnoted.ingest.generators.mdbook.read import Rendering, read
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable

CONFIG_NAME = "book.toml"


def find(folder: Path) -> Path | None:
    """The book's configuration if this folder is the root of an mdBook."""
    path = folder / CONFIG_NAME
    return path if path.is_file() and (source_folder(path) / "SUMMARY.md").is_file() else None


def source_folder(config: Path) -> Path:
    """Where the chapters are."""
    return config.parent / string(_table(toml_file(config), "book").get("src"), "src")


def manuscript(config: Path) -> Manuscript:
    """The book as SUMMARY.md lists it; a file that is not listed there is not published."""
    root = config.parent
    settings = toml_file(config)
    html = _table(_table(settings, "output"), "html")
    site, base = _address(html)
    source = source_folder(config)
    rendering = _rendering(html)
    leaves: dict[str, Leaf] = {}
    skipped: list[tuple[str, str]] = []
    for name, target in _chapters(source / "SUMMARY.md"):
        path = source / target
        shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else target
        route = base + _page(target)
        if route in leaves:
            continue
        try:
            if not path.resolve().is_relative_to(root.resolve()):
                raise Unreadable("lies outside the book")
            text = text_of(path)
        except Unreadable as reason:
            skipped.append((shown, str(reason)))
            continue
        leaves[route] = Leaf(
            path,
            shown,
            route,
            name,
            reader=partial(read, rendering=rendering),
            parts=included_files(text, path, partial(named_files, root=root)),
        )
    return Manuscript(
        kind="mdbook",
        title=string(_table(settings, "book").get("title"), "") or folder_title(root),
        site=site,
        root=root,
        leaves=tuple(leaves.values()),
        settings=repr(rendering),
        skipped=tuple(skipped),
        language=language_of_locale(string(_table(settings, "book").get("language"), "")),
    )


def _chapters(summary: Path) -> Iterator[tuple[str, str]]:
    """Name and path of each chapter in order; a draft has no path and no page."""
    try:
        text = text_of(summary)
    except Unreadable:
        return
    tree = SyntaxTreeNode(MarkdownIt("commonmark").parse(text))
    for node in tree.walk():
        if node.type != "link":
            continue
        target = unquote(str(node.attrs.get("href", ""))).removeprefix("./")
        if target and not parts_of(target).scheme:
            yield "".join(inner.content for inner in node.walk() if inner.type in ("text", "code_inline")), target


def _page(target: str) -> str:
    """
    >>> _page("a/README.md"), _page("b c.md")
    ('a/index.html', 'b%20c.html')
    """
    folder, slash, name = target.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    stem = "index" if stem.lower() == "readme" else stem
    return quote(f"{folder}{slash}{stem}.html", safe="/:@!$&'()*+,;=~")


def _address(html: Mapping[str, Any]) -> tuple[str, str]:
    """Site and base path; ``site-url`` is written with or without a host."""
    parts = parts_of(string(html.get("site-url"), "/"))
    site = f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""
    if not site and (cname := string(html.get("cname"), "")):
        site = f"https://{cname}"
    path = parts.path.strip("/")
    return site, f"/{path}/" if path else "/"


def _rendering(html: Mapping[str, Any]) -> Rendering:
    smart = html.get("smart-punctuation", html.get("curly-quotes"))
    hidden = _table(_table(html, "code"), "hidelines")
    return Rendering(
        smart_punctuation=smart if isinstance(smart, bool) else None,
        hidden_prefixes=tuple((str(name), prefix) for name, prefix in hidden.items() if isinstance(prefix, str)),
    )


def _table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return mapping(table.get(name))
