"""The YAML, TOML or JSON at the head of a Markdown file. Knows no key's meaning."""

from __future__ import annotations

import json
import re
import tomllib
from math import inf
from typing import Any

import yaml

_FENCED = re.compile(r"\A---[ \t]*\r?\n(.*?)(?:^|(?<=\n))---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_PLUSES = re.compile(r"\A\+\+\+[ \t]*\r?\n(.*?)(?:^|(?<=\n))\+\+\+[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_REPEATED = 10_000
"""Nodes that a document may have by naming parts of itself again."""


def split_front_matter(text: str) -> tuple[dict[str, Any], str, str]:
    """Front matter, the text below it, and a warning (empty if all is well).

    >>> split_front_matter("---\\nid: x\\n---\\nHello")
    ({'id': 'x'}, 'Hello', '')
    """
    match = _FENCED.match(text)
    if match is None:
        return _toml(text)
    body = text[match.end() :]
    try:
        loaded = loaded_yaml(match[1])
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        return {}, body, "front matter is not valid YAML" + (f" (line {line + 2})" if line is not None else "")
    if loaded is None or isinstance(loaded, dict):
        return {str(key): value for key, value in (loaded or {}).items()}, body, ""
    return {}, body, "front matter is not a mapping"


def _toml(text: str) -> tuple[dict[str, Any], str, str]:
    """The same between lines of plus signs, which Hugo and Zola read as TOML."""
    match = _PLUSES.match(text)
    if match is None:
        return _json(text)
    loaded = toml_of(match[1])
    return loaded or {}, text[match.end() :], "front matter is not valid TOML" if loaded is None else ""


def _json(text: str) -> tuple[dict[str, Any], str, str]:
    """The same as a JSON object, which Hugo reads too."""
    if not re.match(r'\{\s*"', text):
        return {}, text, ""
    try:
        loaded, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return {}, text, ""
    return loaded, text[end:].lstrip("\n"), ""


def toml_of(text: str) -> dict[str, Any] | None:
    """A TOML document; None when it is broken."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def yaml_of(text: str) -> Any:
    """A YAML (or JSON) document; None when it is broken."""
    try:
        return loaded_yaml(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def loaded_yaml(text: str, loader: Any = _Loader) -> Any:
    """A YAML document, read by a safe loader. Raises YAMLError, ValueError and RecursionError.

    A document that contains itself, or repeats parts until it is many times as large as written, is refused: walking
    through it would take years.
    """
    reading = loader(text)
    try:
        node = reading.get_single_node()
        if node is None:
            return None
        nodes: dict[int, float] = {}
        if _size(node, nodes) > _MOST_REPEATED + 10 * len(nodes):
            raise yaml.YAMLError("it repeats itself without end")
        return reading.construct_document(node)
    finally:
        reading.dispose()


def _size(node: yaml.Node, known: dict[int, float]) -> float:
    """How many nodes there are, each counted as often as it is repeated; ``inf`` if one contains itself."""
    if id(node) in known:
        return known[id(node)]
    known[id(node)] = inf
    inner = node.value if isinstance(node, yaml.CollectionNode) else ()
    parts = (part for entry in inner for part in (entry if isinstance(entry, tuple) else (entry,)))
    known[id(node)] = size = 1 + sum(_size(part, known) for part in parts)
    return size
