"""The short way for plain words gives what the long way gives, whatever comes before and after, cut anywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.engine.check import guard, links
from footnoted.engine.check.guard import SecretFilter, disguises
from footnoted.engine.check.links import LinkFilter
from footnoted.engine.check.plain_words import last_of_words

BOOK = "https://book.example"
HOSTILE = [
    *("http", "https", "ht", "tp", "www", "ww", "w", ".", "data", "mailto", "javascript", "file", "://", ":", "/"),
    *("//", "evil.example", BOOK, "@", "&colon;", "&#58;", "\\", "[", "]", "(", ")", "](", "]:", "<", ">", "<a"),
    *("!", "`", "```", "~~~", "\n", "\r", "\r\n", "\t", " ", "  ", "[1]", "[12", "a", "word", "Mirror,", "cools;"),
    *("x-", "-", "7", "ſ", "é", "\u3000"),
    *(f"{letter} " for letter in "hjvdfbmw"),
]
SECRET = ["0a1b", "2c3d", "A1b2", "d3c2", "b1a0", "pass", "age"]
PIECES = st.lists(st.lists(st.sampled_from(HOSTILE), max_size=6).map("".join), max_size=12)


def passed(pieces: list[str]) -> list[str]:
    gate = LinkFilter([BOOK], [f"see {BOOK}/a and https://known.example"])
    return [*map(gate.feed, pieces), gate.end()]


@given(PIECES)
def test_the_link_gate_passes_the_same_at_every_piece(pieces: list[str]) -> None:
    short = passed(pieces)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(links, "last_of_words", lambda *_: "")
        assert short == passed(pieces)


@given(
    st.lists(st.sampled_from([*HOSTILE, "0a1b", "2c3d", "A1b2", "d3c2", "b1a0", "pass", "age"]).map(str), max_size=30)
)
def test_secrets_are_found_in_the_same_places(pieces: list[str]) -> None:
    def kept() -> list[str]:
        leaks = SecretFilter([*disguises("0a1b2c3d"), "passage0a1b"])
        return [*map(leaks.feed, pieces), leaks.end()]

    short = kept()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(guard, "_letters", lambda text: guard._NO_LETTER.sub("", text.lower()))
        assert short == kept()


def test_words_of_an_answer_take_the_short_way() -> None:
    assert last_of_words("", " The mirror cools in 30 minutes, well-known as such.") == "such."
    assert last_of_words("", "goes on") == "on"
    for piece in ("", " ", "goes", " a:b c", " [1] c", " a\nb c", " see www", " é c", " x-d", " `a b", " &c d"):
        assert last_of_words("", piece) == "", piece
