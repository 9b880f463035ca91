from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from footnoted.cli import main
from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from tests.ingest.test_discover import write

CONFIG = """
export default {
  baseUrl: '/x/',
  i18n: {defaultLocale: 'en', locales: ['en', 'de']},
  presets: [['classic', {}]],
  plugins: [['@docusaurus/plugin-content-docs', {id: 'api', path: 'api', routeBasePath: 'api'}]],
};
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        {
            "docusaurus.config.js": CONFIG,
            "docs/intro.md": "# Intro",
            "docs/more/01-only-english.md": "# English",
            "api/call.md": "# Call",
            "blog/2021-01-02-hello.md": "# Hello",
            "i18n/de/docusaurus-plugin-content-docs/current/intro.md": "---\nslug: /\n---\n# Einleitung",
            "i18n/de/docusaurus-plugin-content-docs-api/current/call.md": "# Aufruf\n\nDer Aufruf kostet nichts.",
            "i18n/de/docusaurus-plugin-content-blog/2021-01-02-hello.md": "# Hallo",
        },
    )


def test_the_sites_own_language_by_default(site: Path) -> None:
    own = [leaf.source for leaf in discover(site).leaves]
    assert own == ["docs/intro.md", "docs/more/01-only-english.md", "api/call.md", "blog/2021-01-02-hello.md"]
    assert discover(site, "en").leaves == discover(site).leaves


def test_another_language_takes_the_place_of_what_is_translated(site: Path) -> None:
    folder = "i18n/de/docusaurus-plugin-content"
    assert {leaf.route: leaf.source for leaf in discover(site, "de").leaves} == {
        "/x/de/docs/": f"{folder}-docs/current/intro.md",
        "/x/de/docs/more/only-english": "docs/more/01-only-english.md",
        "/x/de/api/call": f"{folder}-docs-api/current/call.md",
        "/x/de/blog/2021/01/02/hello": f"{folder}-blog/2021-01-02-hello.md",
    }


@pytest.mark.parametrize("locale", ["fr", "../secret"])
def test_a_language_that_the_site_has_not(site: Path, locale: str) -> None:
    with pytest.raises(BadSource, match="Give one of these: en, de"):
        discover(site, locale)


def test_a_site_of_one_language_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"docusaurus.config.js": "module.exports = {presets: [['classic', {}]]}", "docs/a.md": "# A"})
    with pytest.raises(BadSource, match=r"has no locale fr\. It has only one; leave out --locale"):
        discover(tmp_path, "fr")


def test_a_book_that_has_no_languages(tmp_path: Path) -> None:
    write(tmp_path, {"plain/a.md": "# A", "docs/intro.md": "---\nsidebar_position: 1\n---\n# B"})
    for folder in ("plain", "docs"):
        with pytest.raises(BadSource, match="has no locales"):
            discover(tmp_path / folder, "de")


def test_the_command_line_keeps_each_language_under_a_name_of_its_own(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    command = ["ingest", str(site), "--locale", "de", "--json"]
    first, again = (json.loads(CliRunner().invoke(main, command).stdout) for _ in range(2))
    assert (first["added"], again["added"], again["unchanged"]) == (4, 0, 4)
    assert CliRunner().invoke(main, ["ingest", str(site), "--book", "own"]).exit_code == 0
    books = json.loads(CliRunner().invoke(main, ["books", "--json"]).stdout)
    assert [(book["name"], book["pages"]) for book in books] == [("own", 4), (f"{site.name}-de", 4)]
    search = ["search", "Aufruf", "--book", f"{site.name}-de", "--threshold", "0", "--json"]
    found = json.loads(CliRunner().invoke(main, search).stdout)
    assert found["results"][0]["url"].startswith("/x/de/api/call")
    refused = CliRunner().invoke(main, ["ingest", "https://book.example", "--locale", "de"])
    assert (refused.exit_code, "the address of the other language" in refused.stderr) == (3, True)
