"""Keeps ``[n]`` markers honest: the server owns the list of sources, the text may only point into it.

Knows nothing of what the sentences say; whether a source supports its sentence is asked in verify.py.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence

from footnoted.domain.book import Source

MARKER = re.compile(r"\[(\d{1,4})\]")
_SPACED_MARKER = re.compile(r"(?P<space>[ \t]?)\[(?P<number>\d{1,4})\]")
_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_UNFINISHED = re.compile(r"[ \t]?\[\d{0,4}$|[ \t]$|`[^`\n]*$|``$")
"""The end of a text that may yet become a marker or code."""


def markers(text: str) -> list[int]:
    """The source numbers a piece of text points to, in order and once each.

    >>> markers("Rust moves values [2]. It borrows too [1][2].")
    [2, 1]
    """
    return list(dict.fromkeys(int(number) for number in MARKER.findall(text)))


def renumbering(sources: Sequence[Source]) -> dict[int, int]:
    """Where each source stands once they are in descending score, by the number the writer knew it under."""
    ranked = sorted(range(len(sources)), key=lambda place: -sources[place].score)
    return {place + 1: rank + 1 for rank, place in enumerate(ranked)}


def renumber(text: str, numbers: Mapping[int, int]) -> str:
    """Give markers their final number and remove those that name no source; brackets in code stay as they are.

    >>> renumber("True [1], invented [9].", {1: 2, 2: 1})
    'True [2], invented.'
    """
    return "".join(part if is_code else _renumber(part, numbers) for part, is_code in _by_code(text))


def _renumber(prose: str, numbers: Mapping[int, int]) -> str:
    def final(found: re.Match[str]) -> str:
        number = numbers.get(int(found["number"]))
        return f"{found['space']}[{number}]" if number else ""

    return _SPACED_MARKER.sub(final, prose)


def _by_code(text: str) -> Iterable[tuple[str, bool]]:
    """Split at fences and back-ticks into (part, is code)."""
    for place, part in enumerate(_CODE.split(text)):
        if part:
            yield part, place % 2 == 1


async def honest(
    pieces: AsyncGenerator[str, None], numbers: Callable[[], Mapping[int, int]]
) -> AsyncGenerator[str, None]:
    """Pass pieces on as they come, with every marker final and none that names nothing.

    What may yet become a marker or code is held until it is clear. The numbers are asked for when the first piece is
    there: by then the writer has made all its searches.
    """
    raw, passed = "", 0
    async for piece in pieces:
        raw += piece
        ready = renumber(raw[: _settled(raw)], numbers())
        if len(ready) > passed:
            yield ready[passed:]
            passed = len(ready)
    rest = renumber(raw, numbers())[passed:]
    if rest:
        yield rest


def _settled(text: str) -> int:
    """How much of the text will read the same, whatever comes next."""
    *_, last = (0, *(found.end() for found in _CODE.finditer(text)))
    if last == len(text) and not text.endswith("`"):
        return last - len(text) + len(text.rstrip("`"))  # inside an open fence
    unfinished = _UNFINISHED.search(text, last)
    return unfinished.start() if unfinished else len(text)
