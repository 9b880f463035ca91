"""Takes a passage's Markdown apart into what can stand in an answer: sentences, list items, table rows, code, formulas.

Knows nothing of questions; what a unit is worth to one is decided in score.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise

from footnoted.domain.sentences import sentences
from footnoted.domain.words import words
from footnoted.engine.extract.blocks import ITEM, Block, Code, Formula, Heading, List, Prose, Table, blocks
from footnoted.engine.extract.features import Sign, leans, signs


class Kind(Enum):
    """What a unit is made of."""

    __hash__ = object.__hash__  # in C: an enum is looked up for every unit, and its own hash is Python

    SENTENCE = auto()
    ITEM = auto()
    LIST = auto()
    """A whole list with its lead-in."""
    ROW = auto()
    TABLE = auto()
    CODE = auto()
    FORMULA = auto()


SHORT = frozenset((Kind.SENTENCE, Kind.ITEM, Kind.ROW))
"""Kinds that can stand beside each other in one paragraph."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest thing that can be said by itself, with what is needed to weigh it."""

    kind: Kind
    text: str
    lead: str
    """What introduces it: the sentence before an item, a code block or a formula, the heading that a sentence opens
    under; empty if there is none."""
    block: int
    """Which paragraph, list or table of the passage it stands in."""
    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    """Content words that stand next to each other."""
    nearby: frozenset[str]
    """Content words of what it may lean on: its lead-in, and the sentences before it in its paragraph."""
    heading: frozenset[str]
    """Content words of the page title and the headings above it."""
    signs: frozenset[Sign]
    leans: bool
    """It cannot be understood without the sentence before it."""
    length: int
    """Words as a reader counts them."""
    drawback: float
    """What speaks against saying it, whatever the question: it asks, announces, rambles."""
    says_nothing: bool
    """It only announces a list or asks a question."""


