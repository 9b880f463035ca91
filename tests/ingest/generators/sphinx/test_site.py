"""Routes, section ids and words of a Sphinx project must be those of the site that Sphinx itself builds."""

from __future__ import annotations

import json
import shutil
import zlib
from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript, Reading, Unreadable
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.built import build, check, generator
from tests.ingest.test_discover import write

SITE = Path(__file__).parent / "site"

# Route → ids of sections and descriptions below the title; recorded from Sphinx 9.0.4 with myst-parser 5.2.0.
BUILT: dict[str, list[str]] = {
    "/en/latest/index.html": [],
    "/en/latest/guide/index.html": [],
    "/en/latest/guide/lamp.html": [
        "trimming-the-wick",
        "same-title",
        "id1",
        "id2",
        "what-s-new-in-lamp-trim-co",
        "in-a-storm",
        "deeper",
    ],
    "/en/latest/guide/markup.html": [
        "shared-section",
        "term-fresnel-lens",
        "term-wick",
        "shared-section",
        "blow",
        "shared-section",
    ],
    "/en/latest/reference/api.html": ["second-title", "id1"],
    "/en/latest/myst/first.html": ["same", "id1", "a-code-em-heading", "id2", "included-heading"],
    "/en/latest/myst/second.html": [],
    "/en/latest/unlisted.html": [],
}


@pytest.fixture(scope="module")
def book() -> Manuscript:
    return discover(SITE)


def page(book: Manuscript, ending: str) -> Reading:
    return read(next(leaf for leaf in book.leaves if leaf.route.endswith(ending)), book.root)


