"""A line of AsciiDoc as readable text, and as the words that a browser shows. Knows no blocks."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

from footnoted.ingest.formats.page.line import Line, picture_mark
from footnoted.ingest.manuscript import GAP

_INTRINSIC = {
    "nbsp": "\xa0",
    "sp": " ",
    "empty": "",
    "blank": "",
    "zwsp": "",
    "wj": "",
    "plus": "+",
    "apos": "'",
    "quot": '"',
    "lsquo": "‘",
    "rsquo": "’",
    "ldquo": "“",
    "rdquo": "”",
    "deg": "°",
    "brvbar": "¦",
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "vbar": "|",
    "asterisk": "*",
    "tilde": "~",
    "backslash": "\\",
    "caret": "^",
    "cpp": "C++",
}
_ATTRIBUTE = re.compile(r"(?<!\\)\{(?P<name>[\w-]+)\}")
_MACRO = re.compile(
    r"(?P<name>link|xref|mailto|image|kbd|btn|menu|footnote|footnoteref|stem|latexmath|asciimath|icon|pass|anchor|"
    r"indexterm2?|https?|ftp|irc):(?P<target>[^\s\[\]]{0,1000}+)\["
    r"(?P<words>[^\\\]]{0,2000}+(?:\\\]?[^\\\]]{0,100}+){0,10}+)\]"
)
_REFERENCE = re.compile(r"<<(?P<target>[^<>,]+)(?:,\s*+(?P<words>[^<>]*+))?>>")
_ANCHOR = re.compile(r"\[\[[\w:.,\s-]+\]\]|\[#[\w:.-]+\]##|\(\(\([^()]*\)\)\)")
_CODE = re.compile(
    r"(?<!\w)(?:``(?P<double>.{1,500}?)``|`\+(?P<literal>[^`]{1,500}?)\+`|`(?P<single>[^`]{1,500}?)`)(?!\w)"
)
_CHANGED = re.compile(r"\\?(?:=>|->|<=|<-|\((?:C|R|TM)\))")
"""Arrows and signs that become others."""
_WORDS = r"\S(?:.{0,500}?\S)?"
_MARKS = (
    re.compile(r"\*\*(.{1,500}?)\*\*|__(.{1,500}?)__|##(.{1,500}?)##"),
    re.compile(rf"(?<![\w*])\*({_WORDS})\*(?![\w*])|(?<![\w_])_({_WORDS})_(?![\w_])"),
    re.compile(rf"(?<![\w#])(?:\[[^\]\n]{{0,200}}\])?#({_WORDS})#(?![\w#])|\^(\S{{1,200}}?)\^|~(\S{{1,200}}?)~"),
)
_PASS = re.compile(rf"\+\+\+(.{{0,500}}?)\+\+\+|\+\+(.{{1,500}}?)\+\+|(?<![\w+])\+({_WORDS})\+(?![\w+])")
_MOST_FILLED_IN = 100_000
"""Characters that attributes may add to a line: eleven that each name the one before ten times came to 300 GB."""


def with_attributes(text: str, attributes: Mapping[str, str]) -> str:
    """The text with ``{name}`` filled in; an unknown name stays as it is."""
    known = {**_INTRINSIC, **attributes}
    left = _MOST_FILLED_IN

    def value(match: re.Match[str]) -> str:
        nonlocal left
        found = known.get(match["name"], match[0])
        left -= len(found)
        return found if left >= 0 else match[0]

    for _ in range(3):  # a value may contain another name
        filled = _ATTRIBUTE.sub(value, text)
        if filled == text:
            break
        text = filled
    return text


def render(text: str, attributes: Mapping[str, str]) -> Line:
    """
    >>> render("See xref:a.adoc#b[*that* page] and `x`.", {})
    Line(text='See that page and `x`.', visible='See that page and x.')
    """
    kept: list[tuple[str, str]] = []

    def keep(shown: str, seen: str) -> str:
        kept.append((shown, seen))
        return f"\0{len(kept) - 1}\0"

    text = with_attributes(text, attributes)
    text = _CODE.sub(lambda match: _code(match, keep), text)
    text = _PASS.sub(lambda match: keep(*[next(filter(None, match.groups()), "")] * 2), text)
    text = _MACRO.sub(lambda match: _macro(match, keep), _ANCHOR.sub("", text))
    text = _REFERENCE.sub(lambda match: match["words"] or keep("", GAP), text)
    for marks in _MARKS:
        text = marks.sub(lambda match: next(filter(None, match.groups()), ""), text)
    text = re.sub(r"\\(?=[{\[<*_`#+])", "", text)
    shown = re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])][0], text.replace("\\=>", "=>"))
    seen = re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])][1], _CHANGED.sub(GAP, text))
    return Line(html.unescape(shown), html.unescape(seen))


def _code(match: re.Match[str], keep: Callable[[str, str], str]) -> str:
    """Code in a line; links in it are links, unless it is written between plus signs."""
    words = match["literal"] or without_macros(match["double"] or match["single"])
    return keep(f"`{words}`", words)


def without_macros(text: str) -> str:
    """The words of links and references.

    >>> without_macros("https://x.example/a[b^]<c> xref:#d[e]()")
    'b<c> e()'
    """
    return _MACRO.sub(lambda match: _macro(match, lambda shown, seen: shown), text)


def without_markup(text: str) -> str:
    """
    >>> without_markup("using a = _made up_; xref:#d[e]()")
    'using a = made up; e()'
    """
    text = without_macros(text)
    for marks in _MARKS:
        text = marks.sub(lambda match: next(filter(None, match.groups()), ""), text)
    return text


def first_argument(words: str) -> str:
    """A macro's words, without the attributes behind them.

    >>> first_argument('"Basic, use",window=_blank'), first_argument("Finicky,window=_blank")
    ('Basic, use', 'Finicky')
    """
    quoted = re.match(r'\s*"([^"]*)"', words)
    first = quoted[1] if quoted else words.partition(",")[0].strip()
    return "" if re.match(r"\w+=", first) else first.removesuffix("^")


def _macro(match: re.Match[str], keep: Callable[[str, str], str]) -> str:
    words = match["words"].replace("\\]", "]")
    is_list = "=" in words or match["name"] in ("image", "mailto")
    first = first_argument(words) if is_list else words.strip().removesuffix("^")
    match match["name"]:
        case "footnote" | "footnoteref" | "icon" | "anchor" | "indexterm":
            return keep("", GAP)
        case "pass":
            return keep(re.sub(r"<[^<>]*>", "", words), GAP)
        case "stem" | "latexmath" | "asciimath":
            return keep(f"${words}$", GAP)
        case "image":
            return keep(first, picture_mark(match["target"], first))
        case "menu":
            return " › ".join(part for part in (match["target"], *map(str.strip, words.split(">"))) if part)
        case "kbd" | "btn" | "indexterm2":
            return words
        case "http" | "https" | "ftp" | "irc":
            return first or f"{match['name']}:{match['target']}"
        case _:
            return first or match["target"]
