"""Addresses in an answer: which stay, which become code, which are removed, and where one may have begun."""

from __future__ import annotations

import pytest

from footnoted.engine.check.addresses import REMOVED, Addresses, begun, last_word

BOOK = "https://book.example"
PASSAGE = "The source is at https://code.example/bees, and the form at www.form.example."
ADDRESSES = Addresses([BOOK, ""], [PASSAGE])


@pytest.mark.parametrize("to", ["/docs/winter", "winter#cold", f"{BOOK}/docs", "HTTPS://book.example/"])
def test_the_books_own_addresses_may_be_linked(to: str) -> None:
    assert ADDRESSES.may_be_linked(to)


@pytest.mark.parametrize(
    "to",
    [
        "",
        "https://evil.example/",
        "//evil.example",
        "http://book.example/",
        "https://book.example:8443/",
        "https://book.example@evil.example/",
        "https://book.example.evil.example/",
        "javascript:alert(1)",
        "javascript&colon;alert(1)",
        "data:text/html,hi",
        "/docs/a b",
        "/docs/`code`",
        ":evil.example",
    ],
)
def test_no_other_address_may(to: str) -> None:
    assert not ADDRESSES.may_be_linked(to)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"See {BOOK}/docs.", f"See {BOOK}/docs."),
        ("See https://evil.example/a?b=c.", f"See {REMOVED}."),
        ("See www.evil.example, now", f"See {REMOVED}, now"),
        ("See https&#58;//evil.example now", f"See {REMOVED} now"),
        ("See https:\\/\\/evil.example now", f"See {REMOVED} now"),
        ("Warm air: no light / no image", "Warm air: no light / no image"),
    ],
)
def test_foreign_addresses_in_a_text_are_removed_however_they_are_written(text: str, kept: str) -> None:
    assert ADDRESSES.in_text(text) == kept


def test_an_address_of_a_passage_becomes_code_only_where_ticks_can_be_trusted() -> None:
    text = "See https://code.example/bees."
    assert ADDRESSES.in_text(text, trusts_ticks=True) == "See `https://code.example/bees`."
    assert ADDRESSES.in_text(text) == f"See {REMOVED}."
    assert ADDRESSES.in_text("See https://code.example/bee.", trusts_ticks=True) == f"See {REMOVED}."


def test_code_keeps_the_addresses_of_passages() -> None:
    assert ADDRESSES.in_code("curl https://code.example/bees") == "curl https://code.example/bees"
    assert ADDRESSES.in_code("curl https://evil.example/bees") == f"curl {REMOVED}"


def test_what_was_passed_on_before_is_read_but_not_given_again() -> None:
    assert ADDRESSES.in_text("//evil.example now", before="https:") == f"{REMOVED} now"
    assert ADDRESSES.in_text("//book.example now", before="https:") == "//book.example now"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("as in htt", "htt"),
        ("as in https:/", "https:/"),
        ("as in www.ev", "www.ev"),
        ("and/", "/"),
        ("a word", ""),
        ("done. ", ""),
    ],
)
def test_where_an_address_may_have_begun(text: str, held: str) -> None:
    assert text[begun(text) :] == held


def test_the_last_word_ends_at_a_blank_a_quote_or_a_bracket() -> None:
    assert [last_word(text) for text in ("see www.a", 'see "www.a', "see <www.a", "see ")] == ["www.a"] * 3 + [""]
