"""Evaluates folders with a book and readers' questions: each book is indexed separately, all are counted together."""

from __future__ import annotations

import dataclasses
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted.cli.terminal.indexing import index_source
from footnoted.cli.terminal.progress import asking_bar
from footnoted.contracts.book_api import POLICY
from footnoted.domain.errors import BadSource
from footnoted.evaluate.readers import tiers, typings, words_shown
from footnoted.evaluate.readers.reader_questions import ReaderQuestion, read_questions
from footnoted.evaluate.results import worse_figures
from footnoted.evaluate.support import falsified
from footnoted.settings import read_settings
from footnoted.wiring import open_parts

if TYPE_CHECKING:
    from footnoted.evaluate.cases import Case
    from footnoted.evaluate.readers.tiers import Reply
    from footnoted.evaluate.readers.typings import Typed
    from footnoted.evaluate.support.falsified import Flagged
    from footnoted.settings import Settings
    from footnoted.wiring import Parts

_MOST_PASSAGES = 100
"""Passages of each book from which false sentences are made: a few hundred sentences are enough."""


@dataclasses.dataclass(slots=True)
class Run:
    """The results of all folders."""

    replies: list[Reply] = dataclasses.field(default_factory=list)
    typed: list[Typed] = dataclasses.field(default_factory=list)
    flagged: list[Flagged] = dataclasses.field(default_factory=list)


async def ask_folders(folders: Sequence[Path], most: int | None, *, retype: bool, falsify: bool) -> Run:
    """Index the book of each folder and ask its questions."""
    run, passages = Run(), list[str]()
    sets = [(folder, read_questions(folder / "golden.jsonl", most)) for folder in folders]
    for folder, questions in sets:
        name = re.sub(r"[^\w.-]+", "-", folder.resolve().name)
        with _settings_for(name) as settings:
            await index_source(settings, str(folder / "book"), name)
            async with open_parts(settings) as parts:
                with asking_bar(len(questions)) as show:
                    replies = await tiers.ask_readers(parts.engine, questions, POLICY, show)
                run.replies += replies
                if retype:
                    run.typed += await _retyped(parts, replies)
                if falsify:
                    passages += await _some_passages(parts, name)
    run.flagged = falsified.flagged(passages)
    return run


async def try_golden(parts: Parts, cases: Sequence[Case], *, retype: bool, falsify: bool) -> Run:
    """Golden questions of the indexed books typed in other ways, and falsified sentences of these books."""
    run = Run()
    if retype:
        questions = [
            ReaderQuestion(
                case.id,
                case.question,
                case.kind.value,
                case.is_answerable,
                case.facts,
                case.earlier,
                (),
                case.selection,
            )
            for case in cases
        ]
        run.typed = await _retyped(parts, await tiers.ask_readers(parts.engine, questions, POLICY))
    if falsify:
        books = await parts.catalogue.books()
        run.flagged = falsified.flagged([text for book in books for text in await _some_passages(parts, book.name)])
    return run


async def _retyped(parts: Parts, replies: Sequence[Reply]) -> list[Typed]:
    with asking_bar(len(replies) * len(typings.TYPINGS)) as show:
        return await typings.retype(parts.engine, replies, show)


@contextmanager
def _settings_for(name: str) -> Iterator[Settings]:
    """The author's settings without their index and database; with a data folder set, the set's index is kept there."""
    ours = read_settings()
    with tempfile.TemporaryDirectory(prefix="footnoted-") as passing:
        is_kept = "data_dir" in ours.model_fields_set
        home = (ours.data_dir if is_kept else Path(passing)) / "evaluations" / name
        share_models(ours.models, home / "models")
        yield ours.model_copy(update={"data_dir": home, "qdrant_url": None, "database_url": None})


def share_models(from_: Path, to: Path) -> None:
    """Use the models that are already unpacked for the author."""
    if from_.is_dir() and not to.exists():
        to.parent.mkdir(parents=True, exist_ok=True)
        to.symlink_to(from_.resolve(), target_is_directory=True)


async def _some_passages(parts: Parts, book: str) -> list[str]:
    """Texts of the book's passages, evenly spread."""
    routes = sorted(await parts.catalogue.page_hashes(book))
    texts = [passage.text for route in routes for passage in await parts.catalogue.page(book, route)]
    return texts[:: max(1, len(texts) // _MOST_PASSAGES)]


def as_text(run: Run) -> str:
    """Every table that was asked for."""
    tables = []
    if run.replies:
        lines = [f"{name:<34}{value:>8.3g}" for name, value in tiers.figures(run.replies).items()]
        tables += [tiers.table(run.replies), "\n".join(lines), words_shown.table(words_shown.curve(run.replies))]
    if run.typed:
        tables.append(typings.table(typings.merged(run.typed)))
    if run.flagged:
        tables.append(falsified.table(run.flagged))
    return "\n\n".join(tables)


def as_dict(run: Run) -> dict[str, object]:
    """The same for --json, with every answer."""
    return {
        "questions": len(run.replies),
        "figures": tiers.figures(run.replies) | compared(run),
        "words_shown": [dataclasses.asdict(point) | {"share": point.share} for point in words_shown.curve(run.replies)],
        "typings": [dataclasses.asdict(row) | {"share": row.share} for row in typings.merged(run.typed)],
        "answers": [
            {
                "id": reply.question.id,
                "kind": reply.question.kind,
                "question": reply.question.text,
                "tier": reply.tier.value,
                "score": reply.answer.confidence.maximum,
                "answer": reply.answer.text,
            }
            for reply in run.replies
        ],
    }


def worse(baseline: dict[str, object], run: Run) -> list[str]:
    """What is worse than in an earlier run, in words."""
    before = baseline.get("figures")
    if not isinstance(before, dict):
        raise BadSource("The baseline is of another kind of set. Make one of this: footnoted evaluate … --json")
    return worse_figures(before, *_high_and_low(run))


def compared(run: Run) -> dict[str, float]:
    """The figures that later runs are compared with."""
    higher, lower = _high_and_low(run)
    return higher | lower


def _high_and_low(run: Run) -> tuple[dict[str, float], dict[str, float]]:
    """The figures that should be high, and those that should be low."""
    figures = tiers.figures(run.replies)
    low = ("answered wrong", "refused", "not answerable, answered")
    high = ("answered right", "answered right or shown with", f"right of answers scored ≥ {tiers.SURE}")
    higher = {name: figures[name] for name in high if name in figures}
    higher |= {f"typing kept: {row.name}": row.share for row in typings.merged(run.typed)}
    higher |= {f"false, flagged: {row.kind}": row.share for row in run.flagged if not row.is_true}
    lower = {name: figures[name] for name in low if name in figures}
    return higher, lower | {f"true, flagged: {row.kind}": row.share for row in run.flagged if row.is_true}
