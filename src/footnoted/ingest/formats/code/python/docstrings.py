"""What a docstring in Google's or NumPy's style says, as reStructuredText or as Markdown. Knows Griffe's sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from footnoted.ingest.manuscript import GAP

Style = Literal["google", "numpy", "sphinx"]
_NUMPY = re.compile(r"^[ \t]*[A-Z][A-Za-z ]+\n[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_ROLE = re.compile(r":(?:[\w+-]+:){1,2}`(?P<text>[^`\n]*)`")
_COLON = "\ue000"
"""Stands for a colon of a role, which does not end a parameter's name or an error's."""
_FIELDS = {
    "parameters": "param",
    "other parameters": "param",
    "attributes": "ivar",
    "returns": "returns",
    "yields": "yields",
    "receives": "receives",
    "raises": "raises",
    "warns": "warns",
}
_TITLES = {
    "parameters": "Parameters",
    "other parameters": "Other Parameters",
    "attributes": "Attributes",
    "returns": "Returns",
    "yields": "Yields",
    "receives": "Receives",
    "raises": "Raises",
    "warns": "Warns",
    "examples": "Examples",
}
_COLUMNS = ("Name", "Type", "Description")
_ADMONITIONS = frozenset("attention caution danger error hint important note tip warning seealso".split())  # noqa: SIM905
_ALSO = {"notes": "note", "warnings": "warning", "see-also": "seealso", "see also": "seealso"}


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter, attribute, returned value or error."""

    name: str
    type: str
    words: str


@dataclass(frozen=True, slots=True)
class DocstringSection:
    """A section of a docstring."""

    kind: str
    title: str
    text: str = ""
    rows: tuple[Row, ...] = ()


def style_of(text: str) -> Style:
    """NumPy underlines the titles of its sections."""
    return "numpy" if _NUMPY.search(text) else "google"


def sections_in(text: str, style: Style, owner: Any = None) -> Iterator[DocstringSection]:
    """The sections of a docstring; ``owner`` is what it is about, whose annotations give types."""
    import griffe

    options: Mapping[str, Any] = {} if style == "sphinx" else {"warnings": False}
    for section in griffe.Docstring(text, parent=owner).parse(style, **options):
        kind = str(section.kind.value)
        match section.value:
            case str() as words:
                yield DocstringSection(kind, section.title or "", words)
            case list() as items if kind == "examples":
                yield DocstringSection(kind, section.title or "Examples", "\n\n".join(str(words) for _, words in items))
            case list() as items:
                yield DocstringSection(
                    kind, section.title or _TITLES.get(kind, kind.capitalize()), rows=tuple(_rows(items))
                )
            case found:
                name = str(getattr(found, "kind", None) or kind)
                yield DocstringSection(name, section.title or name.capitalize(), str(found.description))


def _rows(items: Iterable[Any]) -> Iterator[Row]:
    for item in items:
        annotation = "" if item.annotation is None else str(item.annotation)
        yield Row(getattr(item, "name", "") or "", annotation, item.description or "")


def rst_of(text: str) -> str:
    """The docstring as Sphinx' napoleon extension hands it on: fields for parameters, directives for the rest."""
    text = _ROLE.sub(lambda role: role[0].replace(":", _COLON), text)
    return "\n\n".join(_rst(section) for section in sections_in(text, style_of(text))).replace(_COLON, ":")


def _rst(section: DocstringSection) -> str:
    if section.rows:
        field = _FIELDS.get(section.kind, section.kind)
        return "\n".join(f":{_field(field, row)}: {_indented(row.words)}" for row in section.rows)
    name = _ALSO.get(section.kind.lower(), section.kind.lower())
    if name in _ADMONITIONS:
        return f".. {name}::\n\n   {_indented(section.text)}"
    return f".. rubric:: {section.title}\n\n{section.text}" if section.title else section.text


def _field(field: str, row: Row) -> str:
    """
    >>> _field("param", Row("x", "int", "")), _field("raises", Row("", "ValueError", ""))
    ('param x', 'raises ValueError')
    """
    name = row.name.replace("*", "\\*") or (_without_roles(row.type) if field in ("raises", "warns") else "")
    return f"{field} {name}".strip()


def _without_roles(text: str) -> str:
    """
    >>> _without_roles(":class:`~tea.TooHot`".replace(":", _COLON)), _without_roles("tea.TooHot")
    ('TooHot', 'tea.TooHot')
    """
    text = _ROLE.sub(lambda role: re.sub(r"^~.*\.", "", role["text"]), text.replace(_COLON, ":"))
    return text.replace("`", "")


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n   ")


def markdown_of(text: str, style: Style, owner: Any) -> str:
    """The docstring as mkdocstrings shows it: tables for parameters, Markdown for the rest."""
    return "\n\n".join(_markdown(section) for section in sections_in(text, style, owner))


def _markdown(section: DocstringSection) -> str:
    if section.rows:
        has_names = any(row.name for row in section.rows)
        columns = _COLUMNS if has_names else _COLUMNS[1:]
        lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
        for row in section.rows:
            cells = [_cell(row.name, "`"), _cell(row.type, "`"), f"{GAP}{_cell(row.words)}{GAP}"]
            lines.append(f"| {' | '.join(cells if has_names else cells[1:])} |")
        return f"{section.title}:\n\n" + "\n".join(lines)
    if section.kind in ("text", "examples"):
        return f"{section.title}:\n\n{section.text}" if section.title else section.text
    return f"**{section.title}**\n\n{section.text}"


def _cell(text: str, mark: str = "") -> str:
    text = " ".join(text.split()).replace("|", "\\|")
    return f"{mark}{text}{mark}" if text else ""
