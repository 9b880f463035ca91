"""Tables that only lay things out: code beside its line numbers, a note beside its icon. Knows no text."""

from __future__ import annotations

from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from footnoted.ingest.formats.page.builder import ADMONITIONS


def laid_out(table: LexborNode) -> Sequence[LexborNode] | None:
    """The cells to read one after the other; None for a table of data."""
    cells = table.css("td, th")
    if table.css_first("pre") is not None or table.css_first("table table") is not None:
        return [cell for cell in cells if cell.css_first("table") is None]
    around = table.parent
    names = (around.attributes.get("class") or "").split() if around is not None else []
    if not ADMONITIONS.isdisjoint(names) and cells and _is_icon(cells[0]):
        return cells[1:]
    return None


def _is_icon(cell: LexborNode) -> bool:
    return cell.css_first("img") is not None and not cell.text(deep=True).strip()
