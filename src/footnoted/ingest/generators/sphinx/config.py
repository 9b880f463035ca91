"""What conf.py says, read as a syntax tree and never run. Knows the file, not the pages.

A value that only running it would give, such as a version from a package, gets Sphinx' default.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.rst.project import RstConfig
from footnoted.ingest.formats.settings_file import string, strings
from footnoted.ingest.generators.sphinx.conf.values import values_of
from footnoted.ingest.manuscript import NO_ADDRESS, Unreadable

_SPHINX_NAMES = {"extensions", "html_theme", "master_doc", "root_doc", "html_baseurl", "source_suffix", "html_title"}
_ROUTE_SETTINGS = {"html_baseurl": NO_ADDRESS, "root_doc": "index", "master_doc": "index", "source_suffix": ".rst"}
"""Settings that decide where pages are, and the value used for one that cannot be read."""
_NAPOLEON = {"sphinx.ext.napoleon", "numpydoc", "sphinxcontrib.napoleon"}
_SOURCES = ("source", "src", "docs", "doc", "content", "en")
_FILLED_IN = re.compile(r"^(?:globals|locals|vars)\(\)\.update\(", re.MULTILINE)
_NO_SMART_QUOTES = ("ja", "zh", "ko")


@dataclass(frozen=True, slots=True)
class SphinxConfig(RstConfig):
    """The part of the configuration that decides where pages are and how they read."""

    title: str = ""
    makes_stubs: bool = True
    """Whether ``autosummary`` makes up pages."""
    templates: tuple[str, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    """``{NAME}`` in a page → what a project puts there before it is read."""
    conf: Path | None = field(default=None, repr=False)
    """The configuration file, which may be beside the folder of pages."""
    language: str = "en"
    locale_dirs: tuple[str, ...] = ("locales",)
    locale: str = ""
    """The language to read the book in, where it is not its own."""
    base_url: str = ""
    root_doc: str = "index"
    suffixes: Mapping[str, str] = field(default_factory=lambda: {".rst": "restructuredtext"})
    """File ending → parser."""
    excluded: tuple[str, ...] = ()
    included: tuple[str, ...] = ("**",)
    extensions: tuple[str, ...] = ()
    page_ending: str = ".html"
    myst_extensions: tuple[str, ...] = ()
    myst_substitutions: tuple[tuple[str, str], ...] = ()
    assumed: tuple[tuple[str, str], ...] = ()
    """Settings that only running the file would give, and what was taken instead."""


def is_sphinx(path: Path) -> bool:
    """Whether this conf.py is Sphinx' and not another program's."""
    return path.is_file() and (bool(_SPHINX_NAMES & values_of(path).keys()) or _is_made_by_a_call(path))


def _is_made_by_a_call(path: Path) -> bool:
    """Whether another package makes the settings (``globals().update(shared.settings(project="Tea"))``) for pages here.

    >>> [bool(_FILLED_IN.search(text)) for text in ("globals().update(f(1))", "config.update(f(1))")]
    [True, False]
    """
    try:
        text = text_of(path)
    except Unreadable:
        return False
    return "sphinx" in text.lower() and bool(_FILLED_IN.search(text)) and any(path.parent.glob("index.*"))


def read_config(path: Path) -> SphinxConfig:
    """The configuration in this file."""
    values = values_of(path)
    extensions = strings(values.get("extensions"))
    templates = strings(values.get("templates_path")) + strings(values.get("html_extra_path"))
    smart = values.get("smartquotes", True) is not False
    language = string(values.get("language"), "en")
    known = (("release", values.get("release")), ("version", values.get("version")), ("project", values.get("project")))
    myst = values.get("myst_substitutions")
    macros = values.get("macros")
    root_doc = string(values.get("root_doc")) or string(values.get("master_doc")) or "index"
    suffixes = _suffixes(values.get("source_suffix"), extensions)
    return SphinxConfig(
        folder=_source_folder(path.parent, root_doc, suffixes),
        conf=path,
        makes_stubs=values.get("autosummary_generate", True) is not False,
        templates=tuple(strings(values.get("templates_path"))),
        macros=tuple((str(k), str(v)) for k, v in macros.items()) if isinstance(macros, dict) else (),
        title=string(values.get("project")) or string(values.get("html_title")),
        language=language,
        locale_dirs=tuple(strings(values.get("locale_dirs"))) or ("locales",),
        base_url=string(values.get("html_baseurl")),
        root_doc=root_doc,
        suffixes=suffixes,
        excluded=(*strings(values.get("exclude_patterns")), *templates, "**/_sources", "**/.#*"),
        included=tuple(strings(values.get("include_patterns"))) or ("**",),
        extensions=tuple(extensions),
        page_ending=string(values.get("html_link_suffix")) or string(values.get("html_file_suffix")) or ".html",
        smart_actions=string(values.get("smartquotes_action"), "qDe"),
        smart_quotes=smart and not language.startswith(_NO_SMART_QUOTES),
        domain=string(values.get("primary_domain"), "py"),
        prolog=string(values.get("rst_prolog")),
        epilog=string(values.get("rst_epilog")),
        default_role=string(values.get("default_role")),
        substitutions=tuple((name, value) for name, value in known if isinstance(value, str)),
        links=tuple(_links(values.get("extlinks"))),
        autodoc_options=tuple(_options(values.get("autodoc_default_options"), values.get("autodoc_member_order"))),
        autoclass_content=string(values.get("autoclass_content"), "class"),
        inherits_words=values.get("autodoc_inherit_docstrings", True) is not False,
        has_napoleon=bool(_NAPOLEON & set(extensions)),
        myst_extensions=tuple(strings(values.get("myst_enable_extensions"))),
        myst_substitutions=tuple((str(k), str(v)) for k, v in myst.items()) if isinstance(myst, dict) else (),
        assumed=tuple(_assumed(path, values)),
    )


def _source_folder(folder: Path, root_doc: str, suffixes: Iterable[str]) -> Path:
    """Where the pages are: beside conf.py, in a folder below it (``-c . source``) or beside it (``-c conf docs``)."""
    places = (folder, *(folder / name for name in _SOURCES), *(folder.parent / name for name in _SOURCES))
    return next((place for place in places for ending in suffixes if (place / (root_doc + ending)).is_file()), folder)


def _assumed(path: Path, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Settings that decide where pages are and whose value cannot be read from the file's text."""
    try:
        tree = ast.parse(text_of(path))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        yield path.name, "Sphinx' defaults"
        return
    if _is_made_by_a_call(path):
        yield path.name, "Sphinx' defaults"
    written = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for name, default in _ROUTE_SETTINGS.items():
        if name in written and name not in values:
            yield name, default


