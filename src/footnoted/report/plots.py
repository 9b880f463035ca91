"""Plots of a report's days as SVG: questions, time, opinions, cost. Knows no page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footnoted.report.figures import Day

_HEIGHT, _WIDTH, _HEAD = 120, 720, 16


@dataclass(frozen=True, slots=True)
class _Bar:
    """One day: its parts, the darkest below."""

    strong: float
    faint: float
    label: str
    middle: float = 0.0


def plots(days: Sequence[Day]) -> Iterator[str]:
    """The plots; a figure that was never measured has none."""
    if not days:
        return
    most = max(day.answered + day.shown + day.unanswered for day in days)
    bars = [
        _Bar(
            day.answered,
            day.unanswered,
            f"{day.answered} answered, {day.shown} shown the place, {day.unanswered} neither",
            day.shown,
        )
        for day in days
    ]
    yield _plot(days, bars, f"Questions a day, at most {most}", "Lighter: shown the place; lightest: no answer.")
    if slowest := max(day.slow_seconds for day in days):
        bars = [
            _Bar(
                day.typical_seconds,
                day.slow_seconds - day.typical_seconds,
                f"half within {day.typical_seconds:.2f} s, all but one in twenty within {day.slow_seconds:.2f} s",
            )
            for day in days
        ]
        yield _plot(days, bars, f"Seconds to an answer, at most {slowest:.2f}", "Lighter: the slowest in twenty.")
    if opinions := max(day.helpful + day.unhelpful for day in days):
        bars = [_Bar(day.helpful, day.unhelpful, f"{day.helpful} helped, {day.unhelpful} did not") for day in days]
        yield _plot(days, bars, f"Opinions a day, at most {opinions}", "Darker: it helped; lighter: it did not.")
    if highest := max(day.cost for day in days):
        bars = [_Bar(day.cost, 0.0, f"${day.cost:.2f}") for day in days]
        yield _plot(days, bars, f"Dollars a day for the model, at most {highest:.2f}", "")


def _plot(days: Sequence[Day], bars: Sequence[_Bar], label: str, legend: str) -> str:
    most = max(bar.strong + bar.middle + bar.faint for bar in bars) or 1
    step = _WIDTH / len(bars)
    drawn = []
    for number, (day, bar) in enumerate(zip(days, bars, strict=True)):
        place = f'x="{number * step + step * 0.1:.1f}" width="{step * 0.8:.1f}"'
        top, drawn_parts = float(_HEIGHT), ""
        for name, part in (("answered", bar.strong), ("shown", bar.middle), ("unanswered", bar.faint)):
            height = part * (_HEIGHT - _HEAD) / most
            top -= height
            drawn_parts += f'<rect class="{name}" {place} y="{top:.1f}" height="{height:.1f}"/>' if part else ""
        drawn.append(f"<g><title>{day.day:%d %B}: {bar.label}</title>{drawn_parts}</g>")
    first, last = f"{days[0].day:%d %b}", f"{days[-1].day:%d %b}"
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT + 18}" role="img" aria-label="{label}">{"".join(drawn)}'
        f'<line x1="0" x2="{_WIDTH}" y1="{_HEIGHT}" y2="{_HEIGHT}"/><text x="0" y="{_HEIGHT + 14}">{first}</text>'
        f'<text x="{_WIDTH}" y="{_HEIGHT + 14}" text-anchor="end">{last}</text></svg>'
        f"<figcaption>{label}. {legend}</figcaption></figure>"
    )
