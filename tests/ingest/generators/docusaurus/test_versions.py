"""Every version of a site can be read, each at its own addresses; and a language written from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.ingest.index import ingest
from footnoted.ingest.pipeline.verdict import left_out
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.pipeline.test_index import CountingEmbedder
from tests.ingest.test_discover import write

CONFIG = """
export default {
  url: 'https://tea.dev', baseUrl: '/x/',
  i18n: {defaultLocale: 'en', locales: ['en', 'he']},
  presets: [['classic', {docs: {versions: {'1.0': {path: 'first'}}}}]],
};
"""
HEBREW = "# תה\n\nהתה חם מאוד, ולכן יש לחכות כמה דקות לפני ששותים אותו מהכוס הקטנה.\n\n## המתנה\n\nחכו."


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        {
            "docusaurus.config.js": CONFIG,
            "versions.json": '["3.0", "2.0", "1.0"]',
            "docs/tea.md": "# Tea\n\nNot out yet.",
            "blog/2021-01-02-hello.md": "# Hello",
            **{f"versioned_docs/version-{number}.0/tea.md": f"# Tea\n\nVersion {number}." for number in (1, 2, 3)},
            "i18n/he/docusaurus-plugin-content-docs/version-3.0/tea.md": HEBREW,
        },
    )


@pytest.mark.parametrize(
    ("version", "routes"),
    [
        ("", ["/x/docs/tea", "/x/blog/2021/01/02/hello"]),
        ("3.0", ["/x/docs/tea"]),
        ("2.0", ["/x/docs/2.0/tea"]),
        ("1.0", ["/x/docs/first/tea"]),
        ("current", ["/x/docs/next/tea"]),
    ],
)
def test_each_version_is_published_at_its_own_addresses(site: Path, version: str, routes: list[str]) -> None:
    book = discover(site, version=version)
    assert [leaf.route for leaf in book.leaves] == routes
    folder = "docs" if version == "current" else f"versioned_docs/version-{version or '3.0'}"
    assert book.leaves[0].source == f"{folder}/tea.md"


def test_a_version_that_the_site_has_not(site: Path) -> None:
    with pytest.raises(BadSource, match=r"has no version 9. Give one of these: current, 3.0, 2.0, 1.0"):
        discover(site, version="9")
    with pytest.raises(BadSource, match="no locales or versions"):
        discover(write(site / "plain", {"a.md": "# A"}), version="2.0")


async def test_a_language_from_right_to_left_is_a_book_of_its_own(site: Path) -> None:
    catalogue, index = FakeCatalogue(), InMemoryIndex()
    for locale in ("en", "he"):
        await ingest(discover(site, locale), f"tea-{locale}", CountingEmbedder(), index, catalogue)
    english, hebrew = await catalogue.books()
    assert (english.language, hebrew.language) == ("en", "he")
    (first, second) = await catalogue.page("tea-he", "/x/he/docs/tea")
    assert (first.language, second.language, second.anchor) == ("he", "he", "המתנה")
    assert first.url.startswith("https://tea.dev/x/he/docs/tea#:~:text=%D7")
    assert [passage.route for passage in await catalogue.page("tea-en", "/x/docs/tea")] == ["/x/docs/tea"]


def test_other_versions_and_languages_are_named_and_are_not_left_out(site: Path) -> None:
    book = discover(site)
    assert book.recognised_by == (
        "docusaurus.config.js; other versions (--docs-version): current, 2.0, 1.0; in other languages (--locale): he"
    )
    assert left_out(book) == ((), ())
    assert "current, 3.0, 1.0" in discover(site, version="2.0").recognised_by
    assert "(--locale): en" in discover(site, locale="he").recognised_by


@pytest.mark.parametrize(
    ("options", "routes"),
    [
        ("lastVersion: '2.0'", {"": "/x/docs/tea", "3.0": "/x/docs/3.0/tea", "current": "/x/docs/next/tea"}),
        ("lastVersion: 'current'", {"": "/x/docs/tea", "3.0": "/x/docs/3.0/tea"}),
        ("includeCurrentVersion: false", {"": "/x/docs/tea", "current": None}),
        ("onlyIncludeVersions: ['current', '1.0']", {"": "/x/docs/tea", "1.0": "/x/docs/tea", "2.0": None}),
        ("disableVersioning: true", {"": "/x/docs/tea", "3.0": None, "current": "/x/docs/tea"}),
        ("routeBasePath: '/', versions: {current: {path: 'edge'}}", {"": "/x/tea", "current": "/x/edge/tea"}),
    ],
)
def test_options_say_which_versions_there_are(site: Path, options: str, routes: dict[str, str | None]) -> None:
    (site / "docusaurus.config.js").write_text(
        f"export default {{url: 'https://tea.dev', baseUrl: '/x/', presets: [['classic', {{docs: {{{options}}}}}]]}};"
    )
    for version, route in routes.items():
        if route is None:
            with pytest.raises(BadSource, match=f"no version {version}"):
                discover(site, version=version)
        else:
            assert discover(site, version=version).leaves[0].route == route


def test_a_page_in_javascript_at_the_same_address_is_named(site: Path) -> None:
    write(site, {"docs/x": "", "src/pages/docs/tea.tsx": "export default () => null;", "src/pages/docs/_tea.tsx": ""})
    assert discover(site).unread == (
        (
            "versioned_docs/version-3.0/tea.md",
            "src/pages/docs/tea.tsx has its address too, and readers may get that; rename one",
        ),
    )
