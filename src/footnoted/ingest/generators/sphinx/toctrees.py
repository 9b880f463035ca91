"""The order of a Sphinx project's documents: down its toctrees. Knows names of documents, no files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.globs import Patterns
from footnoted.ingest.generators.sphinx.patterns import pattern
from footnoted.ingest.generators.sphinx.scan import Scan, TocTree


def in_order(root_doc: str, scans: Mapping[str, Scan]) -> Iterator[str]:
    """Every document once: down the toctrees from the root, then the rest by name."""
    seen: set[str] = set()
    waiting = [root_doc] if root_doc in scans else []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        children = [child for tree in scans[name].toctrees for child in _children(tree, name, scans)]
        waiting.extend(reversed(children))
    yield from (name for name in sorted(scans) if name not in seen)


def _children(tree: TocTree, parent: str, names: Iterable[str]) -> list[str]:
    known = set(names)
    found: list[str] = []
    for entry in tree.entries:
        if entry == "self" or parts_of(entry).scheme:
            continue
        target = docname(entry, parent)
        if tree.glob and re.search(r"[*?\[]", entry):
            matching = Patterns([pattern(target)], "fullmatch")
            found += [name for name in sorted(known) if matching.match(name) and name not in found]
        elif target in known:
            found.append(target)
        elif (bare := target.rsplit(".", 1)[0]) in known:  # written with its ending
            found.append(bare)
    return [name for name in (reversed(found) if tree.reversed else found) if name != parent]


def docname(entry: str, parent: str) -> str:
    """
    >>> docname("b", "a/index"), docname("/b", "a/index"), docname("../c", "a/index")
    ('a/b', 'b', 'c')
    """
    joined = entry.lstrip("/") if entry.startswith("/") else posixpath.join(posixpath.dirname(parent), entry)
    return posixpath.normpath(joined)
