"""Where Sphinx publishes each document and in which order. Knows toctrees, not the words.

https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#table-of-contents
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from urllib.parse import quote

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Patterns
from footnoted.ingest.files.walk import LEADS_OUT, folder_title, is_utf8, leads_out, walked
from footnoted.ingest.formats.code.python.package import PythonSource
from footnoted.ingest.formats.notebook import cells_of
from footnoted.ingest.generators.sphinx.build import UNNAMED, builder_of, built_pages, how_known, unrun_handlers
from footnoted.ingest.generators.sphinx.code import asked_for, digest, python_source, unread_in
from footnoted.ingest.generators.sphinx.conf.own_types import own_types
from footnoted.ingest.generators.sphinx.config import SphinxConfig, is_sphinx
from footnoted.ingest.generators.sphinx.gettext import address_in, catalogue_of, messages, messages_folder
from footnoted.ingest.generators.sphinx.patterns import pattern
from footnoted.ingest.generators.sphinx.read import SphinxBook, expanded, read, referenced_titles
from footnoted.ingest.generators.sphinx.scan import Scan, scan
from footnoted.ingest.generators.sphinx.stubs import Stub, read_stub, stubs
from footnoted.ingest.generators.sphinx.toctrees import in_order
from footnoted.ingest.manuscript import NO_ADDRESS, Leaf, Manuscript, Unreadable, unread_text

_Sources = dict[str, tuple[Path, str]]
"""Document → its file and text."""
_PLACES = (".", "docs", "doc", "docs/source", "doc/source", "source", "docs/src")


def find(folder: Path) -> Path | None:
    """The conf.py of a Sphinx project, in this folder or where projects keep it."""
    return next((path for place in _PLACES if is_sphinx(path := folder / place / "conf.py")), None)


def manuscript(config: SphinxConfig, root: Path, builder: str = "") -> Manuscript:
    """The project: documents in toctree order, then those that no toctree lists. What they include is below root.

    ``builder`` is ``html`` or ``dirhtml``; without one, what was built or the hosting configuration tells.
    """
    config = _in_language(config)
    conf = config.conf or config.folder / "conf.py"
    sources, scans, skipped = _scanned(config, root)
    catalogues = _catalogues(config, scans, root)
    words = {name: messages(path) for name, path in catalogues.items()}
    code = python_source(conf, root)
    config = replace(config, own_types=own_types(conf, config.extensions, code.folders, root))
    book = _book(config, root, scans, code, words)
    address = parts_of(config.base_url)
    named, built = builder or builder_of(config.folder), built_pages(config.folder)
    known_by = how_known(config.folder, builder, built)
    is_known = (named or built) and known_by != UNNAMED
    assumed = () if is_known else (("the builder, html or dirhtml", "html"),)
    places = _Places(address.path.strip("/"), built, config.page_ending, named == "dirhtml")
    leaves: dict[str, Leaf] = {}
    unread = list(unrun_handlers(conf))
    for name in in_order(config.root_doc, scans):
        path, text = sources[name]
        source = path.relative_to(root).as_posix()
        unread += ((source, reason) for reason in unread_text(unread_in(text, code)))
        if config.locale and path.suffix != ".rst":
            unread.append((source, f"its words in {config.locale} were not read"))
        leaf = Leaf(
            path,
            source,
            places.route(name),
            name.rpartition("/")[2],
            reader=partial(read, book=book),
            parts=(*book.included_in(text, path), *filter(None, (catalogues.get(name),))),
            is_made_from_code=any(asked_for(text)),
            shaped_by=repr((referenced_titles(text, name, book), digest(text, code))),
        )
        leaves[leaf.route] = leaf
        made_up = (stub for stub in stubs(text, name, config, code) if stub.document not in sources)
        for stub in made_up:
            leaves.setdefault(places.route(stub.document), _stub_leaf(leaf, stub, places, book))
    return Manuscript(
        kind="sphinx",
        title=config.title or folder_title(root),
        site=f"{address.scheme}://{address.netloc}" if address.scheme in ("http", "https") and address.netloc else "",
        root=root,
        leaves=tuple(leaves.values()),
        settings=repr(config),
        skipped=tuple(skipped),
        unread=tuple(unread),
        assumed=(*config.assumed, *assumed),
        language=config.locale,
        routes_are_known_by=known_by,
    )


def _book(
    config: SphinxConfig,
    root: Path,
    scans: Mapping[str, Scan],
    code: PythonSource,
    words: Mapping[str, Mapping[str, str]],
) -> SphinxBook:
    labels = {
        label: words.get(name, {}).get(title, title)
        for name, found in scans.items()
        for label, title in found.labels.items()
    }
    titles = {name: words.get(name, {}).get(found.title, found.title) for name, found in scans.items()}
    return SphinxBook(config=config, root=root, labels=labels, titles=titles, code=code, words=words)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where documents are published."""

    base: str
    built: Mapping[str, str]
    """Document → page, as a build has recorded it."""
    ending: str
    as_folders: bool

    def route(self, name: str) -> str:
        page = self.built[name] if name in self.built else _page(name, self.ending, self.as_folders)
        return (f"/{self.base}/" if self.base else "/") + quote(page, safe="/:@!$&'()*+,;=~%")


