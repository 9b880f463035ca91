"""What a JavaScript or TypeScript file exports, with the constants that it imports from neighbours. Runs nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.manuscript import Unreadable

_FROM = r"['\"](?P<{}>\.[^'\"\n]+)['\"]"
_IMPORT = re.compile(
    r"(?:^|;)[ \t]*(?:import|export)[ \t]++(?!type\b)(?:(?P<default>[\w$]++)|\*[ \t]*+(?:as[ \t]++(?P<all>[\w$]++))?)?"
    r"[ \t]*+(?:,[ \t]*+)?(?:\{(?P<names>[^{}]*+)\})?\s*+from\s++"
    + _FROM.format("path")
    + r"|(?:^|;)[ \t]*(?:const|let|var)\s+(?:(?P<constant>[\w$]+)|\{(?P<taken>[^{}]*)\})\s*=\s*require\("
    + _FROM.format("required")
    + r"\)",
    re.MULTILINE,
)
_ENDINGS = ("", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js")
_NESTED = 4
"""Files that import each other; ends those that go round in a circle."""


def read_module(path: Path, within: Path) -> Any:
    """What the file exports by default; UNKNOWN where only running it would tell. Raises Unreadable.

    ``within`` is the folder that files which it imports must be in.
    """
    return read_exports(path, within)[0]


def read_exports(path: Path, within: Path) -> tuple[Any, dict[str, Any]]:
    """The same, and the file's constants by name."""
    return _module(path, within.resolve(), 0)


def _module(path: Path, within: Path, depth: int) -> tuple[Any, dict[str, Any]]:
    source = text_of(path)
    if path.suffix == ".json":
        found = json.loads(source)
        return found, found if isinstance(found, dict) else {}
    known = dict(_imported(source, path, within, depth)) if depth < _NESTED else {}
    return read_literals(source, known)


def _imported(source: str, path: Path, within: Path, depth: int) -> Iterator[tuple[str, Any]]:
    """The names that a file imports from files beside it, with their values."""
    for match in _IMPORT.finditer(source):
        file = _file(path.parent / (match["path"] or match["required"]), within)
        if file is None:
            continue
        try:
            exported, names = _module(file, within, depth + 1)
        except (Unreadable, ValueError, RecursionError):
            continue
        if name := match["default"] or match["constant"]:
            yield name, exported
        if name := match["all"]:
            yield name, names
        elif match["names"] is None and match["path"] and not match["default"]:
            yield from names.items()  # export * from './b'
        for entry in (match["names"] or match["taken"] or "").split(","):
            words = re.findall(r"[\w$]+", entry)
            if words and words[0] != "type":
                yield words[-1], exported if words[0] == "default" else names.get(words[0], UNKNOWN)


def _file(named: Path, within: Path) -> Path | None:
    """The file that an import names, if it is within the site."""
    plain = named.with_suffix("") if named.suffix in (".js", ".mjs") else named  # TypeScript may be imported as .js
    for base in dict.fromkeys((named, plain)):
        for ending in _ENDINGS:
            file = Path(f"{base}{ending}").resolve() if base.name else base
            if file.is_file():
                return file if file.is_relative_to(within) else None
    return None
