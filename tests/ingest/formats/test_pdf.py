from __future__ import annotations

import base64
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.pdf.process import load
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Reading
from footnoted.ingest.pictures.image import image_of
from footnoted.ingest.pipeline.pages import Task, read_pages
from tests.ingest.formats.make_pdf import Words, make_pdf, paragraph
from tests.ingest.pipeline.program import QuickEmbedder


def reading(folder: Path, data: bytes, name: str = "kettle-care.pdf") -> Reading:
    (folder / name).write_bytes(data)
    book = discover(folder / name)
    (leaf,) = book.leaves
    assert leaf.route == f"/{name}"
    return read(leaf, book.root)


def outline(reading: Reading) -> list[tuple[tuple[str, ...], str, str]]:
    return [
        (section.headings, section.anchor, " / ".join(block.text for block in section.blocks))
        for section in reading.sections
    ]


def test_headings_by_size_and_pages_in_the_anchor(tmp_path: Path) -> None:
    pages = [
        [
            Words(72, 740, "Kettle Care", 24),
            Words(72, 700, "Scale", 16),
            *paragraph(72, 670, ["Lime settles on the", "bottom of the kettle."]),
            Words(72, 600, "Vinegar", 13),
            *paragraph(72, 580, ["Boil it once.", "Rinse well, for it"]),
        ],
        [*paragraph(72, 740, ["smells for days."]), Words(72, 680, "Rust", 16), *paragraph(72, 660, ["Dry it."])],
    ]
    found = reading(tmp_path, make_pdf(pages))
    assert found.title == "Kettle Care"
    assert outline(found) == [
        (("Scale",), "page=1", "Lime settles on the bottom of the kettle."),
        (("Scale", "Vinegar"), "page=1", "Boil it once. Rinse well, for it smells for days."),
        (("Rust",), "page=2", "Dry it."),
    ]


def test_two_columns_below_a_line_that_spans_them(tmp_path: Path) -> None:
    left = [f"left column line {n} goes on" for n in range(6)]
    right = [f"right column line {n} goes on" for n in range(6)]
    both = [line for pair in zip(paragraph(72, 640, left), paragraph(330, 640, right), strict=True) for line in pair]
    pages = [[Words(72, 700, "An introduction that reaches over the whole width of both of the columns here."), *both]]
    (section,) = reading(tmp_path, make_pdf(pages)).sections
    text = " ".join(block.text for block in section.blocks)
    assert text.startswith("An introduction")
    assert text.index("left column line 5") < text.index("right column line 0")
    assert text.count("line") == 12


def test_running_heads_feet_and_page_numbers_go(tmp_path: Path) -> None:
    pages = [
        [
            Words(72, 770, f"Kettle Care · {n}"),
            *paragraph(72, 700, [f"Body text number {'abcde'[n]} stands here."]),
            Words(300, 30, str(n + 1)),
            Words(72, 45, "Boiler & Sons"),
        ]
        for n in range(5)
    ]
    found = reading(tmp_path, make_pdf(pages))
    assert [text for _, _, text in outline(found)] == [f"Body text number {letter} stands here." for letter in "abcde"]
    assert [anchor for _, anchor, _ in outline(found)] == [f"page={n}" for n in range(1, 6)]


def test_a_head_beside_the_page_number_is_no_heading_though_no_other_page_has_it(tmp_path: Path) -> None:
    sections = ("BOILING", "POURING", "RINSING", "DRYING OFF")
    pages = [
        [
            Words(72, 770, f"{n + 1}. {section}"),
            Words(500, 770, str(n + 11)),
            *paragraph(72, 700, [f"Body text number {'abcd'[n]} stands here."]),
        ]
        for n, section in enumerate(sections)
    ]
    pages.append([Words(72, 770, "Left alone", 16), *paragraph(72, 700, ["A page without a number."])])
    found = reading(tmp_path, make_pdf(pages))
    assert [(headings, text) for headings, _, text in outline(found)] == [
        *(((), f"Body text number {letter} stands here.") for letter in "abcd"),
        (("Left alone",), "A page without a number."),
    ]


