"""Which Python code a Sphinx project takes text from: where it is, and which pages use it. Reads no docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.code.python.package import PythonSource
from footnoted.ingest.formats.rst.words import is_auto, is_made
from footnoted.ingest.manuscript import Unreadable

_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)(?:\.\.[ \t]+(?P<rst>[\w:-]+)::|[`~:]{3,}\{(?P<myst>[\w:-]+)\})[ \t]*(?P<argument>.*)$",
    re.MULTILINE,
)
_OF_CLASSES = ("automethod", "autoattribute", "autoproperty")
"""Directives whose dotted names may begin with a class of the current module."""
_MODULE = ("module", "py:module", "currentmodule", "py:currentmodule", "automodule")


def python_source(conf: Path, root: Path) -> PythonSource:
    """The packages that conf.py's search path leads to, and those beside the documentation."""
    folders: list[Path] = []
    for name in _search_path(conf):
        folders.append((conf.parent / name).resolve())
    above = [conf.parent, *conf.parent.parents]
    folders += [folder for folder in above if folder.is_relative_to(root)]
    inside = [folder for folder in folders if folder.is_relative_to(root.resolve())]
    return PythonSource(tuple(dict.fromkeys(inside)), root)


def _search_path(conf: Path) -> Iterator[str]:
    """The folders that ``sys.path.insert(0, os.path.abspath("../src"))`` and the like add."""
    try:
        tree = ast.parse(text_of(conf))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and node.args
            and ast.unparse(node.func) in ("sys.path.insert", "sys.path.append")
        ):
            texts = [part.value for part in ast.walk(node.args[-1]) if isinstance(part, ast.Constant)]
            yield "/".join(text for text in texts if isinstance(text, str))


def asked_for(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each directive that takes its text from code, and the dotted names that it may refer to."""
    module = ""
    for match in _DIRECTIVE.finditer(text):
        name, argument = match["rst"] or match["myst"], match["argument"].strip()
        if match["indent"] and "." not in argument and name in _OF_CLASSES:
            continue  # a member of the class that it is under
        if is_auto(name) or is_made(name):
            is_whole = not module or ("." in argument and name not in _OF_CLASSES)
            yield name, (argument,) if is_whole else (argument, f"{module}.{argument}")
        if name in _MODULE:
            module = "" if argument == "None" else argument


def digest(text: str, code: PythonSource) -> str:
    """A hash of the code that a page takes text from."""
    return code.digest(name for directive, names in asked_for(text) if is_auto(directive) for name in names)


def unread_in(text: str, code: PythonSource) -> list[str]:
    """Text of a page that cannot be read: from code outside of the book, or made by running something."""
    asked = ((name, names) for name, names in asked_for(text) if is_made(name) or not any(map(code.has_package, names)))
    return [f"{name} {names[0]}".strip() for name, names in asked]
