"""Questions to begin with are made from the book, and the book answers every one of them with a citation."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from uuid import uuid4

import pytest

from footnoted import books
from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.book import Passage
from footnoted.domain.question import Question
from footnoted.engine.ask import final
from footnoted.evaluate.first_questions import candidates
from footnoted.ingest.discover import discover
from footnoted.settings import Settings
from footnoted.wiring import open_parts

ROOT = Path(__file__).parents[2]


def test_what_is_offered_is_answered_and_kept_with_the_book(library: Settings, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=shutil.copytree(library.data_dir, tmp_path / "data"))

    async def offered() -> tuple[tuple[str, ...], list[Answer]]:
        async with open_parts(settings, ingesting=True) as parts:
            await books.remove(parts, settings, "sample")  # only its vectors are used again
            await books.index(parts, discover(str(ROOT / "examples" / "backyard-observatory")), "sky", None, _quiet)
        async with open_parts(settings) as parts:
            chosen = await books.offer_questions(parts, "sky")
            [book] = await parts.catalogue.books()
            assert book.questions == chosen
            asked = [parts.engine.ask(Question(text, uuid4(), book="sky", earlier=())) for text in chosen]
            return chosen, [await final(events) for events in asked]

    chosen, answers = asyncio.run(offered())
    assert len(set(chosen)) == 4
    assert all(answer.outcome is Outcome.ANSWERED and answer.citations for answer in answers)


def _quiet(_: object) -> None: ...


@pytest.mark.parametrize(
    ("heading", "text", "expected"),
    [
        ("How steady is steady?", "", ["How steady is steady?"]),
        ("What is it for?", "", []),
        ("Questions or feedback?", "", []),
        ("什么是望远镜？", "", ["什么是望远镜？"]),
        ("How to choose a mount", "", ["How do I choose a mount?"]),
        ("Exit pupil", "An exit pupil is the width of the beam.", ["What is an exit pupil?"]),
        ("Exit pupil", "The moon is a bright thing.", []),
    ],
)
def test_what_a_page_might_be_asked(heading: str, text: str, expected: list[str]) -> None:
    page = [Passage("1", "b", "", "/", "", "Optics", (heading,), 0, 0, text)]
    assert list(candidates(page)) == expected
