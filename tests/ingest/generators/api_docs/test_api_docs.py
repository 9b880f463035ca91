"""Text that a build takes from Python code: from the source, or from the build where there is one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.code.python.docstrings import rst_of
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript, Reading
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.built import build, check, generator
from tests.ingest.test_discover import write

SITE = Path(__file__).parent / "site"

# Ids of what is described, in the order of the page; recorded from Sphinx 9.0.4 and mkdocstrings 1.0.8.
SPHINX = {
    "/en/latest/index.html": [
        "cmdoption-kettle-quiet",
        "envvar-KETTLE_HOME",
        "kettle.Saucer",
        "kettle.Saucer.tilt",
        "term-Limescale",
    ],
    "/en/latest/made/kettle.boil.html": ["kettle.boil"],
    "/en/latest/made/kettle.errors.Dry.html": ["kettle.errors.Dry"],
    "/en/latest/api.html": [
        "kettle.boil",
        "kettle.Kettle",
        "kettle.Kettle.heat",
        "kettle.Kettle.is_hot",
        "kettle.Kettle.maker",
        "kettle.Kettle.whistle",
        "kettle.Boiler",
        "kettle.Boiler.empty",
        "kettle._heat.DEGREES",
        "errors",
        "kettle.errors.Dry",
    ],
}
MKDOCS = [
    "kettle.Kettle",
    "kettle.Kettle.is_hot",
    "kettle.Kettle.whistle",
    "by-hand",
    "kettle.boil",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The code with its Sphinx documentation alone."""
    folder = tmp_path_factory.mktemp("sphinx") / "kettle"
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("mkdocs.yml", "pages"))
    return folder


def page(book: Manuscript, ending: str) -> Reading:
    return read(next(leaf for leaf in book.leaves if leaf.route.endswith(ending)), book.root)


def text_at(reading: Reading, anchor: str) -> str:
    return "\n".join(block.text for part in reading.sections if part.anchor == anchor for block in part.blocks)


def anchors(reading: Reading) -> list[str]:
    return list(dict.fromkeys(section.anchor for section in reading.sections if section.anchor))


@pytest.mark.parametrize("route", SPHINX)
def test_descriptions_have_the_ids_of_the_build(project: Path, route: str) -> None:
    assert anchors(page(discover(project), route)) == SPHINX[route]


def test_a_docstring_stands_under_its_name(project: Path) -> None:
    reading = page(discover(project), "api.html")
    whistle = next(part for part in reading.sections if part.anchor == "kettle.Kettle.whistle")
    assert whistle.headings == ("Kettle", "Kettle.whistle()")
    words = text_at(reading, "kettle.Kettle.whistle")
    assert "`Kettle.whistle(times=1, *notes)`: Whistle until somebody comes." in words
    assert "Note: A kettle without a lid stays silent." in words
    assert "`times`: How often it whistles before it gives up." in words
    assert "Raises `Dry`: If there is no water left in it." in words
    assert "The heat at which water boils at sea level." in text_at(reading, "kettle._heat.DEGREES")
    assert "Bring the water to this many degrees" in text_at(reading, "kettle.Kettle.heat")  # what it overrides says it
    everything = "\n".join(block.text for part in reading.sections for block in part.blocks)
    assert "Nobody should call" not in everything
    assert "What goes wrong in kitchens." in text_at(reading, "errors")


def test_the_code_is_not_imported(project: Path) -> None:
    page(discover(project), "api.html")
    assert not [name for name in sys.modules if name.partition(".")[0] == "kettle"]


def test_text_that_is_not_there_is_said(project: Path) -> None:
    book = discover(project)
    assert book.unread == (("docs/api.rst", "the text of autofunction teapot.pour was not read"),)
    assert page(book, "api.html").warnings == ("the text of autofunction teapot.pour was not read",)


def test_a_summary_has_a_page_for_each_name(project: Path) -> None:
    book = discover(project)
    made_up = page(book, "kettle.boil.html")
    assert made_up.title == "kettle.boil"
    assert "`water`: The water, however cold it is." in text_at(made_up, "kettle.boil")
    listed = page(book, "index.html")
    assert "`boil`: Boil the water and hand it back." in "\n".join(block.text for block in listed.sections[0].blocks)


def test_words_of_roles_that_the_configuration_makes(project: Path) -> None:
    assert "Fixed by issue 12, which nobody had seen coming." in page(discover(project), "index.html").visible


