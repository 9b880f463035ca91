from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.ingest.pipeline.verdict import left_out

_CLASSIC = "presets: [['classic', {docs: {}}]]"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def routes(folder: Path) -> list[str]:
    return [leaf.route for leaf in discover(folder).leaves]


def test_a_plain_folder(tmp_path: Path) -> None:
    write(
        tmp_path, {"b.md": "# B", "a/two.md": "2", "a/README.md": "1", "index.md": "0", "_part.md": "", ".x/y.md": ""}
    )
    book = discover(tmp_path)
    assert (book.kind, book.site) == ("plain", "")
    assert routes(tmp_path) == ["/", "/a/", "/a/two", "/b"]
    assert not any(leaf.mdx for leaf in book.leaves)


def test_one_file(tmp_path: Path) -> None:
    write(tmp_path, {"notes.md": "# N", "other.md": "# O"})
    assert routes(tmp_path / "notes.md") == ["/notes"]


@pytest.mark.parametrize(
    ("name", "title"),
    [("green-tea.md", "Green Tea"), ("tea.html", "Tea"), ("readme.md", "Kitchen"), ("index.html", "Kitchen")],
)
def test_a_book_of_one_file_is_called_what_the_file_is(tmp_path: Path, name: str, title: str) -> None:
    kitchen = write(tmp_path / "kitchen", {name: "# N\n\nText."})
    assert (discover(kitchen / name).title, discover(kitchen).title) == (title, "Kitchen")


def test_a_docs_folder_without_a_site_is_published_under_docs(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "01-a.mdx": "# A",
            "02-b/_category_.json": '{"label": "B", "link": {"type": "generated-index"}}',
            "02-b/c.md": "c",
        },
    )
    assert routes(tmp_path) == ["/docs/a", "/docs/category/b", "/docs/b/c"]


@pytest.mark.parametrize(
    ("slash", "expected"),
    [("true", ["/x/docs/a/", "/x/docs/", "/x/"]), ("false", ["/x/docs/a", "/x/docs", "/x/"])],
)
def test_trailing_slash(tmp_path: Path, slash: str, expected: list[str]) -> None:
    config = f"export default {{baseUrl: '/x/', trailingSlash: {slash}, presets: [['classic', {{}}]]}}"
    write(tmp_path, {"docusaurus.config.js": config, "docs/index.md": "i", "docs/a.md": "a", "src/pages/index.md": "p"})
    assert routes(tmp_path) == expected


def test_two_files_at_one_address_are_reported(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "a", "a.mdx": "b"})
    book = discover(tmp_path)
    assert [leaf.source for leaf in book.leaves] == ["a.md"]
    assert book.skipped == (("a.mdx", "has the same address as a.md"),)


def test_what_cannot_be_read_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    write(tmp_path, {"good.md": "good"})
    (tmp_path / "latin.md").write_bytes("Größe".encode("latin-1"))
    (tmp_path / "binary.md").write_bytes(b"\x00\x01\x02")
    book = discover(tmp_path)
    assert [leaf.source for leaf in book.leaves] == ["good.md"]
    assert book.skipped == (
        ("binary.md", "not text (it holds NUL bytes)"),
        ("latin.md", "not UTF-8 text (byte 2); save it as UTF-8"),
    )


@pytest.mark.parametrize(
    ("config", "pages"),
    [
        ({"mkdocs.yml": "site_name: Tea\n"}, "docs"),
        ({"docs/conf.py": "extensions = ['myst_parser']\n"}, "docs"),
        ({"docusaurus.config.js": "module.exports = {presets: [['classic', {docs: {}}]]};"}, "docs"),
    ],
)
def test_pages_that_are_links_within_the_repository_are_read(
    tmp_path: Path, config: dict[str, str], pages: str
) -> None:
    """A site's first page is often a link to the repository's readme; one that leads out of it is left out."""
    write(tmp_path / "tea", {**config, "README.md": "# Tea\n", f"{pages}/a.md": "# A\n"})
    write(tmp_path, {"secret.md": "# Secret\n"})
    (tmp_path / "tea" / pages / "index.md").symlink_to(tmp_path / "tea/README.md")
    (tmp_path / "tea" / pages / "secret.md").symlink_to(tmp_path / "secret.md")
    assert {leaf.path.name for leaf in discover(tmp_path / "tea").leaves} == {"index.md", "a.md"}


def test_folders_that_are_links_are_gone_into_once(tmp_path: Path) -> None:
    write(tmp_path / "tea", {"mkdocs.yml": "site_name: Tea\n", "docs/index.md": "# Tea", "shared/leaf.md": "# Leaf"})
    write(tmp_path, {"outside/secret.md": "# Secret"})
    for name, target in {"more": "tea/shared", "round": "tea/docs", "out": "outside", "again": "tea/shared"}.items():
        (tmp_path / "tea/docs" / name).symlink_to(tmp_path / target)
    assert routes(tmp_path / "tea") in (["/", "/again/leaf/"], ["/", "/more/leaf/"])


