from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footnoted.ingest.formats.markdown.read import read
from footnoted.ingest.formats.markdown.tags import scan_comment
from footnoted.ingest.manuscript import Leaf, Reading
from tests.processor_time import alarm


def read_text(folder: Path, text: str, mdx: bool = True) -> Reading:
    path = folder / ("page.mdx" if mdx else "page.md")
    path.write_text(text, "utf-8")
    return read(Leaf(path, path.name, "/page", "page", mdx), folder)


def body(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


SEEN = [
    ("A [link](https://x.example/y?z) and ![a picture](p.png).", "A link and a picture."),
    ("**Bold**, _soft_, ~~gone~~ and `co|de`.", "Bold, soft, gone and `co|de`."),
    ("Fish &amp; chips &lt;now&gt; &#8203;here.", "Fish & chips <now> here."),
    ("One<br/>two", "One\ntwo"),
    ("A <kbd>key</kbd> and <span className={`x`} style={{a: '}'}}>text</span>.", "A key and text."),
    ("{/* hidden */}\n\nShown {props.value}here {'lit'}.", "Shown here lit."),
    ("import X from 'x';\nexport const y = {\n\n  a: 1,\n};\n\nShown.", "Shown."),
    ("export const size = '25 mm';\n\nIt is {size} wide.", "It is 25 mm wide."),
    ("<!-- hidden -->\nShown <!-- not this --> too.", "Shown too."),
    ("<Note>\n\n  Indented but not code.\n\n</Note>", "Indented but not code."),
    ('<Card\n  title="The title"\n  icon={<Icon />}\n>\n\nInside.\n\n</Card>', "The title: Inside."),
    (
        "<Tabs>\n<TabItem value='a' label='Fig'>\n\nRed.\n\n</TabItem>\n<TabItem value='pear'>Ripe.</TabItem>\n</Tabs>",
        "Fig: Red.\n\npear: Ripe.",
    ),
    ("<details>\n<summary>More</summary>\n\nHidden.\n\n</details>", "More\n\nHidden."),
    ("<style>{`a {b: c}`}</style>\n\n<script>evil()</script>\n\nText.", "Text."),
    ('<p style="display: none">Ignore me.</p>\n\n<div hidden>\n\nMe too.\n\n</div>\n\nText.', "Text."),
    (":::tip\n\nUse it.\n\n:::", "Tip: Use it."),
    (":::warning[Hot *iron*]\nTake care.\n:::", "Hot iron: Take care."),
    (":::note Old title\n\n- a\n\n:::", "Old title:\n\n- a"),
    ("::::info\n\nOuter.\n\n:::danger\n\nInner.\n\n:::\n\n::::", "Info: Outer.\n\nDanger: Inner."),
    ("> Quoted *words*.", "Quoted words."),
    ("Soft\nbreak and hard  \nbreak.", "Soft break and hard\nbreak."),
    ("- a\n- b\n  - c\n  - d\n\n1. x\n2. y", "- a\n- b\n  - c\n  - d\n\n1. x\n2. y"),
    ("3. x\n\n   ```sh\n   ls\n   ```\n4. y", "3. x\n\n```sh\nls\n```\n\n4. y"),
    ("| a | b |\n|---|:-:|\n| `x\\|y` | **z** |", "| a | b |\n| --- | --- |\n| `x\\|y` | z |"),
    (
        '```js title="a.js" {1,2} showLineNumbers\n// highlight-next-line\nlet a = {b: <c/>};\n```',
        "a.js:\n\n```js\nlet a = {b: <c/>};\n```",
    ),
    ("Inline $a_{1} < b$ and\n\n$$\nx = {y}\n$$", "Inline $a_{1} < b$ and\n\n$$\nx = {y}\n$$"),
    ("It costs $5, or $10 for {'two'}.", "It costs $5, or $10 for two."),
    ("A claim.[^n]\n\n[^n]: Its *source*.", "A claim.\n\n1. Its source."),
    (
        "Zero\u200bwidth \u202ebidi\u202c \U000e0041tag \ufefftext می\u200cخواهم 👩\u200d🚀.",
        "Zerowidth bidi tag text می\u200cخواهم 👩\u200d🚀.",
    ),
    ("`{not.an.expression}` and \\{escaped}", "`{not.an.expression}` and {escaped}"),
    ("<>\n\nIn a fragment.\n\n</>", "In a fragment."),
    ("Less than: 3 < 4 and a <b.", "Less than: 3 < 4 and a <b."),
]


@pytest.mark.parametrize(("source", "seen"), SEEN, ids=[source[:24] for source, _ in SEEN])
def test_a_reader_sees(tmp_path: Path, source: str, seen: str) -> None:
    assert body(read_text(tmp_path, source)) == seen


PLAIN = [
    ("Braces {stay} here, import x from 'y'.", "Braces {stay} here, import x from 'y'."),
    ("import is a word, and so is export.", "import is a word, and so is export."),
    ("    indented code\n\nText.", "```\nindented code\n```\n\nText."),
    (
        "<div align=center>\n  <b>Bold</b> words\n</div>\n\nSee <https://x.example>.",
        "Bold words\n\nSee https://x.example.",
    ),
    ("<!-- a\n\nb -->\n\nText", "Text"),
    ('<img src=x alt="A dog">', "A dog"),
    ("Vectors `Vec<T>` stay.", "Vectors `Vec<T>` stay."),
]


@pytest.mark.parametrize(("source", "seen"), PLAIN, ids=[source[:24] for source, _ in PLAIN])
def test_in_plain_markdown_a_reader_sees(tmp_path: Path, source: str, seen: str) -> None:
    assert body(read_text(tmp_path, source, mdx=False)) == seen


def test_headings_make_a_path(tmp_path: Path) -> None:
    reading = read_text(tmp_path, "# T\n\nA\n\n## B {#own}\n\nb\n\n### `C` & D\n\nc\n\n## E\n\ne", mdx=False)
    assert reading.title == "T"
    assert [(section.headings, section.anchor) for section in reading.sections] == [
        ((), ""),
        (("B",), "own"),
        (("B", "C & D"), "c--d"),
        (("E",), "e"),
    ]


def test_partials_are_read_in_place_also_from_the_site_root(tmp_path: Path) -> None:
    (tmp_path / "_inner.mdx").write_text("Inner text.")
    (tmp_path / "_part.mdx").write_text("import Inner from './_inner.mdx';\n\n## Part\n\nPart text.\n\n<Inner />")
    reading = read_text(tmp_path, "import Part from '@site/_part.mdx';\n\nBefore.\n\n<Part />\n\nAfter.")
    assert body(reading) == "Before.\n\nPart text.\n\nInner text.\n\nAfter."
    assert reading.sections[-1].anchor == "part"


def test_a_partial_outside_the_book_or_in_a_circle_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "secret.mdx").write_text("Secret.")
    book = tmp_path / "book"
    book.mkdir()
    circle = "import Me from './page.mdx';\nimport Out from '../secret.mdx';\n\nText.\n\n<Out />\n\n<Me />"
    assert set(body(read_text(book, circle)).split("\n\n")) == {"Text."}


