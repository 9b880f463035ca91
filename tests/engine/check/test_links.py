"""Links out of the book leave the text, whatever they look like and wherever the pieces are cut."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.engine.check.links import LinkFilter

BOOK = "https://book.example"


PASSAGE = "Ask it: `curl https://api.example` or, for all, `https://a.example/list`."


def filtered(text: str, sizes: list[int] | None = None) -> str:
    links = LinkFilter([BOOK], [PASSAGE])
    done, at = "", 0
    for size in sizes or [len(text)]:
        done += links.feed(text[at : at + size])
        at += size
    return done + links.feed(text[at:]) + links.end()


CASES = {
    "See [the docs](https://evil.example/a?b=c) now [1].": "See the docs now [1].",
    "![x](//evil.example/i.png) ok": "x ok",
    "[a](/x) and [b](https://book.example/y#z) stay [2].": "[a](/x) and [b](https://book.example/y#z) stay [2].",
    "Plain https://evil.example/x, and https://book.example/q.": "Plain (link removed), and https://book.example/q.",
    "<https://evil.example> and Vec<String>, a < b.": "(link removed) and Vec<String>, a < b.",
    "`curl https://api.example` is code [1].": "`curl https://api.example` is code [1].",
    "```\nhttps://a.example/list\n<p>\n```\nwww.a.example": "```\nhttps://a.example/list\n<p>\n```\n(link removed)",
    "`curl https://evil.example/x` or `www.evil.example`": "`curl (link removed)` or `(link removed)`",
    "`https://api.example.evil.example`": "`(link removed)`",
    "`https://api.example/leak`, `https://book.example/y`": "`(link removed)`, `https://book.example/y`",
    "~~~\nget('https://evil.example/?q=1');\n~~~\nok": "~~~\nget('(link removed)');\n~~~\nok",
    "It holds `a` and `b` [1][2].": "It holds `a` and `b` [1][2].",
    "Is it 5 < 6! Yes: it is [1].": "Is it 5 < 6! Yes: it is [1].",
    "A ratio of 3:1, at 10:30; e.g. f/8 [1].": "A ratio of 3:1, at 10:30; e.g. f/8 [1].",
    "[1]": "[1]",
    "- item [1]\n- item [2]\n": "- item [1]\n- item [2]\n",
}


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("seed", range(20))
def test_links_are_reduced_however_the_text_is_cut(text: str, seed: int) -> None:
    chance = random.Random(seed)
    sizes = [1] * len(text) if seed == 0 else [chance.randint(1, 9) for _ in range(len(text))]
    assert filtered(text, sizes) == CASES[text]


@given(st.text(alphabet="abc ,.!\n[]12", max_size=80), st.lists(st.integers(1, 7), max_size=40))
def test_text_without_links_is_untouched(text: str, sizes: list[int]) -> None:
    assert filtered(text, sizes) == text


def test_prose_is_not_held_back() -> None:
    links = LinkFilter([BOOK])
    assert [links.feed(token) for token in ("The", " hive", " is", " warm", ".")] == [
        "The",
        " hive",
        " is",
        " warm",
        ".",
    ]


def test_code_streams() -> None:
    links = LinkFilter([])
    assert "".join(links.feed(piece) for piece in ("```py\n", "x = 1\n", "y")) == "```py\nx = 1\ny"


@pytest.mark.parametrize("length", [1_000, 20_000])
def test_an_open_bracket_does_not_hold_the_answer_for_ever(length: int) -> None:
    links = LinkFilter([])
    given_out = sum(len(links.feed("word ")) for _ in range(length // 5)) + len(links.feed("["))
    given_out += sum(len(links.feed("word ")) for _ in range(length // 5))
    assert given_out > 2 * length - 400