def text(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


def one_page(folder: Path, body: str, conf: str = "extensions = ['myst_parser']", name: str = "index.rst") -> Reading:
    write(folder, {"conf.py": conf, name: body})
    book = discover(folder)
    return read(book.leaves[0], book.root)


def test_the_project_is_recognised(book: Manuscript) -> None:
    assert (book.kind, book.title, book.site) == (
        "sphinx",
        "Lighthouse Keeper's Manual",
        "https://lighthouse.example",
    )
    assert [leaf.route for leaf in book.leaves] == list(BUILT)
    assert book.skipped == ()


@pytest.mark.parametrize("route", BUILT)
def test_section_ids(book: Manuscript, route: str) -> None:
    assert [section.anchor for section in page(book, route).sections if section.anchor] == BUILT[route]


@pytest.mark.real
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_real_build_has_the_same_routes_ids_and_words(builder: str, tmp_path: Path) -> None:
    """Also where the pages are folders: the build's objects.inv tells."""
    site = tmp_path / "docs"
    shutil.copytree(SITE, site)
    markup = site / "guide" / "markup.rst"  # with text from code, it would be read as it is built
    markup.write_text(markup.read_text("utf-8").replace(".. automodule:: lamp\n   :members:\n", ""), "utf-8")
    built = site / "_build" / builder
    build(generator("sphinx-build"), "-q", "-b", builder, site, built, cwd=site)
    book = discover(site)
    counts = check(book, built, "/en/latest/")
    assert counts["routes"] == len(BUILT)
    assert counts["anchors"] == sum(map(len, BUILT.values()))
    assert counts["fragments"] == counts["passages"] > 20
    made = {path.relative_to(built) for path in built.rglob("*.html")}
    assert len(made) == len(BUILT) + 2  # the index of terms and the search page


def test_titles(book: Manuscript) -> None:
    assert [read(leaf, book.root).title for leaf in book.leaves] == [
        "Lighthouse manual",
        "The guide",
        "The lamp",
        "All markup",
        "API reference",
        "MyST page",
        "Second of them",
        "Unlisted",
    ]


def test_references_show_titles(book: Manuscript) -> None:
    assert "See In a storm, the storm, API reference and the index." in text(page(book, "lamp.html"))
    assert "See In a storm, that storm, The lamp, The lamp and wick." in text(page(book, "first.html"))


def test_substitutions_and_typography(book: Manuscript) -> None:
    shown = text(page(book, "latest/index.html"))
    assert "Ask the head keeper of release 2.4.1 about the rest, or call the coast guard." in shown
    assert "“Trim the wick – then light it…” is the oldest rule." in text(page(book, "lamp.html"))


SEEN = [
    (".. note:: Dry.\n", "Note: Dry."),
    (".. versionadded:: 1.2\n   New horn.\n", "Added in version 1.2: New horn."),
    (".. deprecated:: 2.0 Old oil.\n", "Deprecated since version 2.0: Old oil."),
    (".. code-block:: py\n   :caption: a.py\n\n   x = 1\n", "a.py:\n\n```py\nx = 1\n```"),
    (
        ".. list-table:: T\n\n   * - a\n     - ``b``\n   * - c\n     - d\n",
        "T:\n\n| a | `b` |\n| --- | --- |\n| c | d |",
    ),
    (".. csv-table::\n   :header: a, b\n\n   1, 2\n", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    (".. tab-set::\n\n   .. tab-item:: North\n\n      Red.\n", "North: Red."),
    (".. tabs::\n\n   .. code-tab:: sh Night\n\n      ls\n", "Night:\n\n```sh\nls\n```"),
    (".. glossary::\n\n   wick\n   taper\n      It burns.\n", "wick: taper: It burns."),
    (".. automodule:: x\n   :members:\n\nShown.\n", "Shown."),
    (".. autosummary::\n\n   x.y\n\nShown.\n", "Shown."),
    (".. raw:: html\n\n   <b>Bold</b><script>x()</script>\n\nShown.\n", "Bold\n\nShown."),
    (".. raw:: latex\n\n   Paper.\n\nShown.\n", "Shown."),
    (".. ifconfig:: version == '3'\n\n   Perhaps.\n", "Perhaps."),
    (".. only:: latex\n\n   Paper.\n\n.. only:: html\n\n   Web.\n", "Web."),
    (".. some-card::\n   :option: x\n\n   Kept.\n", "Kept."),
    (".. figure:: x.png\n   :alt: Tower\n\n   At dusk.\n", "Tower\n\nAt dusk."),
    (":py:func:`~a.b.c`, :py:class:`C <a.C>` and :func:`!d`.", "`c()`, `C` and `d()`."),
    (":menuselection:`A --> B`, :guilabel:`&Go`, :abbr:`LED (light)`.", "A ‣ B, Go, LED."),
    (":file:`/x/{name}`, :samp:`{n} boats`, :odd:`word`.", "`/x/name`, `n boats`, word."),
    (":math:`a^2` and ``x``.\n\n.. math:: b\n", "$a^2$ and `x`.\n\n$$\nb\n$$"),
    (".. py:function:: f(x)\n\n   Does it.\n", "`f(x)`: Does it."),
    (".. setting:: oil\n\nDefault: whale.\n", "Default: whale."),
    (".. setting:: oil\n\n   What burns.\n", "`oil`: What burns."),
    ("1. One\n2. Two\n\n   - in\n", "1. One\n2. Two\n   - in"),
    ("| verse\n| lines\n", "verse\nlines"),
    ("Word [#]_ here.\n\n.. [#] The note.\n", "Word here.\n\n[1] The note."),
    (".. comment\n\n.. |x| replace:: *value*\n\nThe |x|.\n", "The value."),
]


@pytest.mark.parametrize(("source", "seen"), SEEN, ids=[source[:24] for source, _ in SEEN])
def test_a_reader_sees(tmp_path: Path, source: str, seen: str) -> None:
    assert text(one_page(tmp_path, f"T\n=\n\n{source}", "extensions = []\nsmartquotes = False\n")) == seen


MYST = [
    (":::{note}\nDry.\n:::", "Note: Dry."),
    ("```{admonition} My *title*\n:class: x\n\nBody.\n```", "My title: Body."),
    ("```{code-block} py\n---\ncaption: a.py\n---\nx = 1\n```", "a.py:\n\n```py\nx = 1\n```"),
    ("```{list-table} T\n* - a\n  - b\n* - c\n  - d\n```", "T:\n\n| a | b |\n| --- | --- |\n| c | d |"),
    ("```{csv-table}\na, `b`\n```", "| a | `b` |\n| --- | --- |"),
    ("```{glossary}\nwick\n  It burns.\n\ntaper\n  Too.\n```", "wick: It burns.\n\ntaper: Too."),
    ("```{toctree}\nx\n```\n\n```{autoclass} X\n```\n\nShown.", "Shown."),
    ("```{eval-rst}\n.. note:: Dry.\n```", "Note: Dry."),
    ("````{tab-set}\n```{tab-item} North\nRed.\n```\n````", "North: Red."),
    ("% gone\n\n+++\n\nPress {kbd}`Esc`, {func}`x`, {math}`y`.", "Press Esc, `x()`, $y$."),
]


@pytest.mark.parametrize(("source", "seen"), MYST, ids=[source[:24] for source, _ in MYST])
def test_a_reader_of_myst_sees(tmp_path: Path, source: str, seen: str) -> None:
    conf = "extensions = ['myst_parser']\nmyst_enable_extensions = ['colon_fence']\n"
    assert text(one_page(tmp_path, f"# T\n\n{source}\n", conf, "index.md")) == seen


def test_conf_is_never_run(tmp_path: Path) -> None:
    conf = f"open({str(tmp_path / 'ran')!r}, 'w')\nproject = 'A ' + 'B'\nextensions = __import__('os').listdir()\n"
    reading = one_page(tmp_path, "T\n=\n\nWords.\n", f"{conf}\nhtml_theme = 'x'\n")
    assert discover(tmp_path).title == "A B"
    assert text(reading) == "Words."
    assert not (tmp_path / "ran").exists()


def test_a_conf_of_something_else_is_no_sphinx(tmp_path: Path) -> None:
    write(tmp_path, {"conf.py": "DEBUG = True", "a.md": "a"})
    assert discover(tmp_path).kind == "plain"


@pytest.mark.parametrize(
    "source",
    [
        ".. include:: ../secret.txt\n",
        ".. include:: /../secret.txt\n",
        ".. literalinclude:: ../secret.txt\n",
        ".. csv-table::\n   :file: ../secret.txt\n",
        ".. csv-table::\n   :url: file:///etc/passwd\n",
        ".. raw:: html\n   :file: ../secret.txt\n",
        ".. include:: /etc/passwd\n   :literal:\n",
        ".. include:: link.txt\n",
    ],
)
def test_nothing_outside_the_book_is_read(tmp_path: Path, source: str) -> None:
    write(tmp_path, {"secret.txt": "secret: root", "docs/x.txt": "x"})
    (tmp_path / "docs/link.txt").symlink_to(tmp_path / "secret.txt")
    reading = one_page(tmp_path / "docs", f"T\n=\n\n{source}\nWords.\n")
    assert text(reading) == "Words."


def test_a_page_that_includes_itself_comes_to_an_end(tmp_path: Path) -> None:
    body = "T\n=\n\n" + "Words of a page that includes itself.\n" * 4_000 + "\n.. include:: index.rst\n"
    assert one_page(tmp_path, body).warnings == ("index.rst cannot be included",)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="has a line of more than 100,000 characters"):
        one_page(tmp_path, "T\n=\n\n" + "x" * 100_001)


def test_a_title_that_others_refer_to_changes_only_them(tmp_path: Path) -> None:
    files = {
        "conf.py": "extensions = []",
        "index.rst": "T\n=\n\nSee :ref:`x`.\n",
        "a.rst": ".. _x:\n\nOld\n===\n",
        "b.rst": "B\n=\n",
    }
    write(tmp_path, files)
    before = {leaf.source: fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves}
    write(tmp_path, {"a.rst": ".. _x:\n\nNew\n===\n"})
    after = {leaf.source: fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves}
    assert [name for name in before if before[name] != after[name]] == ["index.rst", "a.rst"]


def test_the_order_of_toctrees(tmp_path: Path) -> None:
    toctree = (
        ".. toctree::\n   :glob:\n   :reversed:\n\n   part/*\n\n.. toctree::\n\n   Last <z.rst>\n   self\n   gone\n"
    )
    files = {"part/a.rst": "A\n=\n", "part/b.rst": "B\n=\n\n.. toctree::\n\n   deep/c\n", "part/deep/c.rst": "C\n=\n"}
    write(tmp_path, {"conf.py": "extensions = []", "index.rst": f"T\n=\n\n{toctree}", "z.rst": "Z\n=\n", **files})
    routes = [leaf.route for leaf in discover(tmp_path).leaves]
    assert routes == ["/index.html", "/part/b.html", "/part/deep/c.html", "/part/a.html", "/z.html"]


def test_read_the_docs_says_which_builder(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".readthedocs.yaml": "sphinx:\n  builder: dirhtml\n",
            "docs/conf.py": "extensions = []",
            "docs/index.rst": "T\n=\n",
            "docs/a.rst": "A\n=\n",
        },
    )
    assert [leaf.route for leaf in discover(tmp_path).leaves] == ["/", "/a/"]


