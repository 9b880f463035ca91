"""Reads the literals in a JavaScript or TypeScript file: objects, lists, strings, numbers, names of constants.

Nothing is ever run. Whatever is not a literal (a call, a function, an unknown name) reads as UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.expressions import CLOSING, Reader
from footnoted.ingest.formats.code.javascript.tokens import Token
from footnoted.ingest.formats.code.javascript.values import UNKNOWN

__all__ = ["UNKNOWN", "read_literals"]


def read_literals(source: str, known: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
    """What the module exports by default, and its top-level constants by name; ``known`` are names it imports.

    >>> read_literals("const base = '/x/'; export default {a: [1, 'b',], baseUrl: base, f() { return 1 }}")[0]
    {'a': [1, 'b'], 'baseUrl': '/x/', 'f': UNKNOWN}
    """
    reader = Reader(source, known or {})
    exported: Any = UNKNOWN
    while not reader.done():
        token = reader.take()
        if token.kind == "mark" and token.text in CLOSING:
            reader.at -= 1
            reader.skip_group()
        elif token.kind == "name" and token.text in ("const", "let", "var"):
            reader.declare()
        elif token == Token("name", "default") or (token.text == "exports" and reader.at_mark("=")):
            if reader.at_mark("="):
                reader.take()
            exported = _default_export(reader)
    return exported, reader.names


def _default_export(reader: Reader) -> Any:
    if reader.peek().text not in ("async", "function"):
        return reader.value()
    # A function that makes the configuration: take the object that it returns.
    while not reader.done() and not reader.at_mark("{"):
        reader.skip_group() if reader.at_mark("(") else reader.take()
    reader.take()
    while not reader.done() and not reader.at_mark("}"):
        if reader.at_mark(*CLOSING):
            reader.skip_group()
            continue
        word = reader.take()
        if word == Token("name", "return"):
            return reader.value()
        if word.kind == "name" and word.text in ("const", "let", "var"):
            reader.declare()
    return UNKNOWN
