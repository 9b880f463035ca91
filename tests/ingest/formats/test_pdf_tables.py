"""Tables of PDFs between rules: every cell whole, in its row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.formats.pdf.process import load
from tests.ingest.formats.make_pdf import Words, make_pdf, paragraph
from tests.ingest.formats.test_pdf import reading

HEAD = ["Site", "What was seen", "What it means"]
ROWS = [
    (["Arden"], ["The lichen of the", "north wall grew", "by a third."], ["Cleaner air than", "before."]),
    (["Bexley"], ["No change."], ["The wall was", "cleaned in spring,", "and nobody wrote", "it down."]),
    (["Corfe"], ["Two kinds where", "there was one."], ["Spores from Bexley."]),
]
LEFT = (72, 140, 300)


def table(top: float, pitch: float, *, padding: float, centred: bool) -> tuple[list[Words], list[float]]:
    """The table's words, row by row as typesetters write them, and where its rows end."""
    words = [Words(x, top - pitch, text) for x, text in zip(LEFT, HEAD, strict=True)]
    y, ends = top - pitch - 4 - padding, [top - pitch - 4 - padding]
    for row in ROWS:
        most = max(map(len, row))
        for x, lines in zip(LEFT, row, strict=True):
            down = (most - len(lines)) / 2 if centred else 0
            words += [Words(x, y - padding - (place + 1 + down) * pitch, line) for place, line in enumerate(lines)]
        y -= most * pitch + 4 + 2 * padding
        ends.append(y)
    return words, ends


def cells(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n") if "---" not in line]


EXPECTED = [HEAD, *([" ".join(lines) for lines in row] for row in ROWS)]


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("every_row", [True, False])
def test_cells_of_several_lines_are_whole(tmp_path: Path, centred: bool, every_row: bool) -> None:
    words, ends = table(700, 12, padding=5, centred=centred)
    levels = [700, *ends] if every_row else [700, ends[0], ends[-1]]
    before = paragraph(72, 760, ["A paragraph before the table, that goes on to the margin of the", "page."])
    after = paragraph(72, ends[-1] - 30, ["A paragraph after the table, that goes on to the margin."])
    data = make_pdf([[*before, *words, *after]], rules={0: [(70, 460, level) for level in levels]})
    blocks = [block for section in reading(tmp_path, data).sections for block in section.blocks]
    assert [block.kind for block in blocks] == ["text", "table", "text"]
    assert cells(blocks[1].text) == EXPECTED


def test_rows_without_room_between_them_begin_where_a_column_goes_on(tmp_path: Path) -> None:
    words, ends = table(700, 12, padding=-2, centred=False)
    data = make_pdf([words], rules={0: [(70, 460, level) for level in (700, ends[0], ends[-1])]})
    (block,) = [block for section in reading(tmp_path, data).sections for block in section.blocks]
    assert cells(block.text) == EXPECTED


def test_rows_of_figures_stay_rows(tmp_path: Path) -> None:
    rows = [["Site", "May", "June"], ["Arden", "0.31", "0.42"], ["Bexley", "0.38", "0.40"], ["Corfe", "0.29", "0.44"]]
    words = [
        Words(x, 680 - 14 * place, text)
        for place, row in enumerate(rows)
        for x, text in zip((72, 130, 165), row, strict=True)
    ]
    data = make_pdf([words], rules={0: [(70, 200, level) for level in (696, 676, 630)]})
    (block,) = [block for section in reading(tmp_path, data).sections for block in section.blocks]
    assert (block.kind, cells(block.text)) == ("table", rows)


def test_a_heads_cell_over_two_columns_does_not_make_them_one(tmp_path: Path) -> None:
    rows = [["Animal", "Sold", "Price"], ["Gnat", "each", "0.01"], ["Gnu", "stuffed", "92.50"], ["Emu", "frozen", "33"]]
    words = [
        Words(x, 666 - 14 * place, text)
        for place, row in enumerate(rows)
        for x, text in zip((72, 130, 185), row, strict=True)
    ]
    data = make_pdf([[Words(105, 680, "Item of it"), *words]], rules={0: [(70, 220, y) for y in (694, 662, 616)]})
    (block,) = [block for section in reading(tmp_path, data).sections for block in section.blocks]
    assert block.kind == "table"
    assert cells(block.text) == [["Animal", "Item of it Sold", "Price"], *rows[1:]]


def test_two_tables_of_the_same_width_stay_two(tmp_path: Path) -> None:
    first, ends = table(740, 12, padding=5, centred=False)
    second, later = table(400, 12, padding=5, centred=False)
    between = paragraph(
        72, 480, ["Between the two tables stands a paragraph that is as wide as they.", "It ends here."]
    )
    data = make_pdf([[*first, *between, *second]], rules={0: [(70, 460, level) for level in (740, *ends, 400, *later)]})
    blocks = [block for section in reading(tmp_path, data).sections for block in section.blocks]
    assert [block.kind for block in blocks] == ["table", "text", "table"]
    assert cells(blocks[0].text) == cells(blocks[2].text) == EXPECTED


def test_columns_of_a_page_between_rules_are_no_table(tmp_path: Path) -> None:
    left, right = ([f"{side} column line {n} goes on and" for n in range(14)] for side in ("left", "right"))
    words = [*paragraph(72, 680, left), *paragraph(330, 680, right)]
    data = make_pdf([words], rules={0: [(70, 540, level) for level in (720, 700, 480)]})
    text = " ".join(block.text for section in reading(tmp_path, data).sections for block in section.blocks)
    assert "|" not in text
    assert text.index("left column line 13") < text.index("right column line 0")


def test_a_box_of_prose_is_no_table(tmp_path: Path) -> None:
    lines = ["Prose in a box, of which every line", "is ruled, as some printers of", "listings do it, is still prose."]
    rules = [(70, 300, level) for level in (700, 686, 672, 658)]
    (tmp_path / "box.pdf").write_bytes(make_pdf([paragraph(72, 688, lines)], rules={0: rules}))
    (page,) = load(tmp_path / "box.pdf").pages
    assert page.frames == ()
