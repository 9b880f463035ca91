"""Template tags in Markdown cleaned to the words they show: Hugo's shortcodes, Liquid's and GitBook's tags.

Knows which attributes hold words; what a tag would compute is left out, and named for the author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.generators.markdown_site.pages import Source, outside_code

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
_LIQUID = r"\{%-?\s*+(?P<name>\w++)(?P<rest>[^%]*+)%\}|\{\{-?(?P<value>[^{}]*+)\}\}"
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
    """What a box, a tab or a picture shows above or below its content, as a paragraph of its own."""
    words = next((given[key] for key in _LABELS if given.get(key)), "")
    if name == "figure":
        words = "\n\n".join(filter(None, (given.get("title"), given.get("caption"))))
    elif not words and name in ("tab", "details", "expand", "accordion"):
        words = given.get("0", "")
    if not words and name in _BOXES:
        words = name.capitalize() if name in ("note", "tip", "warning", "danger", "important", "caution") else ""
    if not words or name in ("figure", "image", "img"):
        return f"\n\n{words}\n\n" if words else ""
    return f"\n\n{words if words[-1] in '.!?:' else f'{words}:'}\n\n"


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


def liquid_tags(source: Source, tags: Callable[[str, str], str | None], values: Mapping[str, Any]) -> Source:
    """The page without ``{% tag %}`` and ``{{ value }}``.

    ``tags`` gives what a tag shows, or None where only running the generator would tell; ``values`` are known.
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

    raw = re.split(r"\{%-?\s*(?:end)?raw\s*-?%\}", source.body)
    parts = [part if index % 2 else outside_code(_LIQUID, part, word) for index, part in enumerate(raw)]
    return Source("".join(parts), source.front, source.path, _warning(computed, "{{{{ {} }}}}"))


def known_value(expression: str, values: Mapping[str, Any]) -> str | None:
    """The value of ``site.title | upcase``, filters left out; None where it is not known."""
    literal = re.fullmatch(r"\s*(?:\"([^\"]*)\"|'([^']*)')\s*(?:\|.*)?", expression, re.DOTALL)
    if literal:
        return literal[1] or literal[2] or ""
    value: Any = values
    for name in expression.partition("|")[0].strip().split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return str(value) if isinstance(value, str | int | float) else None


def _warning(computed: list[str], shape: str) -> tuple[str, ...]:
    if not computed:
        return ()
    return (f"{shape.format(computed[0])} and its like ({len(computed)}) show what only a build knows",)
