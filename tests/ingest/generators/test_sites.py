"""Routes and heading ids of each generator's site must be those that its real build made (``make generators``)."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import GAP, Manuscript, Reading
from footnoted.ingest.pipeline.verdict import template_marks
from tests.ingest.built import passages
from tests.ingest.test_discover import write

HERE = Path(__file__).parent
MADE_UP: dict[str, set[str]] = {
    "vitepress": set(),
    # Pages that are not translated show the other language's text under their own address.
    "starlight": {
        "/manual/de/",
        "/manual/de/guides/cool-down/",
        "/manual/de/reference-shelf/atmosphere/",
        "/manual/de/reference-shelf/cone-table/",
    },
    "zensical": set(),
    "hugo": {"/book/en/", "/book/de/", "/book/de/docs/", "/book/posts/"},
    "jekyll": set(),
    "jupyter-book": {"/book/"},
    "myst": set(),
    "gitbook": set(),
    "antora": set(),
}
"""Pages that a generator makes without a file: lists, redirects, stand-ins."""
TITLES = {
    "vitepress": ("Loom Handbook", "https://loom.tools"),
    "starlight": ("Kiln Manual", "https://kiln.tools"),
    "zensical": ("Cheese Notes", "https://cheese.tools"),
    "hugo": ("Hive Book", "https://hive.tools"),
    "jekyll": ("Bread Notes", "https://bread.tools"),
    "jupyter-book": ("Tide Tables", "https://tides.tools"),
    "myst": ("Tide Notes", "https://notes.tides.tools"),
    "gitbook": ("Sail Notes", ""),
    "antora": ("Orchard Guide", "https://orchard.tools"),
}


def built(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((HERE / name / "built.json").read_text("utf-8"))
    return found


def page(book: Manuscript, ending: str) -> Reading:
    return read(next(leaf for leaf in book.leaves if leaf.source.endswith(ending)), book.root)


def text(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


@pytest.mark.parametrize("name", TITLES)
def test_routes_and_heading_ids_are_the_builds_own(name: str) -> None:
    book, real = discover(HERE / name / "site"), built(name)
    assert (book.kind, book.title, book.site, book.assumed, book.skipped) == (name, *TITLES[name], (), ())
    routes = {unquote(leaf.route): leaf for leaf in book.leaves}
    known = {route if route in real else f"{route}.html": leaf for route, leaf in routes.items()}
    assert set(known) == set(real) - MADE_UP[name]
    for route, leaf in known.items():
        anchors = [section.anchor for section in read(leaf, book.root).sections if section.anchor]
        ids = real[route]
        assert anchors in (ids, ids[1:]), f"{leaf.source}: {anchors} and not {ids}"  # a title opens the page itself


@pytest.mark.parametrize("name", TITLES)
def test_no_template_mark_is_left(name: str) -> None:
    left = list(template_marks(passages(discover(HERE / name / "site"))))
    assert [mark for _, mark in left] == (["{{ stay }}"] if name == "jekyll" else [])  # that one is quoted by its page


@pytest.mark.parametrize("name", TITLES)
def test_the_folder_of_pages_alone_is_the_same_book(name: str) -> None:
    site = HERE / name / "site"
    folders = {
        "vitepress": "docs",
        "starlight": "src/content/docs",
        "zensical": "docs",
        "hugo": "content",
        "antora": "modules",
    }
    inner = discover(site / folders.get(name, "."))
    assert [leaf.route for leaf in inner.leaves] == [leaf.route for leaf in discover(site).leaves]
    assert inner.kind == name


def test_myst() -> None:
    book = discover(HERE / "myst" / "site")
    assert [leaf.route for leaf in book.leaves] == ["/", "/part/moon", "/part/sums", "/part", "/rest/left-over"]
    words = text(page(book, "intro.md"))
    assert "Note: Never tie up short at low water." in words
    assert "Neap tide: The small tide after half moon." in words
    assert "see The harbour's rule." in words


def test_myst_without_contents_takes_every_page_and_numbers_the_same_name(tmp_path: Path) -> None:
    pages = {"a/moon.md": "# A\n\nOne.\n", "b/Moon.md": "# B\n\nTwo.\n", "readme.md": "# R\n\nThree.\n"}
    write(tmp_path, {"myst.yml": "version: 1\n", **pages})
    book = discover(tmp_path)
    assert [(leaf.source, leaf.route) for leaf in book.leaves] == [
        ("readme.md", "/"),
        ("a/moon.md", "/moon"),
        ("b/Moon.md", "/moon-1"),
    ]


def test_vitepress() -> None:
    book = discover(HERE / "vitepress" / "site")
    assert [leaf.route for leaf in book.leaves][:2] == ["/loom/guide/warping.html", "/loom/guide/"]
    shown = text(page(book, "warping.md"))
    assert "Keep the tension: Hold the yarn" in shown
    assert "Warning: A loose end tangles all the others." in shown
    assert "npm:\n\n```sh\nnpm install loom-sums" in shown
    assert "```js\nexport const ends" in shown
    assert "Cotton forgives a beginner" in shown
    assert page(book, "warping.md").warnings == ("{{ count }} and its like (1) are filled in when the site runs",)
    home = next(leaf for leaf in book.leaves if leaf.route == "/loom/")
    assert "From yarn to cloth on a rigid heddle loom." in text(read(home, book.root))


def test_starlight() -> None:
    book = discover(HERE / "starlight" / "site")
    assert [leaf.route for leaf in book.leaves][:4] == [
        "/manual/",
        "/manual/guides/firing/",
        "/manual/guides/cool-down/",
        "/manual/reference-shelf/atmosphere/",
    ]
    shown = text(page(book, "docs/guides/firing.mdx"))
    assert "Electric: Set the controller to programme two." in shown
    assert "Do not open the lid above 100 °C." in shown
    assert "Write it down: A log of each firing" in shown


def test_hugo() -> None:
    reading = page(discover(HERE / "hugo" / "site"), "First Steps.md")
    assert "Careful:\n\nSmoke the entrance before you lift the lid." in text(reading)
    assert "Spring:\n\nFeed syrup in March." in text(reading)
    assert '```python\nprint("bees")\n```' in text(reading)
    assert reading.warnings == ("{{< hives >}} and its like (1) show what only a build knows",)
    assert f"There are\n{GAP}\nhives in the yard." in reading.visible, "no link's words reach over what is missing"


def test_jekyll() -> None:
    shown = text(page(discover(HERE / "jekyll" / "site"), "index.md"))
    assert "Version 2.4 of these notes, called Bread." in shown
    assert "Salt slows the yeast." in shown
    assert "A paragraph with a class." in shown
    assert "{:" not in shown


def test_jupyter_book() -> None:
    book = discover(HERE / "jupyter-book" / "site")
    assert [leaf.route for leaf in book.leaves][:4] == [
        "/book/intro.html",
        "/book/part/moon.html",
        "/book/part/sun.html",
        "/book/part/sums.html",
    ]
    assert "```python\nprint(3.2 + 0.4)\n```" in text(page(book, "sums.ipynb"))
    assert "Note: Times are in UTC." in text(page(book, "intro.md"))


def test_gitbook_hosted(tmp_path: Path) -> None:
    """Routes as GitBook's own documentation has them; there is no builder to hold them against."""
    hint = '{% hint style="warning" %}\nHot.\n{% endhint %}'
    tabs = '{% tabs %}\n{% tab title="Gas" %}\nLight it.\n{% endtab %}\n{% endtabs %}'
    own = '## Own <a href="#mine" id="mine"></a>\n\nWords.'
    files = {
        ".gitbook.yaml": "root: ./docs/\n",
        "docs/SUMMARY.md": "# Table\n\n* [Home](README.md)\n* [A](a/README.md)\n  * [B](a/b.md)\n",
        "docs/README.md": "# Home\n\nHi.",
        "docs/a/README.md": f"# A\n\n{hint}\n\n{tabs}\n",
        "docs/a/b.md": f"# B\n\n{own}\n",
        "docs/a/c.md": "# Left out",
    }
    book = discover(write(tmp_path, files))
    assert (book.kind, [leaf.route for leaf in book.leaves]) == ("gitbook", ["/", "/a", "/a/b"])
    assert text(page(book, "a/README.md")) == "Warning:\n\nHot.\n\nGas:\n\nLight it."
    assert page(book, "b.md").sections[0].anchor == "mine"


