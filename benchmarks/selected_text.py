"""Questions that a selected text alone may answer: is it answered where the text says it, and refused where not?

`python -m benchmarks.selected_text FOLDER` takes the books below FOLDER, or indexes them there, as selections.py does.
Every answerable golden question is asked three times: with the passage that answers it selected, with another passage
of the same page, and with one of another page. ../shared/eval/squad2 is asked likewise, with questions made to look
answerable as near misses; abg_coqa brings questions that only point at the text ("where did she live?"). Sets that are
not there are left out.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.books import EVALUATION_BOOKS
from benchmarks.selections import available_books, opened, passages_of
from footnoted.domain.book import Passage
from footnoted.domain.question import Question
from footnoted.engine.ask import Engine, final
from footnoted.engine.understand.about_book.contents import name_key
from footnoted.engine.understand.stands_alone import stands_alone

_EACH = 100
"""Questions of each kind from squad2 and abg_coqa."""
_SHORTEST = 15
"""Words of a paragraph that somebody would select."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A question with a selection, and whether that has the answer."""

    question: str
    selection: str
    kind: str
    """``said``, ``same page`` or ``elsewhere``."""
    must: tuple[tuple[str, ...], ...] = ()
    """A right answer has one wording of each."""


def has_facts(text: str, must: Sequence[Sequence[str]]) -> bool:
    """Whether the text says it, whatever the case and the marks."""
    key = name_key(text)
    return all(any(name_key(wording) in key for wording in wordings) for wordings in must)


def of_book(golden: Path, passages: Sequence[Passage], chance: random.Random) -> Iterator[Trial]:
    """The answerable questions that stand alone, over the passages of their book."""
    for row in _rows(golden):
        facts = row.get("must") or [[fact] if isinstance(fact, str) else fact for fact in row.get("facts", [])]
        must = tuple(tuple(wordings) for wordings in facts)
        if "selected_text" in row:
            yield Trial(row["question"], row["selected_text"], "said" if must else "same page", must)
        if not must or "selected_text" in row or row["kind"] in ("followup", "follow_up"):
            continue
        place = next(
            (passage for passage in passages if row["heading"] in passage.path and has_facts(passage.text, must)), None
        )
        if place is None:
            continue
        yield Trial(row["question"], place.text, "said", must)
        beside = [
            passage.text for passage in passages if passage.route == place.route and not has_facts(passage.text, must)
        ]
        away = [
            passage.text for passage in passages if passage.route != place.route and not has_facts(passage.text, must)
        ]
        for kind, texts in (("same page", beside), ("elsewhere", away)):
            if texts:
                yield Trial(row["question"], chance.choice(texts), kind)


def of_squad(folder: Path, chance: random.Random) -> Iterator[Trial]:
    """Paragraphs with questions that they answer, nearly answer, or have nothing to do with."""
    texts = {row["id"]: row["text"] for row in _rows(folder / "corpus.jsonl")}
    rows = _rows(folder / "queries.jsonl")
    kinds = {"in_corpus": "said", "adversarial_unanswerable": "same page", "off_corpus": "elsewhere"}
    for name, kind in kinds.items():
        for row in chance.sample([row for row in rows if row["kind"] == name], _EACH):
            selection = texts.get(row.get("source_paragraph", "")) or texts[chance.choice(sorted(texts))]
            yield Trial(row["text"], selection, kind, (tuple(row.get("answers", ())),) if kind == "said" else ())


def of_coqa(folder: Path, chance: random.Random) -> Iterator[Trial]:
    """Questions that point at a paragraph of a story without naming what they are about."""
    stories = {row["id"]: row["text"].split("\n") for row in _rows(folder / "corpus.jsonl")}
    stories = {name: [text for text in story if len(text.split()) > _SHORTEST] for name, story in stories.items()}
    rows = [row for row in _rows(folder / "queries.jsonl") if not row["ambiguous"] and not stands_alone(row["text"])]
    taken = 0
    for row in chance.sample(rows, len(rows)):
        rationale = name_key(row["rationale"])
        holding = [text for text in stories[row["book"]] if rationale in name_key(text)]
        others = [text for text in stories[row["book"]] if rationale not in name_key(text)]
        if taken < _EACH and len(rationale) > 12 and holding and others:
            taken += 1
            yield Trial(row["text"], holding[0], "said", ((row["rationale"],),))
            yield Trial(row["text"], chance.choice(others), "same page")


async def run(folder: Path) -> None:
    """Print, set by set, how many were answered, and how many of those that are said were answered rightly."""
    chance = random.Random(5)
    for name, source in available_books().items():
        async with opened(folder, name, source) as parts:
            golden = (source if name == "sample" else source.parent) / "golden.jsonl"
            await _report(name, parts.engine, list(of_book(golden, await passages_of(parts), chance)))
            if name == "sample":
                for other, trials in (("squad2", of_squad), ("abg_coqa", of_coqa)):
                    if (EVALUATION_BOOKS / other).is_dir():
                        await _report(other, parts.engine, list(trials(EVALUATION_BOOKS / other, chance)))


async def _report(name: str, engine: Engine, trials: Sequence[Trial]) -> None:
    print(f"  {name}")
    for kind in ("said", "same page", "elsewhere"):
        replies = [(trial, await _reply(engine, trial)) for trial in trials if trial.kind == kind]
        answered = [(trial, text) for trial, text in replies if text]
        right = sum(has_facts(text, trial.must) for trial, text in answered)
        length = sum(len(text.split()) for _, text in answered) / max(1, len(answered))
        figures = f", {right} rightly, {length:.0f} words each" if kind == "said" else ""
        if replies:
            print(f"    {kind:10} {len(replies):4} asked, {len(answered)} answered{figures}")


async def _reply(engine: Engine, trial: Trial) -> str:
    answer = await final(engine.ask(Question(trial.question, uuid4(), selection=trial.selection)))
    return "" if answer.declined else answer.text


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