def test_sphinx_pages_may_lie_in_a_folder_called_build(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"README.md": "# Tea", "docs/build/conf.py": "extensions = []\n", "docs/build/index.rst": "Tea\n===\n"},
    )
    assert discover(tmp_path).kind == "sphinx"


def test_of_two_sites_the_larger_is_read_and_the_other_is_named(tmp_path: Path) -> None:
    conf = "extensions = []\n"
    many = {f"sites/docs/p{number}.rst": "Page\n====\n" for number in range(12)}
    few = {f"sites/www/p{number}.rst": "Page\n====\n" for number in range(11)}
    write(tmp_path, {"sites/docs/conf.py": conf, "sites/www/conf.py": conf, **many, **few})
    book = discover(tmp_path)
    assert {leaf.source.rpartition("/")[0] for leaf in book.leaves} == {"sites/docs"}
    assert "also there: sites/www, to be chosen with --site-dir" in book.recognised_by


@pytest.mark.parametrize("site_dir", ["", "sites/docs"])
def test_a_sphinx_project_deep_in_a_repository_takes_text_from_its_code(tmp_path: Path, site_dir: str) -> None:
    """Its settings may come whole from a file beside it."""
    pages = {"sites/docs/index.rst": "Tea\n===\n\n.. autofunction:: tea.brew\n", "sites/docs/more.rst": "More\n====\n"}
    conf = {"sites/shared.py": "extensions = ['sphinx.ext.autodoc']\n", "sites/docs/conf.py": "from shared import *\n"}
    write(tmp_path, {**conf, **pages, "tea/__init__.py": 'def brew():\n    """Brew it slowly."""\n'})
    book = discover(tmp_path, site_dir=site_dir)
    assert (book.kind, book.unread) == ("sphinx", ())
    assert [leaf.route for leaf in book.leaves] == ["/index.html", "/more.html"]


def test_a_site_that_holds_little_of_the_text_is_named(tmp_path: Path) -> None:
    notes = {f"notes/n{number}.md": "# Note" for number in range(30)}
    write(tmp_path, {"web/mkdocs.yml": "site_name: Tea\n", "web/docs/index.md": "# Tea", **notes})
    book = discover(tmp_path)
    assert (book.kind, len(book.leaves)) == ("plain", 31)
    assert "sites are in web, to be chosen with --site-dir" in book.recognised_by


@pytest.mark.parametrize(
    ("files", "named"),
    [
        (
            {"docusaurus.config.js": f"module.exports = {{{_CLASSIC}, markdown: {{preprocessor: (page) => page}}}};"},
            "markdown.preprocessor",
        ),
        ({"mkdocs.yml": "site_name: Tea\nhooks: [hooks/tea.py]\n"}, "the hook hooks/tea.py"),
        ({"mkdocs.yml": "site_name: Tea\nmarkdown_extensions: [toc, callouts]\n"}, "the extension callouts"),
        (
            {"docs/conf.py": "extensions = ['myst_parser']\n\ndef setup(app):\n    app.connect('source-read', x)\n"},
            "the project's own code at source-read",
        ),
    ],
)
def test_code_that_changes_pages_is_named(tmp_path: Path, files: dict[str, str], named: str) -> None:
    write(tmp_path, {**files, "docs/index.md": "# Tea\n"})
    reasons = [reason for _, reason in discover(tmp_path).unread]
    assert reasons == [f"what {named} makes of pages was not read; it takes running code"]


def test_settings_of_vitepress_that_make_other_ids_are_assumed(tmp_path: Path) -> None:
    config = "import { slugify } from './slugs'\nexport default { markdown: { anchor: { slugify } } }\n"
    write(tmp_path, {".vitepress/config.ts": config, "index.md": "# Tea\n"})
    assert ("markdown.anchor.slugify", "VitePress' own") in discover(tmp_path).assumed


def test_what_was_assumed_is_told_of_a_sites_docs_folder_too(tmp_path: Path) -> None:
    write(
        tmp_path, {"docusaurus.config.js": f"module.exports = {{url: where(), {_CLASSIC}}};", "docs/tea.md": "# Tea\n"}
    )
    assert discover(tmp_path / "docs").assumed == discover(tmp_path).assumed != ()


def test_a_link_out_of_the_book_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"book/a.md": "a", "secret.md": "s"})
    (tmp_path / "book" / "b.md").symlink_to(tmp_path / "secret.md")
    assert routes(tmp_path / "book") == ["/a"]


