"""The checker that ships: its weights are those that were trained, and it tells an answer from what nearly is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from footnoted.domain.errors import Misconfigured, ReaderDown
from footnoted.domain.ports import Checker
from footnoted.domain.reading import Claim, Readable
from footnoted.providers.checkers import weights
from footnoted.providers.checkers.local import LocalChecker
from tests.fakes.checker import FakeChecker

KETTLE = Readable(
    "The kettle > Descaling",
    (
        "The copper kettle was made in Sheffield in 1871 and holds 1.7 litres of water.",
        "Descale it every six weeks with 50 g of citric acid.",
    ),
)


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checker")


@pytest.fixture
async def checker(cache_dir: Path) -> AsyncIterator[LocalChecker]:
    opened = LocalChecker(cache_dir)
    yield opened
    await opened.close()


def asks(question: str, page: Readable = KETTLE) -> Claim:
    return Claim(question, page, is_question=True)


@pytest.fixture(params=["local", "fake"])
async def any_checker(request: pytest.FixtureRequest, cache_dir: Path) -> AsyncIterator[Checker]:
    opened = LocalChecker(cache_dir) if request.param == "local" else FakeChecker("citric acid")
    yield opened
    await opened.close()


async def test_what_answers_is_above_what_does_not_and_the_order_is_the_callers(any_checker: Checker) -> None:
    teapot = Readable("The teapot", ("A teapot keeps tea warm for 40 minutes under a cosy.",))
    asked = "how much citric acid descales the kettle"
    first, second, third = await any_checker.check([asks(asked, teapot), asks(asked), asks(asked, teapot)])
    assert second.exactly > first.exactly
    assert first.exactly == pytest.approx(third.exactly, abs=1e-3)
    assert await any_checker.check([]) == []


@pytest.mark.parametrize(
    ("answered", "nearly"),
    [
        ("where was the copper kettle made", "where was the silver kettle made"),
        ("how often should i descale the kettle", "how often should i polish the kettle"),
        ("when was the copper kettle made", "when was the copper kettle sold"),
    ],
)
async def test_it_tells_what_is_asked_from_what_is_nearly_asked(
    checker: LocalChecker, answered: str, nearly: str
) -> None:
    yes, no = await checker.check([asks(answered), asks(nearly)])
    assert yes.exactly > no.exactly + 1


@pytest.mark.parametrize("question", ["", "?" * 9000, "\0\ud800[SEP][PAD]", "何リットル"])
async def test_odd_questions_and_endless_passages_are_checked(checker: LocalChecker, question: str) -> None:
    pages = [Readable("", ()), Readable("x" * 5000, ("word " * 5000, "the end"))]
    checked = await checker.check([asks(question, page) for page in pages])
    assert all(np.isfinite(each.exactly) for each in checked)


def test_weights_that_are_not_the_trained_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "SHA256", "0" * 64)
    with pytest.raises(Misconfigured, match="FOOTNOTED_READER=none"):
        weights.shipped()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file in its place")
    with pytest.raises(Misconfigured, match=f"90 MB in {tmp_path}"):
        weights.checker_folder(tmp_path)


async def test_a_question_fails_at_once_if_too_many_wait(cache_dir: Path) -> None:
    checker = LocalChecker(cache_dir, waiting=0)
    with pytest.raises(ReaderDown):
        await checker.check([asks("how much does it hold")])
    await checker.close()
