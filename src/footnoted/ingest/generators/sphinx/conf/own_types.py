"""Directives that a project adds by a call: ``app.add_crossref_type("recipe", "recipe")``. Its code is read, never run.

Directives of ``add_crossref_type`` are only targets of references and show nothing. Those of ``add_object_type``
describe something, and so do those of ``add_directive`` whose class is, or derives from, a describing class of Sphinx.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.formats.rst.project import OwnType
from footnoted.ingest.manuscript import Unreadable

_CALLS = {"add_crossref_type": True, "add_object_type": False}
"""Method of the application → whether what it adds is only a target."""
_DESCRIBING = frozenset({"ObjectDescription", "GenericObject", "Cmdoption", "ConfigurationValue", "EnvVar", "PyObject"})
"""Sphinx' classes of directives that describe something."""


def own_types(conf: Path, extensions: Iterable[str], folders: Iterable[Path], root: Path) -> tuple[OwnType, ...]:
    """What conf.py adds, and the extensions of the project's own: those whose files are in these folders."""
    places = [conf.parent, *folders]
    names = [name.replace(".", "/") for name in extensions]
    files = [place / f"{name}{end}" for name in names for place in places for end in (".py", "/__init__.py")]
    found = [file for file in dict.fromkeys(files) if file_within(file, root)]
    return tuple(kind for file in (conf, *found) for kind in _added(file))


def _added(file: Path) -> Iterator[OwnType]:
    try:
        tree = ast.parse(text_of(file))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    describing = _DESCRIBING | {made.name for made in classes if _DESCRIBING & set(map(_last_name, made.bases))}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="add_directive"), args=[name, kind, *_]):
                if _text(name) and _last_name(kind) in describing:
                    yield OwnType(_text(name), "", is_target=False, has_own_names=True)
            case ast.Call(func=ast.Attribute(attr=method), args=args, keywords=keywords) if method in _CALLS:
                given = dict(zip(("directivename", "rolename", "indextemplate", "parse_node"), args, strict=False))
                given |= {keyword.arg: keyword.value for keyword in keywords if keyword.arg}
                names = [_text(given.get(key)) for key in ("directivename", "rolename")]
                if names[0]:
                    yield OwnType(names[0], names[1], _CALLS[method], "parse_node" in given)


def _last_name(node: ast.expr) -> str:
    """
    >>> _last_name(ast.parse("std.Cmdoption", mode="eval").body)
    'Cmdoption'
    """
    return ast.unparse(node).partition("[")[0].rpartition(".")[2]


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
