"""The small changes that are tried on a module, one at a time. Knows syntax trees, nothing of tests.

Not changed, because no test should depend on them: docstrings, annotations, the words of errors and of log lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_FOR_PEOPLE = ("_log", "logging", "Unreadable", "Misconfigured", "PlainTextResponse")
"""What these are called with is read by people."""
_UNCHANGED = {"annotation", "returns", "decorator_list", "type_params", "keywords_of_class"}


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    line: int
    change: str
    """What became of what, in source; with the line's own text it names the mutant wherever the line moves."""
    code: CodeType


def mutants(source: str, path: str = "<source>") -> Iterator[Mutant]:
    """Every module that one change makes of the source, in the order of its lines.

    >>> [mutant.change for mutant in mutants("def f(a):\\n    return a < 3")]
    ['return a < 3 → return None', 'a < 3 → a <= 3', '3 → 4']
    """
    tree = ast.parse(source)
    for holder, field, place, node in _places(tree):
        for other in _others(node):
            before = ast.unparse(node)
            _put(holder, field, place, other)
            code = compile(ast.fix_missing_locations(tree), path, "exec")
            _put(holder, field, place, node)
            yield Mutant(node.lineno, f"{_short(before)} → {_short(ast.unparse(other))}", code)


def _put(holder: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[place] = node


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """What may be changed: the node that holds it, where, and it itself."""
    for field, value in ast.iter_fields(node):
        if field in _UNCHANGED or (isinstance(node, ast.AnnAssign) and field == "target"):
            continue
        for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or _is_for_people(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield node, field, place, child
            yield from _places(child)


def _is_for_people(node: ast.AST) -> bool:
    match node:
        case ast.Expr(ast.Constant()) | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Call(func)) | ast.Call(func):
            return ast.unparse(func).partition(".")[0] in _FOR_PEOPLE
        case _:
            return False


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """What is tried in place of a node."""
    yield from _other_statements(node) if isinstance(node, ast.stmt) else _other_expressions(node)


def _other_expressions(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in _SWAPPED:
            yield ast.Compare(left, [_swapped(operator)], [right])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(_swapped(operator), values)
        case ast.BinOp(left, operator, right) if type(operator) in _SWAPPED:
            yield ast.BinOp(left, _swapped(operator), right)
        case ast.UnaryOp(ast.Not(), value):
            yield value
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Constant(value):
            yield from _other_values(value)


def _other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.If(test, body, orelse) if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Return(value) if value is not None and not _is_nothing(value):
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.AugAssign() | ast.Expr(ast.Call() | ast.Await()) | ast.Delete():
            yield ast.Pass()
        case ast.Break() | ast.Continue():
            yield _swapped(node)


def _swapped(operator: ast.AST) -> Any:
    return _SWAPPED[type(operator)]()


def _other_values(value: object) -> Iterator[ast.Constant]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int() | float():
            yield ast.Constant(value + 1)
        case str():
            yield ast.Constant(f"{value}X")
        case bytes():
            yield ast.Constant(value + b"X")


def _is_nothing(node: ast.AST) -> bool:
    """None, or what counts as little: callers that ask "is there anything?" see no difference."""
    return isinstance(node, ast.Constant) and not node.value


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 90 else f"{line[:87]}..."
