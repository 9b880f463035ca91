"""``::: package.Class`` on an MkDocs page: what mkdocstrings writes for it, from Python source that is never imported.

Knows mkdocstrings' options and ids, not the page. https://mkdocstrings.github.io/python/usage/
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from footnoted.ingest.formats.code.python.docstrings import Style, markdown_of
from footnoted.ingest.formats.code.python.members import members_named, own_members, place_of_kind
from footnoted.ingest.formats.code.python.package import PythonSource, member_of, signature_of
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.formats.page.fences import CODE
from footnoted.ingest.formats.settings_file import mapping
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig
from footnoted.ingest.manuscript import GAP, Unreadable

_BLOCK = re.compile(
    rf"{CODE}|^(?P<level>#{{1,6}})?[ ]*:::[ \t]?(?P<name>[^\s:](?:[^\n]*[^ \t\n])?)[ \t]*$"
    r"(?P<options>(?:\n(?:[ \t]+\S[^\n]*|[ \t]*(?=\n[ \t]+\S)))*)",
    re.MULTILINE | re.DOTALL,
)
_REFERENCE = re.compile(
    rf"{CODE}|(?<![\]\\!])\[(?P<text>(?:[^\[\]`\n]|`[^`\n]*+`)++)\]\[(?P<target>[^\[\]\n]*)\]",
    re.MULTILINE | re.DOTALL,
)
_REFERENCE_SHOWN = re.compile(
    r"<pre\b(?:.*?</pre>|.*)|<code>[^<]*</code>"
    r"|\[(?P<text>(?:[^\[\]<\n]|<code>[^<]*</code>|</?(?:em|strong)>)+)\]\[[^\[\]<\n]*\]",
    re.DOTALL,
)
_DEFINED = re.compile(r"^ {0,3}\[(?P<name>[^\[\]\n]+)\]:", re.MULTILINE)
_CATEGORIES = ("attribute", "class", "function", "module", "type alias")
_STYLES = ("google", "numpy", "sphinx")
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class ApiDocs:
    """Where code is and how its documentation is shown."""

    code: PythonSource
    options: Mapping[str, Any] = field(default_factory=dict)


def api_docs(config: MkDocsConfig) -> ApiDocs | None:
    """What the configuration says about mkdocstrings; None where it is not used."""
    if "mkdocstrings" not in config.plugins:
        return None
    plugin = config.plugins["mkdocstrings"]
    handler = mapping(mapping(plugin.get("handlers")).get("python"))
    paths = handler.get("paths", plugin.get("paths"))
    within = config.within or config.root
    folders = [(config.root / str(path)).resolve() for path in paths] if isinstance(paths, list) else []
    inside = [folder for folder in (*folders, config.root, within) if folder.is_relative_to(within.resolve())]
    return ApiDocs(PythonSource(tuple(dict.fromkeys(inside)), within), _options(handler))


def names_in(text: str) -> list[str]:
    """The dotted names that a page wants documentation of."""
    return [match["name"] for match in _BLOCK.finditer(text) if match["name"]]


def unread_in(text: str, api: ApiDocs) -> list[str]:
    return [f"::: {name}" for name in names_in(text) if not api.code.has_package(name)]


def with_api_docs(body: str, api: ApiDocs) -> tuple[str, tuple[str, ...]]:
    """The page with the documentation inserted, and the names without source."""
    unread: list[str] = []

    def written(match: re.Match[str]) -> str:
        if match["code"] is not None:
            return match[0]
        options = {**api.options, **_own_options(match["options"])}
        target = api.code.find(match["name"])
        if target is None:
            unread.append(f"::: {match['name']}")
            return ""
        level = len(match["level"] or "") or _number(options.get("heading_level"), 2)
        return "\n\n".join(("", *_Writer(options).root(match["name"], target, level), ""))

    return _references(_BLOCK.sub(written, body)), tuple(unread)


def _references(body: str) -> str:
    """Replace references such as ``[words][package.Class]``, which the build links, by their words."""

    defined = {match["name"].lower() for match in _DEFINED.finditer(body)}

    def words(match: re.Match[str]) -> str:
        target = (match["target"] or match["text"] or "").strip()
        return match[0] if match["code"] is not None or target.lower() in defined else match["text"]

    return _REFERENCE.sub(words, body)


def without_references(shown: str) -> str:
    """The same in a page's HTML, for references in included files.

    >>> without_references("<p>See [<code>Pot</code>][tea.Pot], not <code>a[0][1]</code>.</p>")
    '<p>See <code>Pot</code>, not <code>a[0][1]</code>.</p>'
    """
    return _REFERENCE_SHOWN.sub(lambda match: match["text"] or match[0], shown)


def _own_options(text: str) -> Mapping[str, Any]:
    try:
        written = mapping(yaml_of(_dedented(text)) if text.strip() else None)
    except Unreadable:
        return {}
    return _options(written)


def _options(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options, older names translated to the current ones."""
    parts = (mapping(written.get(name)) for name in ("rendering", "selection", "options"))
    return {key: value for part in parts for key, value in part.items()}


