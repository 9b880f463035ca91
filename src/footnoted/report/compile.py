"""Compiles a report from the question log, the catalogue and the engine. Knows no format."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from footnoted.domain.book import Passage, Section
from footnoted.domain.door.stores import QuestionLog
from footnoted.domain.ports import Catalogue, Embedder
from footnoted.domain.question import Asked
from footnoted.domain.verdict import KeptVerdict
from footnoted.engine.ask import Engine
from footnoted.report.figures import Figures, figures
from footnoted.report.gaps import Gap, Kind, gaps

NOT_KEPT = "Questions are not stored here (FOOTNOTED_KEEP_QUESTIONS), so gaps in the book cannot be found."


@dataclass(frozen=True, slots=True)
class Report:
    """What readers asked in the last ``days`` days, and how the book answered."""

    title: str
    days: int
    made_at: datetime
    figures: Figures
    gaps: tuple[Gap, ...]
    unhelpful: tuple[Asked, ...]
    """Answered, but the reader marked it as not helpful."""
    unvisited: tuple[Section, ...]
    """Sections that no answer cited."""
    newest: tuple[Asked, ...]
    """The latest questions in detail, newest first."""
    has_texts: bool = True
    """Whether the words of questions are stored, and not only their outcomes."""
    books: tuple[tuple[str, KeptVerdict], ...] = ()
    """Title of each book, and what ingestion found."""

    def of(self, kind: Kind) -> list[Gap]:
        """The gaps of one kind."""
        return [gap for gap in self.gaps if gap.kind is kind]


@dataclass(frozen=True, slots=True)
class ReportSources:
    """The parts of the system that a report is made from."""

    engine: Engine
    embedder: Embedder
    catalogue: Catalogue
    log: QuestionLog


async def compile_report(sources: ReportSources, days: int, now: datetime | None = None) -> Report:
    """The report of the last ``days`` days."""
    now = now or datetime.now(UTC)
    since = now - timedelta(days=days)
    asked = [row for row in await sources.log.asked(since) if row.asked_at <= now]
    books = await sources.catalogue.books()
    cited = {source.passage for row in asked for source in row.sources}
    sections = [section for book in books for section in await sources.catalogue.sections(book.name)]
    return Report(
        books[0].title if len(books) == 1 else "Your books",
        days,
        now,
        figures(asked, (since + timedelta(days=1)).date(), now.date()),
        tuple(await gaps(asked, sources.engine, sources.embedder)),
        tuple(row for row in reversed(asked) if row.helpful is False),
        tuple(section for section in sections if section.headings and not _is_visited(section, cited)),
        tuple(reversed(asked[-200:])),
        sources.log.has_texts,
        tuple((book.title, book.verdict) for book in books if book.verdict),
    )


def _is_visited(section: Section, cited: set[Passage]) -> bool:
    """Whether an answer cited a passage of the section, or of one below it."""
    depth = len(section.headings)
    return any(
        (passage.book, passage.route, passage.headings[:depth]) == (section.book, section.route, section.headings)
        for passage in cited
    )
