"""Sources that are not the book one hopes for end in a verdict or an error that is true and names the way out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from tests.ingest.built import passages
from tests.ingest.formats.make_pdf import make_pdf
from tests.ingest.pipeline.test_verdict import verdict_on
from tests.ingest.test_discover import write

SITE = "https://tea.dev"
SPHINX = {"conf.py": "project = 'T'\nhtml_theme = 'x'\nhtml_baseurl = 'https://tea.dev/'\n", "index.rst": "A\n=\n\nB."}


def put(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "holds no page. Give a folder"),
        ({"a/b/.keep": b""}, "holds no page. Give a folder"),
        ({f"p{number}.png": b"\x89PNG" for number in range(3)}, "but 3 pictures, whose text is not read"),
        ({f"{number}.docx": b"PK" for number in range(200)}, "but 200 .docx files: .* save it as Markdown or HTML"),
        ({"a.odt": b"PK", "b.org": b"* A", "c.org": b"* B"}, "but 2 .org files: Org cannot be read"),
    ],
)
def test_a_folder_without_a_page_is_told_what_it_holds(tmp_path: Path, files: dict[str, bytes], reason: str) -> None:
    with pytest.raises(BadSource, match=reason):
        discover(put(tmp_path, files))


async def test_hundreds_of_files_of_every_kind_are_read_or_named(tmp_path: Path) -> None:
    notebook = {"cells": [{"cell_type": "markdown", "source": "# N\n\nA note."}], "metadata": {}, "nbformat": 4}
    for number in range(100):
        write(tmp_path, {f"a/{number}.adoc": f"= C {number}\n\nIt boils.", f"n/{number}.ipynb": json.dumps(notebook)})
        put(tmp_path, {f"o/{number}.odt": b"PK", f"d/{number}.docx": b"PK"})
    verdict = await verdict_on(tmp_path, site=SITE)
    assert len(verdict.unread) == 200
    assert {reason for _, reason in verdict.unread} == {
        "documents of word processors cannot be read; save it as Markdown or HTML"
    }
    assert len(discover(tmp_path).leaves) == 200


async def test_sphinx_without_a_named_builder_is_not_trusted_until_a_build_or_a_file_names_it(tmp_path: Path) -> None:
    verdict = await verdict_on(write(tmp_path, SPHINX))
    assert (verdict.assumed, verdict.links_are_trusted) == ((("the builder, html or dirhtml", "html"),), False)
    assert "dirhtml needs --built DIR" in verdict.links
    assert "dirhtml needs --built DIR" in (await verdict_on(tmp_path, site="")).links
    write(tmp_path, {".readthedocs.yaml": "version: 2\nsphinx:\n  builder: dirhtml\n  configuration: conf.py\n"})
    verdict = await verdict_on(tmp_path)
    assert (verdict.assumed, verdict.links_are_trusted) == ((), True)
    assert discover(tmp_path).leaves[0].route == "/"


async def test_files_in_other_encodings_are_named_with_the_way_out(tmp_path: Path) -> None:
    text = "# Größe\n\nGröße ist wichtig."
    files = {
        "latin.md": text.encode("latin-1"),
        "wide.md": text.encode("utf-16"),
        "sjis.md": "# やかん\n\nやかん".encode("shift_jis"),
        "bytes.md": bytes(range(256)),
        "mark.md": b"\xef\xbb\xbf# Mark\n\nWith a mark in front.",
    }
    verdict = await verdict_on(put(tmp_path, files), site=SITE)
    reasons = dict(verdict.unread)
    assert set(reasons) == {"latin.md", "wide.md", "sjis.md", "bytes.md"}
    assert all("save it as UTF-8" in reasons[name] for name in ("latin.md", "wide.md", "sjis.md"))
    assert [leaf.source for leaf in discover(tmp_path).leaves if leaf.source not in reasons] == ["mark.md"]


async def test_links_in_circles_and_to_nowhere_cost_themselves(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# A\n\nText."})
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "itself.md").symlink_to("itself.md")
    (tmp_path / "gone.md").symlink_to("/nowhere/gone.md")
    verdict = await verdict_on(tmp_path, site=SITE)
    assert sorted(name for name, _ in verdict.unread) == ["gone.md", "itself.md"]
    assert [leaf.source for leaf in discover(tmp_path).leaves if leaf.source == "a.md"] == ["a.md"]


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
async def test_line_endings_make_no_difference(tmp_path: Path, ending: str) -> None:
    page = "---\ntitle: Home\n---\n\n# Home\n\nA kettle boils.\n\n## Part\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    config = "site_name: T\nsite_url: https://tea.dev/\n"
    put(tmp_path, {"mkdocs.yml": config.encode(), "docs/index.md": page.replace("\n", ending).encode()})
    assert [(passage.link, passage.text) for passage in passages(discover(tmp_path))] == [
        ("/", "A kettle boils."),
        ("/#part", "- one\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ]
    assert (await verdict_on(tmp_path)).is_clean


MDX = """import A, {B as C} from '@site/x';
import data from './data.json';

