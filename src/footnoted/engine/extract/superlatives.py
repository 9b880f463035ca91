"""Answers "which is the longest" from a table: finds the column that is meant and the row with its extreme.

Reads numbers as they stand in the cells. Without one numeric column that the question names, it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.words import words
from footnoted.engine.extract.read_question import Ask
from footnoted.engine.extract.score import Weighed
from footnoted.engine.extract.split_passage import Kind, cells

_NUMBER = re.compile(r"-?−?\d[\d,]*(?:\.\d+)?")
_HIGHEST = {
    word: frozenset(words(columns))
    for word, columns in {
        "longest": "long length period duration time day hour minute year second",
        "largest": "large size diameter area aperture width capacity",
        "biggest": "big size diameter area aperture width capacity",
        "widest": "wide width diameter field",
        "highest": "high height altitude elevation",
        "tallest": "tall height",
        "deepest": "deep depth",
        "heaviest": "heavy weight mass payload",
        "fastest": "fast speed rate",
        "slowest": "slow period duration time",
        "oldest": "old age",
        "farthest": "far distance",
        "furthest": "far distance",
        "hottest": "hot temperature",
        "faintest": "faint magnitude",
        "priciest": "price cost",
        "dearest": "price cost",
        "most": "",
    }.items()
}
_LOWEST = {
    word: frozenset(words(columns))
    for word, columns in {
        "shortest": "short length period duration time day hour minute year second",
        "smallest": "small size diameter area aperture width capacity",
        "narrowest": "narrow width field",
        "lowest": "low height altitude elevation",
        "lightest": "light weight mass",
        "quickest": "quick period duration time",
        "youngest": "young age",
        "nearest": "near distance",
        "closest": "close distance separation",
        "coldest": "cold temperature",
        "brightest": "bright magnitude",
        "cheapest": "cheap price cost",
        "least": "",
        "fewest": "",
    }.items()
}
_COST = frozenset(words("price cost"))
_SUPERLATIVE = re.compile(
    rf"\b(?:(?P<most>most|least) (?P<dear>expensive|costly)|(?P<plain>{'|'.join((*_HIGHEST, *_LOWEST))}))\b", re.I
)


def extreme(question: str, ask: Ask, weighed: Sequence[Weighed]) -> Weighed | None:
    """The row that answers a question for the most or the least of something; None if no table can."""
    found = _SUPERLATIVE.search(question)
    if not found:
        return None
    if found["dear"]:
        wanted, is_most = _COST, found["most"].lower() == "most"
    else:
        word = found["plain"].lower()
        wanted, is_most = (_HIGHEST | _LOWEST)[word], word in _HIGHEST
    tables = sorted((one for one in weighed if one.unit.kind is Kind.TABLE), key=lambda one: -one.weight)
    for table in tables[:2]:
        row = _row(table.unit.text, wanted | frozenset(ask.words), is_most)
        if row is not None:
            rows = [
                one
                for one in weighed
                if one.source == table.source and one.unit.block == table.unit.block and one.unit.kind is Kind.ROW
            ]
            return rows[row]
    return None


def _row(table: str, wanted: frozenset[str], is_most: bool) -> int | None:
    """Place of the extreme row, by the numeric column whose name shares most words with what is wanted."""
    lines = table.splitlines()
    header, rows = cells(lines[0]), [cells(line) for line in lines[2:]]
    best: tuple[int, list[float]] | None = None
    for column in range(1, len(header)):
        values = [_value(row[column]) if column < len(row) else None for row in rows]
        shared = len(wanted.intersection(words(header[column])))
        numbers = [value for value in values if value is not None]
        if shared and len(numbers) == len(rows) and (best is None or shared > best[0]):
            best = shared, numbers
    if best is None:
        return None
    extreme = (max if is_most else min)(best[1])
    return best[1].index(extreme) if best[1].count(extreme) == 1 else None


def _value(cell: str) -> float | None:
    """The first number of a cell.

    >>> _value("$1,999"), _value("about 7.15 days"), _value("n/a")
    (1999.0, 7.15, None)
    """
    found = _NUMBER.search(cell)
    return float(found[0].replace(",", "").replace("−", "-")) if found else None
