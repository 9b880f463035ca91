"""Plots of a run as SVG: reliability, risk against coverage, histograms of scores. Knows no file, no page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_SIDE, _EDGE = 260, 34
_BINS = 20


def reliability_plot(rows: Sequence[tuple[float, float, float]]) -> str:
    """Mean score against share that is true, a dot for each tenth of the scale; on the diagonal they agree."""
    dots = "".join(
        f'<circle cx="{_x(mean):.1f}" cy="{_y(share):.1f}" r="{3 + 14 * weight**0.5:.1f}" fill="#2563eb" opacity=".6">'
        f"<title>score {mean:.2f}, true {share:.2f}</title></circle>"
        for mean, share, weight in rows
    )
    diagonal = f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4"/>'
    return _frame("Reliability", "score", "is in the book", diagonal + dots)


def risk_plot(curve: Sequence[tuple[float, float]]) -> str:
    """Share of questions answered against share of these that are wrong, the most certain answered first."""
    points = " ".join(f"{_x(covered):.1f},{_y(min(1.0, 2 * risk)):.1f}" for covered, risk in curve)
    line = f'<polyline points="{points}" fill="none" stroke="#dc2626" stroke-width="2"/>'
    return _frame("Risk and coverage", "share answered", "wrong among them", line, top="50 %")


def histogram(scores: Mapping[str, Sequence[float]]) -> str:
    """How the best scores of each kind of question are distributed."""
    colours = ("#16a34a", "#dc2626", "#d97706", "#7c3aed", "#0891b2", "#64748b")
    shapes = []
    for (kind, values), colour in zip(scores.items(), colours, strict=False):
        counts = [0] * _BINS
        for value in values:
            counts[min(int(value * _BINS), _BINS - 1)] += 1
        steps = " ".join(
            f"{_x(edge / _BINS):.1f},{_y(count / max(1, len(values))):.1f}"
            for place, count in enumerate(counts)
            for edge in (place, place + 1)
        )
        shapes.append(f'<polyline points="{steps}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = _EDGE + 14 * len(shapes)
        shapes.append(f'<text x="{_SIDE / 2}" y="{at}" fill="{colour}">{escape(kind)}</text>')
    return _frame("Best scores", "score", "share of the kind", "".join(shapes))


def _x(share: float) -> float:
    return _EDGE + share * (_SIDE - _EDGE - 8)


def _y(share: float) -> float:
    return _SIDE - _EDGE - share * (_SIDE - _EDGE - 28)


def _frame(title: str, across: str, up: str, inside: str, top: str = "1") -> str:
    axes = f'<path d="M{_x(0)},{_y(1)} V{_y(0)} H{_x(1)}" fill="none" stroke="#444"/>'
    words = (
        f'<text x="{_SIDE / 2}" y="16" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
        f'<text x="{_SIDE / 2}" y="{_SIDE - 6}" text-anchor="middle">{escape(across)}</text>'
        f'<text x="12" y="{_SIDE / 2}" text-anchor="middle" transform="rotate(-90 12 {_SIDE / 2})">{escape(up)}</text>'
        f'<text x="{_EDGE - 4}" y="{_y(1) + 4}" text-anchor="end">{top}</text>'
        f'<text x="{_EDGE - 4}" y="{_y(0) + 4}" text-anchor="end">0</text>'
        f'<text x="{_x(1)}" y="{_y(0) + 14}" text-anchor="end">1</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}" width="{_SIDE}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" font-size="10">{axes}{words}{inside}</svg>'
    )
