"""Code of a project's own that changes its pages while Sphinx builds them. Reads conf.py, runs nothing of it."""

from __future__ import annotations

import ast
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.manuscript import Unreadable, unrun

_CHANGING = ("source-read", "include-read", "doctree-read", "doctree-resolved", "autodoc-process-docstring")
"""Events of a build at which pages may be changed."""


def unrun_handlers(conf: Path) -> tuple[tuple[str, str], ...]:
    """What a verdict says of ``app.connect("source-read", change)`` and its like in conf.py."""
    try:
        tree = ast.parse(text_of(conf))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return ()
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    first = [node.args[0] for node in calls if ast.unparse(node.func).endswith(".connect") and node.args]
    events = [str(event.value) for event in first if isinstance(event, ast.Constant) and event.value in _CHANGING]
    return unrun(conf.name, (f"the project's own code at {event}" for event in events))
