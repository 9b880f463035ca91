"""Languages are told apart by what a text shows, and a short text has the one it is expected in."""

from __future__ import annotations

import importlib
from dataclasses import fields
from string import Formatter

import pytest

from footnoted.domain.text.language import WITH_FILE, accepted, language, language_of
from footnoted.domain.text.messages import Messages
from footnoted.domain.text.words import stem, terms, words

QUESTIONS = {
    "en": "How do I clean the mirror of a telescope?",
    "de": "Wie reinige ich den Spiegel eines Teleskops?",
    "es": "¿Cómo se limpia el espejo de un telescopio?",
    "fr": "Comment nettoyer le miroir d’un télescope ?",
    "it": "Come si pulisce lo specchio di un telescopio?",
    "tr": "Bir teleskopun aynası nasıl temizlenir?",
    "pl": "Jak wyczyścić zwierciadło teleskopu?",
    "ru": "Как чистить зеркало телескопа?",
    "uk": "Як чистити дзеркало телескопа і її окуляр?",
    "el": "Πώς καθαρίζω τον καθρέφτη ενός τηλεσκοπίου;",
    "ar": "كيف أنظف مرآة التلسكوب؟",
    "ur": "میں دوربین کا آئینہ کیسے صاف کروں؟",
    "fa": "چگونه آینهٔ تلسکوپ را تمیز کنم؟",
    "hi": "मैं दूरबीन का दर्पण कैसे साफ़ करूँ?",
    "zh": "怎样清洁望远镜的镜面？",
    "ja": "望遠鏡の鏡はどう掃除しますか？",
    "ko": "망원경의 거울은 어떻게 닦나요?",
    "th": "ทำความสะอาดกระจกกล้องโทรทรรศน์อย่างไร",
}


@pytest.mark.parametrize(("code", "question"), QUESTIONS.items())
def test_a_question_shows_its_language(code: str, question: str) -> None:
    assert language_of(question) == code


@pytest.mark.parametrize("text", ["", "f/8", "NGC 7000", "Newton", "Plössl 25 mm"])
def test_what_shows_no_language_has_the_expected_one(text: str) -> None:
    assert language_of(text, "de") == "de"
    assert language_of(text) == ""


def test_names_in_latin_letters_do_not_make_a_chinese_question_english() -> None:
    assert language_of("Super Bowl 50 是什么时候举行的？") == "zh"


@pytest.mark.parametrize("text", ["expose prometheus metrics endpoint", "implicit explicit memory exercise compare"])
def test_keywords_that_look_a_little_like_another_language_have_the_expected_one(text: str) -> None:
    assert language_of(text) != "en"
    assert language_of(text, "en") == "en"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Fernrohr Spiegel justieren Anleitung"),
        ("es", "telescopio espejo limpiar procedimiento"),
        ("fr", "nettoyer miroir télescope étapes"),
    ],
)
def test_keywords_that_look_much_like_another_language_show_it(code: str, text: str) -> None:
    assert language_of(text, "en") == code


def test_code_in_an_english_book_stays_english() -> None:
    listing = "use std::collections::HashMap; fn main() { let mut scores = HashMap::new(); scores.insert(10, 50); } and"
    assert language_of(listing, "en") == "en"


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [
        ("de", "Die Häuser der Städte", "Haus in der Stadt"),
        ("es", "las galaxias lejanas", "una galaxia lejana"),
        ("fr", "les télescopes étaient réglés", "un telescope régler"),
        ("ru", "русские телескопы", "русскому телескопу"),
        ("ar", "المدرسة والطلاب", "مدرسة الطلاب"),
        ("tr", "evlerin kapıları", "evler kapı"),
        ("el", "των άστρων", "το άστρο"),
        ("ar", "السنه", "سنة"),
        ("ar", "مستشفي", "المستشفى"),
        ("de", "installiere", "Installation"),
        ("de", "Digitalisierung", "digitalisieren"),
        ("ko", "필요해요", "필요합니다"),
        ("ko", "익히나요", "익히기"),
        ("ko", "절이나요", "절입니다"),
        ("ur", "بیٹرى", "بیٹری"),
        ("hi", "क्\u200dयारी", "क्यारी"),
        ("ta", "௭௫ ௭௬", "௭௫"),
    ],
)
def test_endings_of_a_language_meet(code: str, one: str, other: str) -> None:
    assert set(words(one, code)) & set(words(other, code))


