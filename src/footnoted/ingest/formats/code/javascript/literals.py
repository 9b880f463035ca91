"""Reads the literals in a JavaScript or TypeScript file: objects, lists, strings, numbers, names of constants.

Nothing is ever run. Whatever is not a literal (a call, a function, an unknown name) reads as UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.cursor import CLOSING
from footnoted.ingest.formats.code.javascript.program import Program
from footnoted.ingest.formats.code.javascript.tokens import Token
from footnoted.ingest.formats.code.javascript.values import UNKNOWN, unset_as_unknown

__all__ = ["UNKNOWN", "read_literals"]


def read_literals(source: str, known: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
    """What the module exports by default, and its top-level constants by name; ``known`` are names it imports.

    >>> read_literals("const base = '/x/'; export default {a: [1, 'b',], baseUrl: base, f() { return 1 }}")[0]
    {'a': [1, 'b'], 'baseUrl': '/x/', 'f': UNKNOWN}
    """
    program = Program(source, known or {})
    exported: Any = UNKNOWN
    while not program.done():
        if program.assign():
            continue
        token = program.take()
        if token.kind == "mark" and token.text in CLOSING:
            program.at -= 1
            program.skip_group()
        elif token.kind == "name" and token.text in ("const", "let", "var"):
            program.declare()
        elif token == Token("name", "default") or (token.text == "exports" and program.at_mark("=")):
            if program.at_mark("="):
                program.take()
            exported = unset_as_unknown(program.configuration())
    return exported, program.names
