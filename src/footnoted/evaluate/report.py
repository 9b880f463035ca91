"""A run as a table for the terminal, and as a self-contained HTML page. Knows no engine."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from footnoted.evaluate.metrics import reliability, risk_coverage
from footnoted.evaluate.plots import histogram, reliability_plot, risk_plot
from footnoted.evaluate.results import KindResult, Results
from footnoted.evaluate.trial import Trial

_MOST_FAULTS = 100


def table(results: Results) -> str:
    """The table for a terminal."""
    lines = [f"{name:<24} {value:>8}" for name, value in rows(results)]
    lines.append("")
    head, *kinds = _kind_rows(results)
    widths = [max(11, len(word) + 2) for word in head[1:]]
    for first, *rest in (head, *kinds):
        lines.append(f"{first:<28}" + "".join(f"{cell:>{width}}" for cell, width in zip(rest, widths, strict=True)))
    return "\n".join(lines)


def rows(results: Results) -> list[tuple[str, str]]:
    """Name and value of each figure that was measured."""
    milliseconds = [(f"time {name}", f"{1000 * value:.1f} ms") for name, value in _times(results)]
    shares = [
        ("nDCG@10", results.ndcg),
        ("recall@10", results.recall),
        ("MRR", results.reciprocal_rank),
        ("refusal precision", results.refusal_precision),
        ("refusal recall", results.refusal_recall),
        ("wrong when answered", results.wrong_when_answered),
        ("wrong in this set (95 %)", results.wrong_bound),
        ("calibration error", results.calibration_error),
        ("answer containment", results.containment),
        ("  shown with it", results.shown_with),
    ]
    known = [(name, f"{value:.3f}") for name, value in shares if value is not None]
    return [("questions", str(results.questions)), *known, *milliseconds]


def page(results: Results, trials: Sequence[Trial]) -> str:
    """The report as one HTML page."""
    cells = "".join(f"<tr><th>{escape(name)}<td>{escape(value)}" for name, value in rows(results))
    words, *kind_rows = _kind_rows(results)
    kinds = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells) for cells in kind_rows)
    head = "".join(f"<th>{escape(word)}" for word in words)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(results.name)}: evaluation</title>"
        "<style>body{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .8rem;text-align:right;"
        "border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}svg{margin-right:1rem}</style>"
        f"<h1>{escape(results.name)}</h1>{pictures(trials)}<table>{cells}</table><table><tr>{head}{kinds}</table>"
        f"<h2>What went wrong</h2><ul>{_faults(trials)}</ul></html>"
    )


def pictures(trials: Sequence[Trial]) -> str:
    """Reliability, risk and coverage, and the scores of each kind."""
    scores, truths = [trial.best for trial in trials], [trial.is_right for trial in trials]
    sides = [trial.probe.is_answerable for trial in trials]
    by_kind: dict[str, list[float]] = {}
    for trial in trials:
        by_kind.setdefault(trial.probe.kind, []).append(trial.best)
    if len(set(sides)) < 2:
        return histogram(by_kind)
    reliable = reliability_plot(reliability(scores, truths, sides))
    return reliable + risk_plot(risk_coverage(scores, truths)) + histogram(by_kind)


def _times(results: Results) -> tuple[tuple[str, float], ...]:
    return ("p50", results.seconds_p50), ("p95", results.seconds_p95)


def _kind_rows(results: Results) -> list[tuple[str, ...]]:
    """The head of the table, and a row for each kind."""
    others = [f"by {name}" for name in (results.kinds[0].refused_by if results.kinds else ())]
    return [("kind", "questions", "shown", "refused", *others, "AUROC"), *map(_kind_cells, results.kinds)]


def _kind_cells(kind: KindResult) -> tuple[str, ...]:
    shares = (kind.shown, kind.refused, *kind.refused_by.values())
    auroc = "" if kind.auroc is None else f"{kind.auroc:.3f}"
    return kind.kind, str(kind.questions), *(f"{share:.1%}" for share in shares), auroc


def _faults(trials: Sequence[Trial]) -> str:
    wrong = [trial for trial in trials if trial.declined == trial.probe.is_answerable][:_MOST_FAULTS]
    return "".join(f"<li>{escape(trial.probe.text)} — {_fault(trial)} ({trial.best:.2f})" for trial in wrong)


def _fault(trial: Trial) -> str:
    if trial.declined:
        return "refused, but it is in the book"
    return f"{'shown' if trial.shown else 'answered'}, but the book does not say"
