"""AsciiDoc's syntax: patterns, attributes above a block, and ids of sections. Knows no page."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

HEADING = re.compile(r"(?P<marks>={1,6}|#{1,6}) (?P<words>\S++(?:\s++(?!=++\s*+\Z)\S++)*+)(?:\s++=++)?\s*")
ITEM = re.compile(r"\s*(?P<marker>\*{1,5}|-|\.{1,5}|\d+\.|<(?:\d+|\.)>)\s+(?P<words>\S.*)")
TERM = re.compile(r"(?P<term>[^\s:].*?)(?::{2,4}|;;)(?:\s++(?P<words>\S.*))?\s*", re.DOTALL)
FENCE = re.compile(
    r"(?P<mark>-{4,}+|\.{4,}+|={4,}+|\*{4,}+|_{4,}+|\+{4,}+|/{4,}+|--|`{3,}+(?=(?P<language>[^\s`,]*+)))(?(language)[^`]*+|)\s*"
)
_ADMONITIONS = frozenset({"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"})
_ADMONITION = re.compile(r"(?P<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION): (?P<words>.+)")
ATTRIBUTES = re.compile(r"\[(?P<inner>[^\[\]]*|\[[\w:.-]+(?:,[^\]]*)?\])\]\s*")
MACRO = re.compile(r"(?P<name>image|video|audio|toc|icon)::(?P<target>[^\[]*)\[(?P<words>[^\]]*)\]\s*")
RULE = re.compile(r"'{3,}|-{3}|\*{3}|<{3,}")
CELL = re.compile(r"(?:^|(?<=\s))(?:\d*+(?:\.\d*+)?[+*])?[<^>.]*[aehlmsdv]?\|")
_CALLOUT = re.compile(
    r"(?:(?<![ \t])[ \t]++)?(?:(?://|#|--|;;|<!--)[ \t]*+)?<(?:\d++|\.)>(?:[ \t]*+<(?:\d++|\.)>)*+"
    r"(?P<end>[ \t]*+(?:-->)?[ \t]*+$)?",
    re.MULTILINE,
)


@dataclass(slots=True)
class Pending:
    """What is above a block: its own id, style, language and title."""

    anchor: str = ""
    style: str = ""
    language: str = ""
    title: str = ""
    quoted_from: str = ""
    substitutes: bool = False
    """Whether attributes in braces are replaced although it is code."""
    has_markup: bool = False
    """Whether links and marks are, too."""
    is_csv: bool = False


def read_attributes(inner: str, pending: Pending) -> None:
    """What a line in square brackets says: ``[[id]]``, ``[#id.role]``, ``[source,yaml]``, ``[NOTE]``."""
    if inner.startswith("["):
        pending.anchor = inner.strip("[]").partition(",")[0]
        return
    parts = [part.strip() for part in inner.split(",")]
    if own := re.search(r"#([\w:.-]+?)(?=[.%\s,]|$)", parts[0]) or re.search(r"\bid=\"?([\w:.-]+)", inner):
        pending.anchor = own[1]
    style = re.match(r"[A-Za-z]+", parts[0])
    pending.style = style[0] if style else pending.style or ("source" if parts[0] == "" and len(parts) > 1 else "")
    if pending.style in ("quote", "verse"):
        pending.quoted_from = ", ".join(part.strip('"') for part in parts[1:3] if part and "=" not in part)
    pending.substitutes = bool(re.search(r"subs=\"?[^\"\]]*(?<!-)(?:attributes|normal)", inner))
    pending.has_markup = bool(re.search(r"subs=\"?[^\"\]]*(?<!-)(?:macros|quotes|normal)", inner))
    pending.is_csv = bool(re.search(r"format=\"?csv", inner))
    if pending.style == "source" and len(parts) > 1 and "=" not in parts[1]:
        pending.language = parts[1]


def end_of(lines: Sequence[str], at: int, mark: str) -> int:
    """Where the block that opens here closes; the end of the page if it does not."""
    return next((place for place in range(at + 1, len(lines)) if lines[place].rstrip() == mark), len(lines))


def is_item(line: str) -> bool:
    """Whether a line opens an item of a list, or a term with what it means."""
    return bool(ITEM.fullmatch(line) or TERM.fullmatch(line))


def starts_block(line: str) -> bool:
    """Whether a line opens a block even without a blank line before it."""
    line = line.rstrip()
    return bool(FENCE.fullmatch(line) or ATTRIBUTES.fullmatch(line) or line.startswith("|===") or line == "+")


def section_id(title: str, prefix: str = "_", separator: str = "_", taken: Collection[str] = ()) -> str:
    """
    >>> section_id("What's new? (C++) v1.2"), section_id("Same words", "", "-", {"same-words"})
    ('_whats_new_c_v1_2', 'same-words-2')
    >>> section_id("Names: ['_v1']"), section_id("a  b.", "", "")
    ('_names_v1', 'ab.')
    >>> section_id("Wait -- one--two...")
    '_waitonetwo'
    """
    title = re.sub(r"(?:^| )--(?: |$)|(?<=\w)--(?=\w)|\.{3}", "", title)  # dashes and dots that become signs
    made = prefix + re.sub(r"[^\w .-]+", "", title.lower())
    if separator:
        made = re.sub(rf"[ .{re.escape(separator)}-]+", separator, made).removesuffix(separator)
        made = made if prefix else made.removeprefix(separator)
    else:
        made = made.replace(" ", "")
    numbers = (f"{made}{separator}{count}" for count in range(2, len(taken) + 3))
    return made if made not in taken else next(name for name in numbers if name not in taken)


def table_rows(lines: Sequence[str]) -> list[list[str]]:
    """A table's cells; the first line gives the number of columns.

    >>> table_rows(["|Tool |Price", "", "|Saw", "|20"])
    [['Tool', 'Price'], ['Saw', '20']]
    """
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("//"):
            continue
        cells = [cell.strip() for cell in CELL.split(line)[1:]]
        if not cells and rows and line.strip():  # the cell continues
            rows[-1][-1] = f"{rows[-1][-1]} {line.strip()}"
        elif cells and rows and len(rows[-1]) < len(rows[0]):
            rows[-1] += cells
        elif cells:
            rows.append(cells)
    return rows


def without_callouts(code: str) -> str:
    """Code without callout numbers at the ends of its lines.

    >>> without_callouts("a = 1 # <1>\\nb <2> c <3><4>\\n<a/> <!--<5>-->")
    'a = 1\\nb <2> c\\n<a/>'
    """
    return _CALLOUT.sub(lambda match: match[0] if match["end"] is None else "", code)


def csv_rows(lines: Sequence[str]) -> list[list[str]]:
    """The same of comma-separated values.

    >>> csv_rows(["Name,Size", "", '"long, name",3'])
    [['Name', 'Size'], ['long, name', '3']]
    """
    return [[cell.strip() for cell in row] for row in csv.reader(line for line in lines if line.strip()) if row]


def admonition_of(style: str, text: str) -> tuple[str, str]:
    """Which kind of box a block is, empty where it is none, and what is in it.

    >>> admonition_of("", "TIP: Warm it."), admonition_of("NOTE", "Warm it."), admonition_of("quote", "TIP")
    (('TIP', 'Warm it.'), ('NOTE', 'Warm it.'), ('', 'TIP'))
    """
    if found := _ADMONITION.fullmatch(text):
        return found["kind"], found["words"]
    return (style if style.upper() in _ADMONITIONS else ""), text
