"""Lists, captions, notes and headings of PDFs, as typesetters and report writers make them."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.manuscript import Block
from tests.ingest.formats.make_pdf import Words, make_pdf, paragraph
from tests.ingest.formats.test_pdf import reading

LINE = 11 * 1.25


def blocks(folder: Path, *pages: list[Words]) -> list[Block]:
    return [block for section in reading(folder, make_pdf(pages)).sections for block in section.blocks]


@pytest.mark.parametrize("signs", [("·", "·", "·"), ("1.", "2.", "3."), ("(a)", "(b)", "(c)")])
def test_a_wide_gap_behind_a_lists_signs_makes_no_table(tmp_path: Path, signs: tuple[str, str, str]) -> None:
    items = [["Fill it with water."], ["Add a spoon of acid and", "let it stand."], ["Rinse it."]]
    words, y = [], 700.0
    for sign, lines in zip(signs, items, strict=True):
        words += [Words(90, y, sign), *paragraph(126, y, lines)]
        y -= LINE * len(lines)
    after = [Words(72, y, "What follows the list begins at the margin and is a paragraph.")]
    found = blocks(tmp_path, [*words, *after])
    assert [block.kind for block in found] == ["list", "text"]
    wanted = ["Fill it with water.", "Add a spoon of acid and let it stand.", "Rinse it."]
    assert [line.split(None, 1)[1] for line in found[0].text.split("\n")] == wanted


def test_captions_are_no_headings_however_bold(tmp_path: Path) -> None:
    text = ["Lime settles on the bottom of every kettle in the town, and on", "the walls of it."]
    page = [
        *paragraph(72, 740, text),
        Words(72, 690, "Figure 1-2: A kettle of the town, seen from the side on which", bold=True),
        Words(72, 690 - LINE, "lime settles first", bold=True),
        *paragraph(72, 640, text),
        Words(72, 590, "Vinegar", bold=True),
        *paragraph(72, 570, text),
    ]
    found = reading(tmp_path, make_pdf([page]))
    assert {section.headings for section in found.sections} == {(), ("Vinegar",)}


def test_a_tag_in_print_is_to_be_read(tmp_path: Path) -> None:
    (block,) = blocks(tmp_path, [Words(72, 700, 'Write <pot id="a" base="42"> or <pot/>, where a < b and c > d.')])
    assert block.text == 'Write `<pot id="a" base="42">` or `<pot/>`, where a < b and c > d.'


def test_a_hyphen_stays_in_front_of_what_follows_hyphens_elsewhere(tmp_path: Path) -> None:
    lines = [
        "The steam-driven pump is older than the wind. Wind is free, and a wind-",
        "driven pump is not repor-",
        "ted.",
    ]
    (block,) = blocks(tmp_path, paragraph(72, 700, lines))
    assert (
        block.text
        == "The steam-driven pump is older than the wind. Wind is free, and a wind-driven pump is not reported."
    )


def test_a_stretched_line_between_two_others_is_no_table(tmp_path: Path) -> None:
    page = [
        Words(72, 700, "A narrow column is justified, as is a"),
        Words(72, 700 - LINE, "line of it."),
        Words(174, 700 - LINE, "Its gap is wide"),
        Words(72, 700 - 2 * LINE, "and it is still one line of the text."),
    ]
    (block,) = blocks(tmp_path, page)
    assert block.kind == "text"
    assert "as is a line of it. Its gap is wide and it is" in block.text


def test_a_caption_below_its_number_is_not_in_the_paragraph_around_it(tmp_path: Path) -> None:
    first = [
        *paragraph(72, 120, ["The kettle of the town hall, which is older than the hall itself and", "has never been"])
    ]
    first[-1] = Words(72, first[-1].y, "been descaled since the hall was built, holds more than the kettle")
    second = [
        Words(72, 700, "Table 3", bold=True),
        *paragraph(72, 680, ["Kettles and what they hold, by the year in which they were made in", "the town"]),
        *paragraph(
            72, 600, ["of the school. It is heated once a year, in spring, when the mayor of", "the town speaks."]
        ),
    ]
    texts = [block.text for block in blocks(tmp_path, first, second)]
    assert "holds more than the kettle of the school. It is heated" in texts[0]
    assert "Kettles and what they hold" not in texts[0]


def test_a_larger_line_at_the_start_does_not_keep_later_paragraphs_apart(tmp_path: Path) -> None:
    """A line of authors in larger letters is no paragraph that the whole paper is set aside for."""
    long = "This line of the paper is as wide as its column is and goes on to"
    pages = [[Words(200, 680, "Ann Arden and Bob Bexley", 11), *paragraph(72, 650, [long] * 5, 10)]]
    pages += [paragraph(72, 650, [f"page {n} of it. {long[:-15]}", *[long] * 5], 10) for n in range(2, 6)]
    texts = [block.text for block in blocks(tmp_path, *pages)]
    assert len(texts) == 2
    assert all(f"goes on to page {n} of it." in texts[1] for n in range(2, 6))


def test_numbered_headings_in_the_middle_of_their_column(tmp_path: Path) -> None:
    """``IV. Results`` in small capitals: PDFium gives them as small letters of the text's own size."""
    text = ["Lime settles on the bottom of every kettle in the town, and on", "the walls of it."]
    pages: list[list[Words]] = [[], []]
    for place, (x, name) in enumerate([(187, "I. Introduction"), (174, "II. What Was Done"), (194, "III. Results")]):
        y = 640 - 120 * (place % 2)
        pages[place // 2] += [Words(x, y, name), *paragraph(72, y - 24, text)]
    headings = [section.headings[-1] for section in reading(tmp_path, make_pdf(pages)).sections]
    assert headings == ["I. Introduction", "II. What Was Done", "III. Results"]


def test_a_heading_of_the_outline_begins_where_it_leads_to(tmp_path: Path) -> None:
    """Its row says "APPENDIX A", the outline "Extra Kettles": what is above it on the page is no part of it."""
    above, below = (
        ["What is above it, to the margin of the", "page."],
        ["What is below it, to the margin of the", "page."],
    )
    page = [*paragraph(72, 600, above), Words(72, 540, "Appendix A: more"), *paragraph(72, 500, below)]
    found = reading(tmp_path, make_pdf([page], outline=[("Extra Kettles", 1, 560)]))
    assert [(section.headings, section.blocks[0].text[:13]) for section in found.sections if section.blocks] == [
        ((), "What is above"),
        (("Extra Kettles",), "Appendix A: m"),
    ]


def test_text_that_is_bold_throughout_makes_no_headings(tmp_path: Path) -> None:
    """The stems of some fonts are so wide that PDFium says their weight is 600 and more."""
    lines = ["Lime settles on the bottom of every kettle in the town, and on", "the walls of it"]
    words = [
        Words(72, 640 - 60 * group - 14 * place, line, bold=True)
        for group in range(6)
        for place, line in enumerate(lines)
    ]
    found = reading(tmp_path, make_pdf([words]))
    assert [section.headings for section in found.sections] == [()]


def test_labels_between_the_halves_of_a_paragraph_are_not_joined_to_each_other(tmp_path: Path) -> None:
    first = paragraph(
        72, 130, ["The kettle of the town hall, which is older than the hall itself and", "has never been"]
    )
    first[-1] = Words(72, first[-1].y, "been descaled since the hall was built, holds more than the kettle")
    labels = [Words(x, y, text, 8) for x, y, text in ((90, 600, "true"), (200, 580, "false"), (90, 560, "true"))]
    second = [
        *labels,
        *paragraph(72, 500, ["of the school. It is heated once a year, in spring, when the mayor of", "town."]),
    ]
    texts = [block.text for block in blocks(tmp_path, first, second)]
    assert "than the kettle of the school." in texts[0]
    assert texts[1:] == ["true", "false", "true"]


def test_smaller_bold_words_that_begin_a_paragraph_are_its_beginning(tmp_path: Path) -> None:
    page = [
        *paragraph(72, 640, ["Lime settles on the bottom of every kettle in the town, and on", "the walls of it."], 10),
        Words(72, 590, "Conferences and Locations.", 9, bold=True),
        Words(206, 590, "To say where a kettle", 10),
        *paragraph(72, 577.5, ["was bought, write the town on its bottom, and", "the year."], 10),
    ]
    found = blocks(tmp_path, page)
    assert found[-1].text.startswith("Conferences and Locations. To say where a kettle was bought, write")


def test_references_in_the_middle_of_their_column_are_a_heading(tmp_path: Path) -> None:
    text = ["Lime settles on the bottom of every kettle in the town, and on", "the walls of it."]
    pages: list[list[Words]] = [[], []]
    for place, (x, name) in enumerate([(187, "I. Introduction"), (174, "II. What Was Done"), (194, "References")]):
        y = 640 - 120 * (place % 2)
        pages[place // 2] += [Words(x, y, name), *paragraph(72, y - 24, text)]
    pages[1].insert(0, Words(72, 680, "That is all."))
    headings = [section.headings[-1] for section in reading(tmp_path, make_pdf(pages)).sections if section.headings]
    assert headings[-1] == "References"


def test_short_lines_beside_prose_are_a_column_if_they_are_at_other_heights(tmp_path: Path) -> None:
    """A list of contents in the left column; the labels of a table are at the heights of its notes."""
    contents = [Words(72, 640 - 22.5 * place, f"{place + 1} Boiling it") for place in range(9)]
    prose = ["Here", *(f"line {place} of a text that is beside the contents and" for place in range(15))]
    prose[0] += " begins a text that is beside the contents, and"
    texts = [block.text for block in blocks(tmp_path, [*contents, *paragraph(300, 633, prose)])]
    assert any(" ".join(prose) == text for text in texts)


def test_labels_at_the_heights_of_their_notes_are_no_column(tmp_path: Path) -> None:
    words = []
    for place in range(9):
        words += [
            Words(72, 640 - 30 * place, f"Kettle {place}"),
            Words(200, 640 - 30 * place, f"Note {place} on it, of"),
        ]
        words.append(Words(200, 628 - 30 * place, "which there is more than a line"))
    text = "\n".join(block.text for block in blocks(tmp_path, words))
    assert all(text.index(f"Kettle {n}") < text.index(f"Note {n}") < text.index(f"Kettle {n + 1}") for n in range(8))


def test_a_term_beside_its_text_is_one_paragraph_with_it(tmp_path: Path) -> None:
    entries = [
        ("-a", ["Boil it until the lid of the kettle moves, and", "then once more."]),
        ("-b", ["Rinse it, with"]),
    ]
    entries.append(("-c", ["Show what is in the kettle, and for how long it", "has been there."]))
    words, y = [], 640.0
    for term, lines in entries:
        words += [Words(90, y, term), *paragraph(140, y, lines)]
        y -= LINE * len(lines)
    texts = [block.text for block in blocks(tmp_path, words)]
    assert texts[0] == "-a Boil it until the lid of the kettle moves, and then once more."
    assert texts[-1] == "-c Show what is in the kettle, and for how long it has been there."
