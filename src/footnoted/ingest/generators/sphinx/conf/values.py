"""The values in a conf.py as far as its text gives them, without running it. Knows Python, not Sphinx."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.manuscript import Unreadable


def values_of(path: Path, depth: int = 1) -> dict[str, Any]:
    """Every value that can be read from the text of the file, or of one that it star-imports."""
    try:
        tree = ast.parse(text_of(path))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return {}
    values: dict[str, Any] = {}
    for statement in tree.body if depth else ():
        if isinstance(statement, ast.ImportFrom) and (shared := _star_import(statement, path)):
            values |= values_of(shared, depth - 1)
    try:
        _collect_values(tree.body, values)
    except RecursionError:
        return {}
    return values


def _star_import(statement: ast.ImportFrom, path: Path) -> Path | None:
    """The file that ``from shared import *`` names, beside the configuration or one folder up."""
    places = (path.parent, path.parent.parent) if [name.name for name in statement.names] == ["*"] else ()
    files = (place / f"{(statement.module or '').replace('.', '/')}.py" for place in places)
    return next((found for file in files if file != path and (found := file_within(file, path.parent.parent))), None)


def _collect_values(body: Sequence[ast.stmt], values: dict[str, Any]) -> None:
    for statement in body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        _set_value(target.id, _value(value, values), values)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                _set_value(name, _value(value, values), values)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                _set_value(name, _sum(values.get(name), _value(value, values)), values)
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" as verb), args=[argument]
                )
            ):
                added = _value(argument, values)
                _set_value(name, _sum(values.get(name), [added] if verb == "append" else added), values)
            case ast.If(body=inner) | ast.Try(body=inner) | ast.With(body=inner):
                _collect_values(inner, values)
            case _:
                pass


def _set_value(name: str, value: Any, values: dict[str, Any]) -> None:
    if value is not None:
        values[name] = value


def _sum(left: Any, right: Any) -> Any:
    if isinstance(left, list) and isinstance(right, list):
        return left + right
    return left + right if isinstance(left, str) and isinstance(right, str) else left


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """The value of an expression; None if it cannot be read from the text."""
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
