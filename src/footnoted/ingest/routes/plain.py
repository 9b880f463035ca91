"""Routes of a plain folder of Markdown, which no site generator claims: paths without their endings, in name order."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from footnoted.ingest.front_matter import split_front_matter, text_of
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable


def manuscript(root: Path, files: Iterable[Path]) -> Manuscript:
    """The book in this folder; ``index`` and ``readme`` stand for their folder and come first in it."""
    leaves: list[Leaf] = []
    skipped: list[tuple[str, str]] = []
    taken: dict[str, str] = {}
    for path in sorted(files, key=lambda path: _sort_key(path, root)):
        source = path.relative_to(root).as_posix()
        route = _route(source)
        try:
            front, _, _ = split_front_matter(text_of(path))
        except Unreadable as reason:
            skipped.append((source, str(reason)))
            continue
        if front.get("draft") is True:
            continue
        if route in taken:
            skipped.append((source, f"has the same address as {taken[route]}"))
            continue
        taken[route] = source
        leaves.append(Leaf(path, source, route, path.stem, mdx=path.suffix.lower() == ".mdx"))
    return Manuscript("plain", titled(root), "", root, tuple(leaves), skipped=tuple(skipped))


def titled(folder: Path) -> str:
    """A book's title after its folder, or after the one above where that says nothing.

    >>> titled(Path("little-book/docs"))
    'Little Book'
    """
    says_nothing = folder.name.lower() in ("docs", "doc", "src", "book", "content", "pages")
    name = folder.parent.name if says_nothing and folder.parent.name else folder.name
    return " ".join(name.replace("-", " ").replace("_", " ").split()).title() or "Book"


def _sort_key(path: Path, root: Path) -> tuple[tuple[int, str], ...]:
    """Files of a folder before its subfolders' files of a later name; what stands for the folder first of all."""
    *folders, name = path.relative_to(root).parts
    return (*((1, part) for part in folders), (0 if _is_index(path.stem) else 1, name))


def _is_index(stem: str) -> bool:
    return stem.lower() in ("index", "readme")


def _route(source: str) -> str:
    """
    >>> _route("a/b c.md"), _route("a/README.md"), _route("index.md")
    ('/a/b%20c', '/a/', '/')
    """
    path = source.rsplit(".", 1)[0]
    folder, _, name = path.rpartition("/")
    if _is_index(name):
        path = f"{folder}/" if folder else ""
    return quote("/" + path, safe="/:@!$&'()*+,;=~")
