"""AsciiDoc as Asciidoctor shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.asciidoc.inline import render
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Reading
from tests.ingest.test_discover import write


def page(folder: Path, text: str, **files: str) -> Reading:
    write(folder, {"a.adoc": text, **{name.replace("__", "."): body for name, body in files.items()}})
    book = discover(folder / "a.adoc")
    return read(book.leaves[0], folder)


def text(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A *bold*, _soft_, `code` and **un**broken #mark#.", "A bold, soft, `code` and unbroken mark."),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("https://tea.dev[Tea^] or link:x.html[there] or xref:a.adoc[]", "Tea or there or a.adoc"),
        ("Press kbd:[Ctrl+C], menu:File[Save > As]", "Press Ctrl+C, File › Save › As"),
        ("E is stem:[mc^2], said{nbsp}{who}.", "E is $mc^2$, said\xa0Ann."),
        ("H~2~O{unknown} and +*as it is*+", "H2O{unknown} and *as it is*"),
        ("See `https://x.dev/a[the map^]<int>` and `+link:b[c]+`.", "See `the map<int>` and `link:b[c]`."),
        (
            'xref:a.adoc["Basic Use"], link:b[One, two], link:c["Three, four",window=_blank]',
            '"Basic Use", One, two, Three, four',
        ),
        ("`A` \\=> `B`, Joaqu&iacute;n", "`A` => `B`, Joaquín"),
    ],
)
def test_a_line(written: str, shown: str) -> None:
    assert render(written, {"who": "Ann"}).text == shown


def test_sections_and_their_ids(tmp_path: Path) -> None:
    parts = ("= Title", "Lead.", "== What's new?", "A.", "== What's new?", "B.", "[#own]\n=== C++ v1.2", "C.")
    body = "\n\n".join((*parts, "[discrete]\n== No section", "D."))
    reading = page(tmp_path, body)
    assert reading.title == "Title"
    assert [section.anchor for section in reading.sections] == ["", "_whats_new", "_whats_new_2", "own", "_no_section"]
    assert reading.sections[3].headings == ("What's new?", "C++ v1.2")
    assert page(tmp_path, "= T\n:idprefix:\n:idseparator: -\n\n== Two words\n\nA.").sections[-1].anchor == "two-words"


def test_blocks(tmp_path: Path) -> None:
    body = """= T

.Listing
[source,ruby]
----
puts 1 # <1>
----
<1> Says one.

* One
+
More of one.
* Two
goes on.

____
A quotation.
____

 indented code

Tip line +
broken here.

////
A comment.
////

ifndef::x[Shown.]
ifdef::x[Hidden.]

--
Open block.
--
"""
    assert text(page(tmp_path, body)).split("\n\n") == [
        "Listing:",
        "```ruby\nputs 1\n```",
        "1. Says one.",
        "- One",
        "More of one.",
        "- Two goes on.",
        "A quotation.",
        "```\n indented code\n```",
        "Tip line",
        "broken here.",
        "Shown.",
        "Open block.",
    ]


def test_includes_by_tag_line_and_level(tmp_path: Path) -> None:
    tagged, numbered = "----\ninclude::c.rb[tag=x]\n----", "include::c.rb[lines=1..2]"
    body = "\n\n".join(("= T", "include::b.adoc[leveloffset=+1]", tagged, numbered, "include::no.adoc[]"))
    code = "first\n# tag::x[]\nsecond\n# end::x[]\nthird"
    reading = page(tmp_path, body, b__adoc="= Below\n\nWords.", c__rb=code)
    assert reading.sections[0].headings == ("Below",)
    assert text(reading) == "Words.\n\n```\nsecond\n```\n\nfirst"
    assert reading.warnings == ("no.adoc cannot be included",)


def test_what_markdown_writers_bring_along(tmp_path: Path) -> None:
    """Asciidoctor takes number signs for headings, and back-ticks with any language for code."""
    body = "# Method\n\n## Synopsis\n\n```c++\nint x;\n```\n\n## Description\n\nDeclares it.\n"
    reading = page(tmp_path, body)
    assert (reading.title, [section.anchor for section in reading.sections]) == (
        "Method",
        ["_synopsis", "_description"],
    )
    assert "```c++\nint x;\n```" in text(reading)


def test_the_prefix_of_ids_may_change_on_the_way(tmp_path: Path) -> None:
    body = "= T\n:idprefix: one_\n\n== First\n\nSee <<two_second>>.\n\n:idprefix: two_\n\n== Second\n\nB.\n"
    reading = page(tmp_path, body)
    assert [section.anchor for section in reading.sections] == ["one_first", "two_second"]
    assert "See Second." in text(reading)
    assert page(tmp_path, "= T\n\n== Names: ['_v1']\n\nA.\n").sections[0].anchor == "_names_v1"


def test_an_attribute_has_the_value_that_it_has_there(tmp_path: Path) -> None:
    reading = page(tmp_path, "= T\n:size: small\n\nIt is {size}.\n\n:size: large\n\nNow {size}.\n")
    assert text(reading) == "It is small.\n\nNow large."


def test_code_with_links_and_marks(tmp_path: Path) -> None:
    body = '= T\n\n[listing,subs="+macros,+quotes"]\n----\nusing a = _made-up_;\nxref:#d[map](n);\n----\n'
    assert text(page(tmp_path, body)) == "```\nusing a = made-up;\nmap(n);\n```"


def test_tables_with_comments_and_pictures(tmp_path: Path) -> None:
    rows = "|===\n|Value |Means\n\n// Row 1, Column 1\n|alnum\n// Row 1, Column 2\n|Letters.\n\n"
    body = f"= T\n\n{rows}|image::a/some plot.png[width=250,link=x]\n|none\n|===\n\nimage::b.png[width=9]\n"
    reading = page(tmp_path, body)
    assert text(reading) == "| Value | Means |\n| --- | --- |\n| alnum | Letters. |\n|  | none |"
    assert [picture.address for picture in reading.pictures] == ["a/some plot.png", "b.png"]


def test_terms_behind_lines_that_break_and_attached_paragraphs(tmp_path: Path) -> None:
    body = "= T\n\nReturns:;; A pair. +\nOr none.\n+\nAttached words.\nNotes:;; Can throw.\n"
    words = text(page(tmp_path, body))
    assert "- Returns:: A pair. Or none." in words
    assert "Attached words.\n\n- Notes:: Can throw." in words
