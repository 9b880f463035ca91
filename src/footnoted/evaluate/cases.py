"""Golden questions: what a reader asks, where the book answers it, and the facts that a right answer has."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from footnoted.domain.errors import BadSource


class Kind(StrEnum):
    """What a golden question tests."""

    ANSWERABLE = "answerable"
    FOLLOW_UP = "follow_up"
    SELECTED_TEXT = "selected_text"
    NOT_IN_BOOK = "not_in_book"


@dataclass(frozen=True, slots=True)
class Case:
    """One golden question."""

    id: str
    question: str
    kind: Kind
    page: str = ""
    heading: str = ""
    facts: tuple[tuple[str, ...], ...] = ()
    """A right answer has every element, in one of its wordings."""
    earlier: tuple[str, ...] = ()
    """Earlier questions of the same conversation."""
    selection: str | None = None
    is_answerable: bool = True


def read_cases(path: Path) -> list[Case]:
    """The cases in a JSON-lines file; BadSource names the line that is wrong."""
    if not path.is_file():
        raise BadSource(f"There is no file {path}. Give a file of golden questions, one JSON object a line.")
    cases = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            try:
                cases.append(_case(json.loads(line)))
            except (TypeError, ValueError, AttributeError, KeyError) as error:
                what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
                raise BadSource(f"{path}, line {number}: not a golden question: {what}. See docs/golden.md.") from error
    return cases


def _case(row: dict[str, object]) -> Case:
    if not isinstance(row, dict):
        raise TypeError("it is not a JSON object")
    kind = Kind(str(row["kind"]))
    facts = row.get("facts") or []
    history = row.get("history") or []
    if not isinstance(facts, list) or not isinstance(history, list):
        raise TypeError("'facts' and 'history' must be lists")
    return Case(
        id=str(row["id"]),
        question=str(row["question"]),
        kind=kind,
        page=str(row.get("page", "")),
        heading=str(row.get("heading", "")),
        facts=tuple((fact,) if isinstance(fact, str) else tuple(fact) for fact in facts),
        earlier=tuple(str(turn["question"]) for turn in history),
        selection=str(row["selected_text"]) if row.get("selected_text") else None,
        is_answerable=bool(row.get("answerable", kind is not Kind.NOT_IN_BOOK)),
    )
