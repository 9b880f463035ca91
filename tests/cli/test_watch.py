"""``footnoted watch`` on a real folder: what is saved is indexed, what is not the book's is left alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from footnoted.cli.watch import changes, follow
from footnoted.domain.errors import BadSource
from footnoted.settings import Settings
from tests.patience import PATIENCE


async def test_a_saved_page_is_indexed_and_a_bad_one_does_not_end_the_watch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: asyncio.Queue[str] = asyncio.Queue()
    page, data = tmp_path / "page.md", tmp_path / ".footnoted"
    data.mkdir()
    page.write_text("first")

    async def index() -> None:
        text = page.read_text()
        await runs.put(text)
        if text == "half":
            raise BadSource("page.md is cut short.")

    watching = asyncio.create_task(follow(changes(tmp_path, Settings(_env_file=None, data_dir=data)), index))
    async with asyncio.timeout(PATIENCE):
        assert await runs.get() == "first"
        for text in ("half", "whole"):
            page.write_text(text)
            while await runs.get() != text:  # an editor may save in several steps
                pass
    assert "page.md is cut short." in capsys.readouterr().err
    await asyncio.sleep(0)
    (data / "footnoted.db").write_text("our own data")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "index").write_text("a tool's data")
    page.write_text("last")  # the next run is for this: what was written before it made none
    async with asyncio.timeout(PATIENCE):
        while (seen := await runs.get()) != "last":
            assert seen == "whole"
    watching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await watching
