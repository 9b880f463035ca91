"""What an author should know about an ingested book: how far its passages and links can be trusted. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from footnoted.domain.text.language import language

_EXAMPLES = 5
"""Of each kind, stored with the book; ``footnoted ingest --json`` prints all."""
_NO_FAULT = "files not published"
"""The author's own choice, so not a fault."""
NOT_MEASURED = "not measured in this language"
"""For a book in a language whose scores were never tested on questions."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far the book's passages and links can be trusted, and why."""

    generator: str
    recognised_by: str
    site: str
    links_are_trusted: bool
    links: str
    """How that is known."""
    assumed: tuple[tuple[str, str], ...]
    """Settings that could not be read, and the value used instead."""
    unread: tuple[tuple[str, str], ...]
    """Files that look like text of the book but cannot be read, each with the reason."""
    unpublished: tuple[str, ...]
    """Files among the pages that the generator does not publish."""
    template_marks: tuple[tuple[str, str], ...]
    """Passages that still contain markup: where, and which."""
    headings_lost: tuple[tuple[str, str], ...]
    """Headings of a source file that no passage is under: file and heading."""
    language: str = ""
    """Code of the language that most of the book is in."""
    language_is_measured: bool = True
    """Whether scores were tested on questions in this language; if not, every answer is hedged."""

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to fix; files that the site itself leaves out are the author's choice."""
        faults = (self.assumed, self.unread, self.template_marks, self.headings_lost)
        return self.links_are_trusted and not any(faults)

    @property
    def findings(self) -> Mapping[str, tuple[str, ...]]:
        """Each kind of finding, with its examples."""
        return {
            "settings assumed": tuple(f"{name}, taken as {value}" for name, value in self.assumed),
            "files not read": tuple(f"{name}: {reason}" for name, reason in self.unread),
            _NO_FAULT: self.unpublished,
            "template marks left": tuple(f"{link}: {mark}" for link, mark in self.template_marks),
            "headings lost": tuple(f"{source}: {heading}" for source, heading in self.headings_lost),
        }

    def kept(self) -> KeptVerdict:
        """The part that is stored with the book."""
        found = tuple(
            Finding(name, examples[:_EXAMPLES], len(examples), name != _NO_FAULT)
            for name, examples in self.findings.items()
            if examples
        )
        if not self.language_is_measured:
            hedged = f"{language(self.language).name}: every answer comes with a hedge; golden questions measure it"
            found += (Finding(NOT_MEASURED, (hedged,), 1, is_fault=True),)
        return KeptVerdict(self.generator, self.recognised_by, self.links_are_trusted, self.links, self.is_clean, found)


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of finding: how often, and examples."""

    name: str
    examples: tuple[str, ...]
    count: int
    is_fault: bool
    """Whether the author should fix it."""


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A verdict in short, as the catalogue stores it."""

    generator: str
    recognised_by: str
    links_are_trusted: bool
    links: str
    is_clean: bool
    findings: tuple[Finding, ...]
    """The kinds that were found, with a few examples."""


def verdict_of(kept: Mapping[str, Any]) -> KeptVerdict:
    """The verdict from what ``dataclasses.asdict`` made of it."""
    found = (Finding(**{**row, "examples": tuple(row["examples"])}) for row in kept["findings"])
    return KeptVerdict(**{**kept, "findings": tuple(found)})
