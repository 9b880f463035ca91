from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.text.sentences import sentences


@given(st.text() | st.text("aB1 .!?…\n-`$|\"')。é", max_size=200))
def test_joining_gives_back_the_text(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text("aB .!?\n", max_size=100))
def test_no_sentence_is_empty(text: str) -> None:
    assert all(sentence == sentence.strip() != "" for sentence in sentences(text))


@pytest.mark.parametrize(
    "whole",
    [
        "Use a filter, e.g. Baader film, or i.e. nothing.",
        "See Fig. 3 and Eq. 4 in No. 7 of vol. 2.",
        "Dr. A. B. Smith vs. Prof. Lee, approx. 3.5 mm.",
        "It was copied [Op. Cit., vol. 26, p. 108] and printed (Loc. Cit., p. 3) again.",
        "It was on Jan. 5 at 9 p.m. exactly.",
        "He said “Stop!” and left.",
        "Wait... what?",
        "Call `a. B` or $x. Y$ now.",
        "Version 2.0.1 of node.js works.",
        "The U.S. Army came.",
        "1. First item",
    ],
)
def test_one_sentence(whole: str) -> None:
    assert sentences(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
        ("It ends (here.) And goes on.", ["It ends (here.)", "And goes on."]),
        ("Is it 5? 6 is more.", ["Is it 5?", "6 is more."]),
        ("So did I. You did not.", ["So did I.", "You did not."]),
        ("Say no. No more.", ["Say no.", "No more."]),
        ("Call it. `f` runs.", ["Call it.", "`f` runs."]),
        ("今日は。元気？はい！", ["今日は。", "元気？", "はい！"]),
        ("Soft\nwrap. Next\nline.", ["Soft\nwrap.", "Next\nline."]),
        ("A head\n\nA body.", ["A head", "A body."]),
        ("Need:\n- one\n- two. Really.", ["Need:", "- one", "- two.", "Really."]),
        ("| a. B |\n| --- |\n| c |", ["| a. B |", "| --- |", "| c |"]),
        ("Run:\n\n```sh\nls. Ls\n\nls\n```\n\nDone.", ["Run:", "```sh\nls. Ls\n\nls\n```", "Done."]),
    ],
)
def test_cut(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


@pytest.mark.parametrize(
    ("language", "text", "cut"),
    [
        ("zh", "望远镜有两种。“你好！”他说。价格是3.5元。", ["望远镜有两种。", "“你好！”", "他说。", "价格是3.5元。"]),
        ("ja", "鏡です｡そうですか？はい！", ["鏡です｡", "そうですか？", "はい！"]),
        ("ar", "ما هذا؟ هذا كتاب. قال د. أحمد ذلك.", ["ما هذا؟", "هذا كتاب.", "قال د. أحمد ذلك."]),
        ("ur", "یہ کتاب ہے۔ کیا یہ سچ ہے؟ ہاں۔", ["یہ کتاب ہے۔", "کیا یہ سچ ہے؟", "ہاں۔"]),
        ("hi", "यह एक किताब है। वह घर गया। क्यों?", ["यह एक किताब है।", "वह घर गया।", "क्यों?"]),
        ("de", "Am 3. Oktober kam z.B. Dr. Huth. Er blieb.", ["Am 3. Oktober kam z.B. Dr. Huth.", "Er blieb."]),
        ("de", "Ab Version 10. Es braucht 4 GB.", ["Ab Version 10.", "Es braucht 4 GB."]),
        ("de", "1. Die Tür öffnen.", ["1. Die Tür öffnen."]),
        ("tr", "En çok 27. Bu önemlidir.", ["En çok 27.", "Bu önemlidir."]),
        ("ru", "На 120 см. Бетон твёрд, см. Рис. 3.", ["На 120 см.", "Бетон твёрд, см. Рис. 3."]),
        ("en", "It was chapter 3. October came.", ["It was chapter 3.", "October came."]),
        ("am", "ይህ መጽሐፍ ነው። ጥሩ ነው።", ["ይህ መጽሐፍ ነው።", "ጥሩ ነው።"]),
    ],
)
def test_each_script_has_its_own_stops_and_each_language_its_abbreviations(
    language: str, text: str, cut: list[str]
) -> None:
    assert sentences(text, language) == cut


def test_thai_is_cut_at_spaces_once_there_is_enough_for_a_sentence() -> None:
    clause = "กล้องโทรทรรศน์รวบรวมแสงของดวงดาว"
    text = " ".join([clause] * 9)
    cut = sentences(text, "th")
    assert 1 < len(cut) < 4
    assert " ".join(cut) == text
