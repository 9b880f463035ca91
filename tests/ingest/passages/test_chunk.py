"""Passages: nothing lost, sizes kept, places exact, and the blocks that were read kept as they were."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage, passage_id
from footnoted.domain.text.parts import Kind, parts_of
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.links.built_page import BuiltPage
from footnoted.ingest.manuscript import Block, Reading, Section
from footnoted.ingest.passages.chunk import AIM, LIMIT, chunk
from footnoted.ingest.passages.fragment import PageWords
from tests.conftest import SAMPLE


def cut(*sections: Section, visible: str = "") -> tuple[Passage, ...]:
    return chunk(Reading("Title", sections, visible), book="b", site="https://s.example", route="/r", order=3)


def texts(*blocks: Block) -> list[str]:
    return [passage.text for passage in cut(Section(("H",), "h", blocks))]


words = st.text("abcdeéß東", min_size=1, max_size=12)
sentence = st.lists(words, min_size=1, max_size=40).map(lambda some: " ".join(some).capitalize() + ".")
paragraph = st.lists(sentence, min_size=1, max_size=12).map(" ".join).map(lambda text: Block("text", text))
items = st.lists(sentence, min_size=1, max_size=20).map(
    lambda some: Block("list", "\n".join(f"- {item}" for item in some))
)
huge = st.integers(1, 4000).map(lambda size: Block("text", "x" * size))
sections = st.lists(st.lists(paragraph | items | huge, max_size=6).map(tuple), min_size=1, max_size=4)


@given(sections)
def test_nothing_is_lost_or_doubled_and_sizes_are_kept(blocks: list[tuple[Block, ...]]) -> None:
    passages = cut(*(Section((f"H{n}",), f"h{n}", some) for n, some in enumerate(blocks)))
    # A heading with nothing under it says at least itself.
    expected = "".join("".join(block.text for block in some) or f"H{n}" for n, some in enumerate(blocks))
    assert re.sub(r"\s", "", "".join(passage.text for passage in passages)) == re.sub(r"\s", "", expected)
    assert all(0 < len(passage.text) <= LIMIT for passage in passages)
    assert [passage.position for passage in passages] == list(range(len(passages)))
    assert [passage.id for passage in passages] == [passage_id("b", "/r", n) for n in range(len(passages))]


@given(st.lists(sentence, min_size=1, max_size=60))
def test_sentences_stay_whole(some: list[str]) -> None:
    cuts = texts(Block("text", " ".join(some)))
    assert all(text.endswith(".") for text in cuts)


@given(st.lists(st.tuples(words, sentence), min_size=1, max_size=60))
def test_a_long_table_repeats_its_head(rows: list[tuple[str, str]]) -> None:
    lines = [f"| {left} | {right} |" for left, right in rows]
    pieces = texts(Block("table", "\n".join(["| a | b |", "| --- | --- |", *lines])))
    assert all(piece.startswith("| a | b |\n| --- | --- |\n") and len(piece) <= LIMIT for piece in pieces)
    assert [line for piece in pieces for line in piece.split("\n")[2:]] == lines


def test_long_code_is_cut_at_blank_lines_and_keeps_its_fences() -> None:
    functions = [f"def f{n}():\n    return {'1 + ' * 40}{n}" for n in range(12)]
    pieces = texts(Block("code", "```py\n" + "\n\n".join(functions) + "\n```"))
    assert len(pieces) > 1
    assert all(piece.startswith("```py\n") and piece.endswith("\n```") and len(piece) <= LIMIT for piece in pieces)
    assert "\n\n".join(piece[6:-4] for piece in pieces) == "\n\n".join(functions)


def test_a_list_stays_with_its_lead_in() -> None:
    filler = "Words that fill the passage up to its limit. " * 21
    lead_in, listed = "What you need:", "- a lamp\n- a map\n- a chair"
    cuts = texts(Block("text", filler.strip()), Block("text", lead_in), Block("list", listed), Block("text", filler))
    assert any(f"{lead_in}\n\n{listed}" in text for text in cuts)


def test_a_short_rest_is_shared_out() -> None:
    text = " ".join(f"Sentence number {n} is about this long." for n in range(36))
    lengths = [len(cut) for cut in texts(Block("text", text))]
    assert AIM < len(text) < 2 * AIM
    assert len(lengths) == 2
    assert abs(lengths[0] - lengths[1]) < 100


def test_a_passage_never_reaches_over_a_heading() -> None:
    one, two = Section(("A",), "a", (Block("text", "Yes."),)), Section(("B",), "b", (Block("text", "No."),))
    below = Section(("B", "D"), "d", ())
    assert [(p.anchor, p.headings, p.text) for p in cut(one, Section(("C",), "c", ()), two, below)] == [
        ("a", ("A",), "Yes."),
        ("c", ("C",), "C"),
        ("b", ("B",), "No."),
        ("d", ("B", "D"), "D"),
    ]


def test_a_heading_over_another_needs_no_passage_of_its_own() -> None:
    passages = cut(Section(("A",), "a", ()), Section(("A", "B"), "b", (Block("text", "Yes."),)))
    assert [(p.headings, p.text) for p in passages] == [(("A", "B"), "Yes.")]


def test_a_passage_knows_its_place() -> None:
    visible = "A well-known, plain sentence stands here."
    (passage,) = cut(Section(("H",), "h", (Block("text", visible),)), visible=visible)
    assert (passage.title, passage.order, passage.route) == ("Title", 3, "/r")
    assert passage.url == "https://s.example/r#h:~:text=A%20well%2Dknown%2C%20plain"


def opened(page: str, text: str) -> list[str]:
    return [unquote(words) for _, words in PageWords(page).fragments(text)]


def test_a_fragment_stands_once_on_the_page_and_within_one_block() -> None:
    page = "The same four words here.\nThe same four words there.\nAlpha beta\ngamma delta epsilon zeta"
    assert opened(page, "The same four words there.") == ["The same four words there"]
    assert opened(page, "Alpha beta gamma delta") == [""]
    assert opened(page, "Tip: gamma delta epsilon zeta") == ["gamma delta epsilon zeta"]


def test_words_that_stand_twice_are_told_by_what_stands_beside_them() -> None:
    text = "Oil it well and wait. Then wipe it.\n\nOil it well and wait. Then ride it.\n\nWipe it dry at once."
    page = "Care\n" + text.replace("\n\n", "\n") + "\nRust\nWipe it dry at once."
    assert opened(page, text) == [
        "Oil it well and wait. Then wipe",
        "Then wipe it",
        "Oil it well and wait. Then ride",
        "Then ride it",
        "Then ride it.-,Wipe it dry at once",
    ]
    # A heading may have a mark behind it; what follows tells as well.
    assert opened("A\nBoil the tea.\nB\nBoil the tea.\nC", "Boil the tea.") == ["A-,Boil the tea"]
    words = PageWords("A\nBoil the tea.\nB\nBoil the tea.\nC", ["A", "B", "C"]).fragments("Boil the tea.")
    assert [unquote(found) for _, found in words] == ["Boil the tea.,-B"]
    assert opened("Tea time now.\n" * 3, "Tea time now. Tea time now. Tea time now.")[1] == ""


def test_each_sentence_has_words_of_its_own() -> None:
    text = "Oil it. Wipe the rest off with a cloth.\n\n- [ ] Oil it well, then wait.\n- `cargo` cleans 5 parts"
    page = "Oil it. Wipe the rest off with a cloth.\nOil it well, then wait.\ncargo cleans 5 parts"
    assert opened(page, text) == ["Oil it. Wipe the", "Wipe the rest off", "Oil it well, then", "cargo cleans 5 parts"]
    assert opened("| Mesh sizes", "| size of mesh | grains of sand |\n| --- | --- |") == ["", ""]
    assert opened("東京は日本の首都です。京都は古い都です。", "東京は日本の首都です。京都は古い都です。") == [
        "東京は日本の首都です",
        "京都は古い都です",
    ]


def test_a_link_opens_at_the_sentence_that_is_quoted() -> None:
    visible = "First of all, oil the chain. Then wipe it dry with a cloth. Then wait."
    (passage,) = cut(Section(("H",), "h", (Block("text", visible),)), visible=visible)
    assert passage.url_at("wipe it dry").endswith("#h:~:text=Then%20wipe%20it%20dry")
    assert passage.url_at("not there") == passage.url


@given(st.lists(sentence, min_size=1, max_size=10))
def test_a_fragment_is_found_on_the_page(some: list[str]) -> None:
    page = "\n".join(some)
    for _, found in PageWords(page).fragments("\n".join(some)):
        assert not found or BuiltPage((), page.casefold()).times(found) == 1
        assert not set(found) & set("& ")


LONG: dict[str, Callable[[int], str]] = {
    "prose": lambda size: "".join(f"Hive {number} has many bees in it. " for number in range(size // 32)),
    "one sentence again and again": lambda size: "The same sentence again. " * (size // 25),
    "tiny sentences": lambda size: "A. " * (size // 3),
    "tiny lines": lambda size: "a\n" * (size // 2),
    "one endless sentence": lambda size: "word " * (size // 5),
    "one endless word": lambda size: "x" * size,
}


@pytest.mark.parametrize("shape", LONG)
@pytest.mark.parametrize("kind", ["text", "list"])
def test_a_page_costs_as_much_as_it_is_long(shape: str, kind: Any) -> None:
    """Counted in calls and lines of our own code and in characters searched, not in seconds."""

    def cost(size: int) -> int:
        text = LONG[shape](size)
        steps = 0

        def count(frame: FrameType, event: str, _: object) -> Any:
            nonlocal steps
            if frame.f_code.co_filename.endswith(("chunk.py", "fragment.py")):
                steps += 1
                return count
            return None

        page = Reading("T", (Section(("A",), "a", (Block(kind, text),)),), visible=text)
        sys.settrace(count)
        try:
            passages = chunk(page, book="b", site="s", route="/r", order=0)
        finally:
            sys.settrace(None)
        assert all(len(passage.text) <= LIMIT for passage in passages)
        return steps

    assert cost(40_000) < 3 * cost(20_000)


def test_no_space_is_put_where_the_book_has_none() -> None:
    text = "望远镜有两种。镜面每年只需清洗一次。目镜放大图像。"
    assert texts(Block("text", text)) == [text]
    assert texts(Block("text", "One. Two.")) == ["One. Two."]


def test_the_parts_of_a_whole_book_are_those_that_its_markdown_shows() -> None:
    """Made from the blocks that were read; a text that comes without them is taken apart to the same parts."""
    book = discover(SAMPLE)
    kinds: set[Kind] = set()
    for order, leaf in enumerate(book.leaves):
        for passage in chunk(read(leaf, book.root), book="b", site="", route=leaf.route, order=order, language="en"):
            assert passage.parts == parts_of(passage.text, "en"), passage.text
            kinds |= {part.kind for part in passage.parts}
    assert kinds == set(Kind)


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (Block("list", "- One or two."), Kind.ITEM),
        (Block("math", "$$a = b. So c = d.$$"), Kind.FORMULA),
        (Block("code", "```\nOne. Two.\n\nThree.\n```"), Kind.CODE),
        (Block("table", "| a |\n|---|\n| One. Two. |"), Kind.TABLE),
    ],
)
def test_a_block_is_what_its_reader_found_it_to_be(block: Block, kind: Kind) -> None:
    section = Section((), "", (Block("text", "It says:"), block, Block("text", "That is all.")))
    (passage,) = chunk(Reading("T", (section,), ""), book="b", site="", route="/", order=0)
    before, found, after = passage.parts
    assert (found.kind, passage.text[found.start : found.end]) == (kind, block.text)
    assert (before.block, found.block, after.block) == (0, 1, 2)


def test_a_passage_that_an_embedder_cannot_read_whole_still_has_parts() -> None:
    text = " ".join(f"Sentence {number} is here." for number in range(20))
    reading = Reading("T", (Section((), "", (Block("text", text),)),), "")
    passages = chunk(reading, book="b", site="", route="/", order=0, fits=lambda piece: len(piece) < 200)
    assert len(passages) > 2
    assert sum(len(passage.parts) for passage in passages) == 20
