"""Template tags in Markdown cleaned to the words they show: Hugo's shortcodes, Liquid's and GitBook's tags.

Knows which attributes have words; anything that a tag would compute is left out and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.generators.markdown_site.pages import KEPT_HOLE, Source, outside_code

EMOJI = r"(?<![\w:]):[a-z][a-z0-9_+-]+:(?![\w:])"
"""``:bell:``, which some sites turn into a picture."""
_TAG = (
    r"\{\{[<%]\s*+(?:(?P<close>/)\s*+)?(?P<name>[\w./-]++)"
    r"(?P<rest>(?:\"[^\"]*+\"|`[^`]*+`|[^\"`{>%]|[>%](?!\}\})|\{(?!\{))*+)[>%]\}\}"
)
_QUOTED = r"\{\{[<%]/\*(?P<quoted>.{0,300}?)\*/[>%]\}\}"
"""A shortcode that is shown as it is written."""
_ARGUMENT = re.compile(
    r"(?:(?P<key>\w+)\s*=\s*)?(?:\"(?P<double>[^\"]*)\"|`(?P<raw>[^`]*)`|'(?P<single>[^']*)'|(?P<bare>[^\s\"=]+))"
)
_LABELS = ("title", "caption", "header", "heading", "label", "name", "summary")
_LINKS = ("ref", "relref", "absurl", "relurl", "link", "url", "asset")
_BOXES = frozenset("note tip info warning caution danger important hint alert notice callout admonition".split())  # noqa: SIM905
_LIQUID = (
    r"\{%-?\s*+(?P<name>\w++)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%))*+)%\}"
    r"|\{\{-?(?P<value>(?:[^{}]|\{(?!\{)|\}(?!\}))*+)\}\}"
)
_RAW = re.compile(r"\{%-?\s*+raw\s*+-?%\}(.*?)(?:\{%-?\s*+endraw\s*+-?%\}|\Z)", re.DOTALL)
"""Between these, everything is shown as it is written."""
_BETWEEN_BARS = re.compile(r"(?:[^|\"']|\"[^\"]*+\"|'[^']*+'|[\"'])++")
_STEP = re.compile(r"[\w-]+")
_FILTERS: Mapping[str, Callable[[str], str]] = {
    "upcase": str.upper,
    "downcase": str.lower,
    "capitalize": str.capitalize,
    "strip": str.strip,
    **dict.fromkeys(("escape", "xml_escape", "relative_url", "absolute_url", "default", "markdownify"), str),
}
"""Those that leave the words as they are, and simple ones."""
_BRANCHES = frozenset("if elsif else endif unless endunless case when endcase for endfor".split())  # noqa: SIM905


def hugo_shortcodes(source: Source, root: Path) -> Source:
    """The page without shortcodes."""
    computed: list[str] = []
    closed = {match[1] for match in re.finditer(r"\{\{[<%]\s*/\s*([\w./-]+)", source.body)}

    def word(match: re.Match[str]) -> str:
        if match["quoted"] is not None:
            return f"{match[0][:3]} {match['quoted'].strip()} {match[0][-3:]}"
        name = match["name"].lower()
        given = arguments(match["rest"].rstrip().removesuffix("/"))
        if name == "highlight":
            return "```" if match["close"] else f"```{given.get('0', '')}"
        if name in _LINKS:
            return ""
        if match["close"]:
            return "" if _is_alone_on_line(match) else HOLE
        if match["name"] in closed or any(key in given for key in _LABELS) or name == "figure":
            return label(name, given)
        computed.append(match["name"])
        return HOLE

    body = outside_code(f"{_QUOTED}|{_TAG}", source.body, word)
    return Source(body, source.front, source.path, _warning(computed, "{{{{< {} >}}}}"))


def _is_alone_on_line(match: re.Match[str]) -> bool:
    """Whether nothing else is on the line."""
    start = match.string.rfind("\n", 0, match.start()) + 1
    end = match.string.find("\n", match.end())
    before, after = match.string[start : match.start()], match.string[match.end() : end if end >= 0 else None]
    return not before.strip() and not after.strip()


def label(name: str, given: Mapping[str, str]) -> str:
    """The words that a box, a tab or a picture shows above or below its content, as a paragraph."""
    words = next((given[key] for key in _LABELS if given.get(key)), "")
    if name == "figure":
        words = "\n\n".join(filter(None, (given.get("title"), given.get("caption"))))
    elif not words and name in ("tab", "details", "expand", "accordion"):
        words = given.get("0", "")
    if not words and name in _BOXES:
        words = name.capitalize() if name in ("note", "tip", "warning", "danger", "important", "caution") else ""
    if not words:
        return ""
    if name not in ("figure", "image", "img") and words[-1] not in ".!?:":
        words += ":"
    return f"\n\n{KEPT_HOLE}{words}{KEPT_HOLE}\n\n"  # themes put unknown words around them


def arguments(text: str) -> dict[str, str]:
    """Named arguments by their names, others by their places.

    >>> arguments('"tea" title="Green tea" open')
    {'0': 'tea', 'title': 'Green tea', '1': 'open'}
    """
    found: dict[str, str] = {}
    places = count()
    for match in _ARGUMENT.finditer(text):
        value = next(value for value in match.group("double", "raw", "single", "bare") if value is not None)
        found[match["key"] or str(next(places))] = value
    return found


def liquid_tags(
    source: Source, tags: Callable[[str, str], str | None], values: Mapping[str, Any], in_code: bool = False
) -> Source:
    """The page without ``{% tag %}`` and ``{{ value }}``; also within code, if the generator fills them in there.

    ``tags`` returns what a tag shows, or None if only running the generator would tell; ``values`` are known values.
    """
    computed: list[str] = []

    def word(match: re.Match[str]) -> str:
        if match["name"] is not None:
            shown = tags(match["name"], match["rest"].removesuffix("-").strip())
            if shown is None:
                computed.append(match["name"])
            return HOLE if shown is None or (match["name"] in _BRANCHES and not _is_alone_on_line(match)) else shown
        expression = match["value"].removesuffix("-")
        value = known_value(expression, values)
        if value is None:
            computed.append(expression.strip())
        return HOLE if value is None else value

    def fill(part: str) -> str:
        return re.sub(_LIQUID, word, part) if in_code else outside_code(_LIQUID, part, word)

    parts = [part if index % 2 else fill(part) for index, part in enumerate(_RAW.split(source.body))]
    return Source("".join(parts), source.front, source.path, _warning(computed, "{{{{ {} }}}}"))


def known_value(expression: str, values: Mapping[str, Any]) -> str | None:
    """The value of ``site.title | upcase``; None if it is not known.

    >>> known_value("site.kinds[0] | upcase", {"site": {"kinds": ["rye"]}}), known_value("'a' | md5", {})
    ('RYE', None)
    """
    head, *filters = _BETWEEN_BARS.findall(expression) or [""]
    literal = re.fullmatch(r"\s*(?:\"([^\"]*)\"|'([^']*)')\s*", head)
    value: Any = (literal[1] or literal[2] or "") if literal else values
    for name in () if literal else _STEP.findall(head):
        if isinstance(value, list) and name.isdigit():
            value = value[int(name)] if int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    changes = [_FILTERS.get(own.partition(":")[0].strip()) for own in filters]
    if not isinstance(value, str | int | float) or None in changes:
        return None
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    for change in changes:
        shown = change(shown) if change else shown
    return shown


def _warning(computed: list[str], shape: str) -> tuple[str, ...]:
    if not computed:
        return ()
    return (f"{shape.format(computed[0])} and its like ({len(computed)}) show what only a build knows",)
