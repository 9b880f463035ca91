"""A whole life of the server, made up from a seed: asking, re-ingesting, deleting, stores that fail, power cuts.

Real ingestion, engine and SQLite; the index is the one in memory, which passes the same suite as the real ones. A power
cut is an exception out of a store, after which everything is opened anew from what was stored. The same examples in
every run; ``SEEDS=1000 RANDOM=1`` tries others, and Hypothesis prints the steps of one that fails, to be run again.
"""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import UUID, uuid5

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from footnoted.domain.answer import Answer, Answered, Event
from footnoted.domain.book import Source
from footnoted.domain.errors import DatabaseDown, FootnotedError, IndexDown
from footnoted.engine.ask import Engine
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.complete_index import CompleteIndex
from footnoted.engine.find.finder import Finder
from footnoted.ingest.index import ingest
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.sessions.history import SqlHistory
from tests.engine.test_ask import AxisEmbedder, question
from tests.fakes.calibrations import GRANITE
from tests.fakes.index import InMemoryIndex

SEEDS = int(os.environ.get("SEEDS", "10"))
SUBJECTS = {
    "queen": "A queen bee lays up to 2,000 eggs a day, says edition {}.",
    "smoke": "Smoke calms bees, because it makes them fill up with honey, says edition {}.",
    "frame": "A frame of the hive is 48 centimetres long, says edition {}.",
}
BOOKS, OWNERS = ("bees", "wasps"), ("owner-a", "owner-b")
T = TypeVar("T")
_NAMESPACE = UUID("6ba7b810-9dad-41d1-80b4-00c04fd430c8")


class PowerCut(BaseException):
    """The process is gone, between two steps of a store."""


@dataclass
class Luck:
    """Which store is down, and after how many calls of any store the power goes."""

    down: str | None = None
    calls_left: int | None = None

    def step(self, store: str, failure: Callable[[str], FootnotedError]) -> None:
        if self.down == store:
            raise failure("it is down")
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise PowerCut


class Unlucky:
    """A store whose every call may be its last."""

    def __init__(self, name: str, store: Any, failure: Callable[[str], FootnotedError], luck: Luck) -> None:
        self._name, self._store, self._failure, self._luck = name, store, failure, luck

    def __getattr__(self, name: str) -> Any:
        work = getattr(self._store, name)
        if callable(work):
            self._luck.step(self._name, self._failure)
        return work


class UnluckyIndex(Unlucky):
    """Also within a revision, between two pages of it and before it is whole."""

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[Any, None]:
        self._luck.step(self._name, self._failure)
        async with self._store.revise(book, revision, afresh=afresh) as draft:
            yield Unlucky(self._name, draft, self._failure, self._luck)
            self._luck.step(self._name, self._failure)


STORES = st.none() | st.none() | st.sampled_from(["index", "history", "catalogue"])


