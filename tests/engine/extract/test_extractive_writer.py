"""Answers without a model: the excerpts that were chosen, in the book's own words, each with its marker."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import NO_CONFIDENCE
from footnoted.domain.reading import Excerpt
from footnoted.domain.writing import Brief, Writer
from footnoted.engine.extract.excerpt import choose_quote
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.extract.quote import quoted
from footnoted.engine.find.finder import Found

HIVE = "A hive holds about 40,000 bees in summer. This makes it a noisy place.\n\nNever open a hive in rain."
HONEY = "Honey bees dance to tell others where flowers are."


def source(text: str, position: int = 0, route: str = "/bees") -> Source:
    passage = Passage(f"{route}{position}", "b", "", route, "", "Bees", (), position, 0, text)
    return Source(passage, 0.9, 0.5)


def whole(number: int, *sources: Source) -> Excerpt:
    return Excerpt(number, 0, len(sources[number - 1].passage.text))


async def no_look_up(_: str) -> tuple[Source, ...]:
    raise AssertionError("an extractive answer needs no second search")


async def text_of(brief: Brief) -> str:
    writer: Writer = ExtractiveWriter()
    await writer.ping()
    return "".join([piece async for piece in writer.write(brief, no_look_up)])


async def test_the_writer_gives_the_best_excerpt_block_by_block_and_looks_nothing_up() -> None:
    sources = (source(HONEY, route="/honey"), source(HIVE))
    text = await text_of(Brief("Is it noisy?", "Is it noisy?", sources, (), (whole(2, *sources),)))
    assert text == (
        "A hive holds about 40,000 bees in summer. This makes it a noisy place [2].\n\nNever open a hive in rain [2]."
    )


async def test_without_an_excerpt_nothing_is_said() -> None:
    assert await text_of(Brief("Is it noisy?", "Is it noisy?", (source(HIVE),))) == ""


SENTENCES = st.lists(
    st.sampled_from(
        ["Zinc melts at 420 degrees.", "It is also blue.", "However, iron rusts [7].", "Why does iron rust?",
         "Tin is soft!", "- a zinc roof", "- an iron gate", "| metal | melts |\n|---|---|\n| zinc | 420 |",
         "```\nzinc = [30]\n```", "锌是蓝色的。", "Run this:"]
    ),
    min_size=1, max_size=8,
)  # fmt: skip
ASKED = st.sampled_from(
    ["What is zinc?", "Why does iron rust?", "zinc code", "How many degrees?", "Compare zinc and iron"]
)


@given(st.lists(SENTENCES, max_size=3), ASKED, st.sampled_from([-9.0, 9.0]))
def test_every_word_is_the_books_and_each_excerpt_ends_with_its_marker(
    texts: list[list[str]], question: str, covered: float
) -> None:
    sources = tuple(source("\n\n".join(text), at) for at, text in enumerate(texts))
    for excerpt in choose_quote(question, Found(sources, NO_CONFIDENCE, covered)).excerpts:
        *_, last = pieces = list(quoted([excerpt], sources))
        assert re.search(rf"\[{excerpt.source}\]\W?$", last)
        passage = sources[excerpt.source - 1].passage
        held = set(re.findall(r"\w+", f"{passage.title} {passage.text}".casefold()))
        text = "".join(pieces).replace(f"[{excerpt.source}]", "")
        assert set(re.findall(r"\w+", text.casefold())) <= held
