"""An AsciiDoc file's lines, with includes and without text that conditions hide. Knows no blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from footnoted.ingest.formats.asciidoc.inline import with_attributes

Include = Callable[[str], "str | None"]
"""The text of the file that a page names; None where it is not in the book."""
ATTRIBUTE = re.compile(r":(?P<off>!?)(?P<name>[\w-]+)(?P<unset>!?):(?:\s++(?P<value>(?:.*\S)?))?\s*")
_INCLUDE = re.compile(r"include::(?P<target>[^\[\s]+)\[(?P<options>[^\]]*)\]\s*")
_CONDITION = re.compile(r"(?P<kind>ifdef|ifndef|ifeval)::(?P<names>[^\[\s]*)\[(?P<text>.*)\]\s*")
_TAG = re.compile(r"^.*?\b(?P<kind>tag|end)::(?P<name>[\w.-]+)\[\].*$")
_EQUATION = re.compile(r"\"?([^\"=!]*+)\"?\s*+(==|!=)\s*+\"?([^\"]*+)\"?")
_OFFSET = re.compile(r"\+?([1-4])")
_DEEPEST = 8
"""Files within each other; ends a file that includes itself."""


def lines_of(
    text: str, include: Include, attributes: dict[str, str], missing: list[str], depth: int = 0
) -> Iterator[str]:
    """Every line that the page shows; attributes are set when their line is read."""
    hidden: list[bool] = []
    for line in text.splitlines():
        if condition := _CONDITION.fullmatch(line):
            shows = _is_met(condition, attributes)
            if condition["text"] and condition["kind"] != "ifeval":
                if shows and not any(hidden):
                    yield condition["text"]
            else:
                hidden.append(not shows)
            continue
        if re.match(r"endif::[^\[]*\[\]", line):
            if hidden:
                hidden.pop()
            continue
        if any(hidden):
            continue
        if (setting := ATTRIBUTE.fullmatch(line)) and not line.startswith(": "):
            set_attribute(setting, attributes)
        if match := _INCLUDE.fullmatch(line):
            yield from _included(match, include, attributes, missing, depth)
        else:
            yield line


class Attributes(dict[str, str]):
    """A page's attributes; the page cannot change those that its site has fixed."""

    def __init__(self, values: Mapping[str, str], fixed: Collection[str] = ()) -> None:
        super().__init__(values)
        self.fixed = frozenset(fixed)


def set_attribute(setting: re.Match[str], attributes: dict[str, str]) -> None:
    """Set or remove the attribute that a line names."""
    if isinstance(attributes, Attributes) and setting["name"] in attributes.fixed:
        return
    if setting["off"] or setting["unset"]:
        attributes.pop(setting["name"], None)
    else:
        attributes[setting["name"]] = with_attributes(setting["value"] or "", attributes)


def _is_met(condition: re.Match[str], attributes: Mapping[str, str]) -> bool:
    if condition["kind"] == "ifeval":
        sides = _EQUATION.fullmatch(with_attributes(condition["text"], attributes).strip())
        return sides is not None and ((sides[1].strip() == sides[3].strip()) == (sides[2] == "=="))
    names = re.split(r"[,+]", condition["names"])
    together = all if "+" in condition["names"] else any
    return together(name in attributes for name in names) == (condition["kind"] == "ifdef")


def _included(
    match: re.Match[str], include: Include, attributes: dict[str, str], missing: list[str], depth: int
) -> Iterator[str]:
    target = with_attributes(match["target"], attributes)
    text = include(target) if depth < _DEEPEST else None
    if text is None:
        if "opts=optional" not in match["options"] and "%optional" not in match["options"]:
            missing.append(target)
        return
    options = dict(part.partition("=")[::2] for part in re.split(r",(?=\w+=)", match["options"]) if "=" in part)
    offset_option = _OFFSET.fullmatch(options.get("leveloffset", ""))
    offset = int(offset_option[1]) if offset_option else 0
    chosen = _selected_lines(text, options)
    for line in lines_of("\n".join(chosen), include, attributes, missing, depth + 1):
        yield "=" * offset + line if offset and re.match(r"={1,5} \S", line) else line


def _selected_lines(text: str, options: Mapping[str, str]) -> list[str]:
    """The lines of a file that an include selects by tags or numbers, without the tags themselves."""
    named = set(re.split(r"[;,]", (options.get("tag") or options.get("tags") or "").strip('"'))) - {""}
    excluded = {name[1:] for name in named if name.startswith("!")}
    included = {name for name in named if not name.startswith("!")} or ({"**"} if named else set())
    spans = [part.partition("..") for part in re.split(r"[;,]", options.get("lines", "").strip('"')) if part]
    chosen: list[str] = []
    open_tags: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if tag := _TAG.match(line):
            (open_tags.add if tag["kind"] == "tag" else open_tags.discard)(tag["name"])
            continue
        in_span = not spans or any(_in_range(number, first, dots, last) for first, dots, last in spans)
        is_tagged = (
            not included or "**" in included or bool(open_tags & included) or ("*" in included and bool(open_tags))
        )
        if in_span and is_tagged and not open_tags & excluded:
            chosen.append(line)
    return chosen


def _in_range(number: int, first: str, dots: str, last: str) -> bool:
    if not first.isdigit():
        return False
    end = int(last) if last.isdigit() else (10**9 if dots else int(first))
    return int(first) <= number <= end
