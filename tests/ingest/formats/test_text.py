"""Plain text that was set for paper: manuals of nroff, manual pages, RFCs, contracts with indented clauses."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from footnoted.ingest.formats.text.read import read
from footnoted.ingest.manuscript import Leaf, Reading

LONG = """A kettle is a vessel for boiling water over an open flame, and whoever owns one will sooner or later be asked
to make tea for all the others who do not, which is why this short guide was written in the first place, by hand."""


def reading(folder: Path, text: str) -> Reading:
    path = folder / "kettle.txt"
    path.write_text(text, "utf-8")
    return read(Leaf(path, path.name, "/kettle.txt"), folder)


def blocks(reading: Reading) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for section in reading.sections for block in section.blocks]


def outline(reading: Reading) -> list[tuple[str, ...]]:
    return [section.headings for section in reading.sections]


def filled(text: str, indent: str = "", width: int = 64) -> str:
    return textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)


def test_heads_and_feet_of_pages_are_no_text_and_paragraphs_go_on_after_them(tmp_path: Path) -> None:
    text = filled(f"{LONG} {LONG} {LONG} {LONG} {LONG}")
    lines = text.split("\n")
    pages = [lines[at : at + 4] for at in range(0, len(lines), 4)]
    paper = "\n".join(
        f"Kettle Guide{number:>50}\n\n" + "\n".join(page) + "\n\n\nKettle 3.6        March 2020\n\n\n"
        for number, page in enumerate(pages, 1)
    )
    assert len(pages) > 3
    assert blocks(reading(tmp_path, paper)) == [("text", " ".join(text.split()))]


def test_lines_that_recur_without_counting_pages_are_text(tmp_path: Path) -> None:
    verses = "\n\n".join(
        f"Verse {number}\n\n{filled(LONG)}\n\nTea is ready at {number} again." for number in (3, 1, 2, 7)
    )
    found = [text for _, text in blocks(reading(tmp_path, verses))]
    assert "Tea is ready at 7 again." in found
    assert "Verse 3" in found


def test_a_margin_is_no_sign_of_code(tmp_path: Path) -> None:
    margin = " " * 10
    paper = f"{margin}     A first line is set in.\n{filled(LONG, margin)}\n\n{margin}    boil(3)\n{margin}    pour()\n"
    assert blocks(reading(tmp_path, paper)) == [
        ("text", f"A first line is set in. {' '.join(LONG.split())}"),
        ("code", "```\nboil(3)\npour()\n```"),
    ]


@pytest.mark.parametrize("hyphen", ["-", "\N{HYPHEN}"])
def test_words_divided_at_line_ends_are_whole(tmp_path: Path, hyphen: str) -> None:
    paper = f"""The whistle of a recollection is the recollection of a whistle.

Some recol{hyphen}
lections and some whis{hyphen}
tles of a two-handed kettle, the recol{hyphen}
lection of a whis{hyphen}
tle, are for two{hyphen}
handed people.
"""
    (_, (_, text)) = blocks(reading(tmp_path, paper))
    assert text == (
        "Some recollections and some whistles of a two-handed kettle, the recollection of a whistle, "
        f"are for two{hyphen}handed people."
    )


def test_a_text_that_divides_no_words_keeps_its_hyphens(tmp_path: Path) -> None:
    assert blocks(reading(tmp_path, "It is a self-\ncontained kettle.")) == [("text", "It is a self-contained kettle.")]


NUMBERED = """1.  Water

It is wet.

1.1.  Hot water

It is hot.

2.  Tea

3. It is brewed.

2.1.  Which tea?

Any.
"""


def test_numbered_lines_by_themselves_are_headings_where_one_follows_from_the_other(tmp_path: Path) -> None:
    found = reading(tmp_path, NUMBERED)
    assert outline(found) == [
        ("1. Water",), ("1. Water", "1.1. Hot water"), ("2. Tea",), ("2. Tea", "2.1. Which tea?"),
    ]  # fmt: skip
    assert ("list", "3. It is brewed.") in blocks(found)


@pytest.mark.parametrize(
    "text",
    [
        "1. Water\n\n2. Tea\n\n3. Cups\n",
        "1. Water ..... 3\n\nWet.\n\n2. Tea ..... 4\n\nHot.\n\n3. Cups ..... 9\n\nFine.\n",
    ],
)
def test_items_and_lines_of_a_table_of_contents_are_no_headings(tmp_path: Path, text: str) -> None:
    assert outline(reading(tmp_path, text)) == [()]


MAN = f"""NAME
       kettle - boil water

SYNOPSIS
       kettle [ --loud ] litres

DESCRIPTION
{filled(LONG, "       ")}

   Temperatures
{filled(LONG, "       ")}

OPTIONS
       --loud
              whistle when the water boils.

       --quiet
              do not.

SEE ALSO
       teapot(1)
"""


def test_headings_of_a_manual_page_stand_out_into_the_margin(tmp_path: Path) -> None:
    found = reading(tmp_path, MAN)
    names = [("NAME",), ("SYNOPSIS",), ("DESCRIPTION",), ("DESCRIPTION", "Temperatures"), ("OPTIONS",), ("SEE ALSO",)]
    assert outline(found) == names
    assert blocks(found) == [
        ("text", "kettle - boil water"),
        ("text", "kettle [ --loud ] litres"),
        ("text", " ".join(LONG.split())),
        ("text", " ".join(LONG.split())),
        ("text", "--loud: whistle when the water boils."),
        ("text", "--quiet: do not."),
        ("text", "teapot(1)"),
    ]


def test_a_centred_title_is_the_pages(tmp_path: Path) -> None:
    title = "A Guide to Kettles".center(64).rstrip()
    found = reading(tmp_path, f"{title}\n{'by A. Boiler'.center(64).rstrip()}\n\n{filled(LONG)}\n")
    assert found.title == "A Guide to Kettles"
    assert blocks(found)[0] == ("text", "by A. Boiler")


def test_terms_stand_beside_or_above_what_they_mean(tmp_path: Path) -> None:
    text = f"""{filled(LONG)}

Lid
     A cover, which keeps the
     steam inside.

whistle  The loud part of a
         kettle.

@    A handle of a kettle.

+    A  lid,  or a bowl that is
     upside down.
"""
    assert [block for _, block in blocks(reading(tmp_path, text))][1:] == [
        "Lid: A cover, which keeps the steam inside.",
        "whistle: The loud part of a kettle.",
        "`@`: A handle of a kettle.",
        "`+`: A lid, or a bowl that is upside down.",
    ]


def test_items_below_the_words_that_lead_to_them_are_a_list(tmp_path: Path) -> None:
    text = f"""{filled(LONG)}

   The owner of the kettle may:
    1. Fill it.
       With water, that is.
    2. Boil it.
"""
    assert blocks(reading(tmp_path, text))[1:] == [
        ("text", "The owner of the kettle may:"),
        ("list", "1. Fill it. With water, that is.\n2. Boil it."),
    ]


def test_prose_that_is_set_off_is_text_and_columns_are_a_table(tmp_path: Path) -> None:
    table = "      copper kettle    3\n      steel kettle     5\n      none            10\n"
    text = f"{filled(LONG)}\n\n{filled(LONG, '      ')}\n\n{table}"
    assert blocks(reading(tmp_path, text)) == [
        ("text", " ".join(LONG.split())),
        ("text", " ".join(LONG.split())),
        ("table", "| copper kettle | 3 |\n| --- | --- |\n| steel kettle | 5 |\n| none | 10 |"),
    ]
