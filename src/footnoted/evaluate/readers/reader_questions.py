"""Reads questions as readers type them, and the book they are about: a folder with golden.jsonl and book/.

Checks the lines; asks nothing. The format is in docs/golden.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.domain.errors import BadSource

_FIELDS: dict[str, tuple[type, str]] = {
    "question": (str, "a text"),
    "kind": (str, "a text, such as fact or howto"),
    "answerable": (bool, "true or false"),
}
"""The fields of every line."""


@dataclass(frozen=True, slots=True)
class ReaderQuestion:
    """A question and what a right answer has."""

    id: str
    text: str
    kind: str
    is_answerable: bool
    must: tuple[tuple[str, ...], ...] = ()
    """A right answer has one wording of each."""
    earlier: tuple[str, ...] = ()
    """Earlier questions of the same conversation."""
    quotes: tuple[str, ...] = ()
    """Where the book answers it, word for word."""
    selection: str | None = None
    """The text that the reader selected."""


def has_questions(folder: Path) -> bool:
    """Whether the folder has a book and questions about it."""
    return (folder / "golden.jsonl").is_file() and (folder / "book").is_dir()


def read_questions(path: Path, most: int | None = None) -> list[ReaderQuestion]:
    """The questions of a file, at most so many of each kind. BadSource gives the line and what is wrong."""
    questions: list[ReaderQuestion] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            try:
                question = _question(json.loads(line), number)
            except ValueError as error:
                raise BadSource(f"{path}, line {number}: {error}. See docs/golden.md.") from error
            if most is None or sum(other.kind == question.kind for other in questions) < most:
                questions.append(question)
    if not questions:
        raise BadSource(f"{path} has no questions. Write one JSON object a line, see docs/golden.md.")
    return questions


def _question(row: Any, number: int) -> ReaderQuestion:
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    for name, (type_, wanted) in _FIELDS.items():
        if name not in row:
            raise ValueError(f'"{name}" is missing')
        if not isinstance(row[name], type_) or row[name] == "":
            raise ValueError(f'"{name}" must be {wanted}')
    must = _list(row, "must")
    if row["answerable"] and not must:
        raise ValueError('"must" is missing, and without it no answer to an answerable question can be right')
    if not all(isinstance(group, list) and group and all(map(_is_text, group)) for group in must):
        raise ValueError('"must" must be a list of lists of texts: [["5 mm", "five millimetres"]]')
    quotes = _list(row, "quotes")
    if not all(map(_is_text, quotes)):
        raise ValueError('"quotes" must be a list of texts')
    return ReaderQuestion(
        str(row.get("id", number)),
        row["question"],
        row["kind"],
        row["answerable"],
        tuple(map(tuple, must)),
        tuple(_asked_before(turn) for turn in _list(row, "history") if _is_by_reader(turn)),
        tuple(quotes),
    )


def _list(row: dict[str, Any], name: str) -> list[Any]:
    value = row.get(name) or []
    if not isinstance(value, list):
        raise ValueError(f'"{name}" must be a list')
    return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_by_reader(turn: object) -> bool:
    if not isinstance(turn, dict) or turn.get("role") not in ("user", "assistant"):
        raise ValueError('each turn of "history" needs "role", user or assistant')
    return bool(turn["role"] == "user")


def _asked_before(turn: dict[str, Any]) -> str:
    if not _is_text(turn.get("text")):
        raise ValueError('"text" is missing in a turn of "history"')
    return str(turn["text"])
