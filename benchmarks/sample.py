"""The sample book, indexed in a folder of its own, for every benchmark."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

BOOK = Path(__file__).parent.parent / "examples" / "backyard-observatory"


def questions() -> list[str]:
    """The golden questions that the book answers."""
    rows = [json.loads(line) for line in (BOOK / "golden.jsonl").read_text("utf-8").splitlines()]
    return [row["question"] for row in rows if row["kind"] == "answerable"]


@asynccontextmanager
async def indexed(**chosen: str) -> AsyncIterator[tuple[Settings, Parts]]:
    """Settings, with those chosen, and open parts over a freshly indexed sample book."""
    with TemporaryDirectory() as folder:
        settings = Settings.model_validate({"data_dir": Path(folder), **chosen})
        async with open_parts(settings, ingesting=True) as parts:
            await ingest(BOOK, "sample", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)
            yield settings, parts
