"""The files below a folder that pages are made from, in name order. Knows no site generator."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from footnoted.ingest.files.fence import may_be_listed

ENDINGS = (".md", ".mdx", ".markdown")
EVERY_ENDING = (*ENDINGS, ".html", ".htm", ".xhtml", ".ipynb", ".rst", ".adoc", ".asciidoc", ".txt", ".epub", ".pdf")
_PASSED_OVER = {"node_modules", "site-packages", "__tests__"}
_RECORDS = (".egg-info", ".dist-info")
"""Endings of folders with a package manager's records of a package."""
_NOT_PAGES = frozenset({"robots.txt", "cmakelists.txt", "llms.txt", "llms-full.txt", "404.html"})
_LISTS = frozenset({"requirements", "constraints"})
"""Words in the names of files that package managers read."""


def markdown_files(folder: Path, hidden: str = "._", within: Path | None = None) -> Iterator[Path]:
    """Every Markdown file except hidden ones and those with a leading underscore, which are parts of others.

    Links are followed if they stay in the folder, or in ``within``.
    """
    return (path for path in files_below(folder, ENDINGS, hidden) if not leads_out(path, within or folder))


def book_files(folder: Path) -> Iterator[Path]:
    """The same for every format; includes links that lead out of the folder, so that they are reported."""
    return (path for path in files_below(folder, EVERY_ENDING) if is_page(path))


def is_page(path: Path) -> bool:
    """Whether a file of a readable format may be a page, by its name: some are lists for programs.

    >>> is_page(Path("docs/requirements-dev.txt")), is_page(Path("docs/requirements.md"))
    (False, True)
    """
    name = path.name.lower()
    is_list = name.endswith(".txt") and not _LISTS.isdisjoint(re.split(r"[-_.]", name))
    return name not in _NOT_PAGES and not is_list and not path.parent.name.endswith(_RECORDS)


def listed(folder: Path, *, follows_links: bool = False) -> Iterator[tuple[str, list[str], list[str]]]:
    """Like ``os.walk``; yields nothing for a folder outside of what the book may read."""
    return os.walk(folder, followlinks=follows_links) if may_be_listed(folder) else iter(())


def walked(folder: Path, within: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Like ``os.walk``, but follows links to folders that stay in ``within`` and make no circle."""
    limit, seen = within.resolve(), {folder.resolve()}
    for place, folders, names in listed(folder, follows_links=True):
        linked = [name for name in folders if os.path.islink(Path(place, name))]
        for name in linked:
            target = Path(os.path.realpath(Path(place, name)))
            above = target in Path(os.path.realpath(place), "_").parents
            if above or target in seen or not target.is_relative_to(limit):
                folders.remove(name)
            seen.add(target)
        yield place, folders, names


def files_below(
    folder: Path, endings: tuple[str, ...], hidden: str = "._", passed_over: Collection[str] = _PASSED_OVER
) -> Iterator[Path]:
    """The files with these endings, by name; not those that begin with a hidden mark or are in a folder passed over."""
    for place, folders, names in listed(folder):
        folders[:] = sorted(filter(is_utf8, folders))
        folders[:] = [name for name in folders if name[0] not in hidden and name not in passed_over]
        for name in sorted(filter(is_utf8, names)):
            if name[0] not in hidden and name.lower().endswith(endings):
                yield Path(place, name)


def place_below(path: Path, root: Path) -> str:
    """The path as seen from a folder; a site's pages may be beside it.

    >>> place_below(Path("/a/b/c.md"), Path("/a/b")), place_below(Path("/a/c.md"), Path("/a/b"))
    ('c.md', '../c.md')
    """
    return (
        path.relative_to(root).as_posix() if path.is_relative_to(root) else Path(os.path.relpath(path, root)).as_posix()
    )


def every_file(folder: Path) -> Iterator[Path]:
    """All files below a folder except those of packages, and those whose names are not valid text."""
    for place, folders, names in listed(folder):
        folders[:] = [name for name in filter(is_utf8, folders) if name not in _PASSED_OVER]
        yield from (Path(place, name) for name in filter(is_utf8, names))


def is_utf8(name: str) -> bool:
    """Whether a file's name is valid text: Linux allows any bytes."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


LEADS_OUT = "a link that leads out of the book"


def leads_out(path: Path, folder: Path) -> bool:
    """Whether the path is a link to something outside the folder, which does not belong to the book."""
    if not path.is_symlink():
        return False
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to itself leads nowhere
        return True


def folder_title(folder: Path) -> str:
    """A book's title after its folder, or after the one above where that is a common name such as docs.

    >>> folder_title(Path("little-book/docs"))
    'Little Book'
    """
    is_common = folder.name.lower() in ("docs", "doc", "src", "book", "content", "pages")
    name = folder.parent.name if is_common and folder.parent.name else folder.name
    return " ".join(name.replace("-", " ").replace("_", " ").split()).title() or "Book"
