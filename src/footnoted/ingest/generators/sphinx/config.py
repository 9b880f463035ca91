"""What conf.py says, read as a syntax tree and never run. Knows the file, not the pages.

A value that only running it would give, such as a version taken from a package, takes Sphinx' default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.formats.rst.project import RstConfig
from footnoted.ingest.manuscript import NO_ADDRESS, Unreadable

_SPHINX_NAMES = {"extensions", "html_theme", "master_doc", "root_doc", "html_baseurl", "source_suffix", "html_title"}
_PLACING = {"html_baseurl": NO_ADDRESS, "root_doc": "index", "master_doc": "index", "source_suffix": ".rst"}
"""Settings that decide where pages are, and what stands in for one that cannot be read."""
_NAPOLEON = {"sphinx.ext.napoleon", "numpydoc", "sphinxcontrib.napoleon"}
_SOURCES = ("source", "src", "docs", "doc", "content", "en")
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
    return path.is_file() and bool(_SPHINX_NAMES & _values(path).keys())


def _imported_whole(statement: ast.ImportFrom, path: Path) -> Path | None:
    """The file beside the configuration, or one folder up, of which it takes every name (``from shared import *``)."""
    places = (path.parent, path.parent.parent) if [name.name for name in statement.names] == ["*"] else ()
    files = (place / f"{(statement.module or '').replace('.', '/')}.py" for place in places)
    return next((found for file in files if file != path and (found := file_within(file, path.parent.parent))), None)


def read_config(path: Path) -> SphinxConfig:
    """The configuration in this file."""
    values = _values(path)
    extensions = _strings(values.get("extensions"))
    templates = _strings(values.get("templates_path")) + _strings(values.get("html_extra_path"))
    smart = values.get("smartquotes", True) is not False
    language = _text(values.get("language"), "en")
    known = (("release", values.get("release")), ("version", values.get("version")), ("project", values.get("project")))
    myst = values.get("myst_substitutions")
    macros = values.get("macros")
    root_doc = _text(values.get("root_doc")) or _text(values.get("master_doc")) or "index"
    suffixes = _suffixes(values.get("source_suffix"), extensions)
    return SphinxConfig(
        folder=_source_folder(path.parent, root_doc, suffixes),
        conf=path,
        makes_stubs=values.get("autosummary_generate", True) is not False,
        templates=tuple(_strings(values.get("templates_path"))),
        macros=tuple((str(k), str(v)) for k, v in macros.items()) if isinstance(macros, dict) else (),
        title=_text(values.get("project")) or _text(values.get("html_title")),
        language=language,
        locale_dirs=tuple(_strings(values.get("locale_dirs"))) or ("locales",),
        base_url=_text(values.get("html_baseurl")),
        root_doc=root_doc,
        suffixes=suffixes,
        excluded=(*_strings(values.get("exclude_patterns")), *templates, "**/_sources", "**/.#*"),
        included=tuple(_strings(values.get("include_patterns"))) or ("**",),
        extensions=tuple(extensions),
        page_ending=_text(values.get("html_link_suffix")) or _text(values.get("html_file_suffix")) or ".html",
        smart_quotes=smart and not language.startswith(_NO_SMART_QUOTES),
        prolog=_text(values.get("rst_prolog")),
        epilog=_text(values.get("rst_epilog")),
        default_role=_text(values.get("default_role")),
        substitutions=tuple((name, value) for name, value in known if isinstance(value, str)),
        links=tuple(_links(values.get("extlinks"))),
        autodoc_options=tuple(_options(values.get("autodoc_default_options"), values.get("autodoc_member_order"))),
        autoclass_content=_text(values.get("autoclass_content"), "class"),
        inherits_words=values.get("autodoc_inherit_docstrings", True) is not False,
        has_napoleon=bool(_NAPOLEON & set(extensions)),
        myst_extensions=tuple(_strings(values.get("myst_enable_extensions"))),
        myst_substitutions=tuple((str(k), str(v)) for k, v in myst.items()) if isinstance(myst, dict) else (),
        assumed=tuple(_assumed(path, values)),
    )


def _source_folder(folder: Path, root_doc: str, suffixes: Iterable[str]) -> Path:
    """Where the pages are: beside conf.py, in a folder below it (``-c . source``) or beside it (``-c conf docs``)."""
    places = (folder, *(folder / name for name in _SOURCES), *(folder.parent / name for name in _SOURCES))
    return next((place for place in places for ending in suffixes if (place / (root_doc + ending)).is_file()), folder)


def _assumed(path: Path, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What decides where pages are, is set in the file, and has no value that can be told from its text."""
    try:
        tree = ast.parse(text_of(path))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        yield path.name, "Sphinx' defaults"
        return
    written = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for name, default in _PLACING.items():
        if name in written and name not in values:
            yield name, default


