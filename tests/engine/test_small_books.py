"""A small book in seven languages, asked as readers of it ask: in its language and in English, in the book and not.

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
    ("tr", "Bal ne zaman hasat edilir?", "temmuz sonunda"),
    ("tr", "balmumu kaç derecede erir", "altmış dört"),
    ("tr", "Ana arı günde kaç yumurta bırakır?", "iki bin"),
    ("ur", "دودھ پتی کتنے منٹ پکائیں؟", "پانچ منٹ"),
    ("ur", "کشمیری چائے کا گلابی رنگ کہاں سے آتا ہے؟", "میٹھے سوڈے"),
    ("pt", "Quantos sopros de apito pedem socorro?", "três sopros"),
    ("pt", "o que fazer se o caiaque virar", "alça"),
    ("pt", "Com quanto vento devo ficar em terra?", "vinte nós"),
    ("pt", "lavar caiaque", "água doce"),
    ("pt", "Por que evitar o algodão?", "esfria"),
    ("fa", "برای یک کیلو زعفران چند گل لازم است؟", "صد و پنجاه هزار"),
    ("fa", "چرا زعفران در تابستان آب نمی‌خواهد؟", "خواب"),
    ("fa", "پیاز هر چند سال جابه‌جا می‌شود؟", "پنج سال"),
    ("fa", "کنه", "ضدعفونی"),
    ("fa", "دمای خشک کردن", "چهل درجه"),
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
    ("pt", "Quem inventou o telefone?"),
    ("pt", "Como trocar o pneu de um carro?"),
    ("fa", "تلفن را چه کسی اختراع کرد؟"),
    ("fa", "پایتخت کانادا کجاست؟"),
]
SPOKEN = ("de", "ar", "zh", "tr", "ur", "pt", "fa")
NOT_MEASURED = ("ur", "pt", "fa")
SHOWN = [("zh", "搬家以后猫要关几天？", "三天")]
IN_CONVERSATION = [
    ("pt", "Como lavar o caiaque?", "E onde devo guardá-lo?", "sombra"),
    ("ur", "سبز چائے کیسے بنتی ہے؟", "اور کشمیری چائے؟", "میٹھے سوڈے"),
]
ABOUT_THE_BOOK = [
    ("pt", "Sobre o que é este livro?", "Este livro ensina a remar"),
    ("fa", "این کتاب دربارهٔ چیست؟", "این کتاب کاشت و نگهداری زعفران را یاد می‌دهد"),
    ("pt", "Olá, bom dia!", "Olá!"),
    ("fa", "سلام", "سلام!"),
    ("fa", "فهرست مطالب", "راهنمای زعفران"),
]
SELECTED = [
    ("pt", "A que distância se ouve?", "Um apito ouve-se a um quilômetro; três sopros pedem socorro.", "quilômetro"),
    ("fa", "در چند درجه خشک کنیم؟", "کلاله‌ها را در سایه و در دمای چهل درجه خشک کنید.", "چهل درجه"),
]
IN_ENGLISH = ("How long does it take?", "Who invented the telephone?", "How do I store it over the winter?")


async def asked(folder: Path, code: str, *texts: str, selection: str | None = None) -> Answer:
    """What is answered to the last of these, asked one after the other."""
    page = Path(__file__).with_name("small_books") / f"{code}.md"
    (folder / page.name).write_text(page.read_text("utf-8"), "utf-8")
    index, catalogue, embedder = InMemoryIndex(), FakeCatalogue(), English()
    await ingest(folder, "book", embedder, index, catalogue, site="https://books.example")  # type: ignore[arg-type]
    (book,) = await catalogue.books()
    own = calibration(embedder.name, Marks(passages=book.passages), language=book.language)
    assert own
    finder = Finder(embedder, index, Calibrations(own, {"book": own}))  # type: ignore[arg-type]
    writer, session = ExtractiveWriter(), uuid4()
    engine = Engine(finder, writer, FakeHistory(), writer, catalogue=catalogue)
    for text in texts:
        policy = policy_in(POLICY, reader_language(text, "", engine.language(None)))
        question = Question(text, uuid4(), session=session, selection=selection, policy=policy)
        answer = await final(engine.ask(question))
    return answer


@pytest.mark.parametrize(("code", "text", "fact"), IN_THE_BOOK)
async def test_what_the_book_says_is_answered_and_footnoted(tmp_path: Path, code: str, text: str, fact: str) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.outcome is Outcome.ANSWERED
    assert fact in answer.text
    assert answer.text.startswith(messages_in(code).hedge) is (code in NOT_MEASURED)
    assert re.search(r" \[1\][.。۔]", answer.text)  # a marker stands before the stop, in every script


@pytest.mark.parametrize(("code", "first", "then", "fact"), IN_CONVERSATION)
async def test_a_question_goes_on_from_the_one_before(
    tmp_path: Path, code: str, first: str, then: str, fact: str
) -> None:
    answer = await asked(tmp_path, code, first, then)
    assert fact in answer.text


@pytest.mark.parametrize(("code", "text", "fact"), SHOWN)
async def test_what_may_answer_is_shown_as_the_place(tmp_path: Path, code: str, text: str, fact: str) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.outcome is Outcome.SHOWN
    assert answer.text.startswith(messages_in(code).shown)
    assert fact in answer.text


@pytest.mark.parametrize(("code", "text", "begins"), ABOUT_THE_BOOK)
async def test_it_speaks_of_itself_in_its_language(tmp_path: Path, code: str, text: str, begins: str) -> None:
    answer = await asked(tmp_path, code, text)
    assert answer.outcome is (Outcome.ANSWERED if answer.sources else Outcome.UNCLEAR)  # a greeting asks nothing
    assert not answer.declined
    assert begins in answer.text


@pytest.mark.parametrize(("code", "text", "selection", "fact"), SELECTED)
async def test_a_selected_sentence_answers_by_itself(
    tmp_path: Path, code: str, text: str, selection: str, fact: str
) -> None:
    answer = await asked(tmp_path, code, text, selection=selection)
    assert fact in answer.text
    off = await asked(tmp_path, code, next(off for own, off in NOT_IN_THE_BOOK if own == code), selection=selection)
    assert off.text == messages_in(code).selection_refusal


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
