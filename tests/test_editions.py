"""A site in two languages, through the server: each is a book at its own routes, and answers whoever is on its page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

import footnoted
from footnoted.contracts.rendering.languages import messages_in
from footnoted.server import create_app
from footnoted.settings import Settings
from tests.client import client_of
from tests.ingest.test_discover import write

ENGLISH = "# Pots\n\nA pot for tomatoes must hold at least twenty litres of soil. Drill a hole into its bottom.\n"
URDU = "# گملے\n\nٹماٹر کے گملے میں کم از کم بیس لیٹر مٹی ہونی چاہیے۔ گملے کے پیندے میں سوراخ کریں۔\n"
GERMAN = "# Töpfe\n\nEin Topf für Tomaten muss mindestens zwanzig Liter Erde fassen. Bohre ein Loch in seinen Boden.\n"
HARVEST = "# Harvest\n\nRadishes are ready for harvest after four weeks. Basil is cut before it flowers.\n"
PO = r"""
msgid ""
msgstr ""
"Language: de\n"

msgid "Pots"
msgstr "Töpfe"

msgid ""
"A pot for tomatoes must hold at least twenty litres of soil. Drill a hole into its bottom."
msgstr ""
"Ein Topf für Tomaten muss mindestens zwanzig Liter Erde fassen. Bohre ein Loch in seinen Boden."
"""


@dataclass(frozen=True)
class Site:
    """A site, its second language, a page in both, and a question in that language."""

    files: dict[str, str]
    locale: str
    english: str
    other: str
    question: str
    fact: str


DOCUSAURUS = Site(
    {
        "docusaurus.config.js": "export default {title: 'Garden', url: 'https://garden.example', baseUrl: '/',"
        " i18n: {defaultLocale: 'en', locales: ['en', 'ur'], localeConfigs: {ur: {direction: 'rtl'}}},"
        " presets: [['classic', {}]]};",
        "docs/pots.md": ENGLISH,
        "docs/harvest.md": HARVEST,
        "i18n/ur/docusaurus-plugin-content-docs/current/pots.md": URDU,
    },
    "ur",
    "/docs/pots",
    "/ur/docs/pots",
    "ٹماٹر کے گملے میں کتنی مٹی ہونی چاہیے؟",
    "بیس لیٹر",
)
MKDOCS = Site(
    {
        "mkdocs.yml": "site_name: Garden\nsite_url: https://garden.example/\nplugins:\n  - i18n:\n"
        "      docs_structure: suffix\n      languages:\n        - {locale: en, name: English, default: true}\n"
        "        - {locale: ur, name: Urdu}\n",
        "docs/pots.md": ENGLISH,
        "docs/pots.ur.md": URDU,
        "docs/harvest.md": HARVEST,
    },
    "ur",
    "/pots/",
    "/ur/pots/",
    DOCUSAURUS.question,
    DOCUSAURUS.fact,
)
SPHINX = Site(
    {
        "conf.py": 'project = "Garden"\nlanguage = "en"\nextensions = ["myst_parser"]\nlocale_dirs = ["locale/"]\n'
        'html_baseurl = "https://garden.example/en/"\n',
        "index.rst": "Garden\n======\n\n.. toctree::\n\n   pots\n   harvest\n",
        "pots.rst": ENGLISH.replace("# Pots", "Pots\n===="),
        "harvest.rst": HARVEST.replace("# Harvest", "Harvest\n======="),
        "locale/de/LC_MESSAGES/pots.po": PO,
    },
    "de",
    "/en/pots.html",
    "/de/pots.html",
    "Wie viel Erde muss ein Topf für Tomaten fassen?",
    "zwanzig Liter",
)
SITES = pytest.mark.parametrize("site", [DOCUSAURUS, MKDOCS, SPHINX], ids=["docusaurus", "mkdocs", "sphinx"])


@asynccontextmanager
async def served(folder: Path, site: Site) -> AsyncIterator[httpx.AsyncClient]:
    source, data = write(folder / "garden", site.files), str(folder / "data")
    async with footnoted.open(data_dir=data, reader="none") as library:
        for locale in ("", site.locale):
            await library.ingest(str(source), locale=locale)
        assert {book.language for book in await library.books()} == {"en", site.locale}
    settings = Settings(_env_file=None, data_dir=Path(data), reader="none")
    async with client_of(create_app(settings)) as client:
        yield client


@SITES
async def test_a_reader_on_a_page_is_answered_from_its_edition(tmp_path: Path, site: Site) -> None:
    async with served(tmp_path, site) as client:
        for route, text, fact in (
            (site.english, "How much soil must a pot for tomatoes hold?", "twenty litres"),
            (site.other, site.question, site.fact),
        ):
            asked = {"query": text, "page_url": f"https://garden.example{route}", "language": site.locale}
            answer = (await client.post("/chat", json=asked)).json()
            assert fact in answer["answer"], answer
            assert next(source["source_url"].split("#")[0] for source in answer["sources"]).endswith(route)


@SITES
async def test_the_language_alone_puts_an_edition_first(tmp_path: Path, site: Site) -> None:
    async with served(tmp_path, site) as client:
        asked = {"query": site.question, "language": site.locale}
        answer = (await client.post("/chat", json=asked)).json()
        assert answer["sources"][0]["source_url"].split("#")[0].endswith(site.other)
        off = {"query": "M31 NGC 7000?", "language": site.locale, "page_url": f"https://garden.example{site.other}"}
        refused = (await client.post("/chat", json=off)).json()
        assert refused["answer"] == messages_in(site.locale).refusal