@pytest.mark.parametrize(
    ("files", "asked", "message"),
    [
        ({}, "none", "There is nothing at"),
        ({"x.rs": "x"}, "", "holds no page"),
        ({"x.rs": "x"}, "x.rs", "x.rs is not a file that can be read"),
        ({"book.tar.gz": "x"}, "book.tar.gz", "book.tar.gz is an archive"),
    ],
)
def test_a_bad_source_says_what_to_do(tmp_path: Path, files: dict[str, str], asked: str, message: str) -> None:
    write(tmp_path, files)
    with pytest.raises(BadSource) as caught:
        discover(tmp_path / asked)
    assert message in caught.value.message
    assert "give " in caught.value.message.lower()
    assert "\n" not in caught.value.message


def test_a_book_of_unreadable_pages_is_a_bad_source(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSource, match=r"a\.md: not UTF-8 text \(byte 0\)"):
        discover(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a name be any bytes")
@pytest.mark.parametrize("config", [{}, {"mkdocs.yml": "site_name: T\n"}, {"conf.py": "html_theme = 'x'\n"}])
def test_a_name_that_is_not_utf8_is_left_out_with_a_reason(tmp_path: Path, config: dict[str, str]) -> None:
    folder = tmp_path / "docs" if "mkdocs.yml" in config else tmp_path
    write(tmp_path, config)
    write(folder, {"good.md": "# Good\n\nText.", "index.rst": "Index\n=====\n\nText."})
    (folder / os.fsdecode(b"caf\xe9.md")).write_text("# Bad\n\nText.")
    (folder / os.fsdecode(b"d\xe9p")).mkdir()
    (folder / os.fsdecode(b"d\xe9p") / "x.md").write_text("# Bad\n\nText.")
    book = discover(tmp_path)
    assert not any("?" in leaf.route or "%" in leaf.route for leaf in book.leaves)
    names = {name.rpartition("docs/")[2]: reason for name, reason in left_out(book)[0]}
    assert names == dict.fromkeys(["caf?.md", "d?p/x.md"], "its name is not UTF-8; rename it")


def test_test_data_does_not_outweigh_a_repositorys_site(tmp_path: Path) -> None:
    write(tmp_path, {"book/book.toml": "", "book/src/SUMMARY.md": "- [Tea](tea.md)\n", "book/src/tea.md": "# Tea\n"})
    write(tmp_path, {f"tests/data/{n}.md": "# Case\n" for n in range(20)})
    write(tmp_path, {f"core/bench/{n}.txt": "words\n" for n in range(20)})
    assert (discover(tmp_path).kind, routes(tmp_path)) == ("mdbook", ["/tea.html"])


@pytest.mark.parametrize(
    ("file", "name"), [("mkdocs.yml", "MkDocs"), ("doc/manual/book.toml", "mdBook"), ("docs/_quarto.yml", "Quarto")]
)
def test_a_configuration_whose_pages_are_not_there_is_named(tmp_path: Path, file: str, name: str) -> None:
    write(tmp_path, {file: "", "README.md": "# Tea\n", "notes/a.md": "# A\n"})
    book = discover(tmp_path)
    assert book.kind == "plain"
    assert book.recognised_by == f"{file} says {name}, but its pages, or the list of them, are not there"
    assert book.assumed == ((f"the routes of {name}", "the files' names"),)


def test_a_contents_file_of_mkdocs_does_not_make_a_gitbook(tmp_path: Path) -> None:
    shared = "INHERIT: config.yml\nsite_name: Tea\n"
    site = {"docs/config.yml": "plugins: [literate-nav]\n", "docs/mkdocs.en.yml": f"{shared}docs_dir: en\n"}
    pages = {"docs/en/SUMMARY.md": "- [Start](index.md)\n- [Pots](pots.md)\n", "docs/en/index.md": "# Start\n"}
    write(tmp_path, site | pages | {"docs/en/pots.md": "# Pots\n", "docs/mkdocs.de.yml": f"{shared}docs_dir: de\n"})
    for folder in (tmp_path, tmp_path / "docs"):
        book = discover(folder)
        assert (book.kind, [leaf.route for leaf in book.leaves]) == ("mkdocs", ["/", "/SUMMARY/", "/pots/"])
        assert book.recognised_by.startswith("mkdocs.en.yml; not read: mkdocs.de.yml")
    assert discover(tmp_path / "docs" / "en").kind == "mkdocs"


def test_sphinx_settings_that_a_call_makes_are_said_to_be_unknown(tmp_path: Path) -> None:
    conf = "from sphinx_shared import conf\nglobals().update(conf.build(project='Tea'))\n"
    write(tmp_path, {"docs/conf.py": conf, "docs/index.rst": "Tea\n===\n\nText.\n"})
    book = discover(tmp_path)
    assert (book.kind, routes(tmp_path)) == ("sphinx", ["/index.html"])
    assert ("conf.py", "Sphinx' defaults") in book.assumed