def test_quarto() -> None:
    """Ids as Pandoc makes them, which Quarto builds with; routes as Quarto's documentation has them."""
    book = discover(HERE / "quarto" / "site")
    assert (book.kind, book.title, book.site) == ("quarto", "Clock Repair", "https://clocks.tools")
    found = {leaf.route: [section.anchor for section in read(leaf, book.root).sections] for leaf in book.leaves}
    assert found == {
        "/repair/": ["", "same-words", "same-words-1"],
        "/repair/part/pendulum.html": ["sec-new", "a-longer-rod"],
        "/repair/part/tools.html": [""],
    }
    shown = text(page(book, "pendulum.qmd"))
    assert "Wait: Let it swing for a day.\n\nTitled inside: Oil is not always the answer." in shown
    assert "print(2.0)" not in shown  # `echo: false` leaves code out of the page
    assert "Shared words about weights." in shown
    assert "A small part." in shown
    assert not list(template_marks(passages(book)))


def test_nextra() -> None:
    """Routes and ids as Nextra's documentation has them."""
    book = discover(HERE / "nextra" / "site")
    found = {leaf.route: [section.anchor for section in read(leaf, book.root).sections] for leaf in book.leaves}
    assert list(found) == ["/kites", "/kites/docs/sail", "/kites/docs", "/kites/about"]
    assert found["/kites/docs/sail"] == ["", "cutting", "same", "same-1"]
    assert "Use ripstop." in text(page(book, "sail.mdx"))


