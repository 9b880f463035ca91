from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.links.check import Checked, check_links
from tests.ingest.formats.make_epub import make_epub
from tests.ingest.formats.make_pdf import Words, make_pdf
from tests.ingest.live.loopback import Answer, serve_site


def failed(checked: Checked) -> dict[str, str]:
    return dict(checked.failures)


def build(folder: Path) -> Path:
    pages = {
        "index.html": "<h2 id='top'>x</h2>",
        "docs/a.html": "<h2 id='größe'>x</h2><a name='old'></a>",
        "docs/b/index.html": "<p>x</p>",
    }
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "m.pdf").write_bytes(make_pdf([[Words(72, 700, "x")]] * 2))
    (folder / "k.epub").write_bytes(make_epub({"one.xhtml": '<h2 id="s">x</h2>'}))
    return folder


async def test_a_built_folder(tmp_path: Path) -> None:
    links = {
        "/": "", "/#top": "", "/docs/a": "", "/docs/a#größe": "", "/docs/a#gr%C3%B6%C3%9Fe": "", "/docs/a.html#old": "",
        "/docs/b": "", "/docs/b/": "", "/m.pdf#page=2": "", "/k.epub/OEBPS/Text/one.xhtml#s": "",
        "/docs/a#new": "the page has no such anchor", "/docs/c": "no such page",
        "/m.pdf#page=3": "the page has no such anchor",
        "/k.epub/OEBPS/Text/two.xhtml": "no such page in the EPUB", "/../secret": "leads out of the site",
    }  # fmt: skip
    checked = await check_links(set(links), str(build(tmp_path / "site")))
    assert failed(checked) == {link: reason for link, reason in links.items() if reason}


async def test_a_base_url_that_the_build_folder_lacks(tmp_path: Path) -> None:
    links = {"/manual/v2/docs/a#größe", "/manual/v2/docs/b/", "/manual/v2/docs/none"}
    assert failed(await check_links(links, str(build(tmp_path)))) == {"/manual/v2/docs/none": "no such page"}


async def test_single_files(tmp_path: Path) -> None:
    build(tmp_path)
    assert failed(await check_links({"/OEBPS/Text/one.xhtml#s"}, str(tmp_path / "k.epub"))) == {}
    assert failed(await check_links({"/m.pdf#page=1", "/n.pdf"}, str(tmp_path / "m.pdf"))) == {"/n.pdf": "no such file"}
    with pytest.raises(BadSource, match="There is nothing at"):
        await check_links({"/"}, str(tmp_path / "none"))


async def test_live_pages() -> None:
    with serve_site() as site:
        site.pages = {"/a": "<h2 id='x'>x</h2>", "/m.pdf": Answer(b"%PDF-", kind="application/pdf")}
        checked = await check_links({"/a#x", "/a#y", "/b", "/m.pdf#page=2"}, site.url, allow_private=True)
    assert failed(checked) == {"/a#y": "the page has no such anchor", "/b": "answered 404"}


async def test_text_fragments_stand_once_on_the_built_page(tmp_path: Path) -> None:
    page = "<title>Wipe the lens</title><p>Wipe <b>the</b> lens.<p>Dry it. Dry it.<p>Dry<p>air<script>no rain</script>"
    links = {
        "/a#:~:text=wipe%20the%20lens": "",
        "/a#:~:text=Dry%20it": "its words stand 2 times on the page",
        "/a#:~:text=Dry%20air": "no such words there",
        "/a#:~:text=no%20rain": "no such words there",
    }
    failures = {link: reason for link, reason in links.items() if reason}
    (tmp_path / "a.html").write_text(page, "utf-8")
    with serve_site() as site:
        site.pages = {"/a": page}
        for target in (str(tmp_path), site.url):
            every = {*links, "/a#x:~:text=Dry%20it.%20Dry", "/b#:~:text=z"}
            checked = await check_links(every, target, allow_private=True)
            assert (checked.links, checked.opened, checked.fragments, checked.unique) == (6, 4, 5, 2)
            found = failed(checked)
            assert found.pop("/b") in ("no such page", "answered 404")
            assert found == {**failures, "/a#x": "the page has no such anchor"}


async def test_a_slash_at_the_end_asks_for_the_folders_page(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map.html").write_text("<p>It moved.</p>")
    (tmp_path / "map" / "index.html").write_text("<h2 id='here'>x</h2>")
    checked = await check_links({"/map/#here", "/map#here"}, str(tmp_path))
    assert failed(checked) == {"/map#here": "the page has no such anchor"}