def _links(written: Any) -> Iterator[tuple[str, str]]:
    """``extlinks``: role → its words, the address itself where it has none."""
    for role, value in written.items() if isinstance(written, dict) else ():
        parts = _strings(value)
        if parts:
            yield str(role), parts[1] if len(parts) > 1 else parts[0]


def _options(written: Any, order: Any) -> Iterator[tuple[str, str]]:
    """autodoc's options for every directive; one that is only switched on has no text."""
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
        case _ if endings := _strings(written):
            suffixes = {ending: "markdown" if ending == ".md" else "restructuredtext" for ending in endings}
        case _:
            suffixes = {".rst": "restructuredtext"}
    if {"myst_parser", "myst_nb"} & set(extensions):
        suffixes.setdefault(".md", "markdown")
    if "myst_nb" in extensions:
        suffixes.setdefault(".ipynb", "markdown")
    return suffixes


def _values(path: Path, depth: int = 1) -> dict[str, Any]:
    """Every name that the file, or one that it imports whole, gives a value that can be told from its text."""
    try:
        tree = ast.parse(text_of(path))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return {}
    values: dict[str, Any] = {}
    for statement in tree.body if depth else ():
        if isinstance(statement, ast.ImportFrom) and (shared := _imported_whole(statement, path)):
            values |= _values(shared, depth - 1)
    try:
        _run(tree.body, values)
    except RecursionError:
        return {}
    return values


def _run(body: Sequence[ast.stmt], values: dict[str, Any]) -> None:
    for statement in body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        _keep(target.id, _value(value, values), values)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                _keep(name, _value(value, values), values)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                _keep(name, _sum(values.get(name), _value(value, values)), values)
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" as verb), args=[argument]
                )
            ):
                added = _value(argument, values)
                _keep(name, _sum(values.get(name), [added] if verb == "append" else added), values)
            case ast.If(body=inner) | ast.Try(body=inner) | ast.With(body=inner):
                _run(inner, values)
            case _:
                pass


def _keep(name: str, value: Any, values: dict[str, Any]) -> None:
    if value is not None:
        values[name] = value


def _sum(left: Any, right: Any) -> Any:
    if isinstance(left, list) and isinstance(right, list):
        return left + right
    return left + right if isinstance(left, str) and isinstance(right, str) else left


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """The value of an expression, None where it cannot be told."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values.get(name)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return [value for part in parts if (value := _value(part, values)) is not None]
        case ast.Dict(keys=keys, values=inner):
            pairs = [(_value(key, values), _value(node, values)) for key, node in zip(keys, inner, strict=True) if key]
            return {key: value for key, value in pairs if isinstance(key, str) and value is not None}
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _sum(_value(left, values), _value(right, values))
        case ast.JoinedStr(values=parts):
            texts = [_value(part.value if isinstance(part, ast.FormattedValue) else part, values) for part in parts]
            return "".join(map(str, texts)) if None not in texts else None
        # os.environ.get(name, default): the default, as a book must not read this machine's environment.
        case ast.Call(func=ast.Attribute(attr="get" | "getenv"), args=[_, default]):
            return _value(default, values)
        case _:
            return None


def _strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _text(value: Any, otherwise: str = "") -> str:
    return value if isinstance(value, str) else otherwise
