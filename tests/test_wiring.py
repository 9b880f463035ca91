"""What is refused before anything is opened, and what is said of it when it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.book import Book
from footnoted.domain.errors import Misconfigured
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.settings import Settings
from footnoted.wiring import open_parts, refuse_full_disk
from tests.servers import free_port


@pytest.mark.parametrize("left", [0, 1, 63_999_999])
def test_a_full_disk_is_one_line_and_not_a_signal(tmp_path: Path, left: int) -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_DATA_DIR") as refused:
        refuse_full_disk(tmp_path / "not" / "there", lambda path: left)
    assert "\n" not in refused.value.message


def test_enough_room_is_enough(tmp_path: Path) -> None:
    asked: list[Path] = []

    def free(path: Path) -> int:
        asked.append(path)
        return 64_000_000

    refuse_full_disk(tmp_path / "not" / "there", free)
    assert asked == [tmp_path]


async def test_a_server_over_an_index_that_is_down_starts_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(data_dir=tmp_path, qdrant_url=f"http://127.0.0.1:{free_port()}")
    async with open_parts(settings, ingesting=True) as parts:
        book = Book("kettle", "Kettle", "/kettle", "", LocalEmbedder(tmp_path).name, "r1", pages=1, passages=2)
        await parts.catalogue.record(book, (), ())
    caplog.clear()
    async with open_parts(settings):
        assert [record.getMessage() for record in caplog.records] == [
            "no question can be answered until the index is back: "
            "The Qdrant server does not answer. Start it, or correct QDRANT_URL."
        ]
