"""Tables that only lay things out: a box, code beside its line numbers, a note beside its icon. Knows no text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from selectolax.lexbor import LexborNode

from footnoted.ingest.formats.page.builder import ADMONITIONS

Shows = Callable[[LexborNode], bool]
"""Whether a reader sees an element."""


def laid_out(table: LexborNode, shows: Shows) -> Sequence[LexborNode] | None:
    """The cells to read one after the other; None for a table of data. One of the class "icon" names a note."""
    cells = _cells(table)
    return None if cells is None else [cell for cell in cells if _is_seen(cell, table, shows)]


def _cells(table: LexborNode) -> Sequence[LexborNode] | None:
    cells = table.css("td, th")
    is_box = len(cells) == 1 and not _is_icon(cells[0])
    if is_box or table.css_first("pre") is not None or table.css_first("table table") is not None:
        return [cell for cell in cells if cell.css_first("table") is None]
    around = table.parent
    names = (around.attributes.get("class") or "").split() if around is not None else []
    if not ADMONITIONS.isdisjoint(names) and cells and _is_icon(cells[0]):
        return cells[1:]
    return cells if "admonitionblock" in names else None


def _is_seen(cell: LexborNode, table: LexborNode, shows: Shows) -> bool:
    """Whether a cell shows, and so do its row and what else of the table is around it."""
    around: LexborNode | None = cell
    while around is not None and around.mem_id != table.mem_id:
        if not shows(around):
            return False
        around = around.parent
    return True


def _is_icon(cell: LexborNode) -> bool:
    return cell.css_first("img") is not None and not cell.text(deep=True).strip()
