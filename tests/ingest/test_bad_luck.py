"""Books that are laid out, configured or written in ways that nobody planned for: read, or said, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.pipeline.verdict import lost_headings

SPHINX = 'project = "Kettle"\nhtml_baseurl = "https://kettle.dev/"\n'
RST = "Kettle\n======\n\nBoil it.\n"


def book(folder: Path, **files: str) -> Manuscript:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    return discover(folder)


def routes(book: Manuscript) -> list[str]:
    return [leaf.route for leaf in book.leaves]


@pytest.mark.parametrize(
    ("config", "assumed"),
    [
        ("import all from './all';\nexport default all;", "the configuration"),
        ("import all from './all';\nexport default {...all, url: 'https://k.dev'};", "what is spread into"),
        ("export default {url: 'https://k.dev', presets: makePresets()};", "presets"),
        ("export default {url: 'https://k.dev', presets: [['@acme/preset', {}]]};", "presets"),
    ],
)
def test_a_docusaurus_preset_that_cannot_be_read_is_taken_for_the_classic_one(
    tmp_path: Path, config: str, assumed: str
) -> None:
    found = book(tmp_path, **{"docusaurus.config.js": config, "docs/lid.md": "# Lid\n\nKeep it shut.\n"})
    assert routes(found) == ["/docs/lid"]
    assert any(name.startswith(assumed) for name, _ in found.assumed)


def test_a_preset_of_another_name_keeps_its_options(tmp_path: Path) -> None:
    config = "export default {url: 'https://k.dev', presets: [['@acme/preset', {docs: {routeBasePath: 'guide'}}]]};"
    found = book(tmp_path, **{"docusaurus.config.js": config, "docs/lid.md": "# Lid\n\nKeep it shut.\n"})
    assert routes(found) == ["/guide/lid"]


def test_sphinx_with_its_configuration_in_a_folder_beside_the_pages(tmp_path: Path) -> None:
    found = book(tmp_path, **{"conf/conf.py": SPHINX, "docs/index.rst": RST, "docs/lid.rst": RST})
    assert (found.kind, found.recognised_by) == ("sphinx", "conf/conf.py")
    assert routes(found) == ["/index.html", "/lid.html"]


@pytest.mark.parametrize(
    ("scripts", "expected", "assumed"),
    [
        ({}, "/lid.html", (("the builder, html or dirhtml", "html"),)),
        ({"tox.ini": "commands = sphinx-build -b dirhtml docs out\n"}, "/lid/", ()),
        ({".github/workflows/docs.yml": "run: make -C docs dirhtml\n"}, "/lid/", ()),
        ({"noxfile.py": 'session.run("sphinx-build", "-b", "dirhtml", "docs")\n'}, "/lid/", ()),
        (
            {"docs/Makefile": "html:\n\tsphinx-build -b html . x\ndirhtml:\n\tsphinx-build -b dirhtml . y\n"},
            "/lid.html",
            (("the builder, html or dirhtml", "html"),),
        ),
        (
            {
                "docs/Makefile": "\t-b html\n\t-b dirhtml\n",
                ".readthedocs.yaml": "sphinx:\n  configuration: docs/conf.py\n",
            },
            "/lid.html",
            (),
        ),
    ],
)
def test_the_builder_is_what_the_scripts_say(
    tmp_path: Path, scripts: dict[str, str], expected: str, assumed: tuple[tuple[str, str], ...]
) -> None:
    pages = {"docs/conf.py": SPHINX, "docs/index.rst": RST, "docs/lid.rst": RST}
    found = book(tmp_path / "repo", **pages, **scripts)
    assert expected in routes(found)
    assert found.assumed == assumed


def test_files_that_include_each_other_come_to_an_end(tmp_path: Path) -> None:
    found = book(
        tmp_path,
        **{
            "conf.py": SPHINX,
            "index.rst": "Kettle\n======\n\nBoil it.\n\n.. include:: lid.inc\n\n.. include:: lid.inc\n",
            "lid.inc": "Lid\n---\n\nShut it.\n\n.. include:: more.inc\n",
            "more.inc": "And more.\n\n.. include:: lid.inc\n",
        },
    )
    reading = read(found.leaves[0], found.root)
    text = " ".join(block.text for section in reading.sections for block in section.blocks)
    assert text.count("Shut it.") == text.count("And more.") == 2, "once for each time that the page includes it"
    assert reading.warnings == ("lid.inc and 1 more cannot be included",)


def test_lines_that_end_as_on_an_old_macintosh_lose_no_heading(tmp_path: Path) -> None:
    found = book(tmp_path, **{"old.md": "# Kettle\r\rBoil it.\r\r## Lid\r\rShut it.\r"})
    passages = chunk(read(found.leaves[0], found.root), book="b", site="", route="/old", order=0)
    assert any("Lid" in passage.path for passage in passages)
    assert lost_headings(found.leaves[0], passages) == []


def test_an_emoji_in_a_vitepress_heading_is_not_in_its_id(tmp_path: Path) -> None:
    found = book(
        tmp_path,
        **{".vitepress/config.ts": "export default {title: 'K'}", "a.md": "# K\n\n## :tada: New lid\n\nShut it.\n"},
    )
    assert [section.anchor for section in read(found.leaves[0], found.root).sections][-1] == "new-lid"


def test_of_two_sites_the_one_taken_and_the_other_are_named(tmp_path: Path) -> None:
    config = "export default {url: 'https://k.dev', presets: [['classic', {}]]};"
    pages = {f"{site}/docs/{name}.md": "# K\n\nText.\n" for site, name in (("web", "a"), ("web", "b"), ("api", "c"))}
    found = book(tmp_path, **pages, **{"web/docusaurus.config.js": config, "api/docusaurus.config.js": config})
    assert found.recognised_by == "docusaurus.config.js in web; also there: api, to be chosen with --site-dir"
    assert routes(discover(tmp_path, site_dir="api")) == ["/docs/c"]


def test_html_in_a_line_of_text_still_ends_lines(tmp_path: Path) -> None:
    line = "<div><p>Boil <b>it</b> well.</p><ul><li>Lid on</li><li>Lid off</li></ul></div>"
    tabs = '<Tabs><TabItem value="a" label="Gas">Low flame.</TabItem><TabItem value="b">Hot plate.</TabItem></Tabs>'
    found = book(tmp_path, **{"a.md": f"# K\n\n{line}\n", "b.mdx": f"# K\n\n{tabs}\n"})
    texts = [
        " ".join(block.text for section in read(leaf, found.root).sections for block in section.blocks)
        for leaf in found.leaves
    ]
    assert texts[0].split() == ["Boil", "it", "well.", "Lid", "on", "Lid", "off"]
    assert texts[1].split() == ["Gas:", "Low", "flame.", "b:", "Hot", "plate."]
