"""A report as the author's page: figures, SVG plots, gaps, and the trace of each question. Everything is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from footnoted.domain.answer import Outcome
from footnoted.domain.book import Passage
from footnoted.domain.question import Asked
from footnoted.domain.verdict import KeptVerdict
from footnoted.report.compile import NOT_KEPT, Report
from footnoted.report.gaps import Gap, Kind
from footnoted.report.plots import plots

_SPANS = (7, 30, 90)
_OUTCOMES: dict[str, str] = {
    Outcome.SHOWN: "shown the place",
    Outcome.DECLINED: "not found in the book",
    Outcome.UNCLEAR: "asked to say more",
}
"""The outcomes in words for an author."""


def as_page(report: Report, root: str = "") -> str:
    """The whole document; ``root`` is the path that the server is mounted at."""
    start, title = escape(root), escape(report.title)
    body = "\n".join(_body(report))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>What readers asked: {title}</title>
<link rel="icon" href="{start}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{start}web/author.css">
</head>
<body>
<header><p>{title}</p><nav aria-label="Span">{_spans(report.days)}</nav></header>
<main>
{body}
</main>
</body>
</html>
"""


def _spans(chosen: int) -> str:
    links = [
        f'<a href="?days={days}"{" aria-current=page" if days == chosen else ""}>{days} days</a>' for days in _SPANS
    ]
    return " ".join([*links, f'<a href="author/report.md?days={chosen}">Markdown</a>'])


def _body(report: Report) -> Iterator[str]:
    counted = report.figures
    yield "<h1>What readers asked</h1>"
    yield '<dl class="figures">'
    yield _figure("questions", str(counted.questions))
    answered, shown = (sum(getattr(day, name) for day in counted.days) for name in ("answered", "shown"))
    rest = sum(day.unanswered for day in counted.days)
    for name, count in (("answered", answered), ("shown the place", shown), ("no answer", rest)):
        yield _figure(name, f"{round(100 * count / counted.questions) if counted.questions else 0} %")
    yield _figure("half within", f"{counted.typical_seconds:.2f} s")
    yield _figure("19 in 20 within", f"{counted.slow_seconds:.2f} s")
    yield _figure("helped / not", f"{counted.helpful} / {counted.unhelpful}")
    if counted.cost:
        yield _figure("for the model", f"${counted.cost:.2f}")
    yield "</dl>"
    yield from plots(counted.days)
    yield _outcomes(counted.outcomes)
    if not report.has_texts:
        yield f"<p class=lead>{NOT_KEPT}</p>"
        yield _unvisited(report)
        return
    yield _gaps("Missing from the book", "Readers asked, and no page speaks of it.", report.of(Kind.MISSING))
    yield _gaps("There, but missed", "The book says it; it was not found.", report.of(Kind.MISSED))
    if report.unhelpful:
        yield "<section><h2>Answered, but it did not help</h2>"
        yield "".join(_trace(row) for row in report.unhelpful[:50]) + "</section>"
    yield from (ingestion_section(title, verdict) for title, verdict in report.books)
    yield _unvisited(report)
    yield "<section><h2>The last questions</h2>"
    yield "".join(_trace(row) for row in report.newest) or "<p>None yet.</p>"
    yield "</section>"


def ingestion_section(title: str, verdict: KeptVerdict) -> str:
    """What ingestion found in a book: what was recognised, whether its links can be trusted, what to fix."""
    rows = [("generator", f"{verdict.generator}: {verdict.recognised_by}"), ("links", verdict.links)]
    rows += [(finding.name, f"{finding.count}: {'; '.join(finding.examples)}") for finding in verdict.findings]
    table = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in rows)
    state = "clean" if verdict.is_clean else "needs a look"
    heading = f"How “{escape(title)}” was read <small>{state}</small>"
    return f"<section><h2>{heading}</h2><table><tbody>{table}</tbody></table></section>"


def _in_words(outcome: str) -> str:
    return _OUTCOMES.get(outcome, outcome.replace("_", " "))


def _figure(name: str, value: str) -> str:
    return f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"


def _outcomes(outcomes: dict[str, int]) -> str:
    total = sum(outcomes.values()) or 1
    rows = "".join(
        f'<tr><th scope="row">{escape(_in_words(name))}</th><td>{count}</td>'
        f'<td><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="answered" width="{100 * count / total:.1f}" '
        'height="6"/></svg></td></tr>'
        for name, count in outcomes.items()
    )
    return f"<table><caption>Outcomes</caption><tbody>{rows}</tbody></table>" if outcomes else ""


def _gaps(heading: str, lead: str, found: Sequence[Gap]) -> str:
    rows = "".join(_gap(gap) for gap in found) or "<p>Nothing.</p>"
    return f"<section><h2>{heading} <small>{len(found)}</small></h2><p class=lead>{lead}</p>{rows}</section>"


def _gap(gap: Gap) -> str:
    first, *others = gap.questions
    times = "once" if gap.times == 1 else f"{gap.times} times"
    also = "".join(f'<li dir="auto">{escape(other)}</li>' for other in others)
    near = ""
    if gap.nearest:
        word = "It stands in" if gap.kind is Kind.MISSED else "Nearest"
        name = escape(gap.nearest.breadcrumb)
        near = f'<p class=near>{word}: <a dir="auto" href="{escape(_address(gap.nearest))}">{name}</a></p>'
    return (
        f'<article class=gap><h3 dir="auto">{escape(first)} <small>{times}</small></h3>'
        f"{f'<ul>{also}</ul>' if also else ''}{near}</article>"
    )


def _address(passage: Passage) -> str:
    """Where the author can read it: on the book's own site, or else on this server."""
    if passage.site.startswith(("https://", "http://")):
        return passage.url
    return f"read/{quote(passage.book, safe='')}{quote(passage.route)}#{quote(passage.anchor)}"


def _unvisited(report: Report) -> str:
    if not report.unvisited:
        return ""
    items = "".join(
        f'<li dir="auto">{escape(" › ".join((section.title, section.name)))}</li>' for section in report.unvisited
    )
    return (
        f"<section><details><summary><h2>Sections nobody was sent to <small>{len(report.unvisited)}</small></h2>"
        f"</summary><ul>{items}</ul></details></section>"
    )


def _trace(row: Asked) -> str:
    """One question with everything known about its answer."""
    opinion = {True: "helped", False: "did not help", None: ""}[row.helpful]
    facts = [
        ("asked", f"{row.asked_at:%Y-%m-%d %H:%M}"),
        ("outcome", _in_words(row.outcome)),
        ("time", f"{row.seconds:.2f} s"),
        ("cost", f"${row.cost:.4f}" if row.cost else ""),
        ("reader", " ".join(filter(None, [opinion, f"“{row.comment}”" if row.comment else ""]))),
        ("request", row.request_id),
    ]
    listed = "".join(f'<dt>{name}</dt><dd dir="auto">{escape(value)}</dd>' for name, value in facts if value)
    cited = "".join(
        f'<li dir="auto">{escape(source.passage.breadcrumb)} <small>{source.score:.2f}</small></li>'
        for source in row.sources
    )
    return (
        f'<details class=trace><summary><span dir="auto">{escape(row.question)}</span> '
        f'<small class="{escape(row.outcome, quote=True)}">{escape(_in_words(row.outcome))}</small></summary>'
        f"<dl>{listed}</dl>{f'<ol>{cited}</ol>' if cited else ''}</details>"
    )