@pytest.mark.parametrize("data", [b"", b"# Sphinx inventory version 2\n#\n#\n#\nnot zlib", zlib.compress(b"x")])
def test_a_broken_inventory_is_no_matter(tmp_path: Path, data: bytes) -> None:
    write(tmp_path, {"conf.py": "extensions = []\nexclude_patterns = ['_build']", "index.rst": "T\n=\n\nWords.\n"})
    (tmp_path / "_build/html").mkdir(parents=True)
    (tmp_path / "_build/html/objects.inv").write_bytes(data)
    assert [leaf.route for leaf in discover(tmp_path).leaves] == ["/index.html"]


def test_a_plain_folder_may_hold_rst(tmp_path: Path) -> None:
    write(tmp_path, {"a.rst": "Title\n=====\n\nIt's *here*.\n\nMore\n----\n\n.. note:: Yes.\n"})
    book = discover(tmp_path)
    reading = read(book.leaves[0], book.root)
    assert (book.kind, reading.title, text(reading)) == ("plain", "Title", "It's here.\n\nNote: Yes.")


def test_pages_in_a_folder_beside_the_configuration_with_macros(tmp_path: Path) -> None:
    """``sphinx-build -c . source``, and a dictionary of words that a project puts in before pages are read."""
    conf = "project = 'Robot'\nhtml_baseurl = 'https://robot.example/en/'\nmacros = {'DISTRO': 'rolling'}\n"
    body = "Install\n=======\n\nRun ``apt install robot-{DISTRO}`` on {DISTRO}, and {NOTHING} else.\n"
    write(tmp_path, {"conf.py": conf, "source/index.rst": body, "README.rst": "Not a page\n==========\n"})
    book = discover(tmp_path)
    assert [(leaf.source, leaf.route) for leaf in book.leaves] == [("source/index.rst", "/en/index.html")]
    assert "Run `apt install robot-rolling` on rolling, and {NOTHING} else." in text(read(book.leaves[0], book.root))