export const meta = {
  title: 'Tea',
  parts: [1, 2],
};

# About {meta.title} and {more}

<A prop={() => { return <b>hi</b>; }} other={`x ${meta.title}`} {...meta}>

Words within are **text**.

{/* a comment */}

{data.items.map((item) => (
  <C key={item.id}>{item.body}</C>
))}

<C.Panel open>

## Heading within

- Item {1} of {count}

</C.Panel>
</A>

{meta.parts.length > 0 && <p>Perhaps.</p>}

export function Late() { return <div>{"no text"}</div> }

Last words.
"""


async def test_mdx_with_code_everywhere_keeps_its_words_and_tells_what_only_running_would_show(tmp_path: Path) -> None:
    config = "export default {url: 'https://tea.dev', baseUrl: '/', presets: [['classic', {}]]}"
    write(
        tmp_path,
        {"docusaurus.config.js": config, "docs/a.mdx": MDX, "docs/only.mdx": "import X from './x';\n\n<X />\n"},
    )
    found = passages(discover(tmp_path))
    assert [passage.path for passage in found] == [("About Tea and",), ("About Tea and", "Heading within")]
    assert [passage.text for passage in found] == ["Words within are text.", "- Item 1 of\n\nLast words."]
    verdict = await verdict_on(tmp_path)
    assert verdict.unread == (
        ("docs/only.mdx", "nothing in it is text that can be read without running its site: <X />"),
    )
    assert (verdict.template_marks, verdict.headings_lost) == ((), ())


async def test_what_an_expression_would_show_is_a_warning(tmp_path: Path) -> None:
    config = "export default {url: 'https://tea.dev', baseUrl: '/', presets: [['classic', {}]]}"
    write(tmp_path, {"docusaurus.config.js": config, "docs/a.mdx": MDX})
    book = discover(tmp_path)
    assert read(book.leaves[0], book.root).warnings == ("{more} and its like (4) are filled in when the site runs",)


async def test_pages_without_text_are_told_from_blank_ones(tmp_path: Path) -> None:
    put(tmp_path, {"scan.pdf": make_pdf([[]])})
    shell = "<html><body><div id=app></div><script>go()</script></body></html>"
    write(tmp_path, {"blank.md": "\n", "title.md": "# Only a title\n", "shell.html": shell, "a.md": "# A\n\nText."})
    reasons = dict((await verdict_on(tmp_path, site=SITE)).unread)
    assert set(reasons) == {"scan.pdf", "shell.html"}
    assert "OCR" in reasons["scan.pdf"]
    assert "as a browser saves it" in reasons["shell.html"]


async def test_a_book_without_any_text_is_no_clean_book(tmp_path: Path) -> None:
    verdict = await verdict_on(write(tmp_path, {"a.md": "\n", "b.md": "---\ntitle: B\n---\n"}), site=SITE)
    assert [reason for _, reason in verdict.unread] == ["it holds no text that an answer could cite"]
    assert not verdict.is_clean
