"""What an author is told of a book that was read: nothing is guessed in silence."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from footnoted.domain.verdict import Verdict, verdict_of
from footnoted.ingest.discover import discover
from footnoted.ingest.index import Summary, ingest
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.pipeline.test_index import CountingEmbedder
from tests.ingest.test_discover import write

_PRESETS = "presets: [['classic', {}]]"


async def verdict_on(folder: Path, site: str | None = None) -> Verdict:
    catalogue, index = FakeCatalogue(), InMemoryIndex()

    async def once() -> Summary:
        return await ingest(folder, "b", CountingEmbedder(), index, catalogue, site=site)

    first, again = (await once()).verdict, (await once()).verdict
    assert first == again, "the verdict is on the whole book, whatever was read again"
    return first


async def test_a_site_that_says_everything_is_clean(tmp_path: Path) -> None:
    config = f"export default {{url: 'https://tea.dev', baseUrl: '/', {_PRESETS}}}"
    write(tmp_path, {"docusaurus.config.js": config, "docs/a.md": "# A\n\nText.\n\n## B {#b}\n\nMore."})
    verdict = await verdict_on(tmp_path)
    assert verdict.is_clean, verdict
    assert (verdict.generator, verdict.recognised_by) == ("docusaurus", "docusaurus.config.js")


@pytest.mark.parametrize(
    ("config", "assumed"),
    [
        ("url: address(), baseUrl: '/'", [("url", "no address")]),
        ("url: 'https://tea.dev', baseUrl: process.env.BASE", [("baseUrl", "/")]),
        ("...common, url: 'https://tea.dev'", [("what is spread into the configuration", "nothing")]),
        ("url: 'https://tea.dev', baseUrl: process.env.BASE || '/x/'", []),
        ("url: `https://${pack.host}`, baseUrl: root + 'x/'", []),
    ],
)
async def test_settings_that_cannot_be_read_are_named(
    tmp_path: Path, config: str, assumed: list[tuple[str, str]]
) -> None:
    before = "import pack from './package.json';\nconst root = '/';\n"
    config = f"{before}export default {{{config}, {_PRESETS}}}"
    write(tmp_path, {"docusaurus.config.ts": config, "package.json": '{"host": "tea.dev"}', "docs/a.md": "# A\n\nB."})
    verdict = await verdict_on(tmp_path)
    assert list(verdict.assumed) == assumed
    assert verdict.is_clean == (not assumed)
    if not assumed:
        assert verdict.site == "https://tea.dev"
        assert discover(tmp_path).leaves[0].route == "/x/docs/a"


async def test_a_placeholder_and_a_missing_address_are_not_trusted(tmp_path: Path) -> None:
    config = f"export default {{url: 'https://your-docusaurus-site.example.com', {_PRESETS}}}"
    write(tmp_path, {"docusaurus.config.js": config, "docs/a.md": "# A\n\nB."})
    assert "placeholder" in (await verdict_on(tmp_path)).links
    assert "--site" in (await verdict_on(tmp_path, site="")).links
    assert (await verdict_on(tmp_path, site="https://tea.dev")).is_clean


async def test_mkdocs_and_sphinx_settings_that_only_running_would_give(tmp_path: Path) -> None:
    write(tmp_path / "m", {"mkdocs.yml": "site_name: T\nsite_url: !ENV SITE\n", "docs/index.md": "# A\n\nB."})
    assert (await verdict_on(tmp_path / "m")).assumed == (("site_url", "no address"),)
    write(
        tmp_path / "s",
        {"conf.py": "project = 'T'\nhtml_theme = 'x'\nhtml_baseurl = where()\n", "index.rst": "A\n=\n\nB."},
    )
    assert (await verdict_on(tmp_path / "s")).assumed == (
        ("html_baseurl", "no address"),
        ("the builder, html or dirhtml", "html"),
    )


async def test_what_is_left_out_and_what_is_left_over_is_named(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "mkdocs.yml": "site_name: T\nsite_url: https://tea.dev/\nexclude_docs: old.md\n",
            "docs/index.md": "# A\n\nBy {{ author }}.\n\n{% for x in y %}\n\nIn `{{ code }}` they stay.",
            "docs/old.md": "# Old",
            "docs/more.org": "* More\n\nText.",
        },
    )
    verdict = await verdict_on(tmp_path)
    assert verdict.unread == (("docs/more.org", "Org cannot be read; save it as Markdown or HTML"),)
    assert verdict.unpublished == ("docs/old.md",)
    assert [mark for _, mark in verdict.template_marks] == ["{{ author }}"]
    assert not verdict.is_clean


def test_the_site_is_found_below_a_repository(tmp_path: Path) -> None:
    config = f"export default {{url: 'https://tea.dev', baseUrl: '/t/', {_PRESETS}}}"
    files = {f"website/docs/{name}.md": "# A" for name in "abcd"}
    write(tmp_path, {"README.md": "# R", "website/docusaurus.config.js": config, **files})
    write(tmp_path, {"api/mkdocs.yml": "site_name: T", "api/docs/index.md": "# I", "node_modules/x/book.toml": ""})
    book = discover(tmp_path)
    assert (book.kind, book.leaves[0].route) == ("docusaurus", "/t/docs/a")
    assert book.recognised_by == "docusaurus.config.js in website; also there: api, to be chosen with --site-dir"
    assert discover(tmp_path, site_dir="api").kind == "mkdocs"


def test_a_small_site_in_a_large_folder_and_one_mdx_file_make_no_site(tmp_path: Path) -> None:
    write(tmp_path, {f"notes/{number}.md": "# N" for number in range(30)})
    write(tmp_path, {"x/mkdocs.yml": "site_name: T", "x/docs/index.md": "# I", "notes/lone.mdx": "# L"})
    assert discover(tmp_path).kind == "plain"


@pytest.mark.parametrize(
    ("file", "name"), [("scaffolds/post.md", "Hexo"), (".vuepress/config.ts", "VuePress"), ("antora.yml", "Antora")]
)
async def test_a_generator_whose_routes_are_not_known_is_named(tmp_path: Path, file: str, name: str) -> None:
    write(tmp_path, {file: "", "a.md": "# A\n\nB."})
    verdict = await verdict_on(tmp_path, site="https://tea.dev")
    assert verdict.assumed == ((f"the routes of {name}", "the files' names"),)
    assert not verdict.links_are_trusted


async def test_code_that_a_page_asks_for_from_elsewhere_leaves_a_word_and_no_mark(tmp_path: Path) -> None:
    config = "site_name: T\nsite_url: https://tea.dev/\nmarkdown_extensions: [markdown_include_variants]\n"
    page = "# A\n\nFirst:\n\n{* ../src/first.py hl[1] *}\n\nThen wait."
    write(tmp_path, {"mkdocs.yml": config, "docs/index.md": page})
    summary = await ingest(tmp_path, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert summary.verdict.template_marks == ()
    assert summary.warnings == (("docs/index.md", "../src/first.py cannot be included"),)


async def test_the_book_keeps_the_verdict_in_short(tmp_path: Path) -> None:
    files = {f"n{number}.org": "* N" for number in range(9)}
    write(tmp_path, {"mkdocs.yml": "site_name: T\nsite_url: https://tea.dev/\n", "docs/index.md": "# A\n\nB.", **files})
    catalogue, index = FakeCatalogue(), InMemoryIndex()
    for _ in range(2):
        summary = await ingest(tmp_path, "b", CountingEmbedder(), index, catalogue)
        (book,) = await catalogue.books()
        assert book.verdict == summary.verdict.kept()
    assert book.verdict is not None
    ((finding),) = book.verdict.findings
    assert (finding.name, finding.count, len(finding.examples), finding.is_fault) == ("files not read", 9, 5, True)
    assert (book.verdict.is_clean, book.verdict.links_are_trusted) == (False, True)
    assert verdict_of(json.loads(json.dumps(asdict(book.verdict)))) == book.verdict
    (tmp_path / "n0.org").unlink()
    await ingest(tmp_path, "b", CountingEmbedder(), index, catalogue)
    (book,) = await catalogue.books()
    assert book.verdict is not None
    assert book.verdict.findings[0].count == 8, "no page changed, and the verdict did"


async def test_templates_and_lists_of_programs_are_no_pages(tmp_path: Path) -> None:
    page = "<title>Tea</title><p>Write <code>{% block x %}</code> where it goes.</p>"
    files = {
        "tea.html": page,
        "base.html": "<title>{% block title %}{% endblock %}</title><p>Menu</p>",
        "app_requirements.txt": "kettle>=1\n",
        "kettle.egg-info/top_level.txt": "kettle\n",
    }
    verdict = await verdict_on(write(tmp_path, files))
    assert verdict.unread == (("base.html", "a template, which a program fills in"),)
    assert verdict.template_marks == ()


async def test_headings_are_lost_only_if_readers_would_see_them(tmp_path: Path) -> None:
    """Colons fence code in MyST as backticks do; an entity in a heading is the letter that it stands for."""
    text = "# Tea\n\n## Caf&eacute; &amp; more\n\nText.\n\n::::{code} markdown\n# As written\n::::\n"
    verdict = await verdict_on(write(tmp_path, {"myst.yml": "version: 1\n", "tea.md": text}))
    assert verdict.headings_lost == ()


async def test_boxes_that_were_not_understood_are_marks(tmp_path: Path) -> None:
    verdict = await verdict_on(write(tmp_path, {"tea.md": '# Tea\n\nText.\n\n!!! info "New"\n'}))
    assert [mark for _, mark in verdict.template_marks] == ["!!! i"]


async def test_what_programs_are_tried_on_is_not_missing_from_the_book(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: T\nsite_url: https://tea.dev/\n",
        "docs/index.md": "# A\n\nText.",
        "docs/more.org": "* M",
    }
    verdict = await verdict_on(write(tmp_path, {**files, "tests/data/cup.rmd": "# Cup", "docs/tests/pot.org": "* Pot"}))
    assert [name for name, _ in verdict.unread] == ["docs/more.org", "docs/tests/pot.org"]
