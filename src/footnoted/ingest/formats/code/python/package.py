"""Finds a class, function or module by its dotted name in the Python files of a book. Knows Griffe; runs no code.

https://mkdocstrings.github.io/griffe/
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import bytes_of, text_of
from footnoted.ingest.manuscript import Unreadable

_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_PLACES = ("", "src", "lib", "python")
"""Where repositories keep their packages."""
_MOST_IMPORTS = 20
"""Imports that are followed for one name."""
_TOP = re.compile(r"[.:( ]")
_COMMENT = re.compile(r"#:[ ]?(?P<words>.*)")


@dataclass(frozen=True)
class PythonSource:
    """The packages that are in these folders, as far as they are within the book."""

    folders: tuple[Path, ...]
    within: Path
    _packages: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _digests: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def find(self, name: str) -> Any | None:
        """The object of that dotted name, imports followed; None if its source is not in the book."""
        if not _NAME.fullmatch(name):
            return None
        top, _, inner = name.partition(".")
        package = self._package(top)
        if package is None:
            return None
        try:
            found = self._follow_imports(package[inner] if inner else package)
            return found if self._is_inside(found.filepath) else None
        except Exception:  # Griffe raises errors of several families for names that lead nowhere
            return self._inherited(name)

    def _follow_imports(self, found: Any) -> Any:
        """The object that an import leads to, also in another package of the book."""
        for _ in range(_MOST_IMPORTS):
            if not found.is_alias:
                return found
            path = str(found.target_path)
            if self._package(path.partition(".")[0]) is None:
                break
            found = found.modules_collection[path]
        return found.final_target

    def _is_inside(self, path: Path | list[Path]) -> bool:
        """Whether a module's file is in the book; a link may lead out of it."""
        paths = path if isinstance(path, list) else [path]
        return all(part.resolve().is_relative_to(self.within.resolve()) for part in paths)

    def _inherited(self, name: str) -> Any | None:
        """A member that a class has from one of its bases."""
        owner, _, last = name.rpartition(".")
        parent = self.find(owner) if owner else None
        return member_of(parent, last) if parent is not None and parent.is_class else None

    def has_package(self, name: str) -> bool:
        """Whether the package that a dotted name begins with is in the book."""
        return self._package_folder(_TOP.split(name, maxsplit=1)[0]) is not None

    def digest(self, names: Iterable[str]) -> str:
        """A hash of every file of the packages that these names begin with."""
        return "".join(self._digest(top) for top in sorted({_TOP.split(name, maxsplit=1)[0] for name in names}))

    def _digest(self, top: str) -> str:
        if top not in self._digests:
            made_of = hashlib.sha256()
            for path in self._files(top):
                with suppress(Unreadable):
                    made_of.update(bytes_of(path))
            self._digests[top] = made_of.hexdigest()[:16]
        return self._digests[top]

    def _files(self, top: str) -> Iterator[Path]:
        folder = self._package_folder(top)
        if folder is not None:
            yield from sorted((folder / top).rglob("*.py")) if (folder / top).is_dir() else [folder / f"{top}.py"]

    def _package_folder(self, top: str) -> Path | None:
        """The folder that the package is in."""
        for folder in self._places:
            for path in (folder / top / "__init__.py", folder / f"{top}.py"):
                if path.is_file() and path.resolve().is_relative_to(self.within.resolve()):
                    return folder
        return None

    @cached_property
    def _places(self) -> list[Path]:
        return list(dict.fromkeys(folder / place for folder in self.folders for place in _PLACES))

    def _package(self, top: str) -> Any | None:
        if top not in self._packages:
            home = self._package_folder(top) if _NAME.fullmatch(top) else None
            self._packages[top] = None  # so that a package that imports itself is not loaded again
            self._packages[top] = self._loaded(top, home) if home else None
        return self._packages[top]

    def _loaded(self, top: str, home: Path) -> Any | None:
        loader = self._loader
        loader.finder.search_paths[:] = [home]  # Griffe follows .pth files, which may lead out of the book
        # What was loaded before an error is kept, because names that lead out of the book also raise errors.
        with suppress(Exception):
            loader.load(top)
            _add_folders_without_init(loader, top, home)
        with suppress(Exception):
            loader.resolve_aliases(implicit=True, external=False)
        return loader.modules_collection.members.get(top)

    @cached_property
    def _loader(self) -> Any:
        import griffe

        # Without inspection Griffe parses files and imports none of them.
        return griffe.GriffeLoader(search_paths=[self.within], allow_inspection=False, store_source=False)


