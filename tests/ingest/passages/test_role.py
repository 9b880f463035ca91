"""What stands beside a book's text is told from it by its heading or by the shape of its lines."""

from __future__ import annotations

import pytest

from footnoted.domain.book import Role
from footnoted.ingest.passages.role import role_of

_ENTRIES = "[1] A. Stone. The sieve. 1998.\n[2] B. Reed et al. Mesh sizes. arXiv:2101.00001.\n[3] C. Bell. Sand. 2004."
_LINES = "1 Sieves . . . . . . 3\n1.1 Mesh . . . . . . 4\n2 Sand . . . . . . . 9"


@pytest.mark.parametrize(
    ("role", "heading", "text"),
    [
        ("references", "References", _ENTRIES),
        ("references", "8. Bibliography", "Stone, The sieve."),
        ("references", "References & Further Reading", "The sieve, by A. Stone."),
        ("references", "Sieves", _ENTRIES),
        ("contents", "Table of Contents", "- Sieves\n- Sand"),
        ("contents", "Front", _LINES),
        ("contents", "Index", "mesh, 4, 17–19\n| cloth | xvii |\nsand, 9"),
        ("contents", "List of Figures", "1.1 A sieve"),
        ("contents", "Short contents", "Sieves · 1"),
        ("navigation", "Next steps", "Build one."),
        ("navigation", "What's next?", "Build one."),
        ("navigation", "See also", "Sand"),
        ("navigation", "Summary", "In the next chapter, you will build one."),
        ("objectives", "Learning Objectives", "- Name three sieves."),
        ("objectives", "What you'll learn", "How sand is sorted."),
        ("support", "Support this book", "Buy us a coffee."),
        ("licence", "License", "MIT."),
        ("licence", "About", "This work is licensed under CC BY 4.0."),
        ("text", "Changes", "A sieve changes as it wears."),
        ("text", "Mesh 0.5", "Fine sand passes."),
        ("text", "References and Borrowing", "A reference does not own its value."),
        ("text", "References", "A reference is another name for an object. It cannot be changed later."),
        ("text", "Index", "An index makes a search fast. Each column of a table may have 1."),
        ("text", "Goals", "The parser must be fast. It must also be small."),
        ("text", "The next generation", "Sieves of steel last longer."),
        ("text", "Sieves", "In the next chapter of its life a sieve is melted down. " * 5),
        ("text", "The license field", "Names the licence of a package."),
        ("text", "Dates", "- 1998 first sieve\n- 2001 second\n- 2004 third"),
        ("contents", "Contents", "2.4 Sieves of wire . .\n\n2.5 Sieves of cloth . .\n\n2.6 Other sieves"),
        ("licence", "Appendix D. GNU Free Documentation License", "The purpose of this License is freedom."),
    ],
)
def test_role(role: Role, heading: str, text: str) -> None:
    assert role_of(("A book", heading), text) == role


@pytest.mark.parametrize(
    ("path", "is_of_a_release"),
    [
        (("Changelog", "2.1.0 (May 3, 2024)", "Fixed"), True),
        (("Sieve history", "1.8.0 - 2023-12-11"), True),
        (("Changes", "Version 3.2.0"), True),
        (("Release Notes", "Unreleased"), True),
        (("Changelog for Sieve", "0.3"), True),
        (("Changelog - 2014", "19.1 / 2014-08-16", "Core"), True),
        (("What's new in Sieve 3.1", "A finer mesh"), True),
        (("Release 2.0 (2018-02-22)", "Mesh"), True),
        (("Sieve version 1.4.2 – 3 May 2019",), True),
        (("Changes in brief", "2024.10.1"), False),
        (("The history of sieves", "Bronze"), False),
        (("Village history", "1998"), False),
        (("Sieves", "The release of 1998"), False),
        (("Sieve 2.2 (2004)",), False),
        (("Changes", "Undoing a change"), False),
        (("Moving to Sieve 5.0", "Breaking changes"), False),
        (("Requirements", "Python 3.11"), False),
        (("Writing release notes", "2.1 Style"), False),
    ],
)
def test_what_a_release_brought_is_told_from_the_text(path: tuple[str, ...], is_of_a_release: bool) -> None:
    assert (role_of(path, "The mesh is finer.") == "changes") is is_of_a_release


@pytest.mark.parametrize(
    ("route", "path", "is_of_a_release"),
    [
        ("/docs/CHANGELOG", ("sieve", "7.0.173", "Patch Changes"), True),
        ("/releasenotes/version13.html", ("v13", "v13.4.2"), True),
        ("/sieve-changelog", ("Sieve", "2.1.0"), True),
        ("/about/release_notes/", ("Sieve", "Version 2.1.0 (2019)"), True),
        ("/docs/CHANGELOG", ("sieve", "How to read this page"), False),
        ("/history/rome", ("Rome", "1.2: The Punic wars"), False),
        ("/guide/exchanges", ("Exchanges", "2.1.0"), False),
        ("/guide", ("Guide", "2.1.0"), False),
    ],
)
def test_a_page_called_after_releases_tells_of_them(route: str, path: tuple[str, ...], is_of_a_release: bool) -> None:
    assert (role_of(path, "The mesh is finer.", route) == "changes") is is_of_a_release


def test_a_table_of_releases_below_its_heading_is_no_text() -> None:
    rows = "| Version | Changes |\n| --- | --- |\n| `v2.1.0` | A mesh. |\n| `v2.0.0` | A rim. |\n| v1.9 | A lid. |"
    assert role_of(("Sieves", "Version history"), rows) == "changes"
    assert role_of(("Sieves", "Sizes"), rows) == "text"
    assert role_of(("Sieves", "Version history"), "A sieve of version 2.1 is finer than one of 2.0.") == "text"
