"""Every way to write an address, on its own: what is removed, what stays, and what may still become one."""

from __future__ import annotations

import pytest

from footnoted.engine.check.addresses import REMOVED, Addresses, address_start, last_word

SCHEMES = ["http", "https", "ftp", "javascript", "vbscript", "data", "file", "blob", "mailto"]
PASSAGE = "Fetch https://data.example/set.csv before you start."
BOOK = Addresses(["http://www.book.example", "https://book.example:8443"], [PASSAGE])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_foreign_address_goes_with_its_scheme(scheme: str) -> None:
    assert BOOK.in_text(f"see {scheme}://evil.example/a now") == f"see {REMOVED} now"
    assert BOOK.in_code(f"see {scheme}://evil.example/a now") == f"see {REMOVED} now"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("www.evil.example", REMOVED),
        ("(www.evil.example), and", f"({REMOVED}), and"),
        ("http://evil.example/pathX", REMOVED),
        (r"https\://evil.example", REMOVED),
        ("https&colon;//evil.example", REMOVED),
        ("javascript&amp;amp;colon;alert`1`", f"{REMOVED}'1'"),
        ("abcd&lt;&#91;e&#93;&gt;&#96;&#126;&Tab;&NewLine;www.evil.example", f"abcd‹(e)›'-  {REMOVED}"),
        ("_http://evil.example", f"_http{REMOVED}"),
        ("so://evil.example", f"so{REMOVED}"),
        ("https://book.example:9000/", REMOVED),
        ("https://data.example/set.csv", REMOVED),
    ],
)
def test_disguises(text: str, cleaned: str) -> None:
    assert BOOK.in_text(text) == cleaned


@pytest.mark.parametrize(
    "own", ["http://www.book.example/a", "www.book.example/a", "https://book.example:8443/a", "a/b"]
)
def test_the_books_own_addresses_stay(own: str) -> None:
    assert BOOK.in_text(own) == own
    assert BOOK.in_code(own) == own


def test_an_address_of_a_passage_is_code_where_ticks_are_trusted() -> None:
    address = "https://data.example/set.csv"
    assert BOOK.in_text(address, trusts_ticks=True) == f"`{address}`"
    assert BOOK.in_code(address) == address
    assert BOOK.in_code("www.evil.example") == REMOVED


@pytest.mark.parametrize("word", [*SCHEMES, "www"])
def test_a_word_that_may_become_an_address_is_held_back(word: str) -> None:
    assert [address_start(f"so {word[:length]}") for length in range(1, len(word) + 1)] == [3] * len(word)
    assert address_start(f"so {word}Z") == len(f"so {word}Z")


OWN = Addresses(["https://book.example", ""], ["It is at https://code.example/bees, and the form at www.form.example."])


@pytest.mark.parametrize("to", ["/docs/winter", "winter#cold", "https://book.example/docs", "HTTPS://book.example/"])
def test_what_may_be_linked(to: str) -> None:
    assert OWN.may_be_linked(to)


@pytest.mark.parametrize(
    "to",
    [
        *("", "https://evil.example/", "//evil.example", "http://book.example/", "https://book.example:8443/"),
        *("https://book.example@evil.example/", "https://book.example.evil.example/", ":evil.example"),
        *("javascript:alert(1)", "javascript&colon;alert(1)", "data:text/html,hi", "/docs/a b", "/docs/`code`"),
    ],
)
def test_what_may_not(to: str) -> None:
    assert not OWN.may_be_linked(to)


def test_only_a_whole_address_of_a_passage_becomes_code() -> None:
    assert OWN.in_text("See https://code.example/bees.", trusts_ticks=True) == "See `https://code.example/bees`."
    assert OWN.in_text("See https://code.example/bee.", trusts_ticks=True) == f"See {REMOVED}."


def test_text_that_only_looks_like_an_address_stays() -> None:
    text = "Warm air: no light / no image"
    assert OWN.in_text(text) == text


def test_what_was_passed_on_before_is_read_but_not_given_again() -> None:
    assert OWN.in_text("//evil.example now", before="https:") == f"{REMOVED} now"
    assert OWN.in_text("//book.example now", before="https:") == "//book.example/ now"


def test_a_word_of_nothing_but_addresses_is_not_read_to_its_end_for_each() -> None:
    own = "https://book.example/"
    assert OWN.in_text(own * 19) == own * 19
    assert OWN.in_text(own * 1_000) == own * 19 + "https://book.example" + REMOVED


@pytest.mark.parametrize(
    ("text", "held"),
    [("as in https:/", "https:/"), ("as in www.ev", "www.ev"), ("and/", "/"), ("a word", ""), ("done. ", "")],
)
def test_where_an_address_may_have_begun(text: str, held: str) -> None:
    assert text[address_start(text) :] == held


def test_the_last_word_ends_at_a_blank_a_quote_or_a_bracket() -> None:
    assert [last_word(text) for text in ("see www.a", 'see "www.a', "see <www.a", "see ")] == ["www.a"] * 3 + [""]
