"""A VitePress page's Markdown with its includes, and without anything that Vue fills in when the site runs.

https://vitepress.dev/guide/markdown
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_of_repository
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.generators.markdown_site.pages import Source, outside_code
from footnoted.ingest.generators.markdown_site.shortcodes import EMOJI
from footnoted.ingest.manuscript import missing_files

_INCLUDE = r"<!--\s*@include:\s*(?P<include>[^\s{#]+)(?P<part>#[^\s{]+)?\s?(?:\{(?P<first>\d*),(?P<last>\d*)\})?\s*-->"
_SNIPPET = (
    r"^[ \t]*<<<\s+(?P<snippet>[^\s{#]+)(?P<region>#[\w-]+)?[ \t]*(?:\{[^}\n]*\})?[ \t]*"
    r"(?:\[(?P<label>[^\]\n]+)\])?[^\n]*$"
)
_VALUE = r"\{\{(?P<value>[^{}]*)\}\}"
_FILLED_HEADING = r"^#{1,6}[ \t](?P<words>[^\n`{]*+\{\{[^\n{}]*+\}\}[^\n`{]*+)$"
"""A heading with a value, whose id is made of the words that stand for the value."""
_NO_WORDS = re.compile(r"<[^<>]*+>|\]\([^()]*+\)")
_AS_WRITTEN = (
    r"(?P<kept>^(?P<colons>:{3,})[ \t]*v-pre[ \t]*\n.*?(?:^(?P=colons)[ \t]*$|\Z)"
    r"|<(?P<element>\w++)(?=[^<>]*\sv-pre\b)[^<>]*+>.{0,500}?</(?P=element)>)"
)
_ATTRIBUTES = r"(?<=[)`*\]])\{[ \t]*+(?:[.#][\w-]++|[\w:-]++=(?:\"[^\"\n]*+\"|[^\s{}\"]++))(?:[ \t][^{}\n]*+)?\}"
"""Behind a picture, a link or emphasis: ``{width=300}``, ``{.big}``."""
_TAB = r"\[(?P<tab>[^\]\n]+)\]"
_REGION = re.compile(r"^\s*+(?:(?://|/\*|#|<!--|--|;|%|')\s*+)?(?:#\s*+)?(?P<end>end)?region\b\s*(?P<name>[\w-]*)")
_HEADING = re.compile(r"(?P<level>#{1,6})[ \t]++(?P<words>.+)")
_NESTED = 5
"""Files that include each other; ends one that includes itself."""


def prepared(source: Source, root: Path, folder: Path, slug: Callable[[str], str]) -> Source:
    """The page with includes inserted, without what Vue fills in at run time, which is counted."""
    missing: list[str] = []

    def value(match: re.Match[str]) -> str:
        if match["kept"] is not None:
            return re.sub(r"\A:{3,}[ \t]*v-pre[ \t]*$|^:{3,}[ \t]*\Z", "", match["kept"], flags=re.MULTILINE)
        name = match["value"].strip().removeprefix("$frontmatter.")
        known = source.front.get(name)
        if isinstance(known, str | int | float):
            return str(known)
        missing.append(name)
        return HOLE

    gone: list[str] = []
    body = _with_includes(_home(source.front) + source.body, source.path, folder, gone)
    body = outside_code(r"^\[\[toc\]\][ \t]*$", body, lambda _: "")
    body = outside_code(
        _FILLED_HEADING, body, lambda match: f"{match[0].rstrip()} {{#{slug(_NO_WORDS.sub('', match['words']))}}}"
    )
    body = outside_code(f"{_AS_WRITTEN}|{_VALUE}", body, value)
    body = outside_code(EMOJI, body, lambda _: HOLE)
    body = re.sub(_ATTRIBUTES, "", body)
    body = re.sub(
        rf"^([ \t]*+`{{3,}}+[\w:+#.-]*+)[^\n\[`]*+{_TAB}[^\n]*$", r'\1 title="\g<tab>"', body, flags=re.MULTILINE
    )
    warnings = (
        (f"{{{{ {missing[0]} }}}} and its like ({len(missing)}) are filled in when the site runs",) if missing else ()
    )
    return Source(body, source.front, source.path, (*missing_files(gone), *warnings))


def named_files(text: str, path: Path, folder: Path) -> Iterator[Path]:
    """The files that a page asks for."""
    for match in re.finditer(f"{_INCLUDE}|{_SNIPPET}", text, re.MULTILINE):
        if found := _within(match["include"] or match["snippet"], path, folder):
            yield found


def _with_includes(body: str, path: Path, folder: Path, gone: list[str], depth: int = 0) -> str:
    """The text with what it includes in place; ``gone`` gets the names of files that are not there."""

    def include(match: re.Match[str]) -> str:
        found = _within(match["include"], path, folder)
        if found is None or depth >= _NESTED:
            gone.append(match["include"])
            return ""
        text = split_front_matter(text_of(found))[1]
        if match["part"]:
            text = _part(text, match["part"][1:])
        if match["first"] is not None:
            text = "\n".join(text.split("\n")[max(0, int(match["first"] or 1) - 1) : int(match["last"] or 0) or None])
        return _with_includes(text, found, folder, gone, depth + 1)

    def snippet(match: re.Match[str]) -> str:
        found = _within(match["snippet"], path, folder)
        if found is None:
            gone.append(match["snippet"])
            return ""
        text = text_of(found)
        code = _region(text.split("\n"), match["region"][1:]) if match["region"] else None
        title = f' title="{match["label"]}"' if match["label"] else ""
        return f"```{found.suffix[1:]}{title}\n{text if code is None else dedent(code)}\n```"

    return outside_code(_SNIPPET, outside_code(_INCLUDE, body, include), snippet)


def _part(text: str, name: str) -> str:
    """A region of a file, or the text under the heading with this id; the whole file if it has neither."""
    lines = text.split("\n")
    if (region := _region(lines, name)) is not None:
        return region
    start, level = None, 0
    for number, line in enumerate(lines):
        heading = _HEADING.match(line)
        if start is not None and heading and len(heading["level"]) <= level:
            return "\n".join(lines[start:number])
        if start is None and heading and re.sub(r"\W+", "-", heading["words"].lower()).strip("-") == name:
            start, level = number + 1, len(heading["level"])
    return "\n".join(lines[start or 0 :])


def _region(lines: list[str], name: str) -> str | None:
    """
    >>> _region(["// #region a", "x", "// #endregion a", "y"], "a")
    'x'
    """
    start = None
    for number, line in enumerate(lines):
        mark = _REGION.match(line)
        if mark is None:
            continue
        if start is None and not mark["end"] and mark["name"] == name:
            start = number + 1
        elif start is not None and mark["end"] and mark["name"] in (name, ""):
            return "\n".join(line for line in lines[start:number] if not _REGION.match(line))
    return None


def _home(front: Mapping[str, Any]) -> str:
    """A home page's words, which are in its front matter."""
    hero = front.get("hero") if front.get("layout") == "home" else None
    lines = [hero.get(name) for name in ("text", "tagline")] if isinstance(hero, dict) else []
    features = front.get("features")
    for feature in features if isinstance(features, list) and hero else ():
        if isinstance(feature, dict):
            lines += [feature.get("title"), feature.get("details")]
    return "".join(f"{line}\n\n" for line in lines if isinstance(line, str) and line.strip())


def _within(name: str, path: Path, folder: Path) -> Path | None:
    """The file that a page names, if it is within the book."""
    return file_of_repository(folder / name[1:].lstrip("/") if name.startswith("@") else path.parent / name, folder)
