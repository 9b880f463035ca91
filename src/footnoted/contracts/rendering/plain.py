"""Answers as plain text, for clients that print Markdown unchanged: no fences, no asterisks, bullets as bullets.

Keeps lines, code and ``[n]`` markers, and maps each character's position.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from footnoted.domain.answer import Answer, Answered, Event, TextDelta
from footnoted.domain.text.markers import MARKER
from footnoted.engine.check.addresses import ADDRESS_MARK, address_last, address_parts

_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
# Blanks that are taken are not given back: tried in every split, a row of bars and blanks would never end.
_TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?+-*+:?+[ \t]*+)++\n?$")
_TABLE_ROW = re.compile(
    rf"[ \t]*+(?P<open>\|[ \t]*+).*?(?P<close>(?:(?<![ \t])[ \t]*+|(?<=[ \t]))\|)(?:[ \t]*+{MARKER})*+[.]?[ \t]*+\n?$"
)
_LEAD = re.compile(r"(?P<cut>[ \t]*(?:#{1,6}|>)[ \t]+)|[ \t]*(?P<bullet>[-*+])[ \t]+")
_SPAN = re.compile(
    r"(?<!`)(?P<code>`++)(?:[^`\n]++|(?!(?P=code)(?!`))`++)++(?P=code)(?!`)"
    r"|(?P<link>!?\[)(?P<said>[^\]\n]{0,400}+)(?P<to>\]\([^)\[\n]{0,2000}+\))"
    r"|(?P<strong>\*{1,3})(?=[^\s*])[^*\n]*[^\s*](?P=strong)(?!\*)"
    r"|(?<!\w)(?P<em>_)(?=[^\s_])[^_\n]*[^\s_]_(?!\w)"
)


_WORD = re.compile(r"\S+")
_LETTER = re.compile(r"[^\W_]")
_IN_A_WORD = re.compile(r"\w\w")
_MOST_BLANKS = 50
"""In a word; from then on each mark in it leaves one, and what is left of it is not looked at again."""


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Plain:
    """The plain text, and where the characters of the Markdown are in it."""

    text: str
    edits: tuple[_Edit, ...]

    def at(self, position: int) -> int:
        """The new position of a character of the Markdown; for a removed one, where it would be."""
        shift = 0
        for edit in self.edits:
            if edit.end > position:
                return position - shift if position <= edit.start else edit.start - shift
            shift += edit.end - edit.start - len(edit.instead)
        return position - shift


def plain(markdown: str) -> Plain:
    """The Markdown as plain text.

    >>> plain("Use **two** drops [1]:\\n\\n- `soap`\\n- [water](https://x.example)").text
    'Use two drops [1]:\\n\\n• soap\\n• water'
    """
    edits = tuple(_edits(markdown))
    made = Plain(_edited(markdown, edits), edits)
    if not ADDRESS_MARK.search(made.text):
        return made
    apart = tuple(_apart(made))
    return Plain(_edited(markdown, apart), apart)


def _edited(markdown: str, edits: Sequence[_Edit]) -> str:
    parts, at = [], 0
    for edit in edits:
        parts += [markdown[at : edit.start], edit.instead]
        at = edit.end
    return "".join(parts) + markdown[at:]


def _apart(made: Plain) -> Iterator[_Edit]:
    """The edits, with a blank for each mark that kept two pieces from being one address.

    In Markdown ``https:*/*/x`` is none, and the end of code ends an address.
    """
    words = _WORD.finditer(made.text)
    word, first, mark, shift, blanks = None, 0, 0, 0, 0
    for edit in made.edits:
        at = edit.start - shift
        shift += edit.end - edit.start - len(edit.instead)
        while word is None or word.end() <= at:
            word, blanks = next(words, None), 0
            if word is None:
                break
            first, mark = (word.start() + place for place in address_parts(word[0]))
        is_inside = word is not None and first < at < word.end() and not edit.instead
        if word is None or not is_inside or not _LETTER.search(word[0], at - word.start()):
            yield edit
        elif at >= mark or _IN_A_WORD.fullmatch(made.text, at - 1, at + 1):
            yield replace(edit, instead=" ")
            blanks += 1
            if blanks < _MOST_BLANKS:
                first, mark = (at + place for place in address_parts(word[0][at - word.start() :]))
        else:
            yield edit


def _edits(text: str) -> Iterator[_Edit]:
    at, in_fence = 0, False
    for line in text.splitlines(keepends=True):
        end = at + len(line)
        if _FENCE.match(line):
            in_fence = not in_fence
            yield _Edit(at, end)
        elif not in_fence:
            yield from _edits_of_line(text, at, end)
        at = end


def _edits_of_line(text: str, at: int, end: int) -> Iterator[_Edit]:
    if _TABLE_RULE.match(text, at, end):
        yield _Edit(at, end)
        return
    row = _TABLE_ROW.match(text, at, end)
    lead = None if row else _LEAD.match(text, at, end)
    if row:
        yield _Edit(*row.span("open"))
        at = row.end("open")
    elif lead and lead["cut"]:
        yield _Edit(*lead.span("cut"))
        at = lead.end()
    elif lead:
        yield _Edit(*lead.span("bullet"), "•")
        at = lead.end()
    yield from _inline(text, at, row.start("close") if row else end)
    if row:
        yield _Edit(*row.span("close"))


def _inline(text: str, at: int, end: int) -> Iterator[_Edit]:
    for span in _SPAN.finditer(text, at, end):
        start, stop = span.span()
        if span["link"]:
            yield _Edit(start, span.start("said"))
            yield from _inline(text, *span.span("said"))
            yield _Edit(*span.span("to"))
            continue
        width = len(span["code"] or span["strong"] or span["em"])
        yield _Edit(start, start + width)
        if not span["code"]:
            yield from _inline(text, start + width, stop - width)
        yield _Edit(stop - width, stop)


def in_plain_text(answer: Answer) -> Answer:
    """The answer without Markdown, with its citations' positions adjusted."""
    made = plain(answer.text)
    moved = (replace(cited, start=made.at(cited.start), end=made.at(cited.end)) for cited in answer.citations)
    return replace(answer, text=made.text, citations=tuple(moved))


async def plainly(events: AsyncGenerator[Event, None]) -> AsyncGenerator[Event, None]:
    """The same events without Markdown. Text that may still become Markdown is held back until it is clear."""
    line, told = _Line(), 0
    async with aclosing(events):
        async for event in events:
            if isinstance(event, TextDelta):
                if ready := line.feed(event.text):
                    yield TextDelta(ready)
                    told += len(ready)
            elif isinstance(event, Answered):
                answer = in_plain_text(event.answer)
                if rest := answer.text[told:]:
                    yield TextDelta(rest)
                yield Answered(answer)
            else:
                yield event


class _Line:
    """The current line, and how much of it was passed on; earlier lines can no longer change."""

    def __init__(self) -> None:
        self._raw, self._told, self._in_fence = "", 0, False
        self._is_clear = False
        """Whether everything received of the line was passed on."""

    def feed(self, piece: str) -> str:
        """The text that can be passed on after this piece."""
        self._raw += piece
        if self._is_clear and _UNMARKED.fullmatch(piece):
            self._told += len(piece)
            return piece
        ready = ""
        *whole, self._raw = self._raw.split("\n")
        for line in whole:
            ready += self._plain(f"{line}\n")[self._told :]
            self._told = 0
            self._in_fence ^= bool(_FENCE.match(line))
        clear = 0 if self._in_fence else _clear(self._raw)
        self._is_clear = 0 < clear == len(self._raw)
        if clear:
            told = self._plain(self._raw[:clear])
            sure = max(self._told, address_last(told))
            self._is_clear = self._is_clear and sure == len(told)
            ready += told[self._told : sure]
            self._told = sure
        return ready

    def _plain(self, line: str) -> str:
        # Inside a fence a line is unchanged, unless it closes it.
        if self._in_fence:
            return "" if _FENCE.match(line) else line
        return plain(line).text


_UNCLEAR_LEAD = re.compile(r"[ \t]*+(?:\||```|~~~|[-+*>#~`:.| \t]*$)")
"""The beginning of a line that may still be removed, or become a bullet."""
_UNMARKED = re.compile(r"[^`*_!\[\n]*")
_CLEAR = re.compile(
    rf"(?:[^`*_!\[\n]|!(?=[^\[])|\[\d{{1,4}}\](?=[^(])|\*(?=[\s])|(?<=\w)_(?=\w)|(?:{_SPAN.pattern})(?=[^*`_\w]))*"
)


def _clear(line: str) -> int:
    """How much of an unfinished line can no longer change."""
    if _UNCLEAR_LEAD.match(line):
        return 0
    clear = _CLEAR.match(line)
    return clear.end() if clear else 0
