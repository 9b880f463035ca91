"""A small book in five languages, asked as readers of it ask: in its language and in English, in the book and not.

Words alone decide here, as with the embedder that ships: it reads English. The pages are in ``small_books/``.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote
from uuid import uuid4

import pytest

from footnoted.contracts.book_api import POLICY
from footnoted.contracts.rendering.languages import messages_in, policy_in, reader_language
from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.book import Marks
from footnoted.domain.question import Question
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from footnoted.ingest.index import ingest
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.history import FakeHistory
from tests.fakes.index import InMemoryIndex
from tests.ingest.test_languages import English

IN_THE_BOOK = [
    ("de", "Wie lange hält sich Roggenbrot frisch?", "fünf Tage"),
    ("de", "warum ist mein brot flach", "zu lange gegangen"),
    ("de", "Was macht der Dampf mit der Kruste?", "dünn und glänzend"),
    ("ar", "متى يضاف الهيل؟", "آخر خمس دقائق"),
    ("ar", "لماذا لا توضع القهوة في الثلاجة", "تمتص الروائح"),
    ("ar", "كيف تنظف الدلة النحاسية؟", "بالليمون والملح"),
    ("zh", "猫可以吃巧克力吗", "中毒"),
    ("zh", "幼猫什么时候接种第一针疫苗？", "八周"),
    ("zh", "搬家以后猫要关几天？", "三天"),
    ("tr", "Bal ne zaman hasat edilir?", "temmuz sonunda"),
    ("tr", "balmumu kaç derecede erir", "altmış dört"),
    ("tr", "Ana arı günde kaç yumurta bırakır?", "iki bin"),
    ("ur", "دودھ پتی کتنے منٹ پکائیں؟", "پانچ منٹ"),
    ("ur", "کشمیری چائے کا گلابی رنگ کہاں سے آتا ہے؟", "میٹھے سوڈے"),
]
NOT_IN_THE_BOOK = [
    ("de", "Wie entkalke ich eine Espressomaschine?"),
    ("de", "Wer hat den Otto-Motor erfunden?"),
    ("ar", "من اخترع الهاتف؟"),
    ("ar", "كيف أغير إطار السيارة؟"),
    ("zh", "谁发现了氧气？"),
    ("zh", "如何更换汽车轮胎？"),
    ("tr", "Telefonu kim icat etti?"),
    ("tr", "Araba lastiği nasıl değiştirilir?"),
    ("ur", "پاکستان کب بنا؟"),
    ("ur", "گاڑی کا تیل کیسے بدلیں؟"),
]
SPOKEN = ("de", "ar", "zh", "tr", "ur")
IN_ENGLISH = ("How long does it take?", "Who invented the telephone?", "How do I store it over the winter?")


async def asked(folder: Path, code: str, text: str) -> Answer:
    page = Path(__file__).with_name("small_books") / f"{code}.md"
    (folder / page.name).write_text(page.read_text("utf-8"), "utf-8")
    index, catalogue, embedder = InMemoryIndex(), FakeCatalogue(), English()
    await ingest(folder, "book", embedder, index, catalogue, site="https://books.example")  # type: ignore[arg-type]
    (book,) = await catalogue.books()
    own = calibration(embedder.name, Marks(passages=book.passages), language=book.language)
    finder = Finder(embedder, index, Calibrations(own, {}))  # type: ignore[arg-type]
    engine = Engine(finder, ExtractiveWriter(), FakeHistory(), ExtractiveWriter())
    policy = policy_in(POLICY, reader_language(text, ""))
    return await final(engine.ask(Question(text, uuid4(), policy=policy)))


@pytest.mark.parametrize(("code", "text", "fact"), IN_THE_BOOK)
async def test_what_the_book_says_is_answered_and_footnoted(tmp_path: Path, code: str, text: str, fact: str) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.outcome is Outcome.ANSWERED
    assert fact in answer.text
    assert answer.text.startswith(messages_in("ur").hedge) is (code == "ur")  # nobody measured Urdu
    assert re.search(r" \[1\][.。۔]", answer.text)  # a marker stands before the stop, in every script


@pytest.mark.parametrize("code", SPOKEN)
async def test_a_footnote_quotes_the_page_and_scrolls_to_its_words(tmp_path: Path, code: str) -> None:
    answer = await asked(tmp_path, code, next(text for own, text, _ in IN_THE_BOOK if own == code))
    page = (tmp_path / f"{code}.md").read_text("utf-8")
    for citation in answer.citations:
        passage = answer.sources[citation.source - 1].passage
        assert citation.supported
        assert citation.quote in page
        words = [unquote(found) for _, found in passage.fragments]
        assert all(found and re.search(rf"(?<!\w){re.escape(found)}(?!\w)", page) for found in words)


@pytest.mark.parametrize(("code", "text"), NOT_IN_THE_BOOK)
async def test_what_it_does_not_say_is_refused_in_the_readers_language(tmp_path: Path, code: str, text: str) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.declined
    assert answer.text == messages_in(code).refusal
    assert answer.citations == ()


@pytest.mark.parametrize("text", IN_ENGLISH)
@pytest.mark.parametrize("code", SPOKEN)
async def test_without_a_multilingual_arm_an_english_question_is_refused_in_english(
    tmp_path: Path, code: str, text: str
) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.declined
    assert answer.text in (messages_in("en").refusal, messages_in("en").unclear)
