"""What the data that a component is given says to readers: names with what they mean. Knows no component."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.literals import read_literals
from footnoted.ingest.formats.page.builder import flat

_NAMES = ("name", "prop", "key", "option", "parameter", "term", "title", "label")
_WORDS = ("description", "desc", "definition", "summary", "text", "content")
_LINKS = frozenset({"href", "link", "url", "to", "src"})
"""What has an address leads to another page, or is a picture."""
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_DEEPEST = 6


def described(data: Mapping[str, str]) -> str:
    """Items for the lists and objects among a tag's attributes; empty where they say nothing in words.

    >>> print(described({"rows": "[{name: 'lid', type: 'Lid', description: 'Keeps the steam in.', isOptional: true}]"}))
    - `lid` (`Lid`, optional): Keeps the steam in.
    >>> described({"cards": "[{title: 'Lids', href: '/lids'}]", "size": "{width: 3}"})
    ''
    """
    values = (read_literals(f"export default {expression}")[0] for expression in data.values())
    return "\n".join(line for value in values for line in _items(value, 0))


def _items(value: Any, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    for entry in _entries(value):
        name, words = _first(entry, _NAMES), _first(entry, _WORDS)
        item = _item(name, words, entry) if name else ""
        if item:
            yield f"{'  ' * depth}- {item}"
        for inner in entry.values():
            yield from _items(inner, depth + bool(item))


def _entries(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of a list; of an object of objects each, with its key as its name."""
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, dict) and _LINKS.isdisjoint(entry))
    elif isinstance(value, dict) and all(isinstance(entry, dict) for entry in value.values()):
        yield from ({"name": key, **entry} for key, entry in value.items() if _LINKS.isdisjoint(entry))


def _first(entry: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((flat(_LINK.sub(r"\1", entry[key])) for key in keys if isinstance(entry.get(key), str)), "")


def _item(name: str, words: str, entry: Mapping[str, Any]) -> str:
    """A name with its type and what it means; empty where there is neither."""
    kind, default = _first(entry, ("type",)), entry.get("default", entry.get("defaultValue"))
    if not (words or kind):
        return ""
    notes = [kind if "`" in kind else f"`{kind}`"] if kind else []
    notes += ["optional"] if True in (entry.get("isOptional"), entry.get("optional")) else []
    notes += ["required"] if entry.get("required") is True else []
    notes += [f"default {default}"] if isinstance(default, str | int | float) else []
    beside = f" ({', '.join(notes)})" if notes else ""
    return f"`{name}`{beside}{': ' if words else ''}{words}"