def test_a_setting_that_only_running_would_give_is_named(tmp_path: Path) -> None:
    config = "import nextra from 'nextra'\nexport default nextra({})({ basePath: process.env.BASE })"
    book = discover(write(tmp_path / "n", {"next.config.js": config, "pages/a.mdx": "# A\n\nB."}))
    assert book.assumed == (("basePath", "none"),)
    config = "export default { base: where(), rewrites: (id) => id }"
    book = discover(write(tmp_path / "v", {".vitepress/config.ts": config, "a.md": "# A", "[x].md": "# X"}))
    assert book.assumed == (("base", "/"), ("rewrites", "none"))
    assert book.skipped == (("[x].md", "a dynamic route, whose pages only running its loader gives"),)
    book = discover(
        write(tmp_path / "h", {"hugo.toml": "title = 'T'\n[permalinks]\na = '/:odd/'", "content/a.md": "A"})
    )
    assert [name for name, _ in book.assumed] == ["baseURL", "permalinks: a"]


def test_antora() -> None:
    book = discover(HERE / "antora" / "site")
    shown = text(page(book, "pruning.adoc"))
    assert "Cut in late winter with a pruning saw." in shown
    assert "Three kinds:\n\n- Heading cuts\n  - above a bud\n- Thinning cuts" in shown
    assert "Warning: Never cut in the rain.\n\nIt spreads canker." in shown
    assert "plan.yml:\n\n```yaml\ntrees: 12\nkey: value\n```\n\n1. A comment." in shown
    assert "| Tool | Price |\n| --- | --- |\n| Saw | 20 |\n| Knife | 8 |" in shown
    assert "Hidden" not in shown
    home = text(page(book, "index.adoc"))
    assert "twenty kilos in spring" in home
    assert "Words with `code`, emphasis, bold and a link. See the cuts and this section." in home
    assert "Note: Frost kills blossoms at minus two degrees.\n\nShared words about bees." in home
    assert "nobody" not in home
