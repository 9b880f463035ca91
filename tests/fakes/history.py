"""A history in memory that behaves as the real ones do: snippets of sources, no unstorable characters."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from footnoted.domain.book import Source
from footnoted.domain.question import Session, Turn


class FakeHistory:
    def __init__(self) -> None:
        self.stored: dict[UUID, list[Turn]] = {}
        self.ratings: dict[UUID, tuple[bool, str]] = {}

    async def session(self, session: UUID) -> Session | None:
        turns = self.stored.get(session)
        if turns is None:
            return None
        return Session(session, turns[0].asked_at, max(turn.asked_at for turn in turns), len(turns))

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        turns = self.stored.get(session, [])
        return turns[max(len(turns) - limit, 0) :]

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        if continues and session not in self.stored:
            return
        kept = replace(
            turn,
            question=_clean(turn.question),
            answer=_clean(turn.answer),
            sources=tuple(map(_snippet, turn.sources)),
            metadata={
                _clean(key): _clean(item) if isinstance(item, str) else item for key, item in turn.metadata.items()
            },
        )
        self.stored.setdefault(session, []).append(kept)

    async def forget(self, session: UUID) -> bool:
        return self.stored.pop(session, None) is not None

    async def rate(self, request: UUID, helpful: bool, comment: str, mark: str = "") -> bool:
        known = (turn.metadata for turns in self.stored.values() for turn in turns)
        if not any((it.get("request_id"), it.get("mark", "")) == (str(request), mark) for it in known):
            return False
        self.ratings[request] = (helpful, _clean(comment))
        return True

    async def ping(self) -> None:
        return


def _snippet(source: Source) -> Source:
    return replace(source, passage=replace(source.passage, text=_clean(source.passage.text[:500])))


def _clean(text: str) -> str:
    return "".join("\ufffd" if mark == "\0" or "\ud800" <= mark <= "\udfff" else mark for mark in text)