def _dedented(text: str) -> str:
    lines = [line.expandtabs(4) for line in text.split("\n") if line.strip()]
    depth = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[depth:] for line in lines)


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


class _Writer:
    """Writes what one block asks for, as Markdown between headings in HTML."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        style = options.get("docstring_style", "google")
        self.style = cast(Style, style if style in _STYLES else "google")

    def root(self, name: str, target: Any, level: int) -> Iterator[str]:
        shows_heading = self.options.get("show_root_heading") is True
        if shows_heading:
            full = self.options.get("show_root_full_path", True) is not False
            own = self.options.get("heading")
            yield self.heading(name, own if isinstance(own, str) else name if full else target.name, level)
        else:
            yield f'<a id="{html.escape(name)}"></a>'
        yield from self.contents(name, target, level + 1 if shows_heading else level, 0)

    def heading(self, name: str, shown: str, level: int) -> str:
        level = min(level, 6)
        return f'<h{level} id="{html.escape(name)}"><code>{html.escape(shown)}</code></h{level}>'

    def contents(self, name: str, target: Any, level: int, depth: int) -> Iterator[str]:
        if target.is_function or target.is_class:
            yield f"{GAP}`{target.name}{signature_of(target)}`{GAP}"
        merges = self.options.get("merge_init_into_class") is True
        made = member_of(target, "__init__") if target.is_class and merges else None
        for owner in (target, made):
            if owner is not None and owner.docstring is not None:
                yield markdown_of(str(owner.docstring.value), self.style, owner)
        shown = self.members(target, merges) if depth < _DEEPEST else ()
        yield from self.summary(shown)
        for member, inner in shown:
            path = f"{name}.{member}"
            yield from (GAP, self.heading(path, member, level), GAP)
            yield from self.contents(path, inner, level + 1, depth + 1)

    def summary(self, members: Sequence[tuple[str, Any]]) -> Iterator[str]:
        """The list of members that some pages have above them, each with the first line of its docstring."""
        lines = [
            f"- `{name}`{GAP} {str(member.docstring.value).strip().splitlines()[0]} {GAP}"
            for name, member in members
            if member.docstring is not None and str(member.docstring.value).strip()
        ]
        if lines and self.options.get("summary"):
            yield "\n".join(lines)

    def members(self, target: Any, merges: bool) -> Sequence[tuple[str, Any]]:
        """The members that are shown: the chosen ones, or those with documentation and without a private name."""
        chosen = self.options.get("members")
        if chosen is False or chosen == [] or not (target.is_class or target.is_module):
            return ()
        if isinstance(chosen, list):
            return list(members_named(target, chosen).items())
        all_too = self.options.get("show_if_no_docstring") is True
        found = [
            (name, member)
            for name, member in self._candidates(target).items()
            if self._passes(name) and not (merges and name == "__init__") and not member.is_module
            if all_too or _has_words(member)
        ]
        by_source = self.options.get("members_order") == "source"
        return sorted(
            found,
            key=lambda item: (
                place_of_kind(item[1], _CATEGORIES),
                (item[1].lineno or 0) if by_source else item[0].lower(),
            ),
        )

    def _candidates(self, target: Any) -> dict[str, Any]:
        if target.is_class and self.options.get("inherited_members") is True:
            return members_named(target, target.all_members)
        exported = target.exports or () if target.is_module else ()
        return own_members(target) | members_named(target, exported)

    def _passes(self, name: str) -> bool:
        """``filters``: patterns of names to leave out or to keep; the last one that matches decides."""
        filters = self.options.get("filters", ["!^_[^_]"])
        if filters == "public":
            return not name.startswith("_")
        keep = True
        for rule in filters if isinstance(filters, list) else ():
            try:
                if re.search(str(rule).removeprefix("!"), name):
                    keep = not str(rule).startswith("!")
            except re.error:
                continue
        return keep


def _has_words(member: Any) -> bool:
    inner = member.members.values() if member.is_class else ()
    return member.docstring is not None or any(not part.is_alias and part.docstring is not None for part in inner)
