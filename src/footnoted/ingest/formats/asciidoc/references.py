"""Gives references without words, ``<<id>>`` and ``xref:page.adoc[]``, the title of their target.

Knows lines, no files: the caller knows the titles of other pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from footnoted.ingest.formats.asciidoc.source import ATTRIBUTE
from footnoted.ingest.formats.asciidoc.syntax import ATTRIBUTES, HEADING, Pending, read_attributes, section_id

_SHORT = re.compile(r"<<(?P<target>[^<>,\s]+)>>")
_PAGE = re.compile(r"xref:(?P<page>[^\s\[\]#]{0,500}+)(?:#(?P<target>[^\s\[\]]{0,500}+))?\[\]")
_TITLE = re.compile(r"^= ++(\S.*)", re.MULTILINE)
_NOTE = re.compile(r"footnote:[\w-]*\[(?P<words>(?:\\\]|[^\]]){1,2000})\]")
_QUOTED = re.compile(r"-{4,}|\.{4,}|`{3,}|\+{4,}|/{4,}")

TitleOf = Callable[[str], str]


def with_titles(lines: Sequence[str], title_of: TitleOf, prefix: str = "_", separator: str = "_") -> list[str]:
    """
    >>> with_titles(["[#a]", "== Oil", "See <<a>>, <<b>> and xref:c.adoc[]."], {"c.adoc": "Care"}.get)[-1]
    'See <<a,Oil>>, <<b>> and xref:c.adoc[Care].'
    """
    titles = _titles(lines, prefix, separator)

    def short(match: re.Match[str]) -> str:
        title = titles.get(match["target"])
        return f"<<{match['target']},{title}>>" if title else match[0]

    def page(match: re.Match[str]) -> str:
        title = title_of(match["page"]) if match["page"] else titles.get(match["target"] or "")
        return f"{match[0][:-2]}[{title}]" if title else match[0]

    return [line if is_code else _PAGE.sub(page, _SHORT.sub(short, line)) for line, is_code in _marked(lines)]


def footnotes_in(lines: Sequence[str]) -> list[str]:
    """The footnotes in the text, which Asciidoctor shows at the end of the page.

    >>> footnotes_in(["Oil.footnote:[Thin oil.]", "----", "x.footnote:[No.]", "----"])
    ['Thin oil.']
    """
    found = (match for line, is_code in _marked(lines) if not is_code for match in _NOTE.finditer(line))
    return [match["words"].replace("\\]", "]") for match in found if match["words"]]


def _marked(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is in code or a comment."""
    fence = ""
    for line in lines:
        mark = line.rstrip()
        if _QUOTED.fullmatch(mark) and fence in ("", mark):
            fence = "" if fence else mark
        yield line, bool(fence)


def title_in(text: str) -> str:
    """The title that a page of AsciiDoc has.

    >>> title_in(":toc:\\n\\n= Care of tools\\n\\nWords.")
    'Care of tools'
    """
    found = _TITLE.search(text)
    return found[1].rstrip() if found else ""


def _titles(lines: Sequence[str], prefix: str, separator: str) -> dict[str, str]:
    found: dict[str, str] = {}
    pending = Pending()
    for line in lines:
        line = line.rstrip()
        if attributes := ATTRIBUTES.fullmatch(line):
            read_attributes(attributes["inner"], pending)
            continue
        if (setting := ATTRIBUTE.fullmatch(line)) and setting["name"] == "idprefix":
            prefix = setting["value"] or ""
        if heading := HEADING.fullmatch(line):
            found[pending.anchor or section_id(heading["words"], prefix, separator, found)] = heading["words"]
        pending = Pending()
    return found
