"""Jupyter Book 1: its two YAML files as the Sphinx project that they describe, pages in the order of ``_toc.yml``.

Jupyter Book 2 (``myst.yml``) is another program: see ``myst.py``.
https://jupyterbook.org/v1/structure/toc.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from footnoted.ingest.files.globs import files_matching
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.settings_file import mapping, yaml_file
from footnoted.ingest.generators.markdown_site.pages import in_order
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.generators.sphinx.routes import manuscript as sphinx_manuscript
from footnoted.ingest.manuscript import Manuscript

_SUFFIXES = {".md": "markdown", ".ipynb": "markdown", ".rst": "restructuredtext"}
_EXTENSIONS = ("colon_fence", "dollarmath", "linkify", "substitution", "tasklist")
_NEVER = ("_build", "**/_build", "Thumbs.db", ".DS_Store", "**.ipynb_checkpoints", "README.md")


def find(folder: Path) -> Path | None:
    path = folder / "_toc.yml"
    return path if path.is_file() and (folder / "_config.yml").is_file() else None


def pages_folder(path: Path) -> Path:
    return path.parent


def manuscript(path: Path) -> Manuscript:
    """The book: pages as its contents list them, then the others, which are published all the same."""
    root, settings = path.parent, yaml_file(path.with_name("_config.yml"))
    contents = yaml_file(path)
    listed = list(_documents(contents, root))
    title = settings.get("title")
    config = _config(root, settings, listed[0] if listed else "index")
    book = sphinx_manuscript(config, root)
    leaves = {leaf.source.rsplit(".", 1)[0]: leaf for leaf in book.leaves}
    names = in_order(leaves, listed)
    if settings.get("only_build_toc_files") is True:
        names = [name for name in names if name in set(listed)]
    return replace(
        book,
        kind="jupyter-book",
        title=title if isinstance(title, str) and title else folder_title(root),
        leaves=tuple(leaves[name] for name in names),
        assumed=() if contents and settings else ((path.name, "nothing listed"),),
    )


def _config(root: Path, settings: Mapping[str, Any], root_doc: str) -> SphinxConfig:
    parse, html, sphinx = (mapping(settings.get(name)) for name in ("parse", "html", "sphinx"))
    more = mapping(sphinx.get("config"))
    enabled = parse.get("myst_enable_extensions", _EXTENSIONS)
    excluded = settings.get("exclude_patterns")
    baseurl = html.get("baseurl") or more.get("html_baseurl") or ""
    return SphinxConfig(
        folder=root,
        base_url=baseurl if isinstance(baseurl, str) else "",
        root_doc=root_doc,
        suffixes=_SUFFIXES,
        excluded=(*(str(name) for name in excluded if name), *_NEVER) if isinstance(excluded, list) else _NEVER,
        extensions=("myst_nb",),
        myst_extensions=tuple(map(str, enabled)) if isinstance(enabled, list | tuple) else _EXTENSIONS,
        myst_substitutions=tuple((str(k), str(v)) for k, v in mapping(parse.get("myst_substitutions")).items()),
        smart_quotes=True,
    )


def _documents(contents: Mapping[str, Any], root: Path) -> Iterator[str]:
    """The documents that the contents list; a pattern lists all that it matches, by name."""
    for name in files_listed(contents):
        found = files_matching(root, name) if "*" in name else []
        for document in (path.relative_to(root).as_posix() for path in found) if found else (name,):
            yield document.rsplit(".", 1)[0] if document.endswith(tuple(_SUFFIXES)) else document


def files_listed(entry: Any) -> Iterator[str]:
    """Every file, or pattern of files, that the contents name, in reading order.

    >>> list(files_listed({"root": "a", "parts": [{"chapters": [{"file": "b", "sections": [{"file": "c"}]}]}]}))
    ['a', 'b', 'c']
    """
    if isinstance(entry, dict):
        for key in ("root", "file", "glob"):
            if isinstance(entry.get(key), str):
                yield entry[key]
        for key in ("parts", "chapters", "sections", "subtrees", "entries"):
            for inner in entry.get(key) or () if isinstance(entry.get(key), list) else ():
                yield from files_listed(inner)
