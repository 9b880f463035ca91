"""GitBook: pages of SUMMARY.md, hosted by GitBook (no endings) or built by HonKit and GitBook's old tool (``.html``).

https://gitbook.com/docs/getting-started/git-sync/content-configuration
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within, included_files
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.markdown.slugs import Slugger
from footnoted.ingest.formats.settings_file import yaml_file
from footnoted.ingest.generators.markdown_site.pages import Rendering, Source, Survey
from footnoted.ingest.generators.markdown_site.shortcodes import arguments, label, liquid_tags
from footnoted.ingest.manuscript import Manuscript, Unreadable

_LINK = re.compile(r"^\s*[-*+]\s+\[(?P<title>(?:\\.|[^\]\\])*)\]\(<?(?P<path>[^)>#\s]+)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} .*<a\s.*$", re.MULTILINE)
_OWN_ID = re.compile(r"\s(?=[^>]*+>\s*+</a>\s*+\Z)[^>]*?\bid=\"(?P<id>[^\">]+)\"")
_SHOW_NOTHING = frozenset(
    ["tabs", "embed", "content", "stepper", "columns", "column", "swagger", "openapi", "file", "updates"]
)
_OLD_TOOLS = ("book.json", "book.js")

_OLD_SYMBOLS = dict.fromkeys(map(ord, "[]!\"'#$%&()*+,./:;<=>?@\\^_`{|}~©∑®†“”‘’∂ƒ™℠…œŒ˚ºª•∆∞♥"))
"""What https://www.npmjs.com/package/github-slugid leaves out of ids."""
_INCLUDE = re.compile(r"\{%-?\s*include\s+[\"'](?P<path>[^\"'\n]+)[\"'][^%]*%\}")


def find(folder: Path) -> Path | None:
    """The file that makes the folder a GitBook: its configuration, or a SUMMARY.md without a book.toml."""
    names = (".gitbook.yaml", *_OLD_TOOLS, "SUMMARY.md")
    path = next((file for name in names if (file := folder / name).is_file()), None)
    places = (folder, *list(folder.parents)[:2])
    is_mdbook = any((place / "book.toml").exists() for place in places)
    # MkDocs' literate-nav keeps its contents in a SUMMARY.md too.
    is_mkdocs = (
        path is not None and path.name == "SUMMARY.md" and any(any(place.glob("mkdocs*.y*ml")) for place in places)
    )
    return path if path and _summary(path).is_file() and not (is_mdbook or is_mkdocs) else None


def pages_folder(path: Path) -> Path:
    return _root(path)


def manuscript(path: Path) -> Manuscript:
    """The pages that SUMMARY.md lists, in its order; others are not published."""
    root = _root(path)
    old = any((path.parent / name).is_file() for name in _OLD_TOOLS)
    # The old tools give two headings of the same words the same id.
    prepared = partial(_prepared, variables=_json(path.parent / "book.json").get("variables") if old else None)
    rendering = Rendering((lambda: old_slug) if old else Slugger, prepared)
    survey = Survey(root, replace(rendering, footnotes_id="fn_{label}") if old else rendering)
    readme = str(_structure(path).get("readme", "README.md"))
    glossary = [("", str(_structure(path).get("glossary", "GLOSSARY.md")))] if old else []
    for title, name in (("", readme), *_listed(_summary(path), encoded=not old), *glossary):
        if file_within(root / name, root) is None:
            continue
        route = _route(name, old, name == readme)
        if any(leaf.path == root / name for leaf in survey.leaves.values()):
            continue
        if survey.front_matter(root / name) is not None:
            parts = included_files(text_of(root / name), root / name, partial(_named, root=root))
            survey.add(root / name, route, title, parts)
    called = _json(path.parent / "book.json").get("title") if old else None
    return survey.manuscript("gitbook", called if isinstance(called, str) and called else folder_title(root), "")


def _structure(path: Path) -> dict[str, Any]:
    settings = (
        yaml_file(path.parent / ".gitbook.yaml") if path.name == ".gitbook.yaml" else _json(path.parent / "book.json")
    )
    found = settings.get("structure")
    return found if isinstance(found, dict) else {}


def _root(path: Path) -> Path:
    settings = yaml_file(path) if path.name == ".gitbook.yaml" else _json(path.parent / "book.json")
    inner = settings.get("root")
    folder = path.parent / inner.lstrip("/") if isinstance(inner, str) else path.parent
    return folder.resolve() if folder.resolve().is_relative_to(path.parent.resolve()) else path.parent


def _summary(path: Path) -> Path:
    return _root(path) / str(_structure(path).get("summary", "SUMMARY.md"))


def _listed(summary: Path, encoded: bool) -> Iterator[tuple[str, str]]:
    """Title and file of each page; the old tools take a path as it is written."""
    try:
        text = text_of(summary)
    except Unreadable:
        return
    for match in _LINK.finditer(text):
        if "://" not in match["path"]:
            path = unquote(match["path"]) if encoded else match["path"]
            yield re.sub(r"[`*]|\\(?=\W)", "", match["title"]), posixpath.normpath(path.lstrip("/"))


def old_slug(text: str) -> str:
    """An id as the old tools make it: without their symbols, each space a hyphen; other signs and emoji stay.

    >>> old_slug("🌱 Sprouts – why?"), old_slug("«Tea» & more…")
    ('🌱-sprouts-–-why', '«tea»--more')
    """
    return text.translate(_OLD_SYMBOLS).replace(" ", "-").lower().removeprefix("-")


def _route(name: str, old: bool, is_home: bool) -> str:
    """
    >>> _route("a/b.md", False, False), _route("a/README.md", False, False), _route("a/b.md", True, False)
    ('/a/b', '/a', '/a/b.html')
    """
    folder, _, last = name.rpartition("/")
    if is_home:
        return "/"
    if last.lower() == "readme.md":
        return f"/{folder}/" if old else f"/{folder}"
    return "/" + name.rsplit(".", 1)[0] + (".html" if old else "")


def _prepared(source: Source, root: Path, variables: Any) -> Source:
    """The page without GitBook's blocks, with included files, and with a heading's own id as an attribute."""
    body = _INCLUDE.sub(lambda match: _included(match, source.path, root), source.body)
    body = _HEADING.sub(_own_id, body)
    return liquid_tags(Source(body, source.front, source.path), _tag, {"page": source.front, "book": variables})


def _own_id(match: re.Match[str]) -> str:
    """
    >>> _own_id(_HEADING.match('## Oil <a href="#oil" id="oil"></a>'))
    '## Oil {#oil}'
    """
    heading, _, element = match[0].rpartition("<a")
    own = _OWN_ID.match(element)
    return f"{heading.rstrip()} {{#{own['id']}}}" if own else match[0]


def _named(text: str, path: Path, root: Path) -> Iterator[Path]:
    """The files within the book that a page includes."""
    files = (file_within(path.parent / match["path"], root) for match in _INCLUDE.finditer(text))
    return (file for file in files if file)


def _included(include: re.Match[str], path: Path, root: Path) -> str:
    try:
        return "".join(map(text_of, _named(include[0], path, root)))
    except Unreadable:
        return ""


def _tag(name: str, rest: str) -> str | None:
    given = arguments(rest)
    if name == "hint":
        return label(given.get("style", "info"), given)
    if name in ("tab", "code", "step"):
        return label(name, given)
    return "" if name in _SHOW_NOTHING or name.startswith("end") else None


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(text_of(path))
    except (Unreadable, ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}
