"""The reader that ships: its weights are the ones that were trained, and it reads question and passage together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from footnoted.domain.errors import Misconfigured, ReaderDown
from footnoted.domain.reading import Readable, Reading
from footnoted.providers.readers import weights
from footnoted.providers.readers.local import LocalReader

KETTLE = Readable(
    "The kettle > Descaling",
    (
        "A kettle holds 1.7 litres of water.",
        "Descale it every six weeks with 50 g of citric acid.",
        "Keep the box for the guarantee.",
    ),
)
TEAPOT = Readable("The teapot", ("A teapot keeps tea warm for 40 minutes under a cosy.", "It is made of porcelain."))


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reader")


@pytest.fixture
async def reader(cache_dir: Path) -> AsyncIterator[LocalReader]:
    opened = LocalReader(cache_dir)
    yield opened
    await opened.close()


async def test_it_knows_which_passage_and_which_sentence_answers(reader: LocalReader) -> None:
    kettle, teapot = await reader.read("how often should i descale my kettle", [KETTLE, TEAPOT])
    assert kettle.answers > teapot.answers
    assert max(range(3), key=kettle.shares.__getitem__) == 1


async def test_shares_are_of_one_whole_and_the_order_is_the_callers(reader: LocalReader) -> None:
    readings = await reader.read("How long does tea stay warm?", [TEAPOT, KETTLE, TEAPOT])
    assert [sum(reading.shares) for reading in readings] == pytest.approx([1, 1, 1])
    assert readings[0].answers == pytest.approx(readings[2].answers, abs=1e-3)
    assert readings[0].answers > readings[1].answers


async def test_a_question_with_no_answer_in_sight_scores_below_one_that_has_it(reader: LocalReader) -> None:
    (answered,) = await reader.read("What is a teapot made of?", [TEAPOT])
    (strange,) = await reader.read("Who won the chess championship in 1972?", [TEAPOT])
    assert answered.answers > strange.answers + 1


@pytest.mark.parametrize("question", ["", "?" * 9000, "\0\ud800<s></s>"])
async def test_odd_questions_and_endless_passages_are_read(reader: LocalReader, question: str) -> None:
    empty, endless = await reader.read(question, [Readable("", ()), Readable("x", ("word " * 5000, "the end"))])
    assert empty.shares == ()
    assert len(endless.shares) == 1  # what is beyond its reach has no share


def test_weights_that_are_not_the_trained_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "SHA256", "0" * 64)
    with pytest.raises(Misconfigured, match="FOOTNOTED_READER=none"):
        weights.shipped()


def test_only_what_training_changed_ships() -> None:
    tensors = weights.shipped()
    assert not {"word_emb", "positions"} & tensors.keys()
    assert tensors["l5.f2.w"].shape == (384, 1536)


async def test_questions_at_once_are_read_in_shared_batches_each_with_its_own_readings(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, together = LocalReader(cache_dir), LocalReader(cache_dir)
    questions = [f"What does the kettle number {number} hold?" for number in range(12)]
    expected = [await alone.read(question, [KETTLE, TEAPOT]) for question in questions]
    sizes: list[int] = []
    work = together._pairs._batcher._work

    async def counted(pairs: Sequence[tuple[str, Readable]]) -> Sequence[Reading]:
        sizes.append(len(pairs))
        return await work(pairs)

    monkeypatch.setattr(together._pairs._batcher, "_work", counted)
    found = await asyncio.gather(*(together.read(question, [KETTLE, TEAPOT]) for question in questions))
    assert sizes == [24]
    for readings, right in zip(found, expected, strict=True):
        assert [reading.answers for reading in readings] == pytest.approx(
            [reading.answers for reading in right], abs=1e-3
        )
        assert readings[0].shares == pytest.approx(right[0].shares, abs=1e-3)
    assert await together.read(questions[3], [KETTLE, TEAPOT]) == found[3]
    assert sizes == [24]  # read before, so not read again
    await alone.close()
    await together.close()


async def test_a_question_fails_at_once_if_too_many_wait(cache_dir: Path) -> None:
    reader = LocalReader(cache_dir, waiting=2)
    asked = [f"how often should i descale kettle number {number}" for number in range(5)]
    try:
        first, second, *others = await asyncio.gather(
            *(reader.read(question, [KETTLE, TEAPOT]) for question in asked), return_exceptions=True
        )
        assert isinstance(first, list)
        assert isinstance(second, list)
        assert [type(other) for other in others] == [ReaderDown] * 3
        # Those two are done with: there is room again, and for what is remembered there always was.
        busy = [asyncio.ensure_future(reader.read(question, [KETTLE])) for question in asked[2:4]]
        await asyncio.sleep(0)
        assert await reader.read(asked[0], [KETTLE, TEAPOT]) == first
        with pytest.raises(ReaderDown):
            await reader.read(asked[4], [KETTLE])
        await asyncio.gather(*busy)
        assert await reader.read(asked[4], [KETTLE])
    finally:
        await reader.close()
