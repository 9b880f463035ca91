"""The kept figures as a table in Markdown and as a picture. Knows nothing of how they came about."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Row = Mapping[str, float | str]

_COLUMNS = {
    "p95_ms": ("hybrid p95", "{:.0f} ms"),
    "filtered_p95_ms": ("filtered p95", "{:.0f} ms"),
    "cpu_p95_ms": ("its processor time", "{:.1f} ms"),
    "filtered_cpu_p95_ms": ("filtered", "{:.1f} ms"),
    "recall_at_10": ("recall@10", "{:.3f}"),
    "filtered_recall_at_10": ("filtered recall@10", "{:.3f}"),
    "memory_mb": ("memory", "{:,.0f} MB"),
    "mapped_mb": ("mapped files", "{:,.0f} MB"),
    "disk_mb": ("disk", "{:,.0f} MB"),
    "write_cpu_seconds": ("writing, processor", "{:,.0f} s"),
    "index_cpu_seconds": ("graph, processor", "{:,.0f} s"),
}
_PANELS = {
    "filtered_cpu_p95_ms": "filtered hybrid p95, processor ms",
    "recall_at_10": "recall@10",
    "memory_mb": "memory of its own, MB",
}
_COLOURS = {"server": "#1a6fb0", "embedded": "#b0561a"}
_WIDTH, _HEIGHT, _EDGE = 300, 200, 46


def table(rows: Sequence[Row]) -> str:
    head = ["store", "passages", *(title for title, _ in _COLUMNS.values())]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        cells = [str(row["store"]), f"{row['passages']:,}"]
        cells += [form.format(row[name]) if name in row else "–" for name, (_, form) in _COLUMNS.items()]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def draw(rows: Sequence[Row]) -> str:
    """One panel a figure, a line a store; passages on a logarithmic scale."""
    panels = [
        f'<g transform="translate({number * _WIDTH} 0)">{_panel(name, title, rows)}</g>'
        for number, (name, title) in enumerate(_PANELS.items())
    ]
    size = f'width="{_WIDTH * len(_PANELS)}" height="{_HEIGHT + 20}"'
    view = f'viewBox="0 0 {_WIDTH * len(_PANELS)} {_HEIGHT + 20}"'
    style = 'font-family="sans-serif" font-size="11" fill="#333"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} {style}>{ground}{"".join(panels)}{_legend()}</svg>\n'


def _panel(name: str, title: str, rows: Sequence[Row]) -> str:
    known = [row for row in rows if name in row]
    if not known:
        return ""
    top = 1.0 if name.startswith("recall") else 1.15 * max(float(row[name]) for row in known)
    parts = [
        f'<text x="{_EDGE}" y="16" font-weight="bold">{title}</text>',
        f'<path d="M{_EDGE} 26V{_HEIGHT - 24}H{_WIDTH - 14}" fill="none" stroke="#999"/>',
        *(_tick(value, top) for value in (0, top / 2, top)),
        *(
            f'<text x="{_across(passages)}" y="{_HEIGHT - 8}" text-anchor="middle">{words}</text>'
            for passages, words in ((10_000, "10 k"), (100_000, "100 k"), (1_000_000, "1 M"))
        ),
    ]
    for store, colour in _COLOURS.items():
        at = [(_across(float(row["passages"])), _up(float(row[name]), top)) for row in known if row["store"] == store]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in at]
    return "".join(parts)


def _tick(value: float, top: float) -> str:
    words = f"{value:.0f}" if top > 2 else f"{value:.1f}"
    return f'<text x="{_EDGE - 6}" y="{_up(value, top) + 4:.1f}" text-anchor="end">{words}</text>'


def _across(passages: float) -> float:
    """
    >>> _across(10_000) < _across(100_000) < _across(1_000_000)
    True
    """
    return _EDGE + 24 + (math.log10(passages) - 4) / 2 * (_WIDTH - _EDGE - 60)


def _up(value: float, top: float) -> float:
    return 26 + (1 - value / top) * (_HEIGHT - 50)


def _legend() -> str:
    return "".join(
        f'<circle cx="{_EDGE + number * 170}" cy="{_HEIGHT + 8}" r="4" fill="{colour}"/>'
        f'<text x="{_EDGE + 10 + number * 170}" y="{_HEIGHT + 12}">{words}</text>'
        for number, (colour, words) in enumerate(
            [(_COLOURS["server"], "Qdrant server, int8"), (_COLOURS["embedded"], "embedded store")]
        )
    )
