"""Several books by name, a site as a source, and --check-links, from the command line with real parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main
from tests.ingest.live.loopback import Site, serve_site


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        site.pages = {
            "/": "<main><h1>Tea</h1><p>Tea is made with water that has just boiled.</p></main><a href='/pot'>x</a>",
            "/pot": "<main><h1>Pot</h1><h2 id='warm'>Warm</h2><p>Warm the pot before the leaves go in.</p></main>",
        }
        yield site


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_two_books_are_listed_checked_and_removed(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    refused = run("ingest", site.url)
    assert refused.exit_code == 3
    assert "FOOTNOTED_ALLOW_PRIVATE" in refused.stderr

    monkeypatch.setenv("FOOTNOTED_ALLOW_PRIVATE", "true")
    fetched = run("ingest", site.url, "--book", "tea", "--check-links", site.url)
    assert fetched.exit_code == 0, fetched.output
    assert "2 of 2 citations open" in fetched.stdout

    folder = tmp_path / "kettle"
    folder.mkdir()
    (folder / "a.html").write_text("<h1>Kettle</h1><h2 id='lid'>Lid</h2><p>The lid closes with a click.</p>")
    (folder / "b.md").write_text("# Base\n\nThe base is flat.")
    checked = run("ingest", str(folder), "--check-links", str(folder))
    assert checked.exit_code == 3, "a Markdown file is no page that a browser opens"
    assert "1 of 2 citations open" in checked.stdout
    assert "/b: no such page" in checked.stderr

    listed = json.loads(run("books", "--json").stdout)
    assert [(book["name"], book["title"], book["pages"]) for book in listed] == [
        ("kettle", "Kettle", 2),
        ("tea", site.url.removeprefix("http://"), 2),
    ]
    assert "kettle: Kettle, 2 passages on 2 pages" in run("books").stdout
    found = json.loads(run("search", "warm the pot", "--book", "tea", "--json").stdout)
    assert found["results"][0]["url"].startswith(site.url + "/pot#warm")

    assert run("remove", "tea").exit_code == 0
    assert [book["name"] for book in json.loads(run("books", "--json").stdout)] == ["kettle"]
    assert not list((tmp_path / "data" / "sites").iterdir())
    assert "warm" not in run("search", "warm the pot").stdout.lower()
    again = run("remove", "tea")
    assert (again.exit_code, "There is no book 'tea'" in again.stderr) == (3, True)


def test_two_folders_of_the_same_name_are_two_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    for above in ("tea", "coffee"):
        (tmp_path / above / "docs").mkdir(parents=True)
        (tmp_path / above / "docs" / "a.md").write_text(f"# {above}\n\nThe {above} is hot.")
        assert run("ingest", str(tmp_path / above / "docs")).exit_code == 0
    again = json.loads(run("ingest", str(tmp_path / "coffee" / "docs"), "--json").stdout)
    assert (again["book"], again["added"], again["unchanged"]) == ("coffee-docs", 0, 1)
    assert [book["name"] for book in json.loads(run("books", "--json").stdout)] == ["coffee-docs", "docs"]
    (tmp_path / "tea").rename(tmp_path / "green")
    moved = json.loads(run("ingest", str(tmp_path / "green" / "docs"), "--json").stdout)
    assert (moved["book"], moved["unchanged"]) == ("docs", 1)
    (tmp_path / "coffee" / "docs" / "old.org").write_text("* Old")
    run("ingest", str(tmp_path / "coffee" / "docs"))
    health = json.loads(run("health", "--json").stdout)["books"]
    assert {name: kept["is_clean"] for name, kept in health.items()} == {"coffee-docs": False, "docs": False}
    assert "files not read       1: old.org: Org cannot be read" in run("health").stdout
    for command in (["ask", "Is tea hot?", "--book", "nope"], ["search", "tea", "--book", "nope"], ["repair", "nope"]):
        refused = run(*command)
        assert refused.exit_code == 3
        assert "There is no book 'nope'. There are: coffee-docs, docs." in refused.stderr
