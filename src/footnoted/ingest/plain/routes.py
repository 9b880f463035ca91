"""Routes of a plain folder, which no site generator claims, in name order or as its index lists them.

Pages that have to be made into HTML lose their endings; what a browser opens as it is keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from footnoted.ingest.files.disk import opened, text_of
from footnoted.ingest.files.walk import ENDINGS, LEADS_OUT, folder_title, leads_out
from footnoted.ingest.formats.epub import contents as epub
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable
from footnoted.ingest.plain.made_pages import without_made_pages
from footnoted.ingest.plain.notes import is_wiki, read_notes, read_wiki
from footnoted.ingest.plain.reading_order import in_reading_order

_TITLES_A_BOOK = frozenset({".epub", ".pdf"})
_KEEPS_ENDING = frozenset({".html", ".htm", ".xhtml", ".txt", ".epub", ".pdf"})


def manuscript(root: Path, files: Iterable[Path], given: Path | None = None) -> Manuscript:
    """The book in this folder; ``index`` and ``readme`` are their folder's page and come first in it.

    ``given`` is the file if the author gave one file instead of the folder.
    """
    wiki = is_wiki(root)
    by_name = sorted(without_made_pages(files, root), key=lambda path: _sort_key(path, root))
    files = in_reading_order(by_name, root)
    leaves: list[Leaf] = []
    skipped: list[tuple[str, str]] = []
    taken: dict[str, str] = {}
    title = ""
    for path in files:
        source = path.relative_to(root).as_posix()
        try:
            if leads_out(path, root):
                raise Unreadable(LEADS_OUT)
            if path.suffix.lower() == ".epub":
                title, found = _chapters(path, source, alone=len(files) == 1)
            else:
                found = _pages(path, source, wiki)
        except Unreadable as reason:
            skipped.append((source, str(reason)))
            continue
        for leaf in found:
            if leaf.route in taken:
                skipped.append((leaf.source, f"has the same address as {taken[leaf.route]}"))
                continue
            taken[leaf.route] = leaf.source
            leaves.append(leaf)
    return Manuscript("plain", _title(title, files, root, given), "", root, tuple(leaves), skipped=tuple(skipped))


def _title(titled: str, files: Sequence[Path], root: Path, given: Path | None) -> str:
    """A book of one file has that file's own title or name; a folder's book, and an index, the folder's name."""
    if len(files) == 1 and files[0].suffix.lower() in _TITLES_A_BOOK:
        return titled or folder_title(Path(files[0].stem))
    return folder_title(Path(given.stem) if given and not _is_index(given.stem) else root)


def _pages(path: Path, source: str, wiki: bool) -> list[Leaf]:
    """The one page that a file is, or none if it is a draft. A wiki's is called what its file is called."""
    leaf = Leaf(path, source, _route(source), path.stem, mdx=path.suffix.lower() == ".mdx")
    if path.suffix.lower() in ENDINGS:
        text = text_of(path)
        front, _, _ = split_front_matter(text)
        if "[[" in text and not leaf.mdx:
            leaf = replace(leaf, reader=read_wiki if wiki else read_notes)
        name = leaf.name.replace("-", " ") if wiki else leaf.name
        return [] if front.get("draft") is True else [replace(leaf, name=name)]
    opened(path).close()
    return [leaf]


def _chapters(path: Path, source: str, *, alone: bool) -> tuple[str, list[Leaf]]:
    """An EPUB's title, and its chapters at their addresses inside it, below the file's own if it is not alone."""
    book = epub.read_metadata(path)
    below = "" if alone else f"{source}/"
    return book.title, [
        Leaf(path, f"{source}/{chapter.entry}", _quoted(below + chapter.entry), chapter.title, entry=chapter.entry)
        for chapter in book.chapters
    ]


def _sort_key(path: Path, root: Path) -> tuple[tuple[int, str], ...]:
    """By name, files before subfolders of a later name; a folder's index comes first."""
    *folders, name = path.relative_to(root).parts
    return (*((1, part) for part in folders), (0 if _is_index(path.stem) or path.stem == "Home" else 1, name))


def _is_index(stem: str) -> bool:
    return stem.lower() in ("index", "readme")


def _route(source: str) -> str:
    """
    >>> _route("a/b c.md"), _route("a/README.md"), _route("index.html"), _route("a/b.pdf")
    ('/a/b%20c', '/a/', '/', '/a/b.pdf')
    """
    path, ending = source.rsplit(".", 1)
    folder, _, name = path.rpartition("/")
    if _is_index(name) and ending.lower() not in ("txt", "pdf", "epub"):
        path = f"{folder}/" if folder else ""
    elif f".{ending.lower()}" in _KEEPS_ENDING:
        path = source
    return _quoted(path)


def _quoted(path: str) -> str:
    return quote("/" + path, safe="/:@!$&'()*+,;=~")
