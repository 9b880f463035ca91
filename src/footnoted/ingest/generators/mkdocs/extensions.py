"""Which Markdown extensions a site may use here and how they are set: known ones only, none that reaches outside.

Knows Python-Markdown and PyMdown Extensions; everything else that a site names is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown.extensions.toc import slugify, slugify_unicode
from pymdownx import slugs

from footnoted.ingest.files.included import file_within
from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig, Named

_BUILT_IN = frozenset(
    (
        "abbr",
        "admonition",
        "attr_list",
        "codehilite",
        "def_list",
        "extra",
        "fenced_code",
        "footnotes",
        "legacy_attrs",
        "legacy_em",
        "md_in_html",
        "nl2br",
        "sane_lists",
        "smarty",
        "tables",
        "toc",
        "wikilinks",
    )
)
_PYMDOWN = frozenset(
    (
        "arithmatex",
        "betterem",
        "caret",
        "critic",
        "details",
        "emoji",
        "escapeall",
        "extra",
        "fancylists",
        "highlight",
        "inlinehilite",
        "keys",
        "magiclink",
        "mark",
        "progressbar",
        "saneheaders",
        "smartsymbols",
        "snippets",
        "striphtml",
        "superfences",
        "tabbed",
        "tasklist",
        "tilde",
        "blocks.admonition",
        "blocks.caption",
        "blocks.definition",
        "blocks.details",
        "blocks.html",
        "blocks.tab",
    )
)
_CHANGES_NO_WORDS = re.compile(
    r"meta|markdown_include_variants|mdx_truly_sane_lists|mdx_breakless_lists|mdx_math|markdown_katex|md_?mermaid\b.*|"
    r"pymdownx\.(?:b64|pathconverter|mermaid|blocks)|(?:material|zensical)\.extensions\..*|markdown_exec"
)
"""Extensions that are not run here, and without which a page has the same words."""
_ALWAYS = ("toc", "tables", "fenced_code")
# Options that name code, or change only appearance or links.
_IGNORED = {
    "toc": ("permalink", "permalink_title", "permalink_class", "anchorlink", "slugify"),
    "pymdownx.superfences": ("custom_fences",),
    "pymdownx.highlight": ("anchor_linenums", "linenums", "linenums_style", "line_anchors", "line_spans"),
    "pymdownx.inlinehilite": ("custom_inline",),
    "pymdownx.emoji": ("emoji_index", "emoji_generator", "options"),
    "pymdownx.tabbed": ("slugify", "combine_header_slug"),
    "pymdownx.blocks.tab": ("slugify", "combine_header_slug"),
}
_FORCED: Mapping[str, Mapping[str, Any]] = {
    "pymdownx.arithmatex": {"generic": False, "preview": False},
    "pymdownx.tabbed": {"alternate_style": False},
    "pymdownx.blocks.tab": {"alternate_style": False},
    "pymdownx.critic": {"mode": "accept"},
    "codehilite": {"guess_lang": False},
    "pymdownx.highlight": {"guess_lang": False, "pygments_lang_class": True, "linenums": False},
    "pymdownx.magiclink": {"repo_url_shorthand": False},
}
_SLUGIFY: Any = slugs.slugify
_ICON = re.compile(r":(?:material|fontawesome|octicons|simple)-[\w-]+:")
_SNIPPET = re.compile(r"^[ \t]*(?:-{1,}8<-{1,})(?:[ \t]+[\"']([^\"'\n]+)[\"'])?[ \t]*$", re.MULTILINE)


def allowed(config: MkDocsConfig) -> tuple[tuple[str, ...], Mapping[str, Mapping[str, Any]]]:
    """The extensions to load, in order, and their settings."""
    names = list(_ALWAYS)
    configs: dict[str, Mapping[str, Any]] = {}
    for full_name, options in config.extensions:
        name = full_name.removeprefix("markdown.extensions.")
        if not _is_known(name):
            continue
        if name not in names:
            names.append(name)
        configs[name] = dict(_settings(name, options, config))
    return tuple(names), configs


def unknown(config: MkDocsConfig) -> list[str]:
    """The extensions that are not known here, which may change words and ids."""
    names = [full_name.removeprefix("markdown.extensions.") for full_name, _ in config.extensions]
    return [name for name in names if not _is_known(name) and not _CHANGES_NO_WORDS.fullmatch(name)]


def _is_known(name: str) -> bool:
    return name in _BUILT_IN or (name.startswith("pymdownx.") and name[9:] in _PYMDOWN)


def _settings(name: str, options: Mapping[str, Any], config: MkDocsConfig) -> Iterator[tuple[str, Any]]:
    ignored = _IGNORED.get(name, ())
    if name in ("extra", "pymdownx.extra"):  # settings of the extensions in it, without those that name code
        yield from ((key, value) for key, value in options.items() if _is_plain(value))
        return
    yield from ((key, value) for key, value in options.items() if key not in ignored and _is_plain(value))
    yield from _FORCED.get(name, {}).items()
    if name == "toc" and (slugging := _slugify(options.get("slugify"))):
        yield "slugify", slugging
    if name == "pymdownx.emoji":
        yield from (("emoji_index", _emoji_index), ("emoji_generator", _nothing))
    if name == "pymdownx.snippets":
        yield from (
            ("base_path", [str(path) for path in snippet_folders(config)]),
            ("restrict_base_path", True),
            ("url_download", False),
            ("check_paths", False),
        )


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_plain(inner) for inner in value.values())
    if isinstance(value, list | tuple):
        return all(_is_plain(inner) for inner in value)
    return value is None or isinstance(value, str | int | float)


def _slugify(named: Any) -> Any:
    """The function that the site names for heading ids, if it is one of those we know."""
    if not isinstance(named, Named):
        return None
    arguments = {key: value for key, value in named.arguments if key in ("case", "percent_encode", "normalize")}
    match named.name:
        case "pymdownx.slugs.slugify":
            return _SLUGIFY(**arguments)
        case "pymdownx.slugs.uslugify":
            return _SLUGIFY(case="lower")
        case "markdown.extensions.toc.slugify_unicode":
            return slugify_unicode
        case _:
            return slugify


class _Icons(dict[str, Any]):
    """A stand-in for every icon of Material's sets: it only matters that it is an icon."""

    def get(self, key: str, default: Any = None) -> Any:
        if _ICON.fullmatch(key):
            return {"name": key, "category": "icon"}
        return super().get(key, default)


