"""A selected text as what was found: read piece by piece, and never searched for."""

from __future__ import annotations

from footnoted.engine.find.finder import READ, Finder
from footnoted.engine.find.selected import read_selection
from tests.engine.test_ask import AxisEmbedder, index_of_bees
from tests.fakes.calibrations import GRANITE
from tests.fakes.reader import FakeReader

ASKED = "How long does a drone live?"
SHORT = "A queen lives for years. A drone lives for eight weeks."


async def finder(reader: FakeReader | None) -> Finder:
    return Finder(AxisEmbedder(), await index_of_bees(), GRANITE, reader=reader)


async def test_the_selection_is_the_only_source_and_is_read() -> None:
    reader = FakeReader("eight weeks")
    found = await read_selection(await finder(reader), ASKED, SHORT)
    assert [source.passage.text for source in found.sources] == [SHORT]
    assert found.sources[0].reading == (await reader.read(ASKED, reader.pages))[0]
    assert [page.units for page in reader.pages[:1]] == [("A queen lives for years.", "A drone lives for eight weeks.")]


async def test_of_a_long_selection_the_likeliest_pieces_are_read_and_shares_stand_at_their_place() -> None:
    sentences = [f"Sentence number {number} speaks of quite other matters." for number in range(200)]
    sentences[150] = "A drone lives for eight weeks."
    text = " ".join(sentences)
    reader = FakeReader("eight weeks")
    found = await read_selection(await finder(reader), ASKED, text)
    reading = found.sources[0].reading
    assert reading is not None
    assert [at for at, share in enumerate(reading.shares) if share] == [150]
    assert len(reader.pages) == READ
    assert all(sum(map(len, page.units)) <= 1300 for page in reader.pages)


async def test_without_a_reader_or_in_another_language_words_alone_are_left() -> None:
    for reader, text in (
        (None, SHORT),
        (FakeReader("", is_down=True), SHORT),
        (FakeReader(""), "Eine Drohne lebt acht Wochen lang, und die Königin lebt einige Jahre."),
    ):
        found = await read_selection(await finder(reader), ASKED, text)
        assert found.sources[0].reading is None
        assert found.coverage is not None


async def test_an_empty_selection_is_no_error() -> None:
    found = await read_selection(await finder(FakeReader("x")), ASKED, "  \n")
    assert found.sources[0].reading is None