def _add_folders_without_init(loader: Any, top: str, home: Path) -> None:
    """Modules in a folder of a package that has no ``__init__.py``: Python imports them, Griffe passes them over."""
    import griffe

    shared = {"modules_collection": loader.modules_collection, "lines_collection": loader.lines_collection}
    for path in sorted((home / top).rglob("*.py")) if (home / top).is_dir() else ():
        *folders, name = path.relative_to(home / top).with_suffix("").parts
        if not folders or (path.parent / "__init__.py").is_file() or not _NAME.fullmatch(".".join((*folders, name))):
            continue
        parent = loader.modules_collection.members[top]
        for folder in folders:
            if folder not in parent.members:
                parent.set_member(folder, griffe.Module(folder, filepath=[path.parent], parent=parent, **shared))
            parent = parent.members[folder]
        with suppress(Exception):  # as above: a file that cannot be parsed is left out
            parent.set_member(name, griffe.visit(name, path, text_of(path), parent=parent, **shared))


def member_of(owner: Any, name: str) -> Any | None:
    """A member of a module or class by its name, its bases looked at too; None where it is outside of the book."""
    try:
        found = owner.all_members[name] if owner.is_class else owner.members[name]
        return found.final_target if found.is_alias else found
    except Exception:  # as above
        return None


def signature_of(target: Any) -> str:
    """A function's parameters as they are written, without ``self``; those of ``__init__`` for a class.

    A dataclass has the ``__init__`` that its fields make.
    """
    function = member_of(target, "__init__") if target.is_class else target
    if function is None or not function.is_function:
        return "()" if target.is_class else ""
    parts: list[str] = []
    is_bound = function.parent is not None and function.parent.is_class and "staticmethod" not in function.labels
    parameters = list(function.parameters)[1 if is_bound else 0 :]
    for at, parameter in enumerate(parameters):
        kind = parameter.kind.value if parameter.kind else ""
        before = parameters[at - 1].kind.value if at and parameters[at - 1].kind else ""
        if kind == "keyword-only" and before not in ("keyword-only", "variadic positional"):
            parts.append("*")
        stars = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
        has_default = parameter.default is not None and not stars
        parts.append(f"{stars}{parameter.name}" + (f"={parameter.default}" if has_default else ""))
    return f"({', '.join(parts)})"


def docstring_of(target: Any) -> str:
    """What is written about the object: its docstring, or the ``#:`` comment at it."""
    if target.docstring is not None:
        return str(target.docstring.value)
    return (_comment(target) or _doc_argument(target)) if target.is_attribute else ""


def _doc_argument(target: Any) -> str:
    """``tea = property(pour, doc="Hot.")``, and descriptors that take their words in the same way."""
    for argument in getattr(target.value, "arguments", ()):
        if getattr(argument, "name", "") == "doc":
            try:
                return inspect.cleandoc(str(ast.literal_eval(str(argument.value))))
            except (ValueError, SyntaxError):
                return ""
    return ""


def _comment(target: Any) -> str:
    """``#:`` lines above an assignment, or one behind it."""
    if not target.lineno or not isinstance(target.filepath, Path):
        return ""
    try:
        lines = text_of(target.filepath).splitlines()
    except Unreadable:
        return ""
    at = target.lineno - 1
    behind = lines[at].partition(" #: ") if at < len(lines) else ("", "", "")
    above: list[str] = []
    while at and (match := _COMMENT.fullmatch(lines[at - 1].strip())):
        above.insert(0, match["words"])
        at -= 1
    return "\n".join(above) or behind[2].strip()
