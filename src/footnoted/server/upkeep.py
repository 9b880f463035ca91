"""Background tasks of a running server: delete old questions and replies, notice changed books."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from footnoted.domain.door.stores import QuestionLog, ReplyStore
from footnoted.domain.errors import DatabaseDown, FootnotedError
from footnoted.domain.ports import Catalogue
from footnoted.settings import Settings
from footnoted.wiring import Parts, take_up_books

_log = logging.getLogger("footnoted")

_FORGET_SECONDS = 3600.0
_BOOKS_SECONDS = 2.0
"""The index notices a new revision within the same time; its marks must not come much later."""


@asynccontextmanager
async def upkeep(parts: Parts, settings: Settings) -> AsyncIterator[None]:
    """Run the tasks while the block runs."""
    tasks = [
        asyncio.ensure_future(_forget(parts.log, settings.keep_days)),
        asyncio.ensure_future(_drop_replies(parts.replies)),
        asyncio.ensure_future(_follow_books(parts, settings)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def _forget(log: QuestionLog | None, days: float | None) -> None:
    """Delete questions that are older than the author wants, now and every hour; delete texts that are not kept."""
    while log and (days is not None or not log.has_texts):
        now = datetime.now(UTC)
        try:
            if not log.has_texts:
                await log.forget_texts(now - timedelta(hours=1))
            if days is not None:
                await log.forget_before(now - timedelta(days=days))
        except DatabaseDown as error:
            _log.warning("old questions could not be deleted: %s", error)
        await asyncio.sleep(_FORGET_SECONDS)


async def _drop_replies(replies: ReplyStore | None) -> None:
    """Delete expired replies, even if no request comes that would do it."""
    while replies:
        try:
            await replies.drop_expired()
        except DatabaseDown as error:
            _log.warning("old replies could not be deleted: %s", error)
        await asyncio.sleep(_FORGET_SECONDS)


async def _follow_books(parts: Parts, settings: Settings) -> None:
    """Notice what another process indexed or measured, without a restart."""
    known, complaint = None, ""
    while True:
        try:
            now = await _measured(parts.catalogue)
            if known is not None and now != known:
                await take_up_books(parts, settings)
            known, complaint = now, ""
        except FootnotedError as error:
            if error.message != complaint:  # not every two seconds
                _log.error("the books as they are now cannot be taken up: %s", error.message)
            complaint = error.message
        await asyncio.sleep(_BOOKS_SECONDS)


async def _measured(catalogue: Catalogue) -> list[object]:
    return [(book.name, book.revision, book.embedder, book.marks) for book in await catalogue.books()]
