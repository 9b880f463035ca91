from __future__ import annotations

import math

import pytest

from footnoted.domain.book import Passage
from footnoted.domain.text.words import terms
from footnoted.providers.qdrant.lexical import Field, Lexicon, scores


def passage(text: str, title: str = "", headings: tuple[str, ...] = ()) -> Passage:
    return Passage("1", "b", "", "/p", "", title, headings, 0, 0, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The mounts are aligned", ["mount", "align"]),
        ("The telescope's mirror; don’t touch", ["telescop", "mirror", "touch"]),
        ("use_state", ["use", "state"]),
        ("getHTTPResponse", ["gethttprespons", "get", "http", "respons"]),
        ("std::vec::Vec", ["std", "vec", "vec"]),
        ("--no-verify", ["verifi"]),
        ("10x50", ["10x50", "10", "50"]),
        ("f/8", ["8"]),
        ("Python 3.11", ["python", "3", "11"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("月", ["月"]),
        ("iPhone15用", ["iphone15", "phone", "15", "用"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("Ｆｕｌｌ ﬁx", ["full", "fix"]),
        ("a\0telescope \ud800", ["telescop"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert terms(text).words == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use_state useState", ["use_state", "usestate"]),
        ("std::vec::Vec.", ["std::vec::vec"]),
        ("git commit --no-verify", ["no-verify"]),
        ("tar -v", ["-v"]),
        ("C++ and C#, not C", ["c++", "c#"]),
        ("a 10x50 at f/8", ["10x50", "f/8"]),
        ("Python 3.11.4 (v1.16)", ["3.11.4", "v1.16"]),
        ("src/app.py: self->next", ["src/app.py", "self->next"]),
        ("Plain words. Nothing else, isn't it?", []),
    ],
)
def test_symbols(text: str, expected: list[str]) -> None:
    assert terms(text).symbols == expected


def test_a_dash_between_spaces_is_no_flag() -> None:
    assert terms("north - south").symbols == []


def test_inflections_meet() -> None:
    question = Lexicon().question("aligning a mount")
    assert question.keys() & Lexicon().passage(passage("The mounts were aligned.")).keys()


def test_the_same_word_counts_by_the_field_it_stands_in() -> None:
    lexicon = Lexicon(headings=Field(0.3, 6.0))
    body, heading = scores(
        lexicon.question("collimation"),
        [lexicon.passage(passage("collimation")), lexicon.passage(passage("", "collimation"))],
    )
    assert body > heading > 0


def test_a_whole_symbol_beats_its_parts() -> None:
    lexicon = Lexicon()
    whole, parts = scores(
        lexicon.question("use_state"),
        [lexicon.passage(passage("call use_state here")), lexicon.passage(passage("use the state here"))],
    )
    assert whole > parts


def test_scores_are_bm25() -> None:
    lexicon = Lexicon(words=Field(1.0, 4.0), k1=1.2, b=0.75)
    texts = ["mirror mirror tube", "tube", "lens"]
    found = scores(lexicon.question("mirror"), [lexicon.passage(passage(text)) for text in texts])
    rarity = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    assert found == pytest.approx([rarity * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 4)), 0, 0])


def test_tokens_are_the_same_on_every_machine() -> None:
    assert Lexicon().question("mirror") == {1590070066: 1.0, 3478152981: 0.5}


def test_words_of_the_conversation_count_less_and_never_instead_of_the_question() -> None:
    lexicon = Lexicon()
    alone, together = lexicon.question("mirror"), lexicon.question("mirror", "mirror eyepiece")
    assert {token: together[token] for token in alone} == alone
    context = lexicon.question("eyepiece")
    assert {token: together[token] for token in context} == {
        token: lexicon.context * weight for token, weight in context.items()
    }