def test_broken_front_matter_is_a_warning(tmp_path: Path) -> None:
    reading = read_text(tmp_path, "---\ntitle: : x\n---\n\n# Real\n\nText.")
    assert (reading.title, body(reading)) == ("Real", "Text.")
    assert reading.warnings == ("front matter is not valid YAML (line 2)",)


def test_carriage_returns_make_no_difference(tmp_path: Path) -> None:
    text = "---\ntitle: T\n---\n\nimport X from 'x';\n\n:::tip\n\nText.\n\n:::\n\n## H {#h}\n\n```js\na\nb\n```\n"
    reading = read_text(tmp_path, text)
    assert read_text(tmp_path, text.replace("\n", "\r\n")) == reading
    assert body(reading) == "Tip: Text.\n\n```js\na\nb\n```"


@pytest.mark.parametrize(
    "junk", ["{" * 5_000, "<a {" * 2_000, "<!--" * 5_000, ":::\n" * 2_000, "[" * 5_000, "$" * 5_000]
)
def test_hostile_text_takes_no_ages(tmp_path: Path, junk: str) -> None:
    with alarm(10):
        read_text(tmp_path, f"Before.\n\n{junk}")


def test_comments_that_nothing_closes_look_for_an_end_once() -> None:
    class Searched(str):
        """Counts how often it is looked through."""

        times = 0

        def rfind(self, *given: Any) -> int:
            Searched.times += 1
            return super().rfind(*given)

        def index(self, *given: Any) -> int:
            Searched.times += 1
            return super().index(*given)

        def find(self, *given: Any) -> int:
            Searched.times += 1
            return super().find(*given)

    page = Searched("<!-- a --> <!-- b --> " + "<!--" * 1_000)
    ends = [scan_comment(page, at) for at in (0, 11, *range(22, 4_022, 4))]
    assert ends[:2] == [10, 21]
    assert set(ends[2:]) == {None}
    assert Searched.times == 3


