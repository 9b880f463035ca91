"""A question on its way to the embedder: written in one way, with its context, or not at all."""

from __future__ import annotations

import pytest

from footnoted.domain.book import Vector
from footnoted.domain.errors import EmbedderDown
from footnoted.engine.find.question_vector import as_asked, question_vector
from tests.engine.find.test_own_embedders import Fixed


class Noting(Fixed):
    """Keeps what it is asked; down for one text."""

    def __init__(self) -> None:
        super().__init__("noting", [1.0, 0.0])
        self.texts: list[str] = []

    async def embed_question(self, text: str) -> Vector:
        self.texts.append(text)
        if text == "down":
            raise EmbedderDown("down")
        return self.vector


@pytest.mark.parametrize("typed", ["What's an eyepiece?", "what's an eyepiece", "WHAT IS AN EYEPIECE?!"])
async def test_however_it_is_typed_the_embedder_gets_the_same(typed: str) -> None:
    embedder = Noting()
    assert await question_vector(embedder, typed) == [1.0, 0.0]
    assert embedder.texts == ["what is an eyepiece"]


async def test_the_context_follows_the_question() -> None:
    embedder = Noting()
    await question_vector(embedder, "How heavy is it?", "Newtonian telescopes")
    assert embedder.texts == ["how heavy is it newtonian telescopes"]


async def test_without_an_embedder_there_is_no_vector() -> None:
    assert await question_vector(Noting(), "down") is None


def test_another_language_is_left_as_it_is() -> None:
    assert as_asked("Was ist ein Okular, und wofür?") == "Was ist ein Okular, und wofür?"
