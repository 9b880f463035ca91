"""Detects whether a page changed without parsing it: a hash of everything that its passages are made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from footnoted.ingest.files.disk import BINARY_LIMIT, bytes_of
from footnoted.ingest.files.included import including_from
from footnoted.ingest.files.walk import ENDINGS
from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.markdown.partials import IMPORT, partial_path
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable
from footnoted.ingest.pictures.find import named_images

READER_VERSION = 23
"""Raise it when the same file would be read, cut or turned into words differently: every page is then read again."""


def fingerprint(leaf: Leaf, manuscript: Manuscript) -> str:
    """SHA-256 over the reader's version, the site's settings, the file, the partials it includes and its pictures."""
    shape = (READER_VERSION, manuscript.settings, manuscript.site, leaf.name, leaf.mdx, leaf.made_up, leaf.shaped_by)
    made_of = hashlib.sha256(repr(shape).encode())
    if leaf.entry:
        made_of.update(_entry(leaf))
    elif leaf.made_up is None:
        with including_from(leaf.repository):
            for path in (leaf.path, *leaf.parts):
                for data in _contents(path, manuscript.root, set()):
                    made_of.update(len(data).to_bytes(8, "big") + data)
                    for image in named_images(data, leaf, manuscript.root):
                        made_of.update(hashlib.sha256(image).digest())
    return made_of.hexdigest()


def _entry(leaf: Leaf) -> bytes:
    try:
        with open_archive(leaf.path) as archive:
            return read_entry(archive, leaf.entry)
    except Unreadable:  # reading the page reports it
        return b""


def _contents(path: Path, root: Path, seen: set[Path]) -> Iterator[bytes]:
    """The bytes of the file, then of each partial it imports, and so on."""
    seen.add(path)
    try:
        data = bytes_of(path, BINARY_LIMIT)
    except Unreadable:  # reading the page reports it
        return
    yield data
    if path.suffix not in ENDINGS or b"import" not in data:
        return
    for _, name in IMPORT.findall(data.decode("utf-8", "replace")):
        partial = partial_path(name, path, root)
        if partial is not None and partial not in seen:
            yield from _contents(partial, root, seen)