@pytest.mark.parametrize(
    ("code", "text", "bare"),
    [
        ("ko", "소금이", ["소금"]),
        ("ko", "온도는", ["온도"]),
        ("ko", "온도", ["온도"]),
        ("ko", "마을", ["마을"]),
        ("ko", "국가", ["국가"]),
        ("zh", "那红茶呢", ["红茶"]),
        ("zh", "绿茶多久", ["绿茶"]),
        ("zh", "綠茶為什麼", ["綠茶"]),
        ("de", "Polizei", ["polizei"]),
        ("de", "Station", ["station"]),
    ],
)
def test_what_is_no_ending_stays(code: str, text: str, bare: list[str]) -> None:
    assert words(text, code) == bare


def test_urdu_from_any_keyboard_is_one_text() -> None:
    assert words("يه بيٹرى كتنى دير چلتى هے", "ur") == words("یہ بیٹری کتنی دیر چلتی ہے", "ur")


def test_the_little_words_of_hindi_tell_it_from_its_neighbours() -> None:
    assert language_of("यह पानी का गमला है", "ja") == "hi"
    assert language_of("ही मुंबई", "mr") == "mr"
    assert language_of("माझे घर मुंबईत आहे आणि तो ही", "") == "mr"


def test_the_little_words_of_a_language_are_left_out_of_a_search() -> None:
    assert terms("Wer hat das Okular und die Linse erfunden?", "de").words == ["okular", "lins", "erfund"]
    assert "die" in terms("die casting", "en").words


def test_accents_do_not_part_words_in_any_language() -> None:
    assert words("Bogotá", "es") == words("Bogota", "es")
    assert words("crème brûlée") == words("creme brulee")


def test_latin_names_in_another_script_keep_their_english_form() -> None:
    assert words("Телескопы Windows", "ru")[-1] == stem("windows") == "window"


@pytest.mark.parametrize(
    ("code", "question", "answer", "other"),
    [
        ("ja", "望遠鏡の鏡はどう掃除しますか？", "望遠鏡の鏡は柔らかい布で掃除します。", "植え替えは三月が最適です。"),
        ("ko", "망원경 거울은 어떻게 청소하나요?", "거울은 부드러운 천으로 청소합니다.", "분갈이는 삼월이 좋습니다."),
        ("th", "ทำความสะอาดกระจกกล้องอย่างไร", "ใช้ผ้านุ่มทำความสะอาดกระจกของกล้อง", "ย้ายกระถางในเดือนมีนาคม"),
        ("zh", "望远镜的镜子怎么清洁？", "用软布清洁望远镜的镜子。", "三月最适合换盆。"),
    ],
)
def test_words_are_found_where_no_spaces_part_them(code: str, question: str, answer: str, other: str) -> None:
    assert language_of(question) == language_of(answer) == code
    asked = set(words(question, code))
    assert len(asked & set(words(answer, code))) >= len(asked) / 3
    assert len(asked & set(words(other, code))) <= len(asked) / 6  # pairs of Thai letters meet by chance


@pytest.mark.parametrize(("code", "little"), [("ja", "ですか"), ("ko", "어떻게"), ("th", "อย่างไร"), ("zh", "为什么")])
def test_a_little_word_alone_says_nothing(code: str, little: str) -> None:
    assert words(little, code) == []


def test_a_language_that_nobody_knows_is_read_as_english() -> None:
    assert words("the stars", "xx") == words("the stars") == words("the stars", "")


@pytest.mark.parametrize("code", [code for code in WITH_FILE if language(code).messages])
def test_every_message_is_said_and_takes_the_same_figures(code: str) -> None:
    english, own = language("en").messages, language(code).messages
    assert english
    assert own
    for field in fields(Messages):
        here, there = getattr(own, field.name), getattr(english, field.name)
        assert here.strip(), field.name
        assert _figures(here) == _figures(there), field.name
        assert here[-1:].isspace() == there[-1:].isspace(), field.name
        assert code == "en" or here != there, field.name


def test_the_languages_readers_were_promised_have_messages() -> None:
    spoken = {code for code in WITH_FILE if language(code).messages}
    assert {"en", "de", "es", "fr", "ar", "ur", "zh"} <= spoken


@pytest.mark.parametrize("code", WITH_FILE)
def test_a_languages_file_names_each_word_once(code: str) -> None:
    data = importlib.import_module(f"footnoted.domain.text.languages.{code}")
    assert not set(data.GRAMMAR.split()) & set(data.EMPTY.split())


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.1, ar;q=0.7", "ar"),
        ("*", ""),
        ("", ""),
        ("fr;q=0", ""),
        (";;,=", ""),
    ],
)
def test_the_reader_likes_a_language_best(header: str, code: str) -> None:
    assert accepted(header) == code


def _figures(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}
