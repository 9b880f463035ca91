"""Named event streams: what an engine may say, for every contract to translate. The book in them is made up."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from footnoted.domain.answer import Answer, Answered, Assessed, Citation, Event, Outcome, Retrieved, Support, TextDelta
from footnoted.domain.book import Book, Page, Passage, Source, passage_id
from footnoted.domain.door.health import Health
from footnoted.domain.errors import AskError, DatabaseDown, IndexDown, ModelDown
from footnoted.domain.question import Confidence, Question, Session, Turn, Verdict
from footnoted.engine.turns import Turns
from tests.fakes.catalogue import FakeCatalogue

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
SESSION = UUID("3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10")


def passage(position: int, text: str, section: str = "Keeping bees warm") -> Passage:
    """A passage of the made-up book on bees."""
    return Passage(
        passage_id("bees", "/docs/winter", position),
        "bees",
        "https://bees.example",
        "/docs/winter",
        "keeping-bees-warm",
        "Winter",
        (section,),
        position,
        3,
        text,
        "A%20cluster%20of%20bees",
    )


CLUSTER = Source(passage(0, "A cluster of bees keeps its middle at 34 °C."), 0.91, 0.8123)
HONEY = Source(passage(1, "A colony eats about 15 kg of honey in a winter."), 0.72, 0.7511)
WEAK = Source(passage(2, "Bees fly when it is warmer than 10 °C."), 0.41, 0.6604)
BOOK = Book("bees", "Bees & Winter", "bees", "https://bees.example", "fake", "r1", 1, 3)


def catalogue() -> FakeCatalogue:
    """A catalogue with the made-up book in it."""
    shelf = FakeCatalogue()
    passages = (CLUSTER.passage, HONEY.passage, WEAK.passage)
    shelf.shelf["bees"] = (BOOK, {"/docs/winter": Page("winter.md", "/docs/winter", "Winter", 3, "hash", passages)})
    return shelf


SURE = Confidence(0.815, 0.72, 0.91, 2, 0.21, (0.91, 0.72))
PARTLY_SURE = Confidence(0.66, 0.41, 0.91, 2, 0.0, (0.91, 0.41))
UNSURE = Confidence(0.41, 0.41, 0.41, 1, 0.0, (0.41,))
CERTAIN = Confidence(1.0, 1.0, 1.0, 0, 0.0)
HOPELESS = Confidence(0.05, 0.05, 0.05, 1, 0.0, (0.05,))


def _answered(text: str, *, sources: Sequence[Source] = (CLUSTER, HONEY), searches: int = 1) -> list[Event]:
    first, rest = text[:10], text[10:]
    citation = Citation(0, text.index(" [1]"), 1, CLUSTER.passage.text, Support.EXACT)
    answer = Answer(text, Outcome.ANSWERED, Verdict.ANSWER, SURE, tuple(sources), (citation,))
    return [
        *(Retrieved(f"search {number}", tuple(sources)) for number in range(1, searches + 1)),
        Assessed(SURE, Verdict.ANSWER),
        TextDelta(first),
        TextDelta(rest),
        Answered(answer),
    ]


TEXT = "The cluster keeps its middle at 34 °C [1]."
answered = _answered(TEXT)
searched_twice = _answered(TEXT, searches=2)
refused: list[Event] = [
    Retrieved("search 1", ()),
    Assessed(HOPELESS, Verdict.DECLINE),
    TextDelta("The book does not say."),
    Answered(Answer("The book does not say.", Outcome.DECLINED, Verdict.DECLINE, HOPELESS, ())),
]
greeted: list[Event] = [
    Retrieved("search 1", ()),
    Assessed(CERTAIN, Verdict.ANSWER),
    TextDelta("Hello. Ask me about bees."),
    Answered(Answer("Hello. Ask me about bees.", Outcome.UNCLEAR, Verdict.ANSWER, CERTAIN, ())),
]
low_confidence: list[Event] = [
    Retrieved("search 1", (WEAK,)),
    Assessed(UNSURE, Verdict.HEDGE),
    TextDelta("In part: bees fly above 10 °C [1]."),
    Answered(
        Answer("In part: bees fly above 10 °C [1].", Outcome.SHOWN, Verdict.HEDGE, UNSURE, (WEAK,)),
    ),
]
selected_text: list[Event] = [
    Retrieved("search 1", (CLUSTER,)),
    Assessed(SURE, Verdict.ANSWER),
    TextDelta("It keeps its middle at 34 °C [1]."),
    Answered(
        Answer("It keeps its middle at 34 °C [1].", Outcome.ANSWERED, Verdict.ANSWER, SURE, (CLUSTER,), (), True),
    ),
]
model_down: list[Event] = [
    Retrieved("search 1", (CLUSTER, HONEY)),
    Assessed(SURE, Verdict.ANSWER),
    TextDelta(TEXT),
    Answered(Answer(TEXT, Outcome.UNWRITTEN, Verdict.ANSWER, SURE, (CLUSTER, HONEY))),
]


partly_sure: list[Event] = [
    Retrieved("search 1", (CLUSTER, WEAK)),
    Assessed(PARTLY_SURE, Verdict.HEDGE),
    TextDelta("In part: bees fly above 10 °C [2]."),
    Answered(
        Answer("In part: bees fly above 10 °C [2].", Outcome.SHOWN, Verdict.HEDGE, PARTLY_SURE, (CLUSTER, WEAK)),
    ),
]
"""Low confidence in the sense of 003-rag-agent-api."""
REMEMBERED = Turn(
    "How warm?",
    TEXT,
    NOON,
    (CLUSTER,),
    {
        "request_id": "22222222-2222-4333-8444-555555555555",
        "outcome": "answered",
        "verdict": "hedge",
        "from_selection": False,
        "confidence": 0.815,
        "seconds": 0.25,
        "citations": [{"start": 0, "end": 37, "source": 1, "quote": CLUSTER.passage.text, "support": "exact"}],
    },
)


@dataclass
class PlayedHistory:
    """A history with one remembered session."""

    rated: list[tuple[UUID, bool, str]] = field(default_factory=list)
    is_down: bool = False

    def _check(self) -> None:
        if self.is_down:
            raise DatabaseDown("The database does not answer.")

    async def session(self, session: UUID) -> Session | None:
        self._check()
        return Session(SESSION, NOON, NOON, 7) if session == SESSION else None

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        self._check()
        return [REMEMBERED][:limit] if session == SESSION else []

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        self._check()

    async def forget(self, session: UUID) -> bool:
        self._check()
        return session == SESSION

    async def rate(self, request: UUID, helpful: bool, comment: str, mark: str = "") -> bool:
        self._check()
        if str(request) != REMEMBERED.metadata["request_id"]:
            return False
        self.rated.append((request, helpful, comment))
        return True

    async def ping(self) -> None:
        self._check()


@dataclass
class PlayedEngine:
    """Answers every question with a scene and keeps what was asked; ``error`` is raised after the scene's events."""

    scene: Sequence[Event] = ()
    error: Exception | None = None
    history: PlayedHistory = field(default_factory=PlayedHistory)
    parts: dict[str, Health] = field(
        default_factory=lambda: {name: Health(name, True, 0.25) for name in ("index", "database", "embedder", "model")}
    )
    asked: list[Question] = field(default_factory=list)
    found: tuple[Source, ...] = (CLUSTER, HONEY)
    turns: Turns = field(default_factory=Turns)

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        self.asked.append(question)
        for event in self.scene:
            yield event
        if self.error:
            raise self.error

    async def search(self, question: Question) -> tuple[Source, ...]:
        self.asked.append(question)
        if self.error:
            raise self.error
        return self.found

    def history_of(self, owner: str) -> PlayedHistory:
        return self.history

    def language(self, book: str | None) -> str:
        return ""

    async def health(self) -> dict[str, Health]:
        return self.parts


failed_early: tuple[list[Event], AskError] = ([Retrieved("search 1", (CLUSTER,))], ModelDown("no model"))
failed_midway: tuple[list[Event], AskError] = (answered[:3], ModelDown("cut"))
store_down: tuple[list[Event], AskError] = ([], IndexDown("no index"))


def played() -> dict[str, PlayedEngine]:
    """An engine for each scene, by its name."""
    return {
        "answered": PlayedEngine(answered),
        "refused": PlayedEngine(refused),
        "searched_twice": PlayedEngine(searched_twice),
        "low_confidence": PlayedEngine(low_confidence),
        "model_down": PlayedEngine(model_down),
        "failed_early": PlayedEngine(*failed_early),
        "failed_midway": PlayedEngine(*failed_midway),
        "store_down": PlayedEngine(*store_down),
        "selected_text": PlayedEngine(selected_text),
    }