@cache
def _emoji() -> dict[str, Any]:
    from pymdownx import twemoji_db

    return {"name": "twemoji", "emoji": _Icons(twemoji_db.emoji), "aliases": twemoji_db.aliases}


def _emoji_index(options: Any, md: Any) -> dict[str, Any]:
    return _emoji()


def _nothing(*_: Any) -> Element:
    """A picture, which a link's words cannot cross."""
    icon = Element("span", {"class": "twemoji"})
    icon.text = HOLE
    return icon


def snippet_folders(config: MkDocsConfig) -> list[Path]:
    """Where snippets may come from: the folders within the site that it names."""
    options = dict(config.extensions).get("pymdownx.snippets", {})
    base_path = options.get("base_path", ["."])
    names = [base_path] if isinstance(base_path, str) else base_path if isinstance(base_path, list) else ["."]
    root = config.root.resolve()
    places = {"$config_dir": ".", "$docs_dir": str(config.docs)}
    folders = [(config.root / places.get(name, name)).resolve() for name in names if isinstance(name, str)]
    return [folder for folder in folders if folder.is_relative_to(root)]


def snippets_in(text: str, path: Path, folders: Sequence[Path]) -> Iterator[Path]:
    """The snippet files that the text includes."""
    for name in _snippet_names(text):
        if found := snippet_file(name, folders):
            yield found


def absent_snippets(text: str, folders: Sequence[Path]) -> list[str]:
    """The names of snippet files that the text includes and that do not exist."""
    return [name for name in _snippet_names(text) if folders and not snippet_file(name, folders)]


def snippet_file(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of this name, if it is within one of the folders."""
    return next(filter(None, (file_within(folder / name, folder) for folder in folders)), None)


def _snippet_names(text: str) -> Iterator[str]:
    inside = False
    for line in text.split("\n"):
        marker = _SNIPPET.fullmatch(line)
        if marker and not marker[1]:
            inside = not inside
            continue
        name = marker[1] if marker else line.strip() if inside else ""
        if name:
            yield name.split(":")[0].lstrip(";").strip()  # lines or a section may follow: file.md:4:6
