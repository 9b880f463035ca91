"""Quarto: where it publishes the pages of a website or book, Pandoc's heading ids, and its Markdown made plain.

Its own numbers for figures and sections are not known here. https://quarto.org/docs/websites/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import parts_of
from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Ignored
from footnoted.ingest.files.included import file_within, included_files
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.formats.settings_file import mapping, strings, yaml_file
from footnoted.ingest.generators.markdown_site.pages import (
    Rendering,
    Source,
    Survey,
    files_in,
    in_order,
    numbered,
    outside_code,
)
from footnoted.ingest.generators.markdown_site.shortcodes import hugo_shortcodes
from footnoted.ingest.manuscript import Manuscript

_ENDINGS = (".qmd", ".md", ".rmd", ".ipynb")
_INCLUDE = re.compile(r"\{\{<\s*include\s+(?P<path>[^\s>]+)\s*>\}\}")
_DIV = re.compile(r"^(?P<colons>:{3,})[ \t]*\{(?P<attributes>[^}\n]*)\}[ \t]*$", re.MULTILINE)
_CALLOUT = re.compile(r"\.callout-(?P<kind>note|tip|warning|caution|important)\b")
_TITLE = re.compile(r"\btitle=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_TABSET = re.compile(r"(?P<colons>:{3,})[ \t]*\{(?=[^}]*\.panel-tabset)[^}]*\}")
_FENCE = re.compile(r"(?P<start>[ \t]*+)(?P<fence>`{3,}+|~{3,}+)(?P<rest>[^`]*)")
_CELL = re.compile(r"\{(?P<language>[A-Za-z]\w*+)(?P<settings>[^}]*+)\}\s*")
_RAW = re.compile(r"\{=(?P<format>\w++)\}\s*")
_OPTION = re.compile(r"(?:#|//|--|%%?)[ \t]*+\|[ \t]*+(?P<name>[\w-]++)[ \t]*+:[ \t]*+(?P<value>\w++)?.*")
_HIDES = re.compile(r"\b(?:echo|include)\s*=\s*(?:F|FALSE)\b")
_TAB = re.compile(r"#++[ \t]++(?P<words>.+)")
_REFERENCE = r"(?<![\w\\])(?:\[-?@[^\[\]\n]+\]|@(?:fig|tbl|sec|eq|lst|thm|lem|cor|def|exm|exr)-[\w-]+)"
_SPAN = r"\[(?P<words>[^\]\[\n]+)\]\{[^{}\n]+\}"
_FIGURE_ATTRIBUTES = r"(?<=\))\{[^{}\n]+\}"


def slug(text: str) -> str:
    """Pandoc's identifier.

    >>> slug("3. What's new? (C++) _x_"), slug("...")
    ('whats-new-c-_x_', 'section')
    """
    text = re.sub(r"\.{3}|-{2,3}", "", text)  # ellipses and dashes, which ids do not have
    kept = "".join(letter for letter in text if letter.isalnum() or letter in "_-." or letter.isspace())
    made = re.sub(r"\s+", "-", kept.strip()).lower()
    first = next((place for place, letter in enumerate(made) if letter.isalpha()), len(made))
    return made[first:] or "section"


def find(folder: Path) -> Path | None:
    return next((file for name in ("_quarto.yml", "_quarto.yaml") if (file := folder / name).is_file()), None)


def pages_folder(path: Path) -> Path:
    return path.parent


def manuscript(path: Path) -> Manuscript:
    """The site or book: chapters as they are listed; of a website, pages by their names."""
    root, settings = path.parent, yaml_file(path)
    kind = "book" if isinstance(settings.get("book"), dict) else "website"
    about = settings.get(kind)
    about = about if isinstance(about, dict) else {}
    address = parts_of(str(about.get("site-url") or ""))
    base = "/" + f"{address.path.strip('/')}/".lstrip("/")
    prepared = partial(_prepared, root=root, has_code=_has_code(settings, True))
    survey = Survey(root, Rendering(numbered(slug), prepared, is_typographic=True))
    output = str(mapping(settings.get("project")).get("output-dir") or ("_book" if kind == "book" else "_site"))
    found = [file.relative_to(root).as_posix() for file in files_in(root, _ENDINGS, hidden="._")]
    rendered = _rendered(mapping(settings.get("project")).get("render"))
    found = [name for name in found if not name.startswith(f"{output}/") and rendered(name)]
    listed = list(_listed(about.get("chapters"))) + list(_listed(about.get("appendices")))
    for name in listed if kind == "book" else in_order(sorted(found), ["index.qmd"]):
        if name in found and survey.front_matter(root / name) is not None:
            parts = () if name.endswith(".ipynb") else included_files(text_of(root / name), root / name, _included)
            survey.add(root / name, base + _page(name), parts=parts)
    origin = f"{address.scheme}://{address.netloc}" if address.netloc else ""
    title = str(about.get("title") or "") or folder_title(root)
    assumed = () if settings else ((path.name, "Quarto's defaults"),)
    language = language_of_locale(str(settings.get("lang") or ""))
    return survey.manuscript("quarto", title, origin, assumed=assumed, settings=base, language=language)


def _listed(chapters: Any) -> Iterator[str]:
    for chapter in chapters if isinstance(chapters, list) else ():
        if isinstance(chapter, str):
            yield chapter
        elif isinstance(chapter, dict):
            for key in ("href", "file", "part"):
                if isinstance(name := chapter.get(key), str) and name.endswith(_ENDINGS):
                    yield name
            yield from _listed(chapter.get("chapters"))


def _page(name: str) -> str:
    """
    >>> _page("a/b.qmd"), _page("a/index.qmd"), _page("index.md")
    ('a/b.html', 'a/', '')
    """
    stem = name.rsplit(".", 1)[0]
    return stem.removesuffix("index") if stem == "index" or stem.endswith("/index") else f"{stem}.html"


def _included(text: str, path: Path) -> Iterator[Path]:
    for match in _INCLUDE.finditer(text):
        found = (path.parent / match["path"]).resolve()
        if found.is_file():
            yield found


def _rendered(patterns: Any) -> Callable[[str], bool]:
    """Which files become pages: all but the readme, or those that ``project: render`` lists; ``!`` leaves some out.

    https://quarto.org/docs/projects/quarto-projects.html#render-targets
    >>> [_rendered(["*.qmd", "!old/"])(name) for name in ("a.qmd", "a/b.qmd", "old/c.qmd", "d.md")]
    [True, True, False, False]
    """
    lines = strings(patterns)
    if not lines:
        return lambda name: name.lower() != "readme.md"
    listed = Ignored([line for line in lines if not line.startswith("!")] or ["*"])
    left_out = Ignored([line[1:] for line in lines if line.startswith("!")])
    return lambda name: listed.match(name) and not left_out.match(name)


def _prepared(source: Source, _: Path, root: Path, has_code: bool) -> Source:
    """The page with includes inserted, with divs, cells and spans as plain Markdown, without references to numbers."""

    def include(match: re.Match[str]) -> str:
        path = file_within(source.path.parent / match["path"], root)
        return split_front_matter(text_of(path))[1] if path else ""

    body = _INCLUDE.sub(include, source.body)
    body = _with_tabs(body)
    body = _DIV.sub(_div, _with_cells(body, _has_code(source.front, has_code)))
    body = re.sub(r"^(:{3,}\w+\[)\][ \t]*\n\s*#+[ \t]+(.+)$", r"\1\2]", body, flags=re.MULTILINE)
    body = outside_code(_SPAN, body, lambda match: match["words"])
    body = outside_code(_FIGURE_ATTRIBUTES, body, lambda _: "")
    body = outside_code(_REFERENCE, body, lambda match: "" if match[0].startswith("[") else HOLE)
    return hugo_shortcodes(Source(body, source.front, source.path), root)


def _has_code(settings: Mapping[str, Any], otherwise: bool) -> bool:
    """Whether the code of cells is shown, as ``execute`` says for a project or a page."""
    shown = mapping(settings.get("execute")).get("echo")
    return shown is not False if shown is not None else otherwise


def _with_cells(body: str, has_code: bool) -> str:
    """Cells as fenced code without their options; hidden code is left out, and HTML becomes part of the page.

    >>> _with_cells("```{r}\\n#| echo: false\\nx\\n```\\n```{python}\\n# | label: a\\ny\\n```", True)
    '```python\\ny\\n```'
    """
    kept: list[str] = []
    lines = iter(body.split("\n"))
    for line in lines:
        fence = _FENCE.fullmatch(line)
        if fence is None:
            kept.append(line)
            continue
        inside = list(takewhile(partial(_is_inside, fence=fence["fence"]), lines))
        kept += _block(fence, inside, has_code)
    return "\n".join(kept)


def _is_inside(line: str, fence: str) -> bool:
    return bool(line.strip().rstrip(fence[0])) or fence not in line


def _block(fence: re.Match[str], inside: list[str], has_code: bool) -> list[str]:
    """The lines of fenced code as they are shown."""
    if raw := _RAW.fullmatch(fence["rest"]):
        return inside if raw["format"] == "html" else []
    start, end = fence["start"], fence["start"] + fence["fence"]
    cell = _CELL.fullmatch(fence["rest"])
    if cell is None:
        return [fence[0], *inside, end]
    options = list(takewhile(bool, (_OPTION.fullmatch(line.strip()) for line in inside)))
    told = {option["name"]: (option["value"] or "").lower() for option in options if option}
    has_code = (has_code and not _HIDES.search(cell["settings"])) or told.get("echo") == "true"
    if not has_code or "false" in (told.get("echo"), told.get("include")):
        return []
    return [f"{start}{fence['fence']}{cell['language']}", *inside[len(options) :], end]


def _with_tabs(body: str) -> str:
    """A set of tabs as one text, each tab's heading as a label above its content; an unclosed set stays as it is.

    >>> _with_tabs("::: {.panel-tabset}\\n## R {#r}\\nx\\n:::\\n::: {.panel-tabset}\\n## R")
    '\\nR:\\nx\\n\\n::: {.panel-tabset}\\n## R'
    """
    lines = body.split("\n")
    last = {line.rstrip(" \t"): number for number, line in enumerate(lines)}
    closing = ""
    for number, line in enumerate(lines):
        opening = None if closing else _TABSET.match(line)
        if opening and last.get(opening["colons"], 0) > number:
            closing, lines[number] = opening["colons"], line[opening.end() :]
        elif closing and line.rstrip(" \t") == closing:
            closing = lines[number] = ""
        elif closing and (tab := _TAB.fullmatch(line)):
            lines[number] = re.sub(r"\{[^{}]*\}$", "", tab["words"]).rstrip() + ":"
    return "\n".join(lines)


def _div(match: re.Match[str]) -> str:
    """
    >>> _div(_DIV.match('::: {.callout-tip title="Wait"}')), _div(_DIV.match('::: {.column width="50%"}'))
    (':::tip[Wait]', ':::')
    """
    callout, title = _CALLOUT.search(match["attributes"]), _TITLE.search(match["attributes"])
    if callout is None:
        return match["colons"]
    words = (title["double"] or title["single"] or "") if title else ""
    return f"{match['colons']}{callout['kind']}[{words}]"
