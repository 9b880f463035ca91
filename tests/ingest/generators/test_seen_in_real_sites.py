"""What real sites use and no fixture had: each route and id here is the one that the real builder made of such a page.

Seen in the documentation of Jekyll, Leaflet, RocksDB, Watchman (Jekyll), rclone (Hugo), Rollup (VitePress), RuboCop
and Boost (Antora, in ``tests/ingest/formats/test_asciidoc.py``), Django and Scrapy (Sphinx).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.manuscript import GAP, Manuscript
from tests.ingest.generators.test_sites import page, text
from tests.ingest.test_discover import write

PAGE = "---\nlayout: bare\n---\n"


def routes(book: Manuscript) -> dict[str, str]:
    return {leaf.source: leaf.route for leaf in book.leaves}


def anchors(book: Manuscript, ending: str) -> list[str]:
    return [section.anchor for section in page(book, ending).sections]


def jekyll(folder: Path, settings: str, files: dict[str, str]) -> Manuscript:
    return discover(write(folder, {"_config.yml": f"url: https://x.tools\n{settings}", "Gemfile": "jekyll", **files}))


def test_addresses_of_jekylls_posts(tmp_path: Path) -> None:
    files = {
        "_posts/2015-03-02-Old_Name here.md": "---\ndate: 2016-07-09 10:00:00\n---\nAlpha.",
        "blog/_posts/2017-11-05-nested.markdown": "---\ncategories: [Deep Down, rye]\n---\nBeta.",
        "blog/_posts/deep/2017-12-05-in-deep.md": f"{PAGE}Gamma.",
        "My Cat/_posts/2018-01-05-index.md": "---\nslug: Own Slug\n---\nDelta.",
        "_posts/2018-02-05-with-index.md": f"{PAGE}Epsilon.",
        "other/page.mkd": f"{PAGE}Zeta.",
    }
    book = jekyll(tmp_path, "permalink: /:categories/:year/:i_month/:short_month/:title:output_ext\n", files)
    assert routes(book) == {
        "other/page.mkd": "/other/page.html",
        "_posts/2015-03-02-Old_Name here.md": "/2016/7/Jul/Old_Name-here.html",
        "_posts/2018-02-05-with-index.md": "/2018/2/Feb/with-index.html",
        "My Cat/_posts/2018-01-05-index.md": "/my%20cat/2018/1/Jan/Own-Slug.html",
        "blog/_posts/2017-11-05-nested.markdown": "/blog/deep%20down/rye/2017/11/Nov/nested.html",
        "blog/_posts/deep/2017-12-05-in-deep.md": "/blog/2017/12/Dec/in-deep.html",
    }
    assert book.assumed == ()


def test_a_pattern_of_the_posts_own_and_the_day_where_the_site_is(tmp_path: Path) -> None:
    settings = "timezone: America/Los_Angeles\ncollections: {posts: {permalink: '/news/:year/:month/:day/:title/'}}\n"
    post = "---\ndate: 2013-05-06 02:12:52 +0200\ncategories: [release]\n---\nOut."
    book = jekyll(tmp_path, settings, {"_posts/2013-05-06-first.md": post})
    assert list(routes(book).values()) == ["/news/2013/05/05/first/"]


def test_a_part_of_an_address_that_is_not_known_is_named(tmp_path: Path) -> None:
    book = jekyll(tmp_path, "permalink: /:odd/:title/\n", {"_posts/2013-05-06-first.md": f"{PAGE}Words."})
    assert book.assumed == (("permalink", ":odd as it is written"),)


def test_of_two_jekyll_pages_with_one_address_the_later_is_published(tmp_path: Path) -> None:
    files = {f"{name}.md": f"---\npermalink: /same.html\n---\nWords of {name}." for name in "ab"}
    book = jekyll(tmp_path, "", files)
    assert (routes(book), book.skipped) == ({"b.md": "/same.html"}, (("a.md", "has the same address as b.md"),))


def test_github_makes_no_page_of_what_is_for_contributors(tmp_path: Path) -> None:
    files = {"CONTRIBUTING.md": "# How\n\nAsk.", "CODE_OF_CONDUCT.md": "Be kind.", "use.md": "Words."}
    book = discover(write(tmp_path, {"_config.yml": "url: https://x.tools\n", **files}))
    assert routes(book) == {"use.md": "/use.html"}


def test_defaults_of_jekyll_for_a_pattern_of_folders(tmp_path: Path) -> None:
    settings = "defaults: [{scope: {path: 'guide/*'}, values: {permalink: /all-here/}}]\n"
    book = jekyll(tmp_path, settings, {"guide/a/b.md": f"{PAGE}Words.", "guides/a/b.md": f"{PAGE}Words."})
    assert sorted(routes(book).values()) == ["/all-here/", "/guides/a/b.html"]


KRAMDOWN = """---
layout: bare
---
# Home

