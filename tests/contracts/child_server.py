"""A real server in a process of its own, to be killed: the extractive engine over a small book, history in SQL."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from footnoted.domain.answer import Event
from footnoted.domain.question import Question
from footnoted.engine.ask import Engine
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.sessions.history import SqlHistory
from footnoted.server import create_app
from footnoted.server.listen import listen
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests.engine.test_ask import AxisEmbedder, index_of_bees
from tests.fakes.calibrations import GRANITE
from tests.fakes.catalogue import FakeCatalogue


class EndlessEngine(Engine):
    """Answers, but never finishes: for streams that are open when the server ends."""

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        async for event in super().ask(question):
            yield event
            if type(event).__name__ == "TextDelta":
                await asyncio.Event().wait()


def serve(door: socket.socket, database_url: str, *, endless: bool = False) -> None:
    """Serve on the socket until killed."""

    @asynccontextmanager
    async def parts(settings: Settings) -> AsyncIterator[Parts]:
        database = await Database.open(database_url)
        finder = Finder(AxisEmbedder(), await index_of_bees(), GRANITE)
        made = EndlessEngine if endless else Engine
        engine = made(finder, ExtractiveWriter(), SqlHistory(database), ExtractiveWriter())
        nothing = cast(Any, None)
        yield Parts(engine, nothing, nothing, FakeCatalogue(), nothing)
        await database.close()

    settings = Settings(_env_file=None)
    listen(create_app(settings, parts), door, settings)
