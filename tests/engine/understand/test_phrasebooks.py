"""Languages with phrases instead of patterns: what readers say around a question, and how they go on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from footnoted.domain.book import Book, Page, Passage, passage_id
from footnoted.domain.text.language import WITH_FILE, language
from footnoted.engine.understand.about_book.contents import Contents
from footnoted.engine.understand.about_book.reply import reply
from footnoted.engine.understand.languages.phrasebook import PHRASEBOOKS, Phrasebook, phrasebook
from footnoted.engine.understand.languages.rules import Request
from footnoted.engine.understand.plain import plain
from footnoted.engine.understand.requests import asks_to_explain, recognise
from footnoted.engine.understand.stands_alone import names_nothing, stands_alone
from tests.fakes.catalogue import FakeCatalogue

WIDGET = Path(__file__).parents[3] / "widget" / "src" / "words"
POLITE = [
    ("es", "Hola, ¿cuándo se siembran los tomates? Gracias", "¿cuándo se siembran los tomates?"),
    ("fr", "Bonjour ! Pouvez-vous me dire quand semer les tomates ?", "quand semer les tomates ?"),
    ("pt", "Oi, onde guardo o caiaque, por favor?", "onde guardo o caiaque?"),
    ("it", "Buongiorno, vorrei sapere quando si seminano i pomodori", "quando si seminano i pomodori"),
    ("nl", "Hallo, kun je me vertellen wanneer ik tomaten zaai?", "wanneer ik tomaten zaai?"),
    ("pl", "Dzień dobry, gdzie rośnie borowik?", "gdzie rośnie borowik?"),
    ("ru", "Здравствуйте! Подскажите, когда сажать томаты", "когда сажать томаты"),
    ("tr", "Merhaba, bal ne zaman hasat edilir?", "bal ne zaman hasat edilir?"),
    ("ar", "السلام عليكم، متى يضاف الهيل؟", "متى يضاف الهيل؟"),
    ("ur", "السلام علیکم، کھاد کب ڈالیں؟", "کھاد کب ڈالیں؟"),
    ("fa", "سلام، زعفران را چگونه خشک کنیم؟", "زعفران را چگونه خشک کنیم؟"),
    ("zh", "请问，幼猫什么时候打疫苗？", "幼猫什么时候打疫苗？"),
    ("ja", "すみません、チェーンはいつ交換しますか？", "チェーンはいつ交換しますか？"),
    ("ko", "안녕하세요, 배추는 몇 시간 절이나요?", "배추는 몇 시간 절이나요?"),
    ("hi", "नमस्ते, टमाटर कब बोएँ?", "टमाटर कब बोएँ?"),
]
GOES_ON = {
    "es": "¿Y cuándo?",
    "fr": "Et les radis ?",
    "pt": "E onde devo guardá-lo?",
    "it": "E i ravanelli?",
    "nl": "En hoe bewaar ik hem?",
    "pl": "A kiedy on rośnie?",
    "ru": "А как её хранить?",
    "tr": "Peki ya radis?",
    "ar": "وكيف أنظفها؟",
    "ur": "اور چونسہ؟",
    "fa": "و فاصلهٔ آنها؟",
    "zh": "那么它呢？",
    "ja": "では、ブレーキは？",
    "ko": "그럼 무는요?",
    "hi": "और मूली?",
}
WHOLE = {
    "es": "¿Qué es un ocular y cómo se limpia?",
    "fr": "Quand faut-il récolter le basilic ?",
    "pt": "O que fazer quando o caiaque vira?",
    "it": "Come si pulisce lo specchio del telescopio?",
    "nl": "Hoe maak ik de spiegel van de telescoop schoon?",
    "pl": "Co to jest goryczak i gdzie rośnie?",
    "ru": "Что такое телескоп и как чистить зеркало?",
    "tr": "Ana arı günde kaç yumurta bırakır?",
    "ar": "ما هو الهيل ومتى يضاف؟",
    "ur": "گڑھا کتنا گہرا ہونا چاہیے؟",
    "fa": "پیاز زعفران را در چه عمقی بکاریم؟",
    "zh": "幼猫什么时候接种第一针疫苗？",
    "ja": "空気はどのくらいの頻度で入れますか？",
    "ko": "김치냉장고 온도는 몇 도가 좋나요?",
    "hi": "टमाटर का पौधा कब लगाया जाता है?",
}


def own(code: str) -> Phrasebook:
    found = phrasebook(code)
    assert found
    return found


def recognised(text: str, code: str, *, is_first: bool = True) -> Request | None:
    asked = recognise(plain(text, code), is_first=is_first, expected=code, written=text)
    return asked.request if asked and asked.language == code else None


@pytest.mark.parametrize("code", PHRASEBOOKS)
def test_every_phrase_is_recognised_however_it_is_typed(code: str) -> None:
    missed = [
        typing
        for request, phrase, _ in own(code).requests()
        for typing in (phrase, f"{phrase}?", f" {phrase.capitalize()} !", f"{phrase}؟", f"{phrase}？")
        if recognised(typing, code) is not request
    ]
    assert missed == []


@pytest.mark.parametrize("code", PHRASEBOOKS)
def test_in_a_conversation_what_names_no_book_points_at_what_was_said(code: str) -> None:
    for request, phrase, must_be_first in own(code).requests():
        assert recognised(phrase, code, is_first=False) is (None if must_be_first else request), phrase


@pytest.mark.parametrize("code", PHRASEBOOKS)
def test_what_wants_a_selection_explained_asks_nothing_else(code: str) -> None:
    assert [phrase for phrase, _ in own(code).each(own(code).explain) if not asks_to_explain(phrase)] == []


@pytest.mark.parametrize("words", sorted(WIDGET.glob("*.ts")), ids=lambda path: path.stem)
def test_the_widgets_own_question_about_a_selection_is_understood(words: Path) -> None:
    if words.stem != "index":
        (explain,) = re.findall(r'explain: "(.+)"', words.read_text("utf-8"))
        assert asks_to_explain(plain(explain, words.stem))


@pytest.mark.parametrize(("code", "text", "left"), POLITE)
def test_politeness_goes_and_the_question_stays(code: str, text: str, left: str) -> None:
    assert plain(text, code) == left


@pytest.mark.parametrize("code", PHRASEBOOKS)
def test_a_question_that_goes_on_does_not_stand_alone(code: str) -> None:
    assert not stands_alone(GOES_ON[code], code)
    assert stands_alone(WHOLE[code], code)
    assert not names_nothing(WHOLE[code], code)


@pytest.mark.parametrize("code", PHRASEBOOKS)
async def test_a_book_is_told_about_in_the_readers_language(code: str) -> None:
    book, catalogue = own(code), FakeCatalogue()
    title = book.starting_points.split("|")[0]
    opening = f"{book.books.split('|')[0]} 42."
    passage = Passage(passage_id("b", "/b", 0), "b", "", "/b", "", title, (), 0, 1, opening, language=code)
    first = Passage(passage_id("b", "/a", 0), "b", "", "/a", "", "A", (), 0, 0, "42.", language=code)
    pages = [Page("a", "/a", "A", 0, "hash", (first,)), Page("b", "/b", title, 1, "hash", (passage,))]
    await catalogue.record(Book("b", "B", "b", "", "fake", "1", 2, 2, language=code), pages, [])
    contents = Contents(catalogue)
    outlines = await contents.outlines()
    for request, phrase, _ in book.requests():
        asked = recognise(phrase, is_first=True, expected=code)
        assert asked
        told = await reply(asked, outlines, contents)
        assert told, phrase
        if request is Request.OVERVIEW:
            assert "".join(told.pieces).startswith(f"{opening[:-1]} [1].")
        if request is Request.GREETING:
            assert told.pieces == (book.book.replies[Request.GREETING].format(title=book.book.quoted("B")),)


def test_every_language_with_phrases_has_messages() -> None:
    assert set(PHRASEBOOKS) | {"en", "de"} <= {code for code in WITH_FILE if language(code).messages}
