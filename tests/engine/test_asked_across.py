"""A question in another language than the book, with a model: it answers in the reader's, footnotes quote the book."""

from __future__ import annotations

from uuid import uuid4

from footnoted.contracts.book_api import POLICY
from footnoted.contracts.rendering.languages import messages_in, policy_in, reader_language
from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.question import Question
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.write.model_writer import ModelWriter
from tests.engine.find.test_across import ASKED, ENGLISH, Dictionary, finder
from tests.fakes.history import FakeHistory
from tests.fakes.model import FakeModel

TEXT = "Reinige ihn mit destilliertem Wasser, und nur einmal im Jahr [1]."


async def asked(model: FakeModel, text: str = ASKED) -> Answer:
    searching = await finder(ENGLISH, Dictionary())
    engine = Engine(searching, ModelWriter(model, len), FakeHistory(), ExtractiveWriter())
    policy = policy_in(POLICY, reader_language(text, "", engine.language(None)))
    return await final(engine.ask(Question(text, uuid4(), policy=policy)))


async def test_the_answer_is_in_the_readers_language_and_its_footnote_quotes_the_book() -> None:
    model = FakeModel(TEXT)
    answer = await asked(model)
    assert (answer.outcome, answer.text) == (Outcome.ANSWERED, TEXT)
    assert "Answer in the language of the question" in model.heard[0]
    (citation,) = answer.citations
    assert answer.sources[citation.source - 1].passage.id == "p0"
    assert citation.quote in ENGLISH[0].text


async def test_a_number_that_the_book_has_not_is_put_right_in_the_readers_language() -> None:
    answer = await asked(FakeModel("Reinige den Spiegel alle 7 Jahre mit Wasser [1]."))
    assert messages_in("de").corrected.strip() in answer.text
    assert "distilled water" in answer.text.split(messages_in("de").corrected.strip())[1]


async def test_what_the_book_does_not_say_is_refused_in_the_readers_language() -> None:
    model = FakeModel(TEXT)
    answer = await asked(model, "Warum ist der Mond am Tag so blass, und wie fotografiere ich ihn?")
    assert (answer.outcome, answer.text) == (Outcome.DECLINED, messages_in("de").refusal)
    assert model.heard == []
