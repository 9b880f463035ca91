"""Answers for clients that print Markdown as it stands: the whole text, its citations, and its stream."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any, cast
from unittest.mock import ANY
from uuid import uuid4

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from footnoted.contracts import CONTRACTS
from footnoted.contracts.rendering.plain import in_plain_text, plain, plainly
from footnoted.domain.answer import Answer, Answered, Citation, Event, Outcome, Support, TextDelta
from footnoted.domain.question import Turn, Verdict
from footnoted.engine.ask import final
from tests import scenes
from tests.contracts.asking import ASKING, body
from tests.contracts.wire import exchange
from tests.fakes.history import FakeHistory
from tests.scenes import PlayedEngine

SWARMS = replace(scenes.WEAK, passage=replace(scenes.WEAK.passage, anchor="swarms"))
CODE = "Run this [1]:\n\n```sh\nls *.md  # `all`\n```\n\nIt prints **names** [2]."


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("A cluster of bees [1].", "A cluster of bees [1]."),
        ("Use **two**, *never* ***three***, _drops_ [1].", "Use two, never three, drops [1]."),
        ("2 * 3 * 4, snake_case_name, __init__, a*", "2 * 3 * 4, snake_case_name, __init__, a*"),
        ("Call `f[1]` or ``a`` [2].", "Call f[1] or a [2]."),
        ("See [the *guide*](https://x.example/a_b) and ![a bee](b.png) [1].", "See the guide and a bee [1]."),
        ("- one [1]\n* two\n  + three\n1. four", "• one [1]\n• two\n  • three\n1. four"),
        ("## Winter\n\n> Keep **warm**.", "Winter\n\nKeep warm."),
        ("| Part | Size |\n|------|:----:|\n| `tube` | 5 |  [1]", "Part | Size\ntube | 5  [1]"),
        (CODE, "Run this [1]:\n\nls *.md  # `all`\n\nIt prints names [2]."),
        ("---", "---"),
        ("", ""),
    ],
)
def test_what_a_reader_sees(markdown: str, expected: str) -> None:
    assert plain(markdown).text == expected


def test_citations_move_with_their_characters() -> None:
    start, end = CODE.index("It prints"), CODE.index(" [2]")
    answer = Answer(
        CODE, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, (), (Citation(start, end, 2, "names", Support.EXACT),)
    )
    moved = in_plain_text(answer)
    assert moved.text[moved.citations[0].start : moved.citations[0].end] == "It prints names"


MARKDOWN = st.lists(
    st.sampled_from(
        [
            "a",
            "word ",
            " ",
            "\n",
            "\n\n",
            "*",
            "**",
            "_",
            "`",
            "```",
            "[1]",
            "[",
            "](x)",
            "- ",
            "# ",
            "> ",
            "| ",
            "!",
            ".",
            "1",
        ]
    ),
    max_size=30,
)


@settings(max_examples=int(os.environ.get("CASES", "200")), deadline=None)
@example(pieces=[" ", "```", "a", "\n"])
@example(pieces=["---", "|", "--", "\n"])
@given(MARKDOWN)
async def test_a_stream_is_the_same_text_in_pieces(pieces: Sequence[str]) -> None:
    whole = "".join(pieces)

    async def events() -> AsyncGenerator[Event, None]:
        for piece in pieces:
            yield TextDelta(piece)
        yield Answered(Answer(whole, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, ()))

    told = [event async for event in plainly(events())]
    assert "".join(event.text for event in told if isinstance(event, TextDelta)) == plain(whole).text
    assert (await final(plainly(events()))).text == plain(whole).text


async def test_what_is_clear_is_not_held_back() -> None:
    async def events() -> AsyncGenerator[Event, None]:
        for piece in ("Bees ", "eat **hon", "ey** [1]", ". They", " sleep"):
            yield TextDelta(piece)

    assert [event.text async for event in plainly(events()) if isinstance(event, TextDelta)] == [
        "Bees ",
        "eat ",
        "honey ",
        "[1]. They",
        " sleep",
    ]


@given(MARKDOWN)
def test_positions_stay_in_order(pieces: Sequence[str]) -> None:
    made = plain("".join(pieces))
    places = [made.at(position) for position in range(len("".join(pieces)) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(made.text)


@pytest.mark.parametrize(
    "contract", ["005-rag-agent-api", "006-rag-ai-agent", "007-rag-retrieval-agent", "003-rag-agent"]
)
async def test_clients_that_print_markdown_are_sent_none(contract: str) -> None:
    answer = Answer(CODE, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, (scenes.CLUSTER, SWARMS))
    engine = PlayedEngine([TextDelta(CODE), Answered(answer)])
    response = await exchange(CONTRACTS[contract], engine, "POST", ASKING[contract][0], json=body(contract, "How?"))
    reply = json.loads(response.partition("\n")[2])
    assert (reply.get("answer") or reply.get("message")) == plain(CODE).text


async def test_the_book_api_sends_markdown_where_it_is_wanted() -> None:
    app, session = CONTRACTS["005-rag-agent-api"], uuid4()
    history = FakeHistory()
    citation = {"start": CODE.index("It"), "end": CODE.index(" [2]"), "source": 2, "quote": "", "supported": True}
    await history.remember(session, Turn("How?", CODE, scenes.NOON, (), {"citations": [citation]}))
    engine = PlayedEngine([TextDelta(CODE), Answered(Answer(CODE, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, ()))])
    engine.history = cast(Any, history)

    async def told(wanted: str) -> tuple[Any, Any, str]:
        asked = {"query": "How?", "format": wanted}
        whole = await exchange(app, engine, "POST", "/chat", json=asked)
        stream = await exchange(app, engine, "POST", "/chat/stream", json=asked)
        kept = await exchange(app, engine, "GET", f"/history/{session}?format={wanted}")
        entry = json.loads(kept.partition("\n")[2])["entries"][0]
        span = entry["citations"][0]
        deltas = [json.loads(line[6:]).get("delta", "") for line in stream.splitlines() if line.startswith("data: ")]
        assert "".join(deltas) == json.loads(whole.partition("\n")[2])["answer"] == entry["response"]
        return entry["response"], span, entry["response"][span["start"] : span["end"]]

    assert await told("markdown") == (CODE, ANY, "It prints **names**")
    assert await told("text") == (plain(CODE).text, ANY, "It prints names")