def test_hyphens_at_the_end_of_lines(tmp_path: Path) -> None:
    lines = ["The well-known lime is a sedi-", "ment, and a well-", "known nuisance."]
    (section,) = reading(tmp_path, make_pdf([paragraph(72, 700, lines)])).sections
    assert section.blocks[0].text == "The well-known lime is a sediment, and a well-known nuisance."


def test_the_outline_decides_what_a_heading_is(tmp_path: Path) -> None:
    pages = [
        [*paragraph(72, 740, ["1 Scale"]), *paragraph(72, 700, ["Lime settles on the bottom."])],
        [*paragraph(72, 740, ["Dry it after use, every time."])],
    ]
    found = reading(tmp_path, make_pdf(pages, title="The Kettle", outline=[("Scale", 1), ("Rust", 2)]))
    assert found.title == "The Kettle"
    assert outline(found) == [
        (("1 Scale",), "page=1", "Lime settles on the bottom."),
        (("Rust",), "page=2", "Dry it after use, every time."),
    ]


def test_lists_and_tables(tmp_path: Path) -> None:
    rows = [(72, "Part"), (300, "Steel"), (72, "Lid"), (300, "2 mm"), (72, "Base"), (300, "4 mm")]
    page = [
        *paragraph(72, 740, ["You need:"]),
        *[Words(72, 715 - 14 * n, f"\xb7 {thing}") for n, thing in enumerate(["a brush with", "vinegar"])],
        *[Words(x, 650 - 14 * (n // 2), text) for n, (x, text) in enumerate(rows)],
    ]
    data = make_pdf([page]).replace(b"\xb7", b"\\267")
    (section,) = reading(tmp_path, data).sections
    assert [(block.kind, block.text) for block in section.blocks] == [
        ("text", "You need:"),
        ("list", "- a brush with\n- vinegar"),
        ("table", "| Part | Steel |\n| --- | --- |\n| Lid | 2 mm |\n| Base | 4 mm |"),
    ]


def test_a_caption_ends_where_its_line_has_room_for_more(tmp_path: Path) -> None:
    lines = ["Figure 3. The kettle", "Fill it with cold water up to the line that is", "inside, and put the lid on."]
    wide = ["Table 2. What a kettle takes, by the size of its lid and the", "height of the line that is inside"]
    page = [*paragraph(72, 740, lines), *paragraph(72, 640, wide)]
    (section,) = reading(tmp_path, make_pdf([page])).sections
    assert [block.text for block in section.blocks] == [lines[0], " ".join(lines[1:]), " ".join(wide)]


def test_a_scan_is_reported(tmp_path: Path) -> None:
    found = reading(tmp_path, make_pdf([[], []]))
    assert (found.sections, found.warnings) == ((), ("holds no text: its pages are pictures",))


_WORDS = ["amber", "basil", "cedar", "delta", "ember", "fennel", "garnet", "hazel"]


def _line(side: str, page: int, number: int) -> str:
    """As wide as every other: the same letters, in another order."""
    turned = _WORDS[number % 8 :] + _WORDS[: number % 8]
    return f"{turned[0]} {side}{page}{number:02} {' '.join(turned[1:])}"


def _two_columns(page: int, gutter: float, by_row: bool, folder: Path) -> tuple[list[Words], list[str]]:
    """A page of two full columns, drawn column by column or row by row, and its lines in reading order."""
    lines = {side: [_line(side, page, number) for number in range(10, 40)] for side in "ab"}
    (folder / "line.pdf").write_bytes(make_pdf([[Words(60, 640, lines["a"][0], 9)]]))
    (line,) = load(folder / "line.pdf").pages[0].runs
    left = paragraph(60, 640, lines["a"], 9)
    right = paragraph(line.right + gutter, 640, lines["b"], 9)
    drawn = [word for pair in zip(left, right, strict=True) for word in pair] if by_row else [*left, *right]
    # A title and an abstract over both columns, a picture's label between them, a formula that juts out.
    wide = "this line reaches over both of the columns and takes up a good deal of the width of the page."
    drawn[:0] = [
        Words(120, 720, f"Growing things in a wet place, part {page}", 16),
        Words(60, 680, f"Abstract {page}: {wide}"),
        Words(line.right - 15, 655, "Fig. label", 7),
    ]
    drawn += [Words(70, 230, f"x = {page} y + {'z' * 44} + {page}", 10)]
    return drawn, [*lines["a"], *lines["b"]]


@pytest.mark.parametrize("gutter", [8.0, 12.0, 18.0, 30.0])
@pytest.mark.parametrize("by_row", [True, False])
def test_two_columns_are_never_spliced(tmp_path: Path, gutter: float, by_row: bool) -> None:
    pages = [_two_columns(page, gutter, by_row, tmp_path) for page in range(1, 4)]
    found = reading(tmp_path, make_pdf([words for words, _ in pages]))
    text = " ".join(block.text for section in found.sections for block in section.blocks)
    places = [text.find(line) for _, lines in pages for line in lines]
    assert -1 not in places, "every line is there, in one piece"
    assert places == sorted(places), "left column, then right, page by page"


def test_pictures_stand_under_the_lines_above_them(tmp_path: Path) -> None:
    pages = [
        [
            Words(72, 700, "Kettle Care", 20),
            *paragraph(72, 660, ["A kettle has a lid,", "as this one shows."]),
            *paragraph(72, 300, ["Rinse it well."]),
        ],
        [*paragraph(72, 700, ["Dry it at once."])],
        [*paragraph(72, 700, ["Put it away."])],
        [*paragraph(72, 700, ["Then rest."])],
        [*paragraph(72, 700, ["And begin again."])],
    ]
    logo = (500.0, 20.0, 60.0, 40.0)
    places = {
        0: [(72.0, 450.0, 200.0, 100.0), (72.0, 550.0, 200.0, 50.0), (400.0, 600.0, 20.0, 20.0), logo],
        1: [(72.0, 720.0, 100.0, 50.0), logo],
        2: [(0.0, 0.0, 612.0, 792.0), logo],
        3: [logo],
        4: [logo],
    }
    found = reading(tmp_path, make_pdf(pages, pictures=places))
    # Two strips are one picture; an icon, a page's background and a logo on every page are none.
    assert [picture.before for picture in found.pictures] == [
        ("Kettle Care", "A kettle has a lid,", "as this one shows."),
        ("A kettle has a lid,", "as this one shows.", "Rinse it well."),
    ]
    images = [image_of(base64.b64decode(picture.address.partition(",")[2])) for picture in found.pictures]
    assert [image and (image.kind, image.width, image.height) for image in images] == [
        ("image/png", 400, 300),
        ("image/png", 200, 100),
    ]


def test_a_picture_of_a_pdf_is_kept_with_its_page(tmp_path: Path) -> None:
    pages = [[Words(72, 700, "Kettle Care", 20), *paragraph(72, 660, ["A kettle has a lid, as this one shows."])]]
    (tmp_path / "kettle.pdf").write_bytes(make_pdf(pages, pictures={0: [(72.0, 450.0, 200.0, 100.0)]}))
    book = discover(tmp_path / "kettle.pdf")
    [outcome] = read_pages([Task(book.leaves[0], 0, "hash")], book, "tea", QuickEmbedder())
    assert outcome.page
    [picture] = outcome.page.pictures
    assert outcome.page.passages[picture.place.position].text[: picture.place.after].endswith("as this one shows")


def test_an_entry_of_a_list_is_no_heading_however_bold(tmp_path: Path) -> None:
    words = [
        *paragraph(72, 740, ["There are two ways of finding out about", "a kettle that someone else has made:"]),
        Words(72, 690, "\xb7 ask the maker", 11, bold=True),
        Words(72, 660, "\xb7 open it", 11, bold=True),
        *paragraph(72, 630, ["Then write down what you found, for the", "next one who asks will be glad of it."]),
    ]
    found = reading(tmp_path, make_pdf([[Words(72, 770, "Finding out", 16), *words]]))
    assert [section.headings for section in found.sections] == [("Finding out",)]
