"""Finds the regular expressions of the package: the compiled ones that its modules hold, and those written in calls.

Knows nothing of what they match.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import footnoted

_METHODS = frozenset({"search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
_TAKE_TEXT = frozenset({"outside_code"})
"""Functions of ours that make an expression of the text that they are given."""


@dataclass(frozen=True)
class Expression:
    """A regular expression, where it is, and which methods are called on it."""

    place: str
    pattern: re.Pattern[str]
    methods: frozenset[str]

    def read(self, text: str) -> None:
        """Ask it as the code does, to the end of the text."""
        if self.methods & {"match"}:
            self.pattern.match(text)
        if self.methods & {"fullmatch"}:
            self.pattern.fullmatch(text)
        if self.methods - {"match", "fullmatch"}:
            for _ in self.pattern.finditer(text):
                pass


def expressions(rooms: Collection[str]) -> list[Expression]:
    """The expressions in these folders of the package, each once, by the first place where it is."""
    modules = [
        importlib.import_module(found.name)
        for room in rooms
        for found in pkgutil.walk_packages([f"{footnoted.__path__[0]}/{room}"], f"footnoted.{room}.")
    ]
    trees = {module: ast.parse(Path(str(module.__file__)).read_text("utf-8")) for module in modules}
    everywhere = _uses(trees.values())
    kept: dict[tuple[str, int], Expression] = {}
    for module, tree in trees.items():
        here = _uses([tree])
        held = [(name, pattern) for name, value in vars(module).items() for pattern in _held(value)]
        uses = {name: (here if name.startswith("_") else everywhere).get(name, _METHODS) for name, _ in held}
        found = [(name, pattern, uses[name]) for name, pattern in held] + list(_written(tree, vars(module)))
        for name, pattern, methods in found:
            if isinstance(pattern.pattern, str):
                expression = Expression(f"{module.__name__}.{name}", pattern, methods)
                kept.setdefault((pattern.pattern, pattern.flags), expression)
    return list(kept.values())


def _uses(trees: Iterable[ast.Module]) -> dict[str, frozenset[str]]:
    """Which methods are called on each name, wherever in the package."""
    uses: dict[str, frozenset[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(ast.Name(name) | ast.Attribute(attr=name), method) if method in _METHODS:
                    uses[name] = uses.get(name, frozenset()) | {method}
    return uses


def _held(value: object) -> Iterator[re.Pattern[str]]:
    """The expressions in a module's variable, also in a table of them."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _held(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _held(item)


def _written(tree: ast.Module, names: Mapping[str, object]) -> Iterator[tuple[str, re.Pattern[str], frozenset[str]]]:
    """Those that are written in a call, such as ``re.sub(r"a+", ...)``, with the module's names filled in."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), name), [given, *_]) if name in _METHODS:
                flags = _flags(node)
            case ast.Call(ast.Name(name), [given, *_]) if name in _TAKE_TEXT:
                flags = re.MULTILINE | re.DOTALL
            case _:
                continue
        if (text := _filled_in(given, names)) is not None:
            yield f"line {node.lineno}", re.compile(text, flags), frozenset({name}) & _METHODS or frozenset({"sub"})


def _filled_in(node: ast.expr, names: Mapping[str, object]) -> str | None:
    """The text that an expression comes to; None where that is known only at work."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.Name(name) | ast.FormattedValue(ast.Name(name), -1, None) if isinstance(names.get(name), str):
            return str(names[name])
        case ast.JoinedStr(parts):
            texts = [_filled_in(part, names) for part in parts]
        case ast.BinOp(left, ast.Add(), right):
            texts = [_filled_in(left, names), _filled_in(right, names)]
        case _:
            return None
    return None if None in texts else "".join(map(str, texts))


def _flags(call: ast.Call) -> int:
    flags = 0
    given = [word.value for word in call.keywords if word.arg == "flags"] + call.args[2:]
    for node in (node for value in given for node in ast.walk(value)):
        if isinstance(node, ast.Attribute) and isinstance(flag := getattr(re, node.attr, None), re.RegexFlag):
            flags |= flag
    return flags
