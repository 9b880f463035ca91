"""What ordinary authors use and the fixtures have not; each fact was seen in a build by the real generator."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.manuscript import GAP, Manuscript
from footnoted.ingest.pipeline.verdict import lost_headings
from tests.ingest.built import passages
from tests.ingest.generators.test_sites import page, text
from tests.ingest.pipeline.test_verdict import verdict_on
from tests.ingest.test_discover import write


def routes(book: Manuscript) -> list[str]:
    return [leaf.route for leaf in book.leaves]


def anchors(book: Manuscript, ending: str) -> list[str]:
    return [section.anchor for section in page(book, ending).sections]


VITEPRESS = """
import { defineConfig, type DefaultTheme } from 'vitepress'

const base = process.env.DOCS_BASE || '/lantern/'
const nav = (): DefaultTheme.NavItem[] => [{ text: 'Guide', link: '/guide/' }]

export default defineConfig({ srcDir: './src', base, cleanUrls: true, title: 'Lantern' })
"""


def test_vitepress_settings_without_semicolons(tmp_path: Path) -> None:
    book = discover(write(tmp_path, {".vitepress/config.ts": VITEPRESS, "src/a/oil.md": "# Oil\n\nThin.\n"}))
    assert (book.title, book.assumed, routes(book)) == ("Lantern", (), ["/lantern/a/oil"])


def test_vitepress_settings_in_several_files(tmp_path: Path) -> None:
    shared = "export const shared = defineConfig({ base: '/x/', title: 'T' })\n"
    index = "import { shared } from './shared'\nexport default defineConfig({ ...shared, cleanUrls: true })\n"
    files = {".vitepress/config/index.ts": index, ".vitepress/config/shared.ts": shared, "oil.md": "# Oil\n\nThin.\n"}
    book = discover(write(tmp_path, files))
    assert (routes(book), book.assumed) == (["/x/oil"], ())
    (tmp_path / ".vitepress/config/shared.ts").write_text("export const shared = make()\n")
    assert discover(tmp_path).assumed == (("what is spread into the configuration", "nothing"),)


def test_settings_take_nothing_from_outside_of_the_site(tmp_path: Path) -> None:
    config = "import secret from '../../secret.json'\nexport default { title: secret.key, base: '/x/' }\n"
    files = {"secret.json": '{"key": "hush"}', "site/.vitepress/config.ts": config, "site/oil.md": "# Oil\n\nThin.\n"}
    book = discover(write(tmp_path, files) / "site")
    assert (book.title, routes(book)) == ("Site", ["/x/oil.html"])


def test_vitepress_includes_the_part_that_is_asked_for(tmp_path: Path) -> None:
    asking = (
        "# Page\n\n<!--@include: ./_part.md{5,}-->\n\n<!--@include: ./_part.md#one-->\n\n"
        "<<< ./lamp.js#wick [lamp.js]\n\n```js\nlet a // [!code ++]\n```\n\n"
        "See <Badge text='beta' /> ![Lamp](x.png){width=200}\n\n::: v-pre\nRaw {{ words }}.\n:::\n"
    )
    part = "### One\n\nFirst words.\n\n### Two\n\nSecond words.\n"
    code = "// #region wick\nexport const wick = 5\n// #endregion wick\nexport const oil = 1\n"
    files = {".vitepress/config.js": "export default {}", "page.md": asking, "_part.md": part, "lamp.js": code}
    book = discover(write(tmp_path, files))
    words = text(page(book, "page.md"))
    assert anchors(book, "page.md") == ["two"]
    assert words.count("First words.") == words.count("Second words.") == 1
    assert "wick = 5" in words
    assert not [mark for mark in ("oil = 1", "[!code", "{width") if mark in words]
    assert "See beta Lamp" in words
    assert "Raw {{ words }}." in words


def test_mkdocs_includes_files_by_its_plugin(tmp_path: Path) -> None:
    asking = (
        '# A\n\n{% include-markdown "../part.md" start="<!--a-->" end="<!--b-->" heading-offset=1 %}\n\n'
        '{% include-markdown "gone.md" %}\n'
    )
    part = "Not this.\n<!--a-->\n# Care\n\nOil it.\n<!--b-->\nNor this.\n"
    config = "site_name: S\nplugins: [include-markdown]\n"
    book = discover(write(tmp_path, {"mkdocs.yml": config, "docs/a.md": asking, "part.md": part}))
    reading = page(book, "a.md")
    assert (anchors(book, "a.md"), text(reading)) == (["care"], "Oil it.")
    assert reading.warnings == ("gone.md cannot be included",)
    assert book.leaves[0].parts == (tmp_path.resolve() / "part.md",)


def test_mkdocs_snippets_from_the_folder_of_the_configuration(tmp_path: Path) -> None:
    config = (
        "site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [!relative $config_dir]\n"
        "  - pymdownx.tabbed: {alternate_style: true, combine_header_slug: true}\n"
        "  - pymdownx.blocks.tab: {alternate_style: true}\n"
    )
    asking = '# A\n\n--8<-- "more/part.md"\n\n--8<-- "gone.md"\n\n=== "Linux"\n\n    Use apt.\n'
    asking += "\n/// tab | Mac\nUse brew.\n///\n"
    book = discover(write(tmp_path, {"mkdocs.yml": config, "docs/a.md": asking, "more/part.md": "Put in.\n"}))
    reading = page(book, "a.md")
    assert text(reading) == "Put in.\n\nLinux:\n\nUse apt.\n\nMac:\n\nUse brew."
    assert reading.warnings == ("gone.md cannot be included",)


def test_mkdocs_plugins_that_decide_which_pages_there_are(tmp_path: Path) -> None:
    config = "site_name: S\nplugins:\n  - exclude: {glob: ['*.tmp.md']}\n  - gen-files: {scripts: [g.py]}\n"
    pages = {"docs/a.md": "---\ntitle: Front\n---\n# Shown\n\nA.\n", "docs/b/x.tmp.md": "# X\n\nX.\n"}
    book = discover(write(tmp_path, {"mkdocs.yml": config, **pages}))
    assert routes(book) == ["/a/"]
    assert book.unread == (
        ("mkdocs.yml", "pages that the plugin gen-files makes when the site is built were not read"),
    )
    assert [passage.path for passage in passages(book)] == [("Front", "Shown")]
    assert not lost_headings(book.leaves[0], list(passages(book)))


def test_a_terminal_session_is_read_without_its_colours(tmp_path: Path) -> None:
    session = '```console\n$ run\n<span style="color: green;">INFO</span>: <b>up</b> at <http://x>\n```\n'
    asking = f'# A\n\n<div class="termy">\n\n{session}\n</div>\n\n{session}'
    config = "site_name: S\nmarkdown_extensions: [pymdownx.superfences]\n"
    book = discover(write(tmp_path, {"mkdocs.yml": config, "docs/a.md": asking}))
    played, plain = text(page(book, "a.md")).split("\n\n")
    assert played == "```\n$ run\nINFO: up at <http://x>\n```"
    assert '<span style="color: green;">INFO</span>' in plain, "elsewhere the tags are what the page shows"


def test_docusaurus_takes_what_a_published_build_takes(tmp_path: Path) -> None:
    config = """
    const isDev = process.env.NODE_ENV === 'development'
    export default {
      title: 'T', url: 'https://reed.dev', baseUrl: isDev ? '/' : '/organ/',
      presets: [['classic', {docs: {exclude: ['**/WIP*', 'old/**']}}]],
    }
    """
    pages = {f"docs/{name}.md": "# P\n\nWords.\n" for name in ("a", "WIP-b", "old/c", "_parts/d")}
    book = discover(write(tmp_path, {"docusaurus.config.js": config, **pages}))
    assert (sorted(routes(book)), book.assumed) == (["/organ/docs/_parts/d", "/organ/docs/a"], ())


def test_a_part_of_a_page_knows_what_it_is_given(tmp_path: Path) -> None:
    asking = "import Part from './_part.mdx'\n\n# A\n\n<Part name=\"World\" />\n\nIt is {1 + 1} long here.\n"
    files = {
        "docusaurus.config.js": "export default {}",
        "docs/a.mdx": asking,
        "docs/_part.mdx": "Hello {props.name}.\n",
    }
    reading = page(discover(write(tmp_path, files)), "a.mdx")
    assert text(reading) == "Hello World.\n\nIt is long here."
    assert f"It is\n{GAP}\nlong here." in reading.visible, "no link's words reach over what is missing"


def test_hugo_publishes_what_is_due_and_no_resource_of_a_page(tmp_path: Path) -> None:
    pages = {
        "about/index.md": "---\ntitle: About\n---\nWords.\n",
        "about/team/x.md": "A resource.\n",
        "docs/json.md": '{"title": "Json"}\n\nJson words.\n',
        "docs/future.md": "---\ntitle: F\ndate: 2999-01-01\n---\nX.\n",
        "docs/gone.md": "---\ntitle: G\nexpiryDate: 2001-01-01\n---\nX.\n",
        "docs/never.md": "---\ntitle: N\nbuild: {render: never}\n---\nX.\n",
    }
    files = {"hugo.toml": 'baseURL = "https://sail.dev/"\ntitle = "T"', **{f"content/{n}": t for n, t in pages.items()}}
    book = discover(write(tmp_path, files))
    assert routes(book) == ["/about/", "/docs/json/"]
    assert (page(book, "json.md").title, text(page(book, "json.md"))) == ("Json", "Json words.")


def test_hugo_pages_as_goldmark_shows_them(tmp_path: Path) -> None:
    asking = (
        "---\ntitle: T\n---\n## Own {#own-id .big}\n\nLead :sailboat: words.\n{.lead}\n\nJib\n: A small sail.\n\n"
        '{{< tabs >}}{{< tab "Linux" >}}Use apt.{{< /tab >}}{{< tab "Mac" >}}Use brew.{{< /tab >}}{{< /tabs >}}\n\n'
        'Write `{{</* note */>}}`. A "quote"[^n].\n\n[^n]: The note.\n'
    )
    config = "baseURL: https://sail.dev/\nenableEmoji: true\n"
    book = discover(write(tmp_path, {"hugo.yaml": config, "content/a.md": asking}))
    reading = page(book, "a.md")
    assert anchors(book, "a.md") == ["own-id", "fn:1"]
    assert "Jib: A small sail." in text(reading)
    assert "Linux:\n\nUse apt.\n\nMac:\n\nUse brew." in text(reading)
    assert "{.lead}" not in text(reading)
    assert f"Lead\n{GAP}\nwords." in reading.visible


def test_jekyll_as_github_pages_builds_it(tmp_path: Path) -> None:
    asking = (
        "---\ntitle: Home\n---\n{% assign who = 'baker' %}\nHello {{ who }}.\n\n{% include shared.md name='Rye' %}\n\n"
        '{% comment %}Hidden.{% endcomment %}\n\n## What\'s "new" -- v2.0...\n\nBread\n: Baked dough.\n\n'
        "*[HTML]: Hyper\n\nA note[^n].\n\n[^n]: The note.\n"
    )
    files = {
        "_config.yml": "title: Oven\nurl: https://oven.dev\n",
        "index.md": asking,
        "README.md": "# Readme\n\nNot a page.\n",
        "_includes/shared.md": "Shared {{ include.name }} words.\n",
        "_posts/2999-01-02-later.md": "---\ntitle: L\n---\nX.\n",
    }
    book = discover(write(tmp_path, files))
    assert (routes(book), book.skipped) == (["/"], ())
    assert text(page(book, "index.md")) == (
        "Hello baker.\n\nShared Rye words.\n\nBread: Baked dough.\n\nA note.\n\n1. The note."
    )
    assert anchors(book, "index.md") == ["", "whats-new--v20", "fn:n"]
    assert book.leaves[0].parts == (tmp_path.resolve() / "_includes/shared.md",)


def test_antora_references_take_the_title_of_what_they_name(tmp_path: Path) -> None:
    asking = (
        "= Forge\n\n[#own]\n== Own heading\n\nSee <<own>>, xref:sub/deep.adoc[] and text.footnote:[The note.]\n\n"
        "[discrete]\n=== Apart\n\nWords.\n\n[source,yaml,subs=attributes+]\n----\nname: {tool} <<own>>\n----\n\n"
        'include::example$code.rb[tags=**;!skip]\n\n[format=csv]\n|===\nName,Size\n"long, name",3\n|===\n\n'
        "[quote,Smith]\n____\nStrike.\n____\n\n++++\n<p>Raw words.</p>\n++++\n"
    )
    files = {
        "antora.yml": "name: forge\nversion: ~\nasciidoc:\n  attributes: {tool: tongs}\n",
        "antora-playbook.yml": "site: {url: https://forge.dev}\n",
        "modules/ROOT/pages/a.adoc": asking,
        "modules/ROOT/pages/sub/deep.adoc": "= Deep Page\n\nWords.\n",
        "modules/ROOT/examples/code.rb": "kept = 1\n# tag::skip[]\ncut = 2\n# end::skip[]\n",
    }
    book = discover(write(tmp_path, files))
    words = text(page(book, "a.adoc"))
    assert "See Own heading, Deep Page and text." in words
    assert "name: tongs <<own>>" in words
    assert "kept = 1" in words
    assert "cut" not in words
    assert "| long, name | 3 |" in words
    assert "Strike.\n\n— Smith\n\nRaw words." in words
    assert anchors(book, "a.adoc") == ["own", "_apart", "_footnotedef_1"]
    assert words.endswith("1. The note.")


def test_honkit_variables_includes_and_glossary(tmp_path: Path) -> None:
    asking = '# Intro\n\nVersion {{ book.ver }}.\n\n{% include "./part.md" %}\n\nA note[^1].\n\n[^1]: The note.\n'
    files = {
        "book.json": '{"title": "Sail", "variables": {"ver": "2.1"}, "structure": {"readme": "intro.md"}}',
        "SUMMARY.md": "* [Intro](intro.md)\n* [Last](Last%20Page.md)\n",
        "intro.md": asking,
        "part.md": "Put in.\n",
        "Last Page.md": "# Last\n\nWords.\n",
        "GLOSSARY.md": "## Jib\n\nA small sail.\n",
    }
    book = discover(write(tmp_path, files))
    assert routes(book) == ["/", "/GLOSSARY.html"], "a path that is written with %20 is no page to HonKit"
    assert text(page(book, "intro.md")) == "Version 2.1.\n\nPut in.\n\nA note.\n\n1. The note."
    assert anchors(book, "intro.md") == ["", "fn_1"]
    assert book.leaves[0].parts == (tmp_path.resolve() / "part.md",)


def test_jupyter_book_lists_pages_by_a_pattern(tmp_path: Path) -> None:
    toc = "format: jb-book\nroot: index\nchapters:\n- glob: parts/*\n"
    config = "title: T\nonly_build_toc_files: true\n"
    pages = {f"{name}.md": "# P\n\nWords.\n" for name in ("index", "parts/b", "parts/a", "left")}
    book = discover(write(tmp_path, {"_toc.yml": toc, "_config.yml": config, **pages}))
    assert routes(book) == ["/index.html", "/parts/a.html", "/parts/b.html"]


def test_myst_spans_and_sums(tmp_path: Path) -> None:
    conf = "extensions = ['myst_parser']\nmyst_enable_extensions = ['attrs_inline', 'substitution']\n"
    asking = "# Top\n\n[Marked]{#here .x} words, {{ n + 1 }} times. See <project:#top>.\n"
    reading = page(discover(write(tmp_path, {"conf.py": conf, "index.md": f"(top)=\n{asking}"})), "index.md")
    assert text(reading) == "Marked words, times. See Top."
    assert f"words,\n{GAP}\ntimes" in reading.visible


@pytest.mark.parametrize(
    ("more", "known"),
    [
        ({}, "nothing names a builder, so pages end in .html as Sphinx' own default has it; dirhtml needs --built DIR"),
        ({"Makefile": "html:\n\tsphinx-build -b html . _build\n"}, ""),
        ({".readthedocs.yaml": "sphinx: {configuration: conf.py}\n"}, ""),
    ],
)
def test_sphinx_says_how_its_builder_is_known(tmp_path: Path, more: dict[str, str], known: str) -> None:
    files = {"conf.py": "project = 'P'\nextensions = []\n", "index.rst": "P\n=\n\nWords.\n", **more}
    assert discover(write(tmp_path, files)).routes_are_known_by == known


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({".vitepress/config.js": "export default {}", "a.md": "::: v-pre\n" * 5_000}, "a.md"),
        ({".vitepress/config.js": "export default {}", "a.md": "<b v-pre>" * 5_000}, "a.md"),
        ({"_config.yml": "title: T\n", "index.md": "---\n---\n" + "{% comment %}" * 5_000}, "index.md"),
        ({"hugo.toml": "title = 'T'", "content/a.md": "{{</*" * 5_000}, "a.md"),
        ({"mkdocs.yml": "plugins: [include-markdown]", "docs/a.md": '{% include "a' * 5_000}, "a.md"),
        ({"antora.yml": "name: a\nversion: ~\n", "modules/ROOT/pages/a.adoc": "footnote:[" * 5_000}, "a.adoc"),
    ],
    ids=lambda value: "",
)
def test_what_never_ends_is_read_in_time(tmp_path: Path, files: dict[str, str], name: str) -> None:
    assert page(discover(write(tmp_path, files)), name).title


def test_quarto_shows_no_code_that_is_hidden_and_no_options(tmp_path: Path) -> None:
    page_ = (
        "# Oil\n\n```{python}\n#| echo: false\nhidden = 1\n```\n\n```{python}\n# | label: a\nshown = 2\n```\n\n"
        "```{r, include=FALSE}\nalso_hidden()\n```\n\n"
        "````markdown\n```{python}\n#| echo: false\nas_written\n```\n````\n\n"
        "```{=html}\n<p>Raw <b>words</b>.</p>\n```\n\n```{=latex}\n\\only{print}\n```\n"
    )
    quiet = "---\nexecute:\n  echo: false\n---\n# Wick\n\n```{r}\nquiet()\n```\n\n```{r}\n#| echo: true\nloud()\n```\n"
    files = {"_quarto.yml": "project:\n  type: website\n", "oil.qmd": page_, "wick.qmd": quiet}
    book = discover(write(tmp_path, files))
    words = text(page(book, "oil.qmd"))
    assert [mark for mark in ("shown = 2", "as_written", "Raw words.") if mark not in words] == []
    assert [mark for mark in ("hidden", "label: a", "only{print}", "{=") if mark in words] == []
    assert ("loud()" in text(page(book, "wick.qmd")), "quiet()" in text(page(book, "wick.qmd"))) == (True, False)


def test_quarto_makes_pages_of_what_its_project_renders(tmp_path: Path) -> None:
    config = "project:\n  render:\n    - '*.qmd'\n    - '!old/'\n"
    files = {"_quarto.yml": config} | dict.fromkeys(("a.qmd", "b/c.qmd", "old/d.qmd", "e.md"), "# A\n\nWords.\n")
    assert routes(discover(write(tmp_path, files))) == ["/a.html", "/b/c.html"]


async def test_pages_that_were_read_are_not_named_as_unread(tmp_path: Path) -> None:
    write(tmp_path, {"_quarto.yml": "website:\n  site-url: https://lamp.org/\n", "oil.qmd": "# Oil\n\nThin.\n"})
    verdict = await verdict_on(tmp_path)
    assert (verdict.generator, verdict.unread, verdict.is_clean) == ("quarto", (), True)
