"""A report as Markdown, for a terminal or an issue tracker. Readers' words are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from footnoted.report.compile import NOT_KEPT, Report
from footnoted.report.gaps import Gap, Kind

_MOST_SECTIONS = 30
_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~@$&])")
_LINKED = re.compile(r"[@#/:](?=\S)|\w\.(?=\w)")
"""Words that issue trackers turn into links or mentions, even escaped; in code they do not."""


def as_markdown(report: Report) -> str:
    """The whole report."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Report) -> Iterator[str]:
    counted = report.figures
    yield f"# What readers asked: {_plain(report.title)}"
    yield ""
    yield f"The {report.days} days before {report.made_at:%Y-%m-%d}."
    yield ""
    if not counted.questions and report.has_texts:
        yield "Nobody has asked anything yet."
        yield from _books(report)
        return
    yield f"- {counted.questions} {'question' if counted.questions == 1 else 'questions'}"
    for outcome, count in counted.outcomes.items():
        yield f"- {count} {_plain(outcome.replace('_', ' '))}"
    yield f"- half within {counted.typical_seconds:.2f} s, all but one in twenty within {counted.slow_seconds:.2f} s"
    yield f"- {counted.helpful} helped, {counted.unhelpful} did not"
    if counted.cost:
        yield f"- ${counted.cost:.2f} for the model"
    yield from _gaps(report)
    yield from _books(report)
    if report.unvisited:
        yield ""
        yield "## Sections nobody was sent to"
        yield ""
        for section in report.unvisited[:_MOST_SECTIONS]:
            yield f"- {_plain(' › '.join((section.title, section.name)))}"
        if len(report.unvisited) > _MOST_SECTIONS:
            yield f"- and {len(report.unvisited) - _MOST_SECTIONS} more"


def _books(report: Report) -> Iterator[str]:
    for title, verdict in report.books:
        yield from ("", f"## How {_plain(title)} was read", "", f"- {_plain(verdict.links)}")
        yield from (f"- {finding.name}: {finding.count}" for finding in verdict.findings)


def _gaps(report: Report) -> Iterator[str]:
    if not report.has_texts:
        yield from ("", NOT_KEPT.replace("_", "\\_"))
        return
    for kind, heading in ((Kind.MISSING, "Missing from the book"), (Kind.MISSED, "There, but missed")):
        yield from ("", f"## {heading}", "")
        found = report.of(kind)
        for gap in found:
            yield from _gap(gap)
        if not found:
            yield "Nothing."


def _gap(gap: Gap) -> Iterator[str]:
    first, *others = gap.questions
    yield f"- [ ] **{_plain(first)}** ({'once' if gap.times == 1 else f'{gap.times} times'})"
    for other in others[:5]:
        yield f"  - also: {_plain(other)}"
    if gap.nearest:
        near = "see" if gap.kind is Kind.MISSED else "nearest"
        link = " ".join(gap.nearest.link.replace("`", "").split())
        yield f"  - {near}: {_plain(gap.nearest.breadcrumb)} (`{link}`)"


def _plain(text: str) -> str:
    r"""The text on one line, with every sign escaped that Markdown might act on, and addresses and names as code.

    >>> print(_plain("a *b* <img>"))
    a \*b\* \<img\>
    >>> print(_plain("is @ann at https://evil.example?"))
    is `@ann` at `https://evil.example?`
    """
    return " ".join(map(_word, text.split()))


def _word(word: str) -> str:
    if _LINKED.search(unescape(word)):
        return f"`{word.replace('`', chr(39))}`"
    return _SIGNS.sub(r"\\\1", word)
