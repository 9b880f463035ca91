"""Everything that can go wrong, as facts. No HTTP status, no exit code: the doors and contracts translate.

FootnotedError
├── Misconfigured          a setting is wrong; the message says how to fix it
├── BadSource              a book cannot be read; the message says why and what to do
├── BadQuestion            a question is empty or too long
├── BadKey                 a key cannot be made or found under that name; the message says why
├── RerankerDown           the reranker does not answer; no question fails for that
├── ReaderDown             the reader does not answer; no question fails for that
├── CounterDown            requests cannot be counted across workers; no question fails for that
└── AskError               a question could not be answered
    ├── SessionUnknown     no such session
    ├── BookUnknown        no such book
    ├── IndexDown          the passage index does not answer
    │   └── IndexDamaged   it answers, but does not hold what was ingested
    ├── DatabaseDown       the database does not answer
    ├── EmbedderDown       the embedder does not answer
    ├── ModelDown          the model does not answer
    │   ├── ModelBusy      it says so itself; try again later
    │   └── BudgetSpent    the day's model calls are used up
    └── OutOfTime          the deadline passed
"""

from __future__ import annotations

from collections.abc import Iterable


class FootnotedError(Exception):
    """Root of the tree. The message is for the reader; the cause, chained with ``from``, is for the log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Misconfigured(FootnotedError):
    """A setting, or a combination of them, cannot work."""


class BadSource(FootnotedError):
    """The book cannot be read from the given place."""


class BadQuestion(FootnotedError):
    """The question is empty or too long."""


class BadKey(FootnotedError):
    """The name of a key is taken, unknown or not allowed."""


class RerankerDown(FootnotedError):
    """The reranker does not answer, or not in time; the order by search is used."""


class ReaderDown(FootnotedError):
    """The reader does not answer; the scores of the search are used alone."""


class CounterDown(FootnotedError):
    """The shared request counter does not answer; meanwhile each worker counts for itself."""


class AskError(FootnotedError):
    """A question could not be answered."""


class SessionUnknown(AskError):
    """No such session."""


class BookUnknown(AskError):
    """No such book."""


NO_BOOK = "No book has been indexed yet. Run: footnoted ingest SOURCE"
"""The message if a book is needed and there is none."""


def no_such_book(name: str, known: Iterable[str]) -> BookUnknown:
    """The error for a name that no book has; it lists the names there are."""
    names = ", ".join(sorted(known)[:50])
    there = f"There are: {names}." if names else "None is indexed yet; run: footnoted ingest SOURCE"
    return BookUnknown(f"There is no book '{name[:80]}'. {there}")


class IndexDown(AskError):
    """The passage index does not answer."""


class IndexDamaged(IndexDown):
    """The passage index lacks part of what was ingested: what it does not find may still be in the book."""


class DatabaseDown(AskError):
    """The database does not answer."""


class EmbedderDown(AskError):
    """The embedder does not answer."""


class ModelDown(AskError):
    """The model does not answer."""


class ModelBusy(ModelDown):
    """The model reports that it is overloaded."""


class BudgetSpent(ModelDown):
    """This reader's model calls for today are used up; the book's own sentences answer."""


class OutOfTime(AskError):
    """The deadline for the whole request passed."""
