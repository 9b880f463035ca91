"""Addresses that are none, wherever an author writes one: the book is read all the same.

``http://[bees`` looks like an IPv6 host that never ends, and Python's own function for addresses raises.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.index import ingest
from footnoted.ingest.live.fetch import Fetched
from footnoted.ingest.live.web_page import web_page
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.pipeline.test_index import CountingEmbedder
from tests.ingest.test_discover import write

BROKEN = ["http://[bees", "//[", "https://bees.example:99999999/", "http://[::1%eth0]bees/", "http://\u2100.example/"]
TEXT = "\n\nA queen lays up to 2,000 eggs a day in early summer.\n"
PAGE = f"# Hive{TEXT}\n[a]({{url}}) ![b]({{url}}) <{{url}}>\n"
SITES = {
    "a folder": {"a.md": PAGE},
    "mkdocs": {"mkdocs.yml": "site_name: Bees\nsite_url: '{url}'\n", "docs/index.md": PAGE},
    "mdbook": {
        "book.toml": '[book]\ntitle = "Bees"\n[output.html]\nsite-url = "{url}"\n',
        "src/SUMMARY.md": "- [Hive](hive.md)\n- [Odd]({url})\n",
        "src/hive.md": PAGE,
    },
    "sphinx": {
        "conf.py": "project = 'Bees'\nhtml_baseurl = '{url}'\n",
        "index.rst": f"Hive\n====\n\n.. toctree::\n\n   {{url}}\n   Odd <{{url}}>\n{TEXT}\n`a <{{url}}>`__ {{url}}\n",
    },
    "hugo": {"hugo.toml": 'baseURL = "{url}"\ntitle = "Bees"\n', "content/_index.md": PAGE},
    "quarto": {
        "_quarto.yml": "project:\n  type: book\nbook:\n  title: Bees\n  site-url: '{url}'\n  chapters: [index.qmd]\n",
        "index.qmd": PAGE,
    },
    "antora": {
        "antora-playbook.yml": "site:\n  title: Bees\n  url: '{url}'\n",
        "antora.yml": "name: bees\nversion: '1'\ntitle: Bees\nnav: [modules/ROOT/nav.adoc]\n",
        "modules/ROOT/nav.adoc": "* xref:index.adoc[Hive]\n* {url}[Odd]\n",
        "modules/ROOT/pages/index.adoc": f"= Hive{TEXT}\n{{url}}[a] link:{{url}}[b] image::{{url}}[]\n",
    },
    "docusaurus": {
        "docusaurus.config.js": "export default {{url: '{url}', baseUrl: '/', presets: [['classic', {{}}]]}}",
        "docs/hive.md": PAGE,
    },
    "a built site": {
        "index.html": f'<head><link rel="canonical" href="{{url}}"><base href="{{url}}"></head><body><main>'
        f'<h1>Hive</h1><p>{TEXT}</p><a href="{{url}}">a</a><img src="{{url}}"></main></body>',
        "sitemap.xml": "<urlset><url><loc>{url}</loc></url></urlset>",
    },
    "reStructuredText": {"a.rst": f"Hive\n====\n{TEXT}\n.. _a: {{url}}\n\n`b <{{url}}>`_ a_\n"},
}  # fmt: skip


@pytest.mark.parametrize("url", BROKEN)
@pytest.mark.parametrize("kind", SITES)
async def test_an_address_that_is_none_costs_no_page(kind: str, url: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {name: text.replace("{url}", url).replace("{{", "{").replace("}}", "}") for name, text in SITES[kind].items()},
    )
    catalogue, index = FakeCatalogue(), InMemoryIndex()
    await ingest(tmp_path, "bees", CountingEmbedder(), index, catalogue)
    (book,) = await catalogue.books()
    texts = [
        text.text for page in await catalogue.pages(book.name) for text in await catalogue.page("bees", page.route)
    ]
    assert any("2,000 eggs" in text for text in texts)


@pytest.mark.parametrize("url", BROKEN)
def test_a_fetched_page_keeps_its_other_links(url: str) -> None:
    html = f'<base href="{url}"><main><p>Bees.</p><a href="{url}">a</a><img src="{url}"><a href="https://bees.example/b">b</a>'
    page = web_page(Fetched("https://bees.example/", 200, "text/html", data=html.encode()))
    assert "https://bees.example/b" in page.links
