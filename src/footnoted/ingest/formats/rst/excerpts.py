"""Files that pages include, and the parts that Sphinx' literalinclude and docutils' include pick. Knows no markup."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from docutils.parsers.rst import Directive

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.manuscript import Unreadable

DEFAULT_LIMIT = 400_000
"""Characters that one directive may include."""
_MOST_INCLUDED = 2_000_000
"""Characters; a file that includes itself would grow without end."""


def included_text(directive: Directive, name: str = "") -> str:
    """The file that a directive names; None where it must not be read, which becomes a warning of the page."""
    page = directive.state.document.settings.footnoted_page
    name = name or (directive.arguments or [""])[0].strip()
    target = page.book.file(name, page.path)
    try:
        text = text_of(target) if target else ""
    except Unreadable:
        text = ""
    page.included += len(text)
    if target is None or page.included > _MOST_INCLUDED:
        page.missing.append(name)
        return ""
    return text


def excerpt(text: str, options: Mapping[str, str]) -> str:
    """The lines that the options ask for.

    >>> excerpt("a\\nb\\nc\\nd", {"start-after": "a", "end-before": "d"}), excerpt("a\\nb\\nc", {"lines": "1,3-"})
    ('b\\nc', 'a\\nc')
    >>> excerpt("a\\nb", {"lines": "1-2,1-2,1-2"})
    'a\\nb'
    """
    lines = text[:DEFAULT_LIMIT].expandtabs(8).splitlines()
    if name := options.get("pyobject"):
        lines = _python_object(text, lines, name)
    if spec := options.get("lines"):
        lines = [lines[at] for at in _numbers(spec, len(lines))]
    start, end = options.get("start-line"), options.get("end-line")
    lines = lines[_number(start, 0) : _number(end, len(lines))]
    lines = _between(lines, options)
    if "dedent" in options:
        lines = _dedented(lines, options["dedent"])
    return "\n".join(lines)


def _between(lines: list[str], options: Mapping[str, str]) -> list[str]:
    for option, offset in (("start-at", 0), ("start-after", 1)):
        if mark := options.get(option):
            at = next((index for index, line in enumerate(lines) if mark in line), None)
            lines = lines[at + offset :] if at is not None else []
    for option, offset in (("end-at", 1), ("end-before", 0)):
        if mark := options.get(option):
            at = next((index for index, line in enumerate(lines) if mark in line), None)
            lines = lines[: at + offset] if at is not None else lines
    return lines


def _numbers(spec: str, count: int) -> list[int]:
    found: list[int] = []
    for part in spec.split(","):
        first, dash, last = part.strip().partition("-")
        low = _number(first, 1)
        high = _number(last, count) if dash else low
        found += [at - 1 for at in range(max(low, 1), min(high, count) + 1)]
        if len(found) > count:  # some twice; all of them again and again would never end
            break
    return found[:count]


def _number(text: str | None, otherwise: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return otherwise


def _dedented(lines: list[str], spec: str) -> list[str]:
    depth = _number(spec, min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0))
    return [line[depth:] for line in lines]


def _python_object(text: str, lines: list[str], name: str) -> list[str]:
    """The lines of a class or function in Python code, which is parsed and not run."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return []
    found: ast.stmt | None = None
    for part in name.split("."):
        named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found = next((node for node in body if isinstance(node, named) and node.name == part), None)
        if not isinstance(found, named):
            return []
        body = found.body
    if not isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return []
    first = min([found.lineno, *(decorator.lineno for decorator in found.decorator_list)])
    return lines[first - 1 : found.end_lineno]
