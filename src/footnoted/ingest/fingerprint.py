"""Tells whether a page changed without parsing it: a hash of everything that its passages are made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from footnoted.ingest.manuscript import Leaf, Manuscript
from footnoted.ingest.read_markdown import IMPORT, partial_path

READER_VERSION = 1
"""Raise it when the same file would be read or cut differently: every page is then read again."""


def fingerprint(leaf: Leaf, manuscript: Manuscript) -> str:
    """SHA-256 over the reader's version, the site's settings, the file and the partials it includes."""
    shape = (READER_VERSION, manuscript.settings, leaf.name, leaf.mdx, leaf.made_up, leaf.shaped_by)
    made_of = hashlib.sha256(repr(shape).encode())
    if leaf.made_up is None:
        for path in (leaf.path, *leaf.parts):
            for data in _contents(path, manuscript.root, set()):
                made_of.update(len(data).to_bytes(8, "big") + data)
    return made_of.hexdigest()


def _contents(path: Path, root: Path, seen: set[Path]) -> Iterator[bytes]:
    """The bytes of the file, then of each partial it imports, and so on."""
    seen.add(path)
    try:
        data = path.read_bytes()
    except OSError:  # reading will say why
        return
    yield data
    if b"import" not in data:
        return
    for _, name in IMPORT.findall(data.decode("utf-8", "replace")):
        partial = partial_path(name, path, root)
        if partial is not None and partial not in seen:
            yield from _contents(partial, root, seen)
