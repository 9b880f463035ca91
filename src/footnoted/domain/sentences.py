"""Cuts text into sentences. Knows Markdown's lines (items, rows, fences) and English habits; keeps every character."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}|\$\$).*?^[ \t]*\1[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
_LINE_START = re.compile(r"\n[ \t]*(?=(?:[-*+•]|\d{1,4}[.)])[ \t]+\S|\||#{1,6} |\n)")
_STOP = re.compile(r"(?:[.!?…]+[\"'”’»)\]*_]*(?=\s)|[。！？]+[”’」』）]*)")
_KEPT_WHOLE = re.compile(r"`[^`\n]+`|\$[^$\n]+\$")
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘]+$")
_OPENING = "\"'“‘«([*_`"

# Words whose full stop does not end a sentence.
_NEVER_LAST = frozenset(
    "e.g i.e cf vs viz fig figs eq eqs dr mr mrs ms prof rev gen sen st mt approx ca resp incl esp ref refs".split()  # noqa: SIM905
)
# These end one only when no number follows.
_BEFORE_NUMBER = frozenset(
    "no nos p pp vol vols ch chap sec sect art ed jan feb mar apr jun jul aug sep sept oct nov dec".split()  # noqa: SIM905
)


def sentences(text: str) -> list[str]:
    """The sentences in order; list items, table rows and fenced blocks stand on their own.

    >>> sentences("It is 1.25 in. wide, e.g. a Plössl. Dr. J. Smith (see Fig. 2) agrees! “Why?” he asked.")
    ['It is 1.25 in. wide, e.g. a Plössl.', 'Dr. J. Smith (see Fig. 2) agrees!', '“Why?” he asked.']
    >>> sentences("Bring:\\n- a lamp. Red.\\n- a map")
    ['Bring:', '- a lamp.', 'Red.', '- a map']
    """
    found: list[str] = []
    at = 0
    for fence in _FENCE.finditer(text):
        found.extend(_of_prose(text[at : fence.start()]))
        found.append(fence[0].strip())
        at = fence.end()
    found.extend(_of_prose(text[at:]))
    return found


def _of_prose(text: str) -> list[str]:
    found: list[str] = []
    for lines in _LINE_START.split(text):
        if lines.lstrip().startswith("|"):
            found.append(lines.strip())
            continue
        whole = [match.span() for match in _KEPT_WHOLE.finditer(lines)]
        at = 0
        for stop in _STOP.finditer(lines):
            inside = any(start < stop.start() < end for start, end in whole)
            if not inside and _ends(lines[at : stop.start()], stop[0], lines[stop.end() :]):
                found.append(lines[at : stop.end()].strip())
                at = stop.end()
        found.append(lines[at:].strip())
    return [sentence for sentence in found if sentence]


def _ends(before: str, stop: str, after: str) -> bool:
    """Whether the stop between these ends a sentence."""
    if stop[0] in "。！？":
        return True
    following = after.lstrip()
    first = following.lstrip(_OPENING)[:1]
    if first.islower() and following[:1] != "`":
        return False
    if not stop.startswith(".") or stop.startswith(".."):
        return True
    match = _LAST_WORD.search(before[-40:].rstrip())  # no abbreviation is longer
    word = match[0].lower() if match else ""
    if not word or word in _NEVER_LAST:
        return False
    if word in _BEFORE_NUMBER and first.isdigit():
        return False
    if re.fullmatch(r"\d{1,3}", word) and before.strip() == word:
        return False  # the number of a list item
    if re.search(r"\d\s+\w$", before[-12:]):
        return True  # a unit of measure: 5500 Å.
    # Initials (J. Smith) and letters with stops between them (U.S.); "I" and what stands in code are words.
    return not (len(word) == 1 and word.isalpha() and word != "i") and not re.fullmatch(r"(?:[a-z]\.)+[a-z]", word)