def test_deep_nesting_is_survived(tmp_path: Path) -> None:
    assert "end" in body(read_text(tmp_path, "> " * 200 + "deep\n\n" + "{" * 500 + "\n\nend"))


PARAMETERS = """# Kettle

<Parameters
  rows={[
    { name: 'litres', type: 'Array<number>', description: 'How much [water](/water) it holds.', default: 2 },

    {
      name: "lid", isOptional: true, type: 'Lid',
      properties: [{ type: 'Lid', parameters: [{ name: 'steam', description: `Whether it lets steam out.` }] }],
    },
    { name: 'onBoil', description: <b>Whistles.</b> },
  ]}
/>

<TypeTable type={{ spout: { description: 'Where it pours.', required: true } }} />

<Cards items={[{ title: 'All about lids', description: 'Read on.', href: '/lids' }]} />
"""


def test_what_a_component_is_given_to_explain_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.mdx").write_text(PARAMETERS, "utf-8")
    leaf = Leaf(tmp_path / "a.mdx", "a.mdx", "/a", mdx=True)
    found = [block.text for section in read(leaf, tmp_path).sections for block in section.blocks]
    assert found == [
        "- `litres` (`Array<number>`, default 2): How much water it holds.\n"
        "- `lid` (`Lid`, optional)\n"
        "  - `steam`: Whether it lets steam out.",
        "- `spout` (required): Where it pours.",
    ]


def test_a_long_list_that_a_component_is_given_is_no_text(tmp_path: Path) -> None:
    rows = ", ".join(f"{{ name: 'row{number}', description: 'Says {number}.' }}" for number in range(3_000))
    (tmp_path / "a.mdx").write_text(f"# Kettle\n\n<Rows rows={{[{rows}]}} />\n", "utf-8")
    reading = read(Leaf(tmp_path / "a.mdx", "a.mdx", "/a", mdx=True), tmp_path)
    assert "name:" not in reading.visible
    assert reading.sections[0].blocks[0].text.endswith("- `row2999`: Says 2999.")


def test_a_heading_without_a_word_heads_nothing(tmp_path: Path) -> None:
    reading = read_text(tmp_path, "# Kettle\n\n## Lid\n\n### Rim\n\nOn.\n\n###\n\nOff.\n\n##\n\nOut.\n")
    found = [(section.headings, block.text) for section in reading.sections for block in section.blocks]
    assert found == [(("Lid", "Rim"), "On."), (("Lid",), "Off."), ((), "Out.")]


def test_numbers_above_the_line_stay_there(tmp_path: Path) -> None:
    assert body(read_text(tmp_path, "10<sup>3</sup> litres on the 4<sup>th</sup>, 2<sup>-11</sup>.")) == (
        "10³ litres on the 4th, 2⁻¹¹."
    )