def _stub_leaf(asking: Leaf, stub: Stub, places: _Places, book: SphinxBook) -> Leaf:
    """The page that a summary makes up, in the name of the file that asks for it."""
    return Leaf(
        asking.path,
        asking.source,
        places.route(stub.document),
        stub.target,
        reader=partial(read_stub, stub=stub, book=book),
        is_made_from_code=True,
        shaped_by=repr((stub, book.code and book.code.digest([stub.target]))),
    )


def _in_language(config: SphinxConfig) -> SphinxConfig:
    """The same project as it is published in the language that was asked for."""
    if config.locale in ("", config.language):
        return replace(config, locale="")
    if address := address_in(config.base_url, config.language, config.locale):
        return replace(config, base_url=address)
    assumed = (f"the address of {config.locale}", config.base_url or NO_ADDRESS)
    return replace(config, assumed=(*config.assumed, assumed))


def _catalogues(config: SphinxConfig, names: Iterable[str], root: Path) -> dict[str, Path]:
    """Document → the file with its words in the language that was asked for."""
    if not config.locale:
        return {}
    folder = messages_folder((config.conf or config.folder / "conf.py").parent, config.locale_dirs, config.locale)
    return {name: path for name in names if (path := catalogue_of(name, folder, root))}


def _scanned(config: SphinxConfig, root: Path) -> tuple[_Sources, dict[str, Scan], list[tuple[str, str]]]:
    """Each document's file and text, what it says about the book, and the files that cannot be read."""
    sources: _Sources = {}
    scans: dict[str, Scan] = {}
    skipped: list[tuple[str, str]] = []
    for path, ending in _files(config, root):
        source = path.relative_to(config.folder).as_posix()
        name = source[: -len(ending)]
        if name in sources:
            continue
        if leads_out(path, root):
            skipped.append((source, LEADS_OUT))
            continue
        try:
            text = expanded(text_of(path), config)
            if path.suffix == ".ipynb":
                text = "\n\n".join(cells_of(text))
        except Unreadable as reason:
            skipped.append((source, str(reason)))
            continue
        sources[name] = (path, text)
        scans[name] = scan(text, config.suffixes[ending] != "restructuredtext")
    return sources, scans, skipped


def _files(config: SphinxConfig, root: Path) -> Iterator[tuple[Path, str]]:
    included = Patterns(map(pattern, config.included), "fullmatch")
    excluded = Patterns(map(pattern, config.excluded), "fullmatch")

    for place, folders, names in walked(config.folder, root):
        here = Path(place).relative_to(config.folder)
        folders[:] = sorted(
            name for name in filter(is_utf8, folders) if name[0] != "." and not excluded.match((here / name).as_posix())
        )
        for name in sorted(filter(is_utf8, names)):
            path = Path(place, name)
            source = (here / name).as_posix()
            ending = next((ending for ending in config.suffixes if name.endswith(ending)), "")
            if not ending or excluded.match(source):
                continue
            if included.match(source):
                yield path, ending


def _page(name: str, ending: str, as_folders: bool) -> str:
    """
    >>> _page("a/b", ".html", False), _page("a/b", ".html", True), _page("a/index", ".html", True)
    ('a/b.html', 'a/b/', 'a/')
    """
    if not as_folders:
        return name + ending
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}" if last == "index" else f"{name}/"