def _links(written: Any) -> Iterator[tuple[str, str]]:
    """``extlinks``: role → its words, the address itself where it has none."""
    for role, value in written.items() if isinstance(written, dict) else ():
        parts = strings(value)
        if parts:
            yield str(role), parts[1] if len(parts) > 1 else parts[0]


def _options(written: Any, order: Any) -> Iterator[tuple[str, str]]:
    """autodoc's options for every directive; an option that is only switched on has an empty text."""
    if isinstance(order, str):
        yield "member-order", order
    for name, value in written.items() if isinstance(written, dict) else ():
        if value is not False:
            yield str(name), value if isinstance(value, str) else ""


def _suffixes(written: Any, extensions: Sequence[str]) -> Mapping[str, str]:
    match written:
        case str():
            suffixes = {written: "restructuredtext"}
        case dict():
            suffixes = {str(ending): str(parser) for ending, parser in written.items()}
        case _ if endings := strings(written):
            suffixes = {ending: "markdown" if ending == ".md" else "restructuredtext" for ending in endings}
        case _:
            suffixes = {".rst": "restructuredtext"}
    if {"myst_parser", "myst_nb"} & set(extensions):
        suffixes.setdefault(".md", "markdown")
    if {"myst_nb", "nbsphinx"} & set(extensions):
        suffixes.setdefault(".ipynb", "markdown")
    return suffixes
