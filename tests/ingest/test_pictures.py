"""The pictures of a book are found in its own folder, known by what they hold, and put where they stood."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from footnoted.domain.picture import Image, Picture
from footnoted.ingest.discover import discover
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.pictures.image import MOST_BYTES, image_of
from footnoted.ingest.pipeline.fingerprint import fingerprint
from footnoted.ingest.pipeline.pages import Task, read_pages
from tests.fakes.pictures import png
from tests.ingest.formats.make_epub import make_epub
from tests.ingest.pipeline.program import QuickEmbedder

CUP, POT, LEAF = png(grey=1), png(grey=2), png(grey=3)
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////"
    "////////wAALCAADAAUBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z"
)
GIF = base64.b64decode("R0lGODlhBwAEAIAAAAAAAP///yH5BAEAAAEALAAAAAAHAAQAAAIFhI+py1gAOw==")
WEBP = base64.b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")


def book(folder: Path, files: dict[str, str | bytes]) -> Manuscript:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return discover(str(folder))


def pictures(manuscript: Manuscript) -> list[Picture]:
    todo = [Task(leaf, order, "hash") for order, leaf in enumerate(manuscript.leaves)]
    outcomes = list(read_pages(todo, manuscript, "tea", QuickEmbedder()))
    assert [outcome.warning for outcome in outcomes if not outcome.page] == []
    return [picture for outcome in outcomes if outcome.page for picture in outcome.page.pictures]


def shown(manuscript: Manuscript) -> list[tuple[bytes, str]]:
    return [(picture.image.data, picture.place.words) for picture in pictures(manuscript)]


DOCUSAURUS = (
    'module.exports = { title: "Tea", url: "https://tea.example", baseUrl: "/tea/", presets: [["classic", {}]] };'
)
PLACES: dict[str, dict[str, str | bytes]] = {
    "docusaurus": {
        "docusaurus.config.js": DOCUSAURUS,
        "docs/a.mdx": (
            "# Tea\n\nPour.\n\n![cup](./img/cup.png)\n\n![pot](/tea/img/pot.png)\n\n"
            "<img src={require('@site/static/img/leaf.png').default} alt=\"leaf\" />\n"
        ),
        "docs/img/cup.png": CUP,
        "static/img/pot.png": POT,
        "static/img/leaf.png": LEAF,
    },
    "mdbook": {
        "book.toml": '[book]\ntitle = "Tea"\n',
        "src/SUMMARY.md": "- [Tea](tea/a.md)\n",
        "src/tea/a.md": "# Tea\n\nPour.\n\n![cup](../cup.png) ![pot](pot%20one.png)\n\n"
        "<img src='/leaf.png' alt='leaf'>\n",
        "src/cup.png": CUP,
        "src/tea/pot one.png": POT,
        "src/leaf.png": LEAF,
    },
    "mkdocs": {
        "mkdocs.yml": "site_name: Tea\nsite_url: https://tea.example/\n",
        "docs/a/b.md": "# Tea\n\nPour.\n\n![cup](../img/cup.png)\n\n![pot](/img/pot.png)\n\n![leaf]("
        "https://tea.example/img/leaf.png)",
        "docs/img/cup.png": CUP,
        "docs/img/pot.png": POT,
        "docs/img/leaf.png": LEAF,
    },
    "sphinx": {
        "conf.py": "project = 'Tea'\nextensions = ['myst_parser']\n",
        "index.rst": (
            "Tea\n===\n\nPour.\n\n.. image:: img/cup.png\n   :alt: cup\n\n"
            ".. figure:: /img/pot.*\n   :alt: pot\n\n   Caption.\n\n.. toctree::\n\n   more\n"
        ),
        "more.md": "# More\n\nServe.\n\n```{figure} img/leaf.png\n:alt: leaf\nCaption.\n```\n",
        "img/cup.png": CUP,
        "img/pot.png": POT,
        "img/leaf.png": LEAF,
    },
    "antora": {
        "antora.yml": "name: tea\ntitle: Tea\nversion: ~\nnav:\n- modules/ROOT/nav.adoc\n",
        "modules/ROOT/nav.adoc": "* xref:index.adoc[Tea]\n",
        "modules/ROOT/pages/index.adoc": "= Tea\n\nPour.\n\nimage::cup.png[cup]\n\n"
        "image::pot.png[pot]\n\nSo image:leaf.png[leaf] falls.\n",
        "modules/ROOT/images/cup.png": CUP,
        "modules/ROOT/images/pot.png": POT,
        "modules/ROOT/images/leaf.png": LEAF,
    },
    "html": {
        "a.html": (
            "<h1>Tea</h1><p>Pour.</p><img src=cup.png alt=cup><figure><img src='./img/pot.png' alt='pot'></figure>"
            f"<p>Or <img src='data:image/png;base64,{base64.b64encode(LEAF).decode()}' alt=leaf></p>"
        ),
        "cup.png": CUP,
        "img/pot.png": POT,
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", PLACES)
def test_every_generators_way_of_naming_a_picture(tmp_path: Path, kind: str) -> None:
    assert shown(book(tmp_path, PLACES[kind])) == [(CUP, "cup"), (POT, "pot"), (LEAF, "leaf")]


def test_a_picture_in_an_epub(tmp_path: Path) -> None:
    chapter = '<h1>Tea</h1><p>Pour.</p><img src="../Images/cup.png" alt="cup"/><img src="../../../pot.png" alt="pot"/>'
    epub = tmp_path / "tea.epub"
    epub.write_bytes(make_epub({"a.xhtml": chapter}, titles={"a.xhtml": "Tea"}, more={"OEBPS/Images/cup.png": CUP}))
    assert shown(discover(str(epub))) == [(CUP, "cup")]


def test_nothing_from_outside_the_book_is_taken(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(CUP)
    inside = tmp_path / "book"
    inside.mkdir()
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    names = [
        "../secret.png",
        str(tmp_path / "secret.png"),
        "link.png",
        "https://cdn.example/a.png",
        "//cdn.example/a.png",
    ]
    text = "# Tea\n\n" + "\n\n".join(
        f"![{number}]({name})" for number, name in enumerate([*names, "..%2Fsecret.png", "."])
    )
    assert shown(book(inside, {"a.md": text})) == []


@pytest.mark.parametrize(
    ("data", "kind", "size"),
    [
        (CUP, "image/png", (40, 20)),
        (JPEG, "image/jpeg", (5, 3)),
        (GIF, "image/gif", (7, 4)),
        (WEBP, "image/webp", (1, 1)),
        (
            b'<?xml version="1.0"?><svg viewBox="0 0 20 10" xmlns="http://www.w3.org/2000/svg"/>',
            "image/svg+xml",
            (20, 10),
        ),
        (b'<svg width="30px" height="15" xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml", (30, 15)),
    ],
)
def test_a_picture_is_known_by_what_it_holds(data: bytes, kind: str, size: tuple[int, int]) -> None:
    image = image_of(data)
    assert image is not None
    assert (image.kind, (image.width, image.height)) == (kind, size)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html><script>alert(1)</script>",
        b"<html><svg></svg></html>",
        b"%PDF-1.7",
        CUP[:20],
        JPEG[:60],
        b"\xff\xd8\xff",
        WEBP[:20],
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        png(1, 1)[:16] + b"\0\1\0\0\0\1\0\0" + png(1, 1)[24:],  # 65,536 by 65,536 pixels
        png()[:33] + b"\0" * MOST_BYTES,
    ],
    ids=range(11),
)
def test_what_is_no_picture_is_left_out(data: bytes) -> None:
    assert image_of(data) is None


def test_a_drawing_loses_what_runs_or_loads() -> None:
    harm = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()">
    <script>x()</script><foreignObject><iframe src="https://evil.example"/></foreignObject>
    <a href="javascript:x()"><text>hi</text></a><image xlink:href="https://evil.example/a.png" ONERROR="x()"/>
    <style>@import "https://evil.example/a.css";</style><style>.a { fill: url(#g) }</style>
    <rect fill="url(https://evil.example/a.svg#x)" style="background: URL('//evil.example')"/>
    <use href="data:image/svg+xml;base64,PHN2Zz4="/><set attributeName="href" to="javascript:x()"/>
    <path class="a" d="M0 0h9" fill="url(#g)"/></svg>"""
    image = image_of(harm)
    assert image is not None
    text = image.data.decode().lower()
    assert not any(word in text for word in ("script", "evil", "x()", "import", "foreign", "<a", "<set", "svg+xml;"))
    assert '<path class="a" d="m0 0h9" fill="url(#g)" />' in text
    assert ".a { fill: url(#g) }" in text


