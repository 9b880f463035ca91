"""Keeps ``[n]`` markers valid: the server has the list of sources, and the text may only point into it.

Does not know what the sentences say; verify.py checks whether a source supports its sentence.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence

from footnoted.domain.book import Source
from footnoted.domain.text.markers import MARKER, gap

_OWN = re.compile(r"(?P<space>[ \t]?)\[(?P<number>\d{1,4})\]")
_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_UNFINISHED = re.compile(r"[ \t]?(?:\[\^?[\d,; \t–-]{0,40}|【[^】\n]{0,40})$|[ \t]$|`[^`\n]*$|``$")
"""The end of a text that may yet become a marker or code."""
_ANY = re.compile(
    rf"{_OWN.pattern}|"
    r"[ \t]?【(?P<cjk>[^】\n]{0,40})】|[ \t]?\[\^(?P<note>\d{1,4})\]"
    r"|[ \t]?\[(?P<list>[1-9]\d{0,3}(?:[ \t]*[,;–-][ \t]*[1-9]\d{0,3})+)\]"
)
"""Also the kinds of markers that models learnt elsewhere: ``【1†source】``, ``[^1]``, ``[1, 2]``, ``[1-99]``."""
_OPEN_BRACKET = re.compile(r"(?:\[\^?[\d,; \t–-]*|【[^】\n]*)\Z")
"""The end of a text that more digits and a bracket would make a marker."""
_PLAIN = re.compile(r"[^\[\]【】`]*[^\[\]【】`\s]")
"""Nothing of a marker or of code, and no space before one."""
_LONGEST_OPEN = 50
_MOST_IN_A_RANGE = 5
"""A model that names more sources at once is not citing."""


def renumbering(sources: Sequence[Source]) -> dict[int, int]:
    """The writer's number of each source → its place in descending order of score."""
    ranked = sorted(range(len(sources)), key=lambda place: -sources[place].score)
    return {place + 1: rank + 1 for rank, place in enumerate(ranked)}


def renumber(text: str, numbers: Mapping[int, int], *, is_quoted: bool = True, before: str = "") -> str:
    """Give markers their final numbers and remove those that name no source; brackets in code stay as they are.

    Other kinds of markers that models write become ours; the book's own brackets are not markers. ``before`` is the end
    of the text before this one.

    >>> renumber("True [1], invented [9], a【2†source】, b [1-2].", {1: 2, 2: 1}, is_quoted=False)
    'True [2], invented, a [1], b [2][1].'
    """

    def final(found: re.Match[str]) -> str:
        final_numbers = [numbers[number] for number in _named(found) if number in numbers]
        if not final_numbers:
            return _removed(found, before)
        space = found["space"] if found["number"] else " "
        return space + "".join(f"[{number}]" for number in final_numbers)

    kinds, done = _OWN if is_quoted else _ANY, []
    for part, is_code in _by_code(text):
        done.append(part if is_code else kinds.sub(final, part))
        before = part[-_LONGEST_OPEN:]
    return "".join(done)


def _named(found: re.Match[str]) -> list[int]:
    """The numbers that a marker names."""
    if found["number"]:
        return [int(found["number"])]
    if not found["list"]:
        return [int(number) for number in re.findall(r"^\d{1,4}", found["cjk"] or found["note"] or "")]
    numbers: list[int] = []
    for part in re.split(r"[,;]", found["list"]):
        ends = [int(end) for end in re.findall(r"\d+", part)]
        span = range(ends[0], ends[-1] + 1)
        numbers += span if len(span) <= _MOST_IN_A_RANGE else []
    return numbers


def _removed(found: re.Match[str], before: str) -> str:
    """What replaces a removed marker: nothing, unless the text around it would become a marker, as in ``[[9]3]``, or an
    address, as in ``https:/[9]/x``: whether a link is allowed is decided before this.
    """
    lead = (before + found.string[max(0, found.start() - _LONGEST_OPEN) : found.start()])[-_LONGEST_OPEN:]
    return "…" if _OPEN_BRACKET.search(lead) else gap(lead)


def _by_code(text: str) -> Iterable[tuple[str, bool]]:
    """Split at fences and back-ticks into (part, is code)."""
    for place, part in enumerate(_CODE.split(text) if "`" in text else (text,)):
        if part:
            yield part, place % 2 == 1


