"""How a Sphinx site is built: the builder that its hosting or scripts use, and the addresses in a build beside it.

Also finds the project's own code that changes pages during a build. Runs nothing.
"""

from __future__ import annotations

import ast
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from footnoted.ingest.files.disk import bytes_of, text_of
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.manuscript import Unreadable, unrun

_BUILDS = ("_build/html", "_build/dirhtml", "build/html", "../build/html", "../_build/html", "../build/dirhtml")
_INVENTORY = b"# Sphinx inventory version 2"
_LONGEST_INVENTORY = 50_000_000
"""Bytes when unpacked; a line for each of half a million objects."""
_SCRIPTS = ("Makefile", "tox.ini", "noxfile.py", "netlify.toml", "justfile", "package.json")
_BUILDER = re.compile(r"(?:(?:-b|-M|--builder)[\s=\"',]+|\bmake\s+(?:-C\s+\S+\s+)?)(html|dirhtml)\b")
_PAGE_EVENTS = ("source-read", "include-read", "doctree-read", "doctree-resolved", "autodoc-process-docstring")
"""Events of a build at which pages may be changed."""
_DOC = " std:doc "
"""Between a page's name and its priority, URI and title."""


def builder_of(folder: Path) -> str:
    """The builder in the hosting configuration, else in the scripts beside it; empty if these name both builders."""
    if hosted := _hosted_builder(folder):
        return hosted
    named = _named_in_scripts(folder)
    return "" if len(named) > 1 else named.pop() if named else "html"


UNNAMED = "nothing names a builder, so pages end in .html as Sphinx' own default has it; dirhtml needs --built DIR"


def how_known(folder: Path, builder: str, built: Mapping[str, str]) -> str:
    """How the builder, html or dirhtml, is known, for the verdict."""
    if built:
        return "pages are where the last build put them"
    if builder or _hosted_builder(folder) or _named_in_scripts(folder):
        return ""
    return UNNAMED


def _named_in_scripts(folder: Path) -> set[str]:
    return {name for text in _scripts(folder) for name in _BUILDER.findall(text)}


def _scripts(folder: Path) -> Iterator[str]:
    """The files that build the site, in the folder of its configuration and in the two above it."""
    for above in (folder, *list(folder.parents)[:2]):
        for path in (*(above / name for name in _SCRIPTS), *sorted(above.glob(".github/workflows/*.y*ml"))):
            try:
                yield text_of(path) if path.is_file() else ""
            except Unreadable:
                continue
        if (above / ".git").exists():
            return


def _hosted_builder(folder: Path) -> str:
    for above in (folder, *list(folder.parents)[:2]):
        for name in (".readthedocs.yaml", ".readthedocs.yml"):
            try:
                hosting = yaml_of(text_of(above / name)) if (above / name).is_file() else None
            except Unreadable:
                continue
            sphinx = hosting.get("sphinx") if isinstance(hosting, dict) else None
            if isinstance(sphinx, dict) and sphinx.get("builder") in ("dirhtml", "htmldir"):
                return "dirhtml"
            build = hosting.get("build") if isinstance(hosting, dict) else None
            if isinstance(build, dict) and re.search(r"\bdirhtml\b", repr((build.get("commands"), build.get("jobs")))):
                return "dirhtml"
            if isinstance(sphinx, dict):
                return "html"
    return ""


def built_pages(folder: Path) -> dict[str, str]:
    """Document → page, as the newest build in a usual place has recorded it."""
    built = [path for place in _BUILDS if (path := folder / place / "objects.inv").is_file()]
    if not built:
        return {}
    try:
        data = bytes_of(max(built, key=lambda path: path.stat().st_mtime))
    except Unreadable:
        return {}
    head, *rest = data.split(b"\n", 4)
    if head.rstrip() != _INVENTORY or len(rest) < 4:
        return {}
    try:
        text = zlib.decompressobj().decompress(rest[3], _LONGEST_INVENTORY).decode("utf-8", "replace")
    except zlib.error:
        return {}
    pages: dict[str, str] = {}
    for line in text.splitlines():
        name, _, entry = line.partition(_DOC)
        priority, *uri = entry.split(" ", 2)
        if name.strip() and priority.lstrip("-").isdigit() and len(uri) == 2:
            pages[name] = uri[0].replace("$", name)
    return pages


def unrun_handlers(conf: Path) -> tuple[tuple[str, str], ...]:
    """For the verdict: handlers in conf.py that change pages, such as ``app.connect("source-read", change)``."""
    try:
        tree = ast.parse(text_of(conf))
    except (Unreadable, SyntaxError, ValueError, RecursionError):
        return ()
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    first = [node.args[0] for node in calls if ast.unparse(node.func).endswith(".connect") and node.args]
    events = [str(event.value) for event in first if isinstance(event, ast.Constant) and event.value in _PAGE_EVENTS]
    return unrun(conf.name, (f"the project's own code at {event}" for event in events))