def test_a_picture_stands_where_it_stood(tmp_path: Path) -> None:
    text = """# Tea

![start](cup.png)

Pour it. Again.

## Pot

Warm it first. ![inside](cup.png) Then fill it.

![](cup.png)

- Pour it. Again.

![last](cup.png)
"""
    manuscript = book(tmp_path, {"a.md": text, "cup.png": CUP})
    [outcome] = read_pages([Task(manuscript.leaves[0], 0, "hash")], manuscript, "tea", QuickEmbedder())
    assert outcome.page is not None
    texts = [passage.text for passage in outcome.page.passages]
    places = [picture.place for picture in outcome.page.pictures]
    assert [(place.words, texts[place.position][: place.after][-8:]) for place in places] == [
        ("start", ""),
        ("inside", "it first"),
        ("", " fill it"),
        ("last", "t. Again"),
    ]
    assert [place.position for place in places] == [0, 1, 1, 1]


def test_a_page_is_read_again_when_its_picture_changed(tmp_path: Path) -> None:
    manuscript = book(tmp_path, {"a.md": "# Tea\n\n![cup](cup.png)", "cup.png": CUP})
    before = fingerprint(manuscript.leaves[0], manuscript)
    assert fingerprint(manuscript.leaves[0], manuscript) == before
    (tmp_path / "cup.png").write_bytes(POT)
    assert fingerprint(manuscript.leaves[0], manuscript) != before


def test_equal_pictures_are_one() -> None:
    assert (
        Image("image/png", 1, 1, CUP).name == Image("image/png", 1, 1, CUP).name != Image("image/png", 1, 1, POT).name
    )
