"""Content words: what is dropped, what is kept, what meets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.text.words import STOP_WORDS, stem, terms, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("star", "stars"),
        ("city", "cities"),
        ("box", "boxes"),
        ("bake", "baking"),
        ("run", "running"),
        ("clean", "cleaned"),
        ("collimate", "collimation"),
        ("align", "alignment"),
        ("bright", "brightness"),
        ("steady", "steadily"),
        ("take", "took"),
        ("configs", "configuration"),
        ("app", "applications"),
        ("docs", "documentation"),
        ("colourful", "colorful"),
        ("behaviour", "behaviors"),
        ("centre", "center"),
        ("organised", "organizes"),
        ("optimisation", "optimize"),
        ("licence", "licensed"),
        ("child", "children"),
        ("setup", "set-up"),
        ("email", "e-mail"),
        ("Plossl", "Plössl"),
        ("kettle", "kettle's"),
        ("2000", "2,000"),
    ],
)
def test_forms_of_one_word_meet(one: str, other: str) -> None:
    assert set(words(one)) & set(words(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("lens", "lend"), ("Mars", "mare"), ("bus", "bu"), ("glass", "glas"), ("1.5", "15"), ("sing", "s")],
)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert not set(words(one)) & set(words(other))


def test_a_question_is_reduced_to_what_it_is_about() -> None:
    assert words("What is the boiling point of water?") == ["boil", "point", "water"]


def test_stop_words_alone_leave_nothing() -> None:
    assert words("How is it that they do not?") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call read_file now", ["call", "read_file", "read", "file"]),
        ("getUserName()", ["getusernam", "user"]),
        ("asyncio.run", ["asyncio.run", "asyncio", "run"]),
        ("C++ and C#", ["c++", "c#"]),
        ("3.5 km in 1,200 days.", ["3.5", "km", "1200", "day"]),
    ],
)
def test_identifiers_stay_whole_and_give_their_parts(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_chinese_becomes_pairs_even_next_to_latin() -> None:
    assert words("Python语言好") == ["python", "语言", "言好"]


def test_shouted_us_is_a_country() -> None:
    assert words("the US army told us") == ["US", "armi"]


@given(st.text())
def test_any_text_gives_nonempty_words(text: str) -> None:
    assert all(word and not word.isspace() for word in words(text))


@given(st.lists(st.sampled_from(sorted(STOP_WORDS)), min_size=1), st.sampled_from([str.lower, str.title, str.swapcase]))
def test_a_stop_word_is_one_however_it_is_written(found: list[str], case: Callable[[str], str]) -> None:
    assert set(words(" ".join(map(case, found)))) <= {"US", "IT"}
    assert words("aM iN oF") == []


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))
def test_a_stem_is_never_empty(word: str) -> None:
    assert stem(word)


@given(st.lists(st.sampled_from(["lamp", "rivers", "read_file", "3.5", "Plössl", "语言"]), min_size=1))
def test_words_of_a_joined_text_are_the_words_of_its_parts(parts: list[str]) -> None:
    assert words(" , ".join(parts)) == [word for part in parts for word in words(part)]


@pytest.mark.parametrize("text", ["Plössl eyepieces took a set-up", "1,200 files; 638,000, at most", "read_file in US"])
def test_a_search_finds_what_reading_counts(text: str) -> None:
    searched = terms(text)
    assert set(words(text)) <= {*searched.words, *searched.symbols}


def test_a_search_keeps_what_reading_calls_empty() -> None:
    assert words("go and make it") == []
    assert terms("go and make it").words == ["go", "make"]
