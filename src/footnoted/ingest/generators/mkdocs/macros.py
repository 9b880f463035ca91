"""Fills plain variables into a page's template tags: of mkdocs-macros, and of Zensical's extension of that name.

Nothing is run: loops and calls are left out and reported. Knows no Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.manuscript import Unreadable

PLUGINS = ("macros", "mkdocs-macros", "macros-plugin", "zensical.extensions.macros", "markdownextradata")
_RAW = re.compile(r"\{%-?\s*+raw\s*+-?%\}(.*?)(?:\{%-?\s*+endraw\s*+-?%\}|\Z)", re.DOTALL)
_LOOP = re.compile(
    r"\{%-?\s*(?P<kind>for|macro|call|filter)\b(?:(?!\{%-?\s*(?:for|macro|call|filter)\b).)*?\{%-?\s*end(?P=kind)\s*-?%\}",
    re.DOTALL,
)
_NESTED = 10
"""Nested loops; anything deeper is taken for text."""
_SET = re.compile(r"\{%-?\s*set\s+(?P<name>\w+)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[\d.]+)\s*-?%\}")
_INCLUDE = re.compile(r"\{%-?\s*include\s+[\"'](?P<path>[^\"'\n]+)[\"'][^%]*-?%\}")
_TAG = re.compile(r"\{%(?:(?!%\}|\{%).)*+%\}|\{#(?:(?!#\}|\{#).)*+#\}", re.DOTALL)
_VALUE = re.compile(r"\{\{-?(?P<expression>[^{}]*+)\}\}")
_NAME = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class Macros:
    """The values of a page's variables, and the folders of files that it may include."""

    variables: Mapping[str, Any]
    folders: tuple[Path, ...]


def expand(body: str, macros: Macros, front: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The page with its variables filled in, and what only running it would show."""
    kept: list[str] = []
    missing: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[1])
        return f"\0{len(kept) - 1}\0"

    body = _INCLUDE.sub(lambda match: _included(match["path"], macros), _RAW.sub(keep, body))
    for _ in range(_NESTED):
        missing += [match["kind"] for match in _LOOP.finditer(body)]
        body = _LOOP.sub("", body)
    values = {**macros.variables, **front, "page": {"meta": front, "title": front.get("title")}}
    for match in _SET.finditer(body):
        values[match["name"]] = match["value"].strip("\"'")
    body = _VALUE.sub(_value_in(values, missing), _TAG.sub("", body))
    warnings = (f"{missing[0]} and its like ({len(missing)}) show what only a build knows",) if missing else ()
    return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], body), warnings


def _value_in(values: Mapping[str, Any], missing: list[str]) -> Callable[[re.Match[str]], str]:
    def shown(match: re.Match[str]) -> str:
        expression = match["expression"].removesuffix("-").partition("|")[0].strip()
        value: Any = values if _NAME.fullmatch(expression) else None
        for part in expression.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, str | int | float):
            return str(value)
        if literal := re.fullmatch(r"\"([^\"]*)\"|'([^']*)'", expression):
            return literal[1] or literal[2] or ""
        missing.append(f"{{{{ {expression} }}}}")
        return HOLE

    return shown


def included_in(text: str, macros: Macros) -> Iterator[Path]:
    """The files that the text includes."""
    for match in _INCLUDE.finditer(text):
        if path := _file(match["path"], macros):
            yield path


def _included(name: str, macros: Macros) -> str:
    path = _file(name, macros)
    try:
        return text_of(path) if path else ""
    except Unreadable:
        return ""


def _file(name: str, macros: Macros) -> Path | None:
    return next(filter(None, (file_within(folder / name, folder) for folder in macros.folders)), None)


def data_files(options: Mapping[str, Any], root: Path) -> Iterator[tuple[str, Any]]:
    """Variables in the YAML files that the plugin's ``include_yaml`` names."""
    named = options.get("include_yaml")
    entries = (
        named.items() if isinstance(named, dict) else [("", name) for name in named or () if isinstance(named, list)]
    )
    for key, name in entries:
        path = file_within(root / str(next(iter(name.values()), "") if isinstance(name, dict) else name), root)
        key = next(iter(name), key) if isinstance(name, dict) else key
        if path is None:
            continue
        try:
            found = yaml_of(text_of(path))
        except Unreadable:
            continue
        if key:
            yield str(key), found
        elif isinstance(found, dict):
            yield from found.items()
