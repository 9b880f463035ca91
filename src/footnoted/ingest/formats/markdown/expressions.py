"""Expressions in braces in MDX: what they show if constants tell, and which need the site to run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from footnoted.ingest.formats.code.javascript.literals import read_literals

_NOTHING = re.compile(r"\s*(?:/\*.*\*/\s*|#.*|true|false|null|undefined)?", re.DOTALL)
"""Comments, ids of headings, and words that show nothing."""
_SHOWN = 30
"""Characters of an expression that name it to the author."""


def constants_in(module: str) -> dict[str, str]:
    """The values of ``export const`` lines, as a page shows them; of an object, each member by name.

    >>> constants_in("export const size = 4, lens = {name: 'wide'}, isNew = true")
    {'size': '4', 'lens.name': 'wide', 'isNew': ''}
    """
    found: dict[str, str] = {}
    for name, value in read_literals(module)[1].items():
        members = {f"{name}.{key}": own for key, own in value.items()} if isinstance(value, dict) else {name: value}
        found |= {key: shown for key, own in members.items() if (shown := _shown(own)) is not None}
    return found


def _shown(value: Any) -> str | None:
    if isinstance(value, bool) or value is None:
        return ""
    return str(value) if isinstance(value, str | int | float) else None


def value_of(expression: str, constants: Mapping[str, str]) -> str:
    """What an expression shows, if it can be told without running it.

    >>> value_of("favourite", {"favourite": "25 mm"}), value_of("' '", {}), value_of("props.x", {}), value_of("12", {})
    ('25 mm', ' ', '', '12')
    """
    name = expression.strip()
    if name in constants:
        return constants[name]
    if not re.match(r"['\"`\d]", name):
        return ""
    return _shown(read_literals(f"export default {name}")[0]) or ""


def unfilled(tree: SyntaxTreeNode, constants: Mapping[str, str]) -> Iterator[str]:
    """The expressions of a page that show what only running its site would tell."""
    for node in tree.walk():
        inside = node.content if node.type == "expression" else ""
        is_known = _NOTHING.fullmatch(inside) or inside.strip() in constants or value_of(inside, constants)
        if not is_known:
            yield " ".join(inside.split())


def warnings_of(missing: list[str]) -> tuple[str, ...]:
    """The warnings for the author about these.

    >>> warnings_of(["count + 1", "x"])
    ('{count + 1} and its like (2) are filled in when the site runs',)
    """
    if not missing:
        return ()
    first = missing[0] if len(missing[0]) <= _SHOWN else f"{missing[0][:_SHOWN]}…"
    return (f"{{{first}}} and its like ({len(missing)}) are filled in when the site runs",)
