"""The YAML at the head of a Markdown file. Knows no key's meaning."""

from __future__ import annotations

import re
from typing import Any

import yaml

_FENCED = re.compile(r"\A---[ \t]*\r?\n(.*?)(?:^|(?<=\n))---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def split_front_matter(text: str) -> tuple[dict[str, Any], str, str]:
    """Front matter, the text below it, and a warning (empty if all is well).

    >>> split_front_matter("---\\nid: x\\n---\\nHello")
    ({'id': 'x'}, 'Hello', '')
    """
    match = _FENCED.match(text)
    if match is None:
        return {}, text, ""
    body = text[match.end() :]
    try:
        loaded = yaml.load(match[1], Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        return {}, body, "front matter is not valid YAML" + (f" (line {line + 2})" if line is not None else "")
    if loaded is None or isinstance(loaded, dict):
        return {str(key): value for key, value in (loaded or {}).items()}, body, ""
    return {}, body, "front matter is not a mapping"


def yaml_of(text: str) -> Any:
    """A YAML (or JSON) document; None when it is broken."""
    try:
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
