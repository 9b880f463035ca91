"""Questions asked at once share batches; questions asked again cost nothing; nobody's trouble is another's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from footnoted.domain.errors import EmbedderDown
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.embedders.questions import Questions


class Recorder:
    """Embeds a text as its length, once it may, and keeps the batches."""

    def __init__(self, *, waits: bool = False) -> None:
        self.batches: list[list[str]] = []
        self.failure: Exception | None = None
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()
        if not waits:
            self.may_end.set()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append(list(texts))
        self.begun.set()
        await asyncio.sleep(0)
        await self.may_end.wait()
        if self.failure:
            raise self.failure
        return [[float(len(text))] for text in texts]


async def test_a_hundred_at_once_are_embedded_in_four_batches_each_with_its_own_vector() -> None:
    recorder = Recorder()
    questions = Questions(recorder.embed, together=32)
    vectors = await asyncio.gather(*(questions.embed("x" * length) for length in range(1, 101)))
    assert vectors == [[float(length)] for length in range(1, 101)]
    assert list(map(len, recorder.batches)) == [32, 32, 32, 4]


async def test_a_single_question_does_not_wait_and_later_ones_share_the_next_batch() -> None:
    recorder = Recorder(waits=True)
    questions = Questions(recorder.embed)
    first = asyncio.create_task(questions.embed("first"))
    await recorder.begun.wait()
    later = [asyncio.create_task(questions.embed(text)) for text in ("second", "third")]
    await asyncio.sleep(0)
    recorder.may_end.set()
    await asyncio.gather(first, *later)
    assert recorder.batches == [["first"], ["second", "third"]]


async def test_the_same_question_is_embedded_once_whether_asked_at_once_or_again() -> None:
    recorder = Recorder()
    questions = Questions(recorder.embed)
    await asyncio.gather(*(questions.embed("same") for _ in range(5)))
    assert await questions.embed("same") == [4.0]
    assert recorder.batches == [["same"]]


async def test_the_longest_unused_is_forgotten_and_long_questions_are_not_kept() -> None:
    recorder = Recorder()
    questions = Questions(recorder.embed, kept=2)
    for text in ("a", "b", "a", "c", "a", "b", "y" * 1_001, "y" * 1_001):
        await questions.embed(text)
    assert recorder.batches == [["a"], ["b"], ["c"], ["b"], ["y" * 1_001], ["y" * 1_001]]


async def test_a_failure_reaches_all_waiting_callers_and_is_not_cached() -> None:
    recorder = Recorder()
    recorder.failure = EmbedderDown("down")
    questions = Questions(recorder.embed)
    failed = await asyncio.gather(questions.embed("a"), questions.embed("b"), return_exceptions=True)
    assert [type(failure) for failure in failed] == [EmbedderDown, EmbedderDown]
    recorder.failure = None
    assert await questions.embed("a") == [1.0]


async def test_a_caller_that_leaves_does_not_cancel_the_others() -> None:
    recorder = Recorder(waits=True)
    questions = Questions(recorder.embed, together=1)
    tasks = [asyncio.create_task(questions.embed(text)) for text in ("kept", "left", "left too", "other")]
    await recorder.begun.wait()
    tasks[1].cancel()
    tasks[2].cancel()
    recorder.may_end.set()
    assert await tasks[0] == [4.0]
    assert await tasks[3] == [5.0]
    assert recorder.batches == [["kept"], ["other"]]


async def test_closing_releases_waiting_callers() -> None:
    recorder = Recorder(waits=True)
    questions = Questions(recorder.embed, together=1)
    tasks = [asyncio.create_task(questions.embed(text)) for text in ("a", "b")]
    await recorder.begun.wait()
    await questions.close()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]


async def test_the_local_embedder_gives_each_its_own_vector_however_they_meet(tmp_path: Path) -> None:
    embedder = LocalEmbedder(tmp_path)
    texts = [f"How {'very ' * number}dark is the sky?" for number in range(40)]
    together = await asyncio.gather(*map(embedder.embed_question, texts))
    passages = await embedder.embed_passages(texts)
    for vector, passage in zip(together, passages, strict=True):
        assert vector == pytest.approx(passage, abs=1e-5)
    assert await embedder.embed_question(texts[7]) == together[7]
    await embedder.close()