async def with_valid_markers(
    pieces: AsyncGenerator[str, None], numbers: Callable[[], Mapping[int, int]], *, is_quoted: bool = False
) -> AsyncGenerator[str, None]:
    """Pass pieces on as they come, with final numbers and without markers that name no source.

    Text that may still become a marker or code is held back. Other kinds of markers that models write become ours,
    except in quotes from the book (``is_quoted``). ``numbers`` is called after the first piece, when all searches are
    done.
    """

    before, is_open = "", False

    def final(text: str) -> str:
        return renumber(text, numbers(), is_quoted=is_quoted, before=before)

    held, passed = "", 0
    async for piece in pieces:
        if not held and not is_open and _PLAIN.fullmatch(piece):
            before = (before + piece)[-_LONGEST_OPEN:]
            yield piece
            continue
        held += piece
        final_length, in_fence = _final_length(held)
        ready = final(held[:final_length])
        if len(ready) > passed:
            yield ready[passed:]
            passed = len(ready)
        if not in_fence:  # of the text that was sent, its end affects the rest: an open bracket, or half an address
            before = (before + ready)[-_LONGEST_OPEN:]
            is_open = _OPEN_BRACKET.search(before) is not None
            held, passed = held[final_length:], 0
    rest = final(held)[passed:]
    if rest:
        yield rest


def _final_length(text: str) -> tuple[int, bool]:
    """How much of the text is final whatever comes next, and whether that part ends inside a fence."""
    last = max(0, len(text) - _LONGEST_OPEN)  # only code can be unfinished for longer
    if "`" in text:
        last = 0
        for found in _CODE.finditer(text):
            last = found.end()
            if found[0].startswith("```") and not (len(found[0]) >= 6 and found[0].endswith("```")):
                return len(text), True
    unfinished = _UNFINISHED.search(text, last)
    return unfinished.start() if unfinished else len(text), False


_RUN = rf"(?:{MARKER}[ \t]*+)"
_MARKERS = re.compile(rf"{_RUN}++")
_MARKERS_OR_LINE_END = re.compile(rf"{_RUN}++|\n")
_MARKERS_BEGUN = re.compile(rf"\s*{_RUN}*(?:\[\d{{0,4}})?")
_STOPS = ".!?:"


class ClosingMarkers:
    """Some models write ``[2] The mirror cools.``: if an answer begins so, each marker moves behind its words."""

    def __init__(self) -> None:
        self._held = self._pending = ""
        self._moves: bool | None = None

    def feed(self, piece: str) -> str:
        self._held += piece
        if self._moves is None:
            if _MARKERS_BEGUN.fullmatch(self._held):
                return ""
            self._moves = bool(_MARKERS.match(self._held.lstrip()))
        if not self._moves:
            ready, self._held = self._held, ""
            return ready
        ready = ""
        while found := _before_words(self._held):
            ready += self._with_marker(self._held[: found.start()])
            ready += "" if found[0] == "\n" else gap(ready)
            self._pending = found[0].replace(" ", "") if found[0] != "\n" else ""
            ready += "" if self._pending else "\n"
            self._held = self._held[found.end() :]
        at = _tail(self._held)
        ready, self._held = ready + self._held[:at], self._held[at:]
        return ready

    def end(self) -> str:
        """What was still held back, and the last marker."""
        held, self._held = self._held, ""
        return self._with_marker(held) if self._moves else held

    def _with_marker(self, words: str) -> str:
        """The end of a sentence with the marker that belongs to it."""
        if not self._pending:
            return words
        at = len(words.rstrip())
        at -= words[at - 1 : at] in _STOPS and at > 0
        return f"{words[:at]} {self._pending}{words[at:]}"


def _before_words(text: str) -> re.Match[str] | None:
    """The first markers that words follow, or the end of a line."""
    for found in _MARKERS_OR_LINE_END.finditer(text):
        following = text[found.end() : found.end() + 1]
        if found[0] == "\n" or (following not in ("", "[") and not following.isspace()):
            return found
    return None


def _tail(text: str) -> int:
    """Where the sentence's last word ends: a full stop and markers, perhaps unfinished, may follow.

    >>> _tail("It cools. [1] [2"), _tail("It cools [x] [2]"), _tail("It cools")
    (8, 12, 8)
    """
    at = text.rfind("[", max(0, len(text) - 5))
    at = at if at >= 0 and (at + 1 == len(text) or text[at + 1 :].isdecimal()) else len(text)
    while True:
        while text[at - 1 : at] in (" ", "\t"):
            at -= 1
        start = text.rfind("[", max(0, at - 6), at)
        if text[at - 1 : at] != "]" or start < 0 or not text[start + 1 : at - 1].isdecimal():
            break
        at = start
    return at - (at > 0 and text[at - 1] in _STOPS)