_LONG, _CURT = 45, 5
"""Sentences of more words tire, of fewer rarely say enough."""
_ANNOUNCES = 0.2
"""What speaks against a unit that says what the text will do, or is listed under such a sentence."""
_LEANS_ON_NOTHING = 0.1
"""What speaks against a sentence that leans on another paragraph."""
_BESIDE = 0.3
"""What speaks against a unit that stands in the book's apparatus and not in its text."""
_CITED = r"references|bibliography|works cited|acknowledge?ments"
_ASIDE = (
    r"further reading|see also|(?:learning )?(?:objectives|outcomes)|what you will learn|prerequisites|exercises|"
    r"review questions|(?:table of )?contents|index"
)
_APPARATUS = re.compile(rf"(?:{_CITED}|{_ASIDE})(?:(?: and| &|,) (?:{_CITED}|{_ASIDE}))?\W*$", re.I)
_BACK_MATTER = re.compile(rf"(?:{_CITED})(?:(?: and| &|,) (?:{_CITED}|{_ASIDE}))?\W*$", re.I)
"""A page or chapter that is apparatus through and through."""
_CELL = re.compile(r"(?<!\\)\|")
_TERM = re.compile(r"^(\*\*|__)[^*_]+\1[.:]?$")
_PLAIN_TERM = re.compile(r"(?:\*\*|__)?[^\W\d_][\w’'-]*(?: [\w’'()/-]+){0,3}\.?(?:\*\*|__)?[.:]?$")
GLOSSARY = frozenset(words("glossary definitions vocabulary terminology dictionary"))
"""Words of the headings under which terms are explained one after the other."""
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’)\]`*]*$")


@dataclass(frozen=True, slots=True)
class Parts:
    """A passage, taken apart."""

    units: tuple[Unit, ...]
    """In reading order."""
    words: frozenset[str]
    """Content words of all of them."""
    vocabulary: tuple[str, ...]
    """These and the words of the headings, sorted, so that words that begin alike are neighbours."""


@lru_cache(maxsize=2048)
def parts(passage: str, path: tuple[str, ...], text: str) -> Parts:
    """Take a passage apart, once; ``passage`` is its id, so that a text that moved to another place is read anew."""
    found = units(path, text)
    said: frozenset[str] = frozenset().union(*(unit.words for unit in found))
    return Parts(found, said, tuple(sorted(said.union(*(unit.heading for unit in found)))))


def units(path: tuple[str, ...], text: str) -> tuple[Unit, ...]:
    """The units of a text that stands under these headings, in reading order."""
    heading = frozenset(words(" ".join(path)))
    found: list[Unit] = []
    before: list[Unit] = []
    is_under_heading = False
    for number, block in enumerate(blocks(text)):
        if isinstance(block, Heading):
            heading |= frozenset(words(block.text))
            path = (*path, block.text)
            made = []
        elif isinstance(block, Prose):
            made = list(_prose(block.text, number, heading))
            if made and (not found or is_under_heading) and path:
                made[0] = replace(made[0], lead=path[-1])
        else:
            made = list(_structured(block, _lead_in(block, before, path), number, heading))
            if before and isinstance(block, Code | Formula | Table) and not _SENTENCE_END.search(before[-1].text):
                found[-1] = replace(before[-1], signs=before[-1].signs | {Sign.LEAD_IN}, says_nothing=True)
            if isinstance(block, List) and made and Sign.ABOUT_THE_BOOK in signs(made[0].lead):
                made = [replace(unit, drawback=unit.drawback + _ANNOUNCES) for unit in made]
        if path and (_APPARATUS.match(path[-1]) or any(map(_BACK_MATTER.match, path))):
            made = [replace(unit, drawback=unit.drawback + _BESIDE) for unit in made]
        found.extend(made)
        before, is_under_heading = made, isinstance(block, Heading)
    return tuple(found)


def _lead_in(block: Block, before: Sequence[Unit], path: Sequence[str]) -> str:
    """What introduces a block: the sentence before it; else, for a list or a table, the heading it stands under."""
    last = before[-1] if before and before[-1].kind is Kind.SENTENCE else None
    if isinstance(block, Code | Formula):
        return last.text if last else ""
    if last and (Sign.LEAD_IN in last.signs or len(before) == 1):
        return last.text
    return f"{path[-1].rstrip('?.:!')}:" if path and path[-1] else ""


def _prose(text: str, block: int, heading: frozenset[str]) -> Iterator[Unit]:
    before: list[frozenset[str]] = []
    for sentence in _whole(sentences(text), in_glossary=not GLOSSARY.isdisjoint(heading)):
        unit = _unit(Kind.SENTENCE, sentence.strip(), "", block, heading, frozenset().union(*before[-2:]))
        if unit.leans and not before:
            unit = replace(unit, drawback=unit.drawback + _LEANS_ON_NOTHING)
        before.append(unit.words)
        yield unit


def _whole(parts: Sequence[str], in_glossary: bool) -> Iterator[str]:
    """Put a term that is set off (``**Albedo.**``, in a glossary ``Albedo.``) back in front of what is said of it."""
    term = ""
    for place, part in enumerate(parts):
        opens = in_glossary and place == 0 and len(parts) > 1
        if (_PLAIN_TERM if opens else _TERM).match(part.strip()):
            term += part.strip() + " "
        else:
            yield term + part
            term = ""
    if term:
        yield term


def _structured(block: Block, lead: str, number: int, heading: frozenset[str]) -> Iterator[Unit]:
    nearby = frozenset(words(lead))
    match block:
        case List(items=items):
            for item in items:
                yield _unit(Kind.ITEM, ITEM.sub("", item), lead, number, heading, nearby)
            if len(items) > 1:
                whole = _unit(Kind.LIST, "\n".join(items), lead, number, heading, nearby)
                yield replace(whole, signs=whole.signs | {Sign.STEP}) if items[0].lstrip()[0].isdigit() else whole
        case Table(lines=lines):
            header, *rows = [cells(line) for line in (lines[0], *lines[2:])]
            nearby |= frozenset(words(lines[0]))
            for row in rows:
                unit = _unit(Kind.ROW, _spoken(header, row), lead, number, heading, nearby)
                yield replace(unit, words=frozenset(words(" ".join(row))))
            if len(rows) > 1:
                yield _unit(Kind.TABLE, "\n".join(lines), lead, number, heading, nearby)
        case Code(text=text):
            yield _unit(Kind.CODE, text, lead, number, heading, nearby)
        case Formula(text=text):
            yield _unit(Kind.FORMULA, text, lead, number, heading, nearby)
        case _:
            return


def cells(line: str) -> list[str]:
    """What stands between the bars of one line of a table."""
    line = line.strip()
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(line.removeprefix("|").removesuffix("|"))]


def _spoken(header: Sequence[str], row: Sequence[str]) -> str:
    """A row as a line that can be read aloud, of header and cells alone.

    >>> _spoken(["Lens", "Price", "Best for"], ["Barlow", "40 €", "planets"])
    'Lens: Barlow; Price: 40 €; Best for: planets'
    """
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(header, row, strict=False) if cell)


def _unit(kind: Kind, text: str, lead: str, block: int, heading: frozenset[str], nearby: frozenset[str]) -> Unit:
    content = words(text)
    is_sentence = kind is Kind.SENTENCE
    shown, length = signs(text), len(text.split())
    return Unit(
        kind=kind,
        text=text,
        lead=lead,
        block=block,
        words=frozenset(content),
        pairs=frozenset(pairwise(content)),
        nearby=nearby,
        heading=heading,
        signs=shown,
        leans=is_sentence and leans(text),
        length=length,
        drawback=_drawback(shown, length if is_sentence else 0) + (_rambling(text) if kind is Kind.CODE else 0.0),
        says_nothing=is_sentence and not shown.isdisjoint((Sign.LEAD_IN, Sign.QUESTION)),
    )


def _rambling(code: str) -> float:
    """A command is a line or two; what fills a screen is a listing, or what a command printed."""
    return min(0.3, 0.03 * max(0, code.count("\n") - 8))


def _drawback(shown: frozenset[Sign], length: int) -> float:
    """``length`` is that of a sentence; 0 for anything else."""
    drawback = 0.3 * (Sign.QUESTION in shown) + _ANNOUNCES * (Sign.ABOUT_THE_BOOK in shown)
    if length > _LONG:
        return drawback + min(0.15, (length - _LONG) * 0.005)
    return drawback + 0.15 * (0 < length < _CURT)