{:#above}
## Above

One [link](http://x.example){:target="_blank"} and *em*{: .red} done.

Setext words
------------
{: #under}

Two with `code {{ site.title }}` shown.

```liquid
{{ site.data.flour.best }} in code
{% raw %}{{ kept }} {% raw %}{% endraw %}
```

## Badge {%- include badge.html version="4.0" -%}

Three.

## Unknown {% include cond.html x=1 %}

Four after the unknown, with {{ site.data.units.mass.gram }} of {{ site.data.flour.kinds[1] | upcase }}.

{% include part.html %}

{% assign stamp = site.time | date: "%s%N" %}Five.

## Contents
{:.no_toc}

* TOC
{:toc}

Six.
"""


def test_a_page_as_kramdown_and_liquid_make_it(tmp_path: Path) -> None:
    files = {
        "index.md": KRAMDOWN,
        "_data/flour.yml": "best: whole rye\nkinds: [spelt, oat]\n",
        "_data/units/mass.json": '{"gram": "200 g"}',
        "_includes/badge.html": '<span class="badge">since {{ include.version }}</span>\n',
        "_includes/cond.html": "{% if include.x %}yes{% else %}no{% endif %}\n",
        "_includes/part.html": "<p>Static words of a part.</p>\n",
    }
    book = jekyll(tmp_path, "title: Dough\n", files)
    ids = anchors(book, "index.md")
    assert ids == ["above", "under", "badgesince-40", "badgesince-40", "contents"], "an unknown id: the heading before"
    words = text(page(book, "index.md"))
    assert "One link and em done." in words
    assert "Two with `code Dough` shown." in words
    assert "whole rye in code\n{{ kept }} {% raw %}" in words
    assert "with 200 g of OAT." in words
    assert "Static words of a part." in words
    assert not [mark for mark in ("{:", "assign", "TOC", "yes") if mark in words]


def test_what_a_filter_makes_of_a_value_is_not_guessed(tmp_path: Path) -> None:
    book = jekyll(tmp_path, "title: Dough\n", {"index.md": f"{PAGE}Sum {{{{ site.title | md5 }}}} end."})
    reading = page(book, "index.md")
    assert "Dough" not in text(reading)
    assert reading.warnings == ("{{ site.title | md5 }} and its like (1) show what only a build knows",)


SHORTCODES = """---
title: T
---
## --drive-x / C++ & a_b

Doesn't change.

# {{< icon "fa fa-link" >}} Alias

Words that follow.

## v1.2 - {{% day %}}

More.

{{< provider name="Akamai" >}}
{{< provider name="Dropbox" >}}
"""


def test_ids_and_typography_as_hugo_is_told(tmp_path: Path) -> None:
    settings = "baseURL: https://x.tools/\nmarkup:\n  goldmark:\n    parser: {autoHeadingIDType: blackfriday}\n"
    files = {"hugo.yaml": f"{settings}    extensions: {{typographer: false}}\n", "content/a.md": SHORTCODES}
    book = discover(write(tmp_path, files))
    assert book.assumed == ()
    assert anchors(book, "a.md") == ["drive-x-c-a-b"] * 3, "where a shortcode is in a heading, its id is Hugo's secret"
    assert "Doesn't change." in page(book, "a.md").visible
    (tmp_path / "hugo.yaml").write_text(settings)
    assert "Doesn’t change." in page(discover(tmp_path), "a.md").visible


def test_no_links_words_reach_beyond_what_a_theme_decides(tmp_path: Path) -> None:
    files = {"hugo.yaml": "baseURL: https://x.tools/\n", "content/a.md": SHORTCODES}
    shown = page(discover(write(tmp_path, files)), "a.md").visible
    assert f"{GAP}\nAkamai:\n{GAP}\n{GAP}\nDropbox:\n{GAP}" in shown
    assert f"Alias\n{GAP}\nWords that follow." in shown


VALUES = """---
title: Home
count: 3
---
# {{ $frontmatter.title }}

## Release :tada: party

One.

## Value {{ $frontmatter.count }} here

Two.

## With {{ thing.x }} <Badge text="^1.9.0" />

Three.

##### Five deep

Four.
"""


def test_ids_of_vitepress_are_made_before_values_are_filled_in(tmp_path: Path) -> None:
    files = {".vitepress/config.mts": "export default { markdown: { anchor: { level: [1, 2, 3] } } }"}
    book = discover(write(tmp_path, {**files, "index.md": VALUES}))
    ids = ["release-party", "value-frontmatter-count-here", "with-thing-x", "with-thing-x"]
    assert anchors(book, "index.md") == ids
    assert page(book, "index.md").sections[1].headings == ("Value 3 here",)
    assert book.unread == ()


def test_vitepress_markdown_that_code_changes_is_named(tmp_path: Path) -> None:
    config = "export default { markdown: { config(md) { md.use(tabs) } } }"
    book = discover(write(tmp_path, {".vitepress/config.ts": config, "a.md": "# A\n\nWords."}))
    assert [name for name, _ in book.unread] == ["config.ts"]
    assert "markdown.config" in book.unread[0][1]


@pytest.mark.parametrize(("setting", "found"), [("", 3), (", include: ['guide/*.md', 'top.md']", 2)])
def test_docusaurus_publishes_the_files_that_it_is_told(tmp_path: Path, setting: str, found: int) -> None:
    preset = f"['classic', {{ docs: {{ path: 'docs'{setting} }} }}]"
    config = f"module.exports = {{ presets: [{preset}], url: 'https://x.tools', baseUrl: '/' }}"
    pages = dict.fromkeys(("docs/guide/a.md", "docs/top.md", "docs/guide/deep/x.md"), "# A\n\nWords.")
    assert len(discover(write(tmp_path, {"docusaurus.config.js": config, **pages})).leaves) == found


def test_a_reference_to_another_book_is_shown_by_its_name_there(tmp_path: Path) -> None:
    """What MyST shows is the other book's to say, so no link's words have it."""
    asking = "# Top\n\nUse [](inv:python:py:class#dict), <inv:#asyncio.run> or [](xref:python#library/abc) here.\n"
    book = discover(write(tmp_path, {"conf.py": "extensions = ['myst_parser']", "index.md": asking}))
    reading = page(book, "index.md")
    assert text(reading) == "Use dict, asyncio.run or library/abc here."
    assert f"Use\n{GAP}\n,\n{GAP}\nor\n{GAP}\nhere." in reading.visible


def test_older_versions_of_a_site_do_not_make_its_repository_a_folder_without_a_site(tmp_path: Path) -> None:
    preset = "['classic', { docs: { path: '../docs' } }]"
    config = f"module.exports = {{ presets: [{preset}], url: 'https://x.tools', baseUrl: '/' }}"
    cut = [f"website/versioned_docs/version-{version}/p{page}.md" for version in range(5) for page in range(9)]
    pages = dict.fromkeys([*(f"docs/p{page}.md" for page in range(9)), *cut], "# A\n\nWords.")
    book = discover(write(tmp_path, {"website/docusaurus.config.js": config, **pages}))
    assert (book.kind, len(book.leaves)) == ("docusaurus", 9)


PANTRY = """
Pantry
======

Read :jar:`plum jam` before you open :shelf:`top`, and do :chore:`sweep` on Fridays.

.. jar:: plum jam

Plum jam
--------

It keeps for two winters in the dark.

.. shelf:: top

   The top shelf holds what nobody needs before spring.

.. chore:: sweep [--wet]

   Sweeping is done from the back to the door.

.. lid:: screwed

   A screwed lid is turned by hand alone.

After the chores comes tea.
"""
PANTRY_DOCS = """
from sphinx.directives import ObjectDescription

def chore_name(env, sig, signode):
    return sig.split(" ")[0]

class Lid(ObjectDescription[str]):
    pass

def setup(app):
    app.add_crossref_type(directivename="jar", rolename="jar", indextemplate="pair: %s; jar")
    app.add_object_type("shelf", "shelf", "pair: %s; shelf")
    app.add_object_type(directivename="chore", rolename="chore", indextemplate="", parse_node=chore_name)
    app.add_directive("lid", Lid)
"""


@pytest.mark.parametrize("place", ["docs/_ext/pantrydocs.py", "docs/_ext/pantrydocs/__init__.py", "docs/conf.py"])
def test_what_a_sphinx_project_adds_by_name_is_described_under_its_id(tmp_path: Path, place: str) -> None:
    conf = "import sys\nfrom os.path import abspath\nsys.path.append(abspath('_ext'))\nextensions = ['pantrydocs']\n"
    files = {"docs/conf.py": conf, "docs/index.rst": PANTRY}
    files[place] = files.get(place, "") + PANTRY_DOCS
    found = page(discover(write(tmp_path, files)), "index.rst")
    assert [
        (section.anchor, section.headings, [block.text for block in section.blocks]) for section in found.sections
    ] == [
        ("", (), ["Read `plum jam` before you open `top`, and do `sweep` on Fridays."]),
        ("plum-jam", ("Plum jam",), ["It keeps for two winters in the dark."]),
        ("shelf-top", ("Plum jam", "top"), ["`top`: The top shelf holds what nobody needs before spring."]),
        ("plum-jam", ("Plum jam", "sweep [--wet]"), ["`sweep [--wet]`: Sweeping is done from the back to the door."]),
        ("plum-jam", ("Plum jam", "screwed"), ["`screwed`: A screwed lid is turned by hand alone."]),
        ("plum-jam", ("Plum jam",), ["After the chores comes tea."]),
    ]
    assert found.warnings == ()


def test_a_directive_that_nobody_adds_is_named(tmp_path: Path) -> None:
    files = {"conf.py": "extensions = ['elsewhere']\n", "index.rst": "Pantry\n======\n\nTea.\n\n.. jar:: plum jam\n"}
    assert page(discover(write(tmp_path, files)), "index.rst").warnings == ("the text of jar plum jam was not read",)


def test_an_admonition_that_begins_with_a_list(tmp_path: Path) -> None:
    see = ".. seealso::\n   * Jam in jars,\n     and lids\n   * Shelves\n\n   More on tea.\n\nBread.\n"
    files = {"conf.py": "project = 'Pantry'\n", "index.rst": f"Pantry\n======\n\n{see}"}
    blocks = [block.text for block in page(discover(write(tmp_path, files)), "index.rst").sections[0].blocks]
    assert blocks == ["See also:", "- Jam in jars, and lids\n- Shelves", "More on tea.", "Bread."]


NAMED = "export default {site: 'https://x.tools', integrations: [starlight({title: 'Tea'})]}"


@pytest.mark.parametrize(
    ("file", "words", "kind"),
    [
        ("astro.config.mjs", NAMED, "starlight"),
        ("package.json", '{"dependencies": {"@astrojs/starlight": "^0.36.0"}}', "starlight"),
        ("src/content.config.ts", "import { docsLoader } from '@astrojs/starlight/loaders'", "starlight"),
        ("package.json", '{"dependencies": {"astro": "^5.0.0"}}', "plain"),
    ],
)
def test_a_site_of_astro_with_docs_of_its_own_is_not_starlight(
    tmp_path: Path, file: str, words: str, kind: str
) -> None:
    files = {"site/astro.config.mjs": "import {all} from './parts'\nexport default {integrations: all}"}
    files |= {f"site/src/content/docs/{name}.mdx": "---\ntitle: Tea\n---\nHot." for name in ("tea", "mate", "rooibos")}
    book = discover(write(tmp_path, {**files, f"site/{file}": words, "README.md": "# Tea\n"}))
    assert book.kind == kind
    assert ("says Astro, which is not known here" in book.recognised_by) == (kind == "plain")
    assert (("the routes of Astro", "the files' names") in book.assumed) == (kind == "plain")


@pytest.mark.parametrize(
    ("file", "words", "name"),
    [
        ("docs.json", '{"$schema": "https://mintlify.com/docs.json"}', "Mintlify"),
        ("source.config.ts", "export const docs = 1", "Fumadocs"),
        ("index.html", "<script>window.$docsify = {}</script>", "Docsify"),
        ("rspress.config.ts", "export default {}", "Rspress"),
        ("content.config.ts", "import {defineContentConfig} from '@nuxt/content'", "Nuxt Content"),
    ],
)
@pytest.mark.parametrize("place", ["", "docs/"])
def test_pages_in_mdx_of_another_generator_are_not_docusaurus(
    tmp_path: Path, place: str, file: str, words: str, name: str
) -> None:
    pages = {f"{place}{page}.mdx": f"---\ntitle: {page}\n---\nHot." for page in ("tea", "mate", "rooibos")}
    book = discover(write(tmp_path, {**pages, f"{place}{file}": words}))
    assert (book.kind, book.recognised_by) == ("plain", f"{place}{file} says {name}, which is not known here")


def test_a_file_that_programs_share_the_name_of_names_no_generator(tmp_path: Path) -> None:
    book = discover(write(tmp_path, {"tea.md": "# Tea\n\nHot.", "docs.json": "{}", "content.config.ts": "export {}"}))
    assert book.recognised_by == "no site generator's configuration is there"


@pytest.mark.parametrize("kept", [1, 3])
def test_a_generator_below_names_itself_only_if_most_pages_are_its_own(tmp_path: Path, kept: int) -> None:
    pages = {f"site/{number}.md": "# Tea\n\nHot." for number in range(kept)} | {"site/docfx.json": "{}"}
    book = discover(write(tmp_path, {**pages, "notes/a.md": "# A\n\nCold.", "notes/b.md": "# B\n\nCold."}))
    assert ("DocFX" in book.recognised_by) == (kept == 3)


def test_ids_of_honkit_keep_what_its_slugs_do_not_name(tmp_path: Path) -> None:
    headings = [
        "🌱 Sprouts!",
        "A – B «C» 50% €",
        "under_score & plus+",
        "“Quotes” it’s",
        "©2020 copy",
        "ÄÖÜ / ß",
        "Two",
    ]
    text = "# Signs\n\n" + "".join(f"## {heading}\n\nWords.\n\n" for heading in headings)
    files = {"book.json": "{}", "SUMMARY.md": "# Contents\n\n* [Signs](signs.md)\n", "signs.md": text}
    assert anchors(discover(write(tmp_path, files)), "signs.md")[-7:] == [
        "🌱-sprouts",
        "a-–-b-«c»-50-€",
        "underscore--plus",
        "quotes-its",
        "2020-copy",
        "äöü--ß",
        "two",
    ]


def starlight(folder: Path, settings: str, files: dict[str, str]) -> Manuscript:
    config = f"import starlight from '@astrojs/starlight'\nexport default {{site: 'https://x.tools', {settings}}}"
    return discover(write(folder, {"astro.config.mjs": config, **files}))


@pytest.mark.parametrize(
    ("settings", "made"), [("", "blue--green"), ("markdown: {smartypants: false}", "blue----green")]
)
def test_astro_makes_dashes_before_ids(tmp_path: Path, settings: str, made: str) -> None:
    page_text = "---\ntitle: Dyes\n---\n## Blue -- green...\n\nWoad.\n\n## `dye --hot`\n\nMadder.\n"
    book = starlight(tmp_path, settings, {"src/content/docs/dyes.md": page_text})
    assert anchors(book, "dyes.md")[-2:] == [made, "dye---hot"]


@pytest.mark.parametrize(("collections", "found"), [("src/content.config.ts", 2), ("src/content/config.ts", 1)])
def test_folders_with_an_underscore_are_published_since_astro_5(tmp_path: Path, collections: str, found: int) -> None:
    pages = {f"src/content/docs/{name}.md": "---\ntitle: Tea\n---\nHot." for name in ("tea", "_in/mate", "_in/_part")}
    book = starlight(tmp_path, "", {**pages, collections: "export const collections = {}"})
    assert [leaf.route for leaf in book.leaves] == ["/_in/mate/", "/tea/"][-found:]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("It calms them[^1]. Then wait.", ["It calms", GAP, ". Then wait."]),
        ("In 1999.[^1] They fell.", ["In", GAP, " They fell."]),
        ("They fall.[^1] Then", ["They fall.", GAP, " Then"]),
        ("*All bees*[^1] sleep", ["All", GAP, " sleep"]),
    ],
)
def test_no_links_words_end_at_the_number_of_a_footnote(tmp_path: Path, words: str, shown: list[str]) -> None:
    """It stands there without a space, and browsers find whole words only."""
    folder = write(tmp_path, {"smoke.md": f"# Smoke\n\n{words}\n\n[^1]: With honey.\n"})
    lines = page(discover(folder), "smoke.md").visible.split("\n")
    assert [line.strip() for line in lines[1:-1]] == [line.strip() for line in shown]


def test_ids_that_myst_gives_a_heading_in_the_line_above(tmp_path: Path) -> None:
    pages = {
        "docs/conf.py": "extensions = ['myst_parser']\nmyst_enable_extensions = ['attrs_block']\n",
        "docs/index.md": "# Kettles\n\n{#Own_Lid}\n## The lid\n\nOn.\n\n## The spout {#spout}\n\nOut.\n",
    }
    book = discover(write(tmp_path, pages))
    assert anchors(book, "index.md") == ["own-lid", "the-spout-spout"]


def test_no_link_of_a_myst_page_crosses_what_sphinx_puts_between(tmp_path: Path) -> None:
    pages = {
        "docs/conf.py": "extensions = ['myst_parser']\nmyst_enable_extensions = ['colon_fence']\n",
        "docs/index.md": "# Kettles\n\n:::{list-table} Lids\n\n* - Steel\n:::\n\n"
        "On.\n\n:::{versionchanged} 2.0\n\nOff.\n:::\n",
    }
    visible = page(discover(write(tmp_path, pages)), "index.md").visible.split("\n")
    assert visible == ["Kettles", "Lids", GAP, "Steel", "On.", GAP, "Off."]


def test_a_substitution_that_is_a_directive_leaves_no_marks_in_a_line(tmp_path: Path) -> None:
    front = "---\nmyst:\n  substitutions:\n    badge: |-\n      :::{image} lid.svg\n      :alt: Lid\n      :::\n---\n"
    pages = {
        "docs/conf.py": "extensions = ['myst_parser']\nmyst_enable_extensions = ['colon_fence', 'substitution']\n",
        "docs/index.md": f"{front}# Kettles\n\n| Lid | Badge |\n| --- | --- |\n| Steel | {{{{ badge }}}} |\n",
    }
    assert text(page(discover(write(tmp_path, pages)), "index.md")) == "| Lid | Badge |\n| --- | --- |\n| Steel |  |"


def test_code_that_sphinx_runs_is_shown_and_what_it_prints_is_unknown(tmp_path: Path) -> None:
    page_ = """Kettles
=======

.. jupyter-execute::

    boil(3)

After.

.. jupyter-execute:: pour.py

.. jupyter-execute::
    :hide-code:

    secret()
"""
    files = {"docs/conf.py": "extensions = ['jupyter_sphinx']\n", "docs/index.rst": page_, "docs/pour.py": "pour()\n"}
    book = discover(write(tmp_path, files))
    reading = page(book, "index.rst")
    blocks = [block.text for section in reading.sections for block in section.blocks]
    assert blocks == ["```python\nboil(3)\n```", "After.", "```python\npour()\n```"]
    assert reading.visible.split("\n") == ["Kettles", "boil(3)", GAP, "After.", "pour()", GAP, GAP]


def test_numbers_above_the_line_of_sphinx_stay_there(tmp_path: Path) -> None:
    pages = {
        "docs/conf.py": "extensions = ['myst_parser']\n",
        "docs/index.rst": "Powers\n======\n\nIt holds 2\\ :sup:`11` of the 4\\ :sup:`th`.\n",
        "docs/more.md": "# More\n\nIt holds 2{sup}`11` drops.\n",
    }
    book = discover(write(tmp_path, pages))
    assert text(page(book, "index.rst")) == "It holds 2¹¹ of the 4th."
    assert text(page(book, "more.md")) == "It holds 2¹¹ drops."