def test_a_changed_docstring_changes_the_page(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "copy"
    shutil.copytree(project, site)
    before = discover(site)
    source = site / "src" / "kettle" / "_heat.py"
    source.write_text(source.read_text("utf-8").replace("Whistle until", "Sing until"), "utf-8")
    after = discover(site)
    hashes = [{leaf.route: fingerprint(leaf, book) for leaf in book.leaves} for book in (before, after)]
    changed = {route for route in hashes[0] if hashes[0][route] != hashes[1][route]}
    assert "/en/latest/api.html" in changed
    assert "/en/latest/index.html" not in changed
    assert "Sing until somebody comes." in text_at(page(after, "api.html"), "kettle.Kettle.whistle")


def test_code_outside_of_the_book_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "secret", {"safe.py": '"""The key is 42."""\n'})
    write(
        tmp_path / "book",
        {
            "conf.py": "import sys\nsys.path.insert(0, '../secret')\nextensions = ['sphinx.ext.autodoc']\n",
            "index.rst": "T\n=\n\n.. automodule:: safe\n",
            "lead.pth": str(tmp_path / "secret"),
        },
    )
    book = discover(tmp_path / "book")
    assert "42" not in page(book, "index.html").visible
    assert book.unread


def test_what_only_running_would_show_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"conf.py": "extensions = []\n", "index.rst": "T\n=\n\n.. program-output:: kettle --help\n"})
    assert discover(tmp_path).unread == (("index.rst", "the text of program-output kettle --help was not read"),)


def test_mkdocstrings(tmp_path: Path) -> None:
    book = discover(SITE)
    assert (book.kind, book.unread) == ("mkdocs", (("pages/index.md", "the text of ::: teapot.pour was not read"),))
    reading = page(book, "/")
    assert anchors(reading) == MKDOCS
    assert "See the kettle and its errors." in reading.visible
    words = text_at(reading, "kettle.Kettle.whistle")
    assert "Whistle until somebody comes." in words
    assert "| `times` | `int` | How often it whistles before it gives up. |" in words
    assert "Words after the code." in text_at(reading, "by-hand")


def test_a_build_is_read_instead_where_there_is_one(project: Path, tmp_path: Path) -> None:
    """Also what the source does not hold; a page without code is read from its source as ever."""
    described = '<dl><dt id="teapot.pour">teapot.pour(cup)</dt><dd><p>Pour the tea.</p></dd></dl>'
    head = '<html><head><link rel="canonical" href="https://kettle.example/en/latest/{}"></head><body><main>'
    write(
        tmp_path,
        {
            "api.html": head.format("api.html") + f"<h1>API</h1>{described}</main></body></html>",
            "index.html": head.format("index.html") + "<h1>Another text</h1></main></body></html>",
        },
    )
    book = discover(project, built=str(tmp_path))
    reading = page(book, "api.html")
    assert "Pour the tea." in text_at(reading, "teapot.pour")
    assert book.unread == ()
    assert page(book, "index.html").title == "Kettle"


@pytest.mark.real
def test_a_real_sphinx_build_has_the_same_ids_and_words(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "kettle"
    shutil.copytree(project, site)
    build(generator("sphinx-build"), "-q", "-b", "html", site / "docs", tmp_path / "built", cwd=site)
    counts = check(discover(site), tmp_path / "built", "/en/latest/")
    assert counts["anchors"] >= sum(map(len, SPHINX.values()))


def test_what_directives_of_the_projects_own_make_is_named(tmp_path: Path) -> None:
    text = "Tea\n===\n\n.. news-of:: ../NEWS.rst\n\nWords.\n"
    write(tmp_path, {"conf.py": "extensions = ['news']\n", "index.rst": text})
    reading = page(discover(tmp_path), "index.html")
    assert reading.warnings == ("the text of news-of ../NEWS.rst was not read",)
    assert [block.text for part in reading.sections for block in part.blocks] == ["Words."]


def test_a_role_in_a_docstrings_section_is_no_end_of_a_name() -> None:
    written = "Heat.\n\nArgs:\n    pot (:obj:`Pot`): the pot\n\nRaises:\n    :class:`~tea.TooHot`: see :func:`cool`"
    assert rst_of(written) == "Heat.\n\n:param pot: the pot\n\n:raises TooHot: see :func:`cool`"