class Life(RuleBasedStateMachine):
    """What readers, an author and bad luck do; each step checks what it was told."""

    @initialize()
    def begin(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.home = Path(self.folder.name)
        self.passages = InMemoryIndex()
        self.editions: dict[str, set[int]] = defaultdict(set)
        """By book, those that readers may see: one, or two after a cut in the middle of publishing."""
        self.turns: dict[tuple[str, UUID], list[tuple[str, str]]] = defaultdict(list)
        self.last_edition = 0
        self._open()
        for book in BOOKS:
            self.publish(book)

    def _open(self) -> None:
        """As the server starts, from what is stored."""
        self.database: Database = self.loop.run_until_complete(Database.open(f"sqlite:///{self.home}/footnoted.db"))
        self.luck = Luck()
        self.index: Any = UnluckyIndex("index", self.passages, IndexDown, self.luck)
        self.catalogue: Any = Unlucky("catalogue", SqlCatalogue(self.database), DatabaseDown, self.luck)
        history: Any = Unlucky("history", SqlHistory(self.database), DatabaseDown, self.luck)
        finder = Finder(AxisEmbedder(), CompleteIndex(self.index, self.catalogue), GRANITE)
        self.engine = Engine(finder, ExtractiveWriter(), history, ExtractiveWriter())

    def _restart(self) -> None:
        self.loop.run_until_complete(self.database.close())
        self._open()

    @rule(book=st.sampled_from(BOOKS), cut_after=st.none() | st.integers(0, 14), down=STORES)
    def publish(self, book: str, cut_after: int | None = None, down: str | None = None) -> None:
        """A new edition, perhaps cut off somewhere; the next run converges."""
        self.last_edition += 1
        source = self.home / book
        source.mkdir(exist_ok=True)
        for subject, text in SUBJECTS.items():
            (source / f"{subject}.md").write_text(f"# {subject}\n\n{text.format(self.last_edition)}\n", "utf-8")
        work = ingest(source, book, AxisEmbedder(), self.index, self.catalogue)
        is_done, _ = self._unluckily(work, cut_after, down)
        self.editions[book] = {self.last_edition} if is_done else self.editions[book] | {self.last_edition}

    @rule(book=st.sampled_from(BOOKS))
    def remove(self, book: str) -> None:
        """As `footnoted forget` does it."""
        self.loop.run_until_complete(self.catalogue.forget_book(book))
        self.loop.run_until_complete(self.index.drop(book))
        self.editions[book] = set()

    @rule(
        owner=st.sampled_from(OWNERS),
        number=st.integers(0, 1),
        book=st.sampled_from(BOOKS),
        text=st.sampled_from(
            ["How many eggs does a queen bee lay?", "Why does smoke calm bees?", "And how long is it?"]
        ),
        leaves=st.booleans(),
        cut_after=st.none() | st.none() | st.integers(0, 8),
        down=STORES,
    )
    def ask(
        self, owner: str, number: int, book: str, text: str, leaves: bool, cut_after: int | None, down: str | None
    ) -> None:
        """One question in a session; the reader may leave midway, a store may be down, and the power may go."""
        session = uuid5(_NAMESPACE, f"{owner}-{number}")
        asked = question(text, book=book, session=session, owner=owner)
        is_done, answer = self._unluckily(self._read(self.engine.ask(asked), leaves), cut_after, down)
        if is_done and answer is not None:
            self.turns[owner, session].append((text, answer.text))
            self._check_sources(answer.sources, book)

    @rule(owner=st.sampled_from(OWNERS), number=st.integers(0, 1), book=st.sampled_from(BOOKS))
    def ask_well(self, owner: str, number: int, book: str) -> None:
        self.ask(owner, number, book, "How many eggs does a queen bee lay?", False, None, None)

    @invariant()
    def readers_see_one_edition(self) -> None:
        """Whatever happened before, a search finds whole editions, or says what is wrong with the index."""
        for book in BOOKS if hasattr(self, "engine") else ():
            wide = question("queen smoke frame hive bee edition", book=book, limit=20)
            is_done, found = self._unluckily(self.engine.search(wide), None, None)
            if is_done and found:
                self._check_sources(found, book)

    def _unluckily(
        self, work: Coroutine[Any, Any, T], cut_after: int | None, down: str | None
    ) -> tuple[bool, T | None]:
        """Do the work with this luck; whether it was done. An error that is none of ours fails the test."""
        self.luck.calls_left, self.luck.down = cut_after, down
        try:
            return True, self.loop.run_until_complete(work)
        except PowerCut:
            self._restart()
        except FootnotedError:
            pass  # each contract has words for it
        finally:
            self.luck.calls_left = self.luck.down = None
        return False, None

    async def _read(self, events: AsyncGenerator[Event, None], leaves: bool) -> Answer | None:
        kinds = []
        try:
            async for event in events:
                kinds.append(type(event).__name__)
                if isinstance(event, Answered):
                    return event.answer
                if leaves and len(kinds) == 2:
                    return None
            raise AssertionError(f"a stream ended with {kinds[-1:]} and without a word why")
        finally:
            await events.aclose()

    def _check_sources(self, sources: Sequence[Source], book: str) -> None:
        assert {source.passage.book for source in sources} <= {book}
        seen = {edition for source in sources for edition in self._editions_in(source.passage.text)}
        assert len(seen) <= 1, f"mixed editions {seen}"
        assert seen <= self.editions[book], f"edition {seen} was never published whole"

    def _editions_in(self, text: str) -> set[int]:
        return {int(part.rstrip(".")) for part in text.split("edition ")[1:]}

    @rule()
    def kill(self) -> None:
        self._restart()

    @rule()
    def look_back(self) -> None:
        """What a reader was told is there, in order, and nobody else sees it."""
        for (owner, session), turns in self.turns.items():
            told = self.loop.run_until_complete(self.engine.history_of(owner).turns(session, 1000))
            stored = iter([(turn.question, turn.answer) for turn in told])
            assert all(turn in stored for turn in turns), "an acknowledged turn is lost, or out of order"
            stranger = next(other for other in OWNERS if other != owner)
            assert not self.loop.run_until_complete(self.engine.history_of(stranger).turns(session, 1000))

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.look_back()
            self.loop.run_until_complete(self.database.close())
            self.loop.close()
            self.folder.cleanup()


def test_nothing_acknowledged_is_lost_nothing_foreign_is_shown_and_every_stream_ends_typed() -> None:
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=SEEDS,
            stateful_step_count=25,
            deadline=None,
            derandomize="RANDOM" not in os.environ,
            suppress_health_check=list(HealthCheck),
        ),
    )
