"""What was put together beforehand is written as it is, piece by piece."""

from __future__ import annotations

from footnoted.domain.book import Source
from footnoted.domain.writing import Brief
from footnoted.engine.write.prepared_writer import PreparedWriter


async def never(query: str) -> tuple[Source, ...]:
    raise AssertionError("nothing is looked up")


async def test_the_pieces_come_unchanged_and_nothing_is_looked_up() -> None:
    writer = PreparedWriter(["From “Bees”:", "\n\nThey hum [1]."])
    assert [piece async for piece in writer.write(Brief("?", "?", ()), never)] == ["From “Bees”:", "\n\nThey hum [1]."]
    assert writer.quotes


async def test_it_is_never_down() -> None:
    await PreparedWriter([]).ping()
    assert [piece async for piece in PreparedWriter([]).write(Brief("?", "?", ()), never)] == []