def test_a_notebook_has_the_heading_ids_that_nbsphinx_gives(tmp_path: Path) -> None:
    # Recorded from nbsphinx 0.9.8.
    words = ["# Tea Pots", "## A `hot` Pot: 2nd", "Warm it.", "## Größe & *Form*", "## Tea Pots", "Again."]
    cells = [{"cell_type": "markdown", "source": source, "metadata": {}} for source in words]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    write(tmp_path, {"conf.py": "extensions = ['nbsphinx']\nnbsphinx_execute = 'never'\n"})
    write(tmp_path, {"index.rst": "Start\n=====\n\n.. toctree::\n\n   pots\n", "pots.ipynb": json.dumps(notebook)})
    pots = page(discover(tmp_path), "/pots.html")
    assert [section.anchor for section in pots.sections if section.headings] == [
        "A-hot-Pot:-2nd",
        "Größe-&-Form",
        "id1",
    ]


def test_dashes_stay_where_the_configuration_leaves_them(tmp_path: Path) -> None:
    write(tmp_path, {"conf.py": "html_theme = 'x'\nsmartquotes_action = 'qe'\n"})
    write(tmp_path, {"index.rst": 'Start\n=====\n\nUse "tea --hot" now...\n'})
    assert text(page(discover(tmp_path), "/index.html")) == "Use “tea --hot” now…"


def test_a_class_names_a_style_where_python_is_not_the_primary_domain(tmp_path: Path) -> None:
    write(tmp_path, {"conf.py": "html_theme = 'x'\nprimary_domain = 'rst'\n"})
    write(tmp_path, {"index.rst": "Start\n=====\n\n.. class:: wide-table\n\nPour.\n"})
    assert text(page(discover(tmp_path), "/index.html")) == "Pour."
    write(tmp_path, {"conf.py": "html_theme = 'x'\nprimary_domain = 'c'\n"})
    write(tmp_path, {"index.rst": "Start\n=====\n\n.. function:: int boil(int water)\n\n   Heats it.\n"})
    assert [section.anchor for section in page(discover(tmp_path), "/index.html").sections] == ["c.boil"]
