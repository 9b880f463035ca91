"""In plain text there is no code and no emphasis that would keep an address from being one: many clients link it."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footnoted.contracts.rendering.plain import plain, plainly
from footnoted.domain.answer import Answer, Answered, Event, Outcome, TextDelta
from footnoted.domain.question import Verdict
from footnoted.engine.check.links import LinkFilter
from tests import scenes
from tests.engine.check.test_links import FRAGMENTS

KNOWN = ("https://known.example/?q=", "https://known.example/get?a", "www.known.example", "info@known.example")
PASSAGE = f'Ask `{KNOWN[0]}` or fetch("{KNOWN[1]}",1) or {KNOWN[2]}. Mail is at {KNOWN[3]}.'
LINKED = re.compile(
    r"(?:https?|ftp|file)://\S+|(?<![^\W_])(?<!\.)www\.(?=\S*[^\W_])\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE
)
"""What programs make links of in a text without marks, the greedy ones: all up to a blank."""
SPLIT = [
    *("https:`/`/evil.example/SECRET", "https:_/_/evil.example/SECRET", "https:[/](/a)/evil.example/SECRET"),
    *("`https:/`/evil.example/SECRET", "https:**/**/evil.example/x", "h*tt*ps:/[/](a)evil.example/x", "`f`tp:`/`/evil"),
    *("`https://known.example/?q=`SECRET", "`https://known.example/?q=`'SECRET", "https://known.example/?q='SECRET"),
    *("`https://known.example/?q='SECRET`", "```\nhttps://known.example/?q='SECRET\n```", "`www.`evil.example/SECRET"),
    *("www*.evil.example/SECRET*", "`www`.evil.example/SECRET", "*ww*w.evil.example/a", "`SECRET`@evil.example"),
    *("**https://known.example/?q=**SECRET", "[`https://known.example/?q=`](/a)SECRET", "| https:`/`/evil.example/x |"),
]
MARKS = ["*", "**", "_", "***", "`https", "`/`", "[/](/a)", "www", "SECRET", *KNOWN, *(f"`{it}" for it in KNOWN), "``"]
_CHANCE = settings(
    max_examples=int(os.environ.get("CASES", "300")), deadline=None, derandomize="RANDOM" not in os.environ
)


def gated(text: str) -> str:
    gate = LinkFilter({"https://book.example"}, [PASSAGE])
    return gate.feed(text) + gate.end()


def led_astray(markdown: str) -> list[str]:
    """Links of the plain text that lead out of the book, and not exactly where a passage says.

    Mail addresses in code stay what they are: `git@host.example:a` is no link in any other sense.
    """
    text = plain(markdown).text
    found = [re.sub(r"\A[\W_]+|[\W_]+\Z", "", link[0]) for link in LINKED.finditer(text)]
    told = {re.sub(r"[\W_]+\Z", "", known) for known in KNOWN} | {'https://known.example/get?a",1'}
    found = [to for to in found if "://" in to or "@" not in to or to not in markdown]
    return [to for to in found if to not in told and not re.match(r"https://book\.example(?:/|\Z)", to)]


@pytest.mark.parametrize("text", SPLIT)
def test_marks_that_kept_an_address_apart_leave_a_blank(text: str) -> None:
    for around in (text, f"See {text}.", f"- {text}\n- b", f"**{text}**"):
        assert not led_astray(gated(around)), plain(gated(around)).text


@_CHANCE
@given(st.lists(st.sampled_from([*FRAGMENTS, *MARKS, *MARKS]), max_size=12))
def test_nothing_made_of_the_parts_of_links_leads_out_of_plain_text(parts: Sequence[str]) -> None:
    text = "".join(parts)
    if "&" not in text and "\\" not in text:  # plain text shows them as they stand
        assert not led_astray(gated(text)), (gated(text), plain(gated(text)).text)


@pytest.mark.parametrize(
    "text",
    [
        "Ask `https://known.example/?q=`, or (`www.known.example`).",
        'Run `fetch("https://known.example/get?a",1)` [1].',
        '```\nfetch("https://known.example/get?a",1)\n```\n',
        "See https://book.example/a **and** `b`.",
        "Use `a`b **c**d e_f: g/h.",
    ],
)
def test_what_the_book_says_is_not_taken_apart(text: str) -> None:
    assert plain(gated(text)).text == re.sub(r"```\n|\*\*|`", "", gated(text))
    assert gated(text).replace("`", "") == text.replace("`", "")


@_CHANCE
@given(st.lists(st.sampled_from([*FRAGMENTS, *MARKS, *SPLIT]), max_size=8), st.lists(st.integers(1, 9), max_size=60))
async def test_a_stream_is_the_same_text(parts: Sequence[str], sizes: Sequence[int]) -> None:
    whole = gated("".join(parts))
    pieces: list[str] = []
    rest = whole
    for size in sizes:
        pieces, rest = [*pieces, rest[:size]], rest[size:]

    async def events() -> AsyncGenerator[Event, None]:
        for piece in (*pieces, rest):
            yield TextDelta(piece)
        yield Answered(Answer(whole, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, ()))

    told = [event.text async for event in plainly(events()) if isinstance(event, TextDelta)]
    assert "".join(told) == plain(whole).text
