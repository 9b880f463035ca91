"""Reads evaluation sets in BEIR's layout: corpus.jsonl, queries.jsonl, qrels.tsv.

A query may also give whether it is answerable, its kind, its answers, and the conversation before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from footnoted.domain.errors import BadSource
from footnoted.evaluate.metrics import evenly_spread
from footnoted.evaluate.trial import Probe


@dataclass(frozen=True, slots=True)
class Collection:
    """A set in memory: documents by id, and probes."""

    documents: dict[str, tuple[str, str]]
    """Id → title and text."""
    probes: tuple[Probe, ...]


def is_collection(path: Path) -> bool:
    return (path / "corpus.jsonl").is_file() and (path / "queries.jsonl").is_file()


def read_collection(path: Path, most: int | None = None) -> Collection:
    """The set in a folder, with at most so many probes of each kind, evenly spread. BadSource says what is wrong."""
    documents = {}
    for row in _rows(path / "corpus.jsonl"):
        documents[str(row.get("id", row.get("_id")))] = (str(row.get("title") or ""), str(row["text"]))
    relevant = _qrels(path / "qrels.tsv")
    kinds: dict[str, list[Probe]] = {}
    for row in _rows(path / "queries.jsonl"):
        probe = _probe(row, relevant)
        kinds.setdefault(probe.kind, []).append(probe)
    some = [probes if most is None else evenly_spread(probes, most) for probes in kinds.values()]
    return Collection(documents, tuple(chain.from_iterable(some)))


def write_as_book(collection: Collection, folder: Path) -> dict[str, str]:
    """Write the documents as a book of Markdown pages; returns file name → document id."""
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[str, str] = {}
    for number, (id, (title, text)) in enumerate(collection.documents.items()):
        name = f"d{number:07}"
        names[name] = id
        # A title makes a passage findable by its subject; a document without one gets its first words.
        heading = " ".join((title or " ".join(text.split()[:8])).split())
        page = f"---\ntitle: {json.dumps(heading)}\n---\n\n{text}\n"
        file = folder / f"{name}.md"
        if not file.is_file() or file.read_text("utf-8") != page:
            file.write_text(page, "utf-8")
    for file in folder.glob("d*.md"):
        if file.stem not in names:
            file.unlink()
    return names


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield dict(json.loads(line))
                except ValueError as error:
                    raise BadSource(f"{path}, line {number}: not a JSON object ({error}).") from error


def _qrels(path: Path) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    if path.is_file():
        for line in path.read_text("utf-8").splitlines()[1:]:
            query, document, grade = line.split("\t")
            if float(grade) > 0:
                found.setdefault(query, {})[document] = float(grade)
    return found


def _probe(row: dict[str, Any], relevant: dict[str, dict[str, float]]) -> Probe:
    id = str(row.get("id", row.get("_id")))
    history = row.get("history") or []
    asked = [str(turn["text"]) for turn in history if turn.get("role") == "user"]
    replies = [str(turn["text"]) for turn in history if turn.get("role") == "assistant"]
    is_answerable = bool(row.get("answerable", True))
    kind = row.get("kind") or row.get("answerability") or ("answerable" if is_answerable else "unanswerable")
    return Probe(
        id,
        str(row["text"]),
        str(kind).lower(),
        is_answerable,
        relevant.get(id, {}),
        tuple(map(str, row.get("answers") or ())),
        tuple(zip(asked, [*replies, *[""] * len(asked)], strict=False)),
    )
