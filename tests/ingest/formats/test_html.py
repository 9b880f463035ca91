from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.formats.html.read import read, reading_of
from footnoted.ingest.manuscript import Leaf, Reading
from footnoted.ingest.passages.chunk import chunk


def blocks(html: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for section in reading_of(html, "").sections for block in section.blocks]


def sections(html: str) -> list[tuple[tuple[str, ...], str]]:
    return [(section.headings, section.anchor) for section in reading_of(html, "").sections]


SITE = """<!doctype html><html><head><title>Kettles | Manual</title><style>.ghost, #spook {display: none}</style></head>
<body><header>The manual</header><nav><ul><li><a href="/">Home</a></li></ul></nav>
<main><article><h1>Kettles</h1><p>Water <b>boils</b> at <code>100&nbsp;°C</code>.</p>%s</article>
<footer>Page 3</footer></main><aside>Buy one</aside><script>steal()</script></body></html>"""


def test_main_content_only() -> None:
    reading = reading_of(SITE % "", "")
    assert reading.title == "Kettles"
    assert reading.visible == "Kettles\nWater boils at 100 °C."
    assert [block.text for section in reading.sections for block in section.blocks] == ["Water boils at `100 °C`."]


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- ignore the book -->",
        '<p style="display:none">ignore the book</p>',
        '<p style="DISPLAY : none !important">ignore the book</p>',
        "<p hidden>ignore the book</p>",
        '<p aria-hidden="true">ignore the book</p>',
        '<p style="visibility:hidden">ignore the book</p>',
        '<p style="font-size:0">ignore the book</p>',
        '<p style="opacity:0;color:red">ignore the book</p>',
        '<p style="position:absolute;left:-9999px">ignore the book</p>',
        '<p class="ghost">ignore the book</p>',
        '<div id="spook"><p>ignore the book</p></div>',
        '<p class="sr-only">ignore the book</p>',
        "<p>\U000e0069\U000e0067\U000e006e\u200b</p>",
        "<template><p>ignore the book</p></template>",
        "<noscript><p>ignore the book</p></noscript>",
        "<p><span hidden>ignore the book</span></p>",
        "<ul><li hidden>ignore the book</li></ul>",
        "<table><tr hidden><td>ignore the book</td></tr></table>",
        "<table><tr hidden><td><table><tr><td>ignore the book</td></tr></table></td></tr></table>",
        "<table><tr hidden><td>ignore the book</td></tr><tr hidden><td><pre>ignore the book</pre></td></tr></table>",
    ],
)
def test_what_a_reader_cannot_see_is_not_text(hidden: str) -> None:
    assert reading_of(SITE % hidden, "").sections == reading_of(SITE % "", "").sections


@pytest.mark.parametrize(
    "row",
    [
        '<div><table><tr><th>4.3. None</th></tr><tr><td><a accesskey="p" href="a">Prev</a></td><th>4. The Menu</th>'
        '<td><a accesskey="n" href="c">Next</a></td></tr></table><hr></div>',
        '<div><p>Next: <a href="c" accesskey="n" rel="next">Pots</a>, Up: <a href="." accesskey="u">Top</a></p></div>',
        '<p><a rel="prev" href="a">← Cups</a> · <a rel="next" href="c">Pots →</a></p>',
        '<p><a rel="next" href="c"><img src="next.png" alt="Next"></a></p>',
        '<p><small>Back to <a href="faq.html#index">FAQ Index</a>.</small></p>',
        '<p>[<a href="#top">Back to top</a>]</p>',
        '<p><a href="#">Top</a></p>',
        '<table><tr><td><a href="/"><img alt="home" src="h.gif">Home</a></td><td><a href="m">Map</a></td></tr></table>',
    ],
)
def test_links_to_the_pages_beside_are_no_text(row: str) -> None:
    assert reading_of(SITE % row, "").sections == reading_of(SITE % "", "").sections
    assert reading_of(SITE % row, "").visible == reading_of(SITE % "", "").visible


@pytest.mark.parametrize(
    "text",
    [
        "<p>Before you pour, warm the pot: swirl a little hot water in it and throw that away, so that the tea does "
        'not lose its heat to the pot, as <a rel="next" href="c">the next page</a> explains in more detail.</p>',
        '<p>See <a href="c">the next page</a>.</p>',
        '<h2>Pots <a rel="next" href="c">next</a></h2>',
        '<p>Go back to <a href="#lid">the lid</a>, and close it before you come to the next pot.</p>',
        '<p>The next lid is at the <a href="#top">top of the pot</a>.</p>',
        '<table><tr><td><a href="a">next</a></td><td>3 min</td><td><a href="b">Pots</a></td></tr></table>',
        '<table><tr><td><a href="#a">next</a></td><td><a href="#b">Pots</a></td></tr></table>',
    ],
)
def test_a_link_within_a_text_is_text(text: str) -> None:
    assert "next" in reading_of(SITE % text, "").visible


def test_a_note_beside_its_icon_is_no_table() -> None:
    note = (
        '<div class="note"><table><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td><th>Note</th></tr>'
        "<tr><td><p>Mind the steam.</p></td></tr></table></div>"
    )
    assert blocks(SITE % note)[1:] == [("text", "Note: Mind the steam.")]
    data = '<div class="note"><table><tr><td>Tea</td><td>3 min</td></tr></table></div>'
    assert [kind for kind, _ in blocks(SITE % data)[1:]] == ["table"]


@pytest.mark.parametrize("icon", ['<div class="title">Note</div>', "<b>Note</b>"])
def test_a_note_of_asciidoctor_is_a_box_and_no_table(icon: str) -> None:
    note = (
        f'<div class="admonitionblock note"><table><tr><td class="icon">{icon}</td>'
        '<td class="content"><p>Mind the steam.</p></td></tr></table></div>'
    )
    reading = reading_of(SITE % note, "")
    assert blocks(SITE % note)[1:] == [("text", "Note: Mind the steam.")]
    assert [box.kind for box in reading.boxes] == ["note"]


DOXYGEN = """<html><head><title>kettle: FAQ</title></head><body><div id="top"><table><tr><td>kettle 2.0</td>
<td><h2>Main Page</h2></td></tr></table></div><div class="header"><div class="headertitle"><div class="title">Questions
<div class="ingroups"><a href="m.html">Modules</a></div></div></div></div><div class="contents">
<h1><a class="anchor" id="faq_boil"></a>Does it boil?</h1><p>It does:</p>
<div class="fragment"><div class="line"><span>#include</span> &lt;kettle.h&gt;</div>
<div class="line">{</div>
<div class="line">&#160; boil();</div>
<div class="line">}</div>
<div class="ttc" id="a1"><div class="ttname">boil</div><div class="ttdef">Definition: kettle.h:83</div></div>
</div><a id="ga1"></a>
<h2 class="memtitle"><span class="permalink"><a href="#ga1">&#9670;&nbsp;</a></span>boil()</h2>
<div class="memitem"><div class="memproto"><table class="mlabels"><tr><td class="mlabels-left">
<table class="memname"><tr><td class="memname">void boil</td><td>(</td><td>int&#160;</td><td><em>litres</em>,
</td></tr><tr><td class="paramkey"></td><td></td><td class="paramtype">bool&#160;</td><td><em>whistle</em>
</td></tr><tr><td></td><td>)</td><td></td><td></td></tr></table></td><td class="mlabels-right"><span>static</span></td>
</tr></table></div><div class="memdoc"><p>Boils water.</p></div></div></div></body></html>"""


def test_a_page_of_doxygen() -> None:
    reading = reading_of(DOXYGEN, "")
    assert reading.title == "Questions"
    assert sections(DOXYGEN) == [(("Does it boil?",), "faq_boil"), (("Does it boil?", "boil()"), "ga1")]
    assert blocks(DOXYGEN) == [
        ("text", "It does:"),
        ("code", "```\n#include <kettle.h>\n{\n  boil();\n}\n```"),
        ("code", "```\nvoid boil(int litres, bool whistle)\n```"),
        ("text", "Boils water."),
    ]
    assert "Main Page" not in reading.visible
    assert "Definition" not in reading.visible


MEMBERS = """<div class="header"><div class="headertitle"><div class="title">kettle.h</div></div></div>
<div class="contents"><table class="memberdecls">
<tr class="heading"><td colspan="2"><h2 class="groupheader">Functions</h2></td></tr>
<tr class="memitem:ga1"><td class="memItemLeft">void&#160;</td><td class="memItemRight">
<a href="k.html#ga1">boil</a> ()</td></tr>
<tr class="memdesc:ga1"><td class="mdescLeft"></td><td class="mdescRight">Boils water. <a>More...</a></td></tr>
<tr class="separator:ga1"><td class="memSeparator" colspan="2">&#160;</td></tr></table><table class="memberdecls">
<tr class="heading"><td colspan="2"><h2 class="groupheader">Lids</h2></td></tr>
<tr><td class="ititle" colspan="2"><p>Lids keep steam in.</p></td></tr>
<tr class="memitem:ga2"><td class="memItemLeft">int&#160;</td><td class="memItemRight"><b>lid</b></td></tr></table>
<a id="ga1"></a><h2 class="memtitle">boil()</h2><div class="memitem"><div class="memdoc"><p>Boils water.</p></div></div>
</div>"""


def test_a_list_of_members_says_what_is_not_said_below_it() -> None:
    assert [path for path, _ in sections(MEMBERS)] == [("Lids",), ("boil()",)]
    assert blocks(MEMBERS) == [("text", "Lids keep steam in."), ("code", "```\nint lid\n```"), ("text", "Boils water.")]


def test_a_link_of_a_drawing_is_no_link_of_the_page() -> None:
    drawing = '<svg><a xlink:href="https://a.example"><rect width="2"></rect></a></svg>'
    assert blocks(SITE % drawing) == blocks(SITE % "")
    heading = (
        f"<html><head><title>Tea</title></head><body><h1>{drawing}Tea</h1><h2>Tea now</h2><p>Hot.</p></body></html>"
    )
    assert blocks(heading) == [("text", "Hot.")]


@pytest.mark.parametrize(
    "target",
    ['<h3 id="fill">1. Fill it</h3>', '<h3><a name="fill">1 Fill it</a></h3>', '<a id="fill"></a> <h3>1 Fill it</h3>',
     '<section id="fill"><h3>1 Fill it</h3></section>'],
)  # fmt: skip
def test_headings_that_lead_to_their_like_are_the_pages_contents(target: str) -> None:
    page = f'<h2><a href="kettle.html#fill">1 Fill it</a></h2><h3>Introduction</h3><p>Water.</p>{target}<p>Slowly.</p>'
    headings = dict.fromkeys(tuple(step.replace(".", "") for step in path) for path, _ in sections(SITE % page))
    assert list(headings) == [(), ("Introduction",), ("1 Fill it",)]


def test_a_heading_that_links_to_itself_or_to_another_page_is_one() -> None:
    page = '<h2 id="lid"><a href="#lid">Lid</a></h2><p>On.</p><h2><a href="spout.html#spout">Spout</a></h2><p>Out.</p>'
    assert [path for path, _ in sections(SITE % page)][1:] == [("Lid",), ("Spout",)]


def test_a_table_of_one_cell_is_a_box_around_its_text() -> None:
    box = "<table><tr><td><p>On kettles</p><p>Boil it once.</p><ul><li>Rinse.</li></ul></td></tr></table>"
    assert blocks(SITE % box)[1:] == [("text", "On kettles"), ("text", "Boil it once."), ("list", "- Rinse.")]
    logo = '<table><tr><td><a href="k"><img alt="Kettles" src="k.png"></a></td></tr></table>'
    assert [kind for kind, _ in blocks(SITE % logo)[1:]] == ["table"]


@pytest.mark.parametrize("classes", ["note", "Warning", "admonition tip"])
def test_the_title_of_a_box_opens_no_section(classes: str) -> None:
    box = f'<div class="{classes}"><h3 class="title">Mind</h3><p>The steam.</p></div>'
    page = reading_of(f"<main><h1>Tea</h1><h2>Kettles</h2><p>Boil.</p>{box}<p>Pour.</p></main>", "")
    assert [section.headings for section in page.sections] == [("Kettles",)]
    assert [block.text for block in page.sections[0].blocks] == ["Boil.", "Mind: The steam.", "Pour."]


def test_a_section_that_is_called_a_tip_stays_a_section() -> None:
    page = reading_of('<main><h1>Tea</h1><div class="tip"><h2>Cups</h2><h3>Blue</h3><p>New.</p></div></main>', "")
    assert page.sections[-1].headings == ("Cups", "Blue")


def test_subtitle_and_authors_open_no_section() -> None:
    page = """<main><div class="titlepage"><h1 class="title">Tea</h1><h2 class="subtitle">A leaf's life</h2>
      <div class="author"><h3 class="author">A. Writer</h3></div></div><p>Boil.</p></main>"""
    (section,) = reading_of(page, "").sections
    assert section.headings == ()
    assert [block.text for block in section.blocks] == ["A leaf's life", "A. Writer", "Boil."]


def test_lists_of_tables_are_no_text() -> None:
    lists = '<div class="list-of-tables"><p>List of Tables</p><dl><dt>2.1. Keys of the kettle</dt></dl></div>'
    assert "kettle" not in reading_of(SITE % lists, "").visible


def test_how_a_command_is_written_is_code() -> None:
    usage = """<div class="cmdsynopsis"><p><code class="command">brew</code> [
      <em>-hot</em> ...] { <code>tea</code> | <code>mate</code> }<br/><code class="command">pour</code> cup</p></div>"""
    assert blocks(SITE % usage)[1:] == [("code", "```\nbrew [ -hot ...] { tea | mate }\npour cup\n```")]


def test_a_picture_described_by_its_caption_is_described_once() -> None:
    figure = '<div><p><b>Figure 2. A kettle</b></p><div><img src="kettle.png" alt="%s"></div></div>'
    assert blocks(SITE % figure % "A kettle")[1:] == [("text", "Figure 2. A kettle")]
    assert blocks(SITE % figure % "Its lid")[1:] == [("text", "Figure 2. A kettle"), ("text", "Its lid")]
    assert [picture.words for picture in reading_of(SITE % figure % "A kettle", "").pictures] == ["A kettle"]


def test_what_is_seen_stays() -> None:
    for look in ('style="opacity:0.5"', 'style="font-size:0.9em"', "class=ghostly"):
        seen = f"<p {look}>Seen.</p>"
        assert ("text", "Seen.") in blocks(SITE % seen)


def test_anchors_are_the_pages_own_ids() -> None:
    page = """<main><h1>Title</h1><p>Zero.</p>
      <h2 id="own">Own<a class="headerlink" href="#own">¶</a></h2><p>a</p>
      <section id="around"><h3>Around</h3><p>b</p></section>
      <h2><a id="inside"></a>Inside</h2><p>c</p>
      <a name="before"></a><h2>Before</h2><p>d</p>
      <h2>None</h2><p>e</p></main>"""
    assert sections(page) == [
        ((), ""),
        (("Own",), "own"),
        (("Own", "Around"), "around"),
        (("Inside",), "inside"),
        (("Before",), "before"),
        (("None",), "before"),
    ]


def test_lists_tables_code_and_quotes() -> None:
    page = """<main><ul><li>One</li><li><p>Two</p><ol start="3"><li>a</li><li>b</li></ol></li></ul>
      <table><caption>Sizes</caption><tr><th>mm</th><th>a|b</th></tr><tr><td>1</td><td><code>x</code></td></tr></table>
      <div class="highlight-python"><pre><span class="k">def</span> f():\n    return 1\n</pre></div>
      <pre><code class="language-js"><span>let x</span><br><span>let y</span></code></pre>
      <blockquote><p>Said.</p></blockquote><p>a<br>b</p>loose <i>words</i></main>"""
    assert blocks(page) == [
        ("list", "- One\n- Two\n  3. a\n  4. b"),
        ("text", "Sizes"),
        ("table", "| mm | a\\|b |\n| --- | --- |\n| 1 | `x` |"),
        ("code", "```python\ndef f():\n    return 1\n```"),
        ("code", "```js\nlet x\nlet y\n```"),
        ("text", "Said."),
        ("text", "a\nb"),
        ("text", "loose words"),
    ]


def test_formulas() -> None:
    katex = (
        '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding='
        '"application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">'
        "x2</span></span>"
    )
    assert blocks(f"<main><p>So {katex} grows.</p></main>") == [("text", "So $x^2$ grows.")]
    shown = f'<main><p>So</p><span class="katex-display">{katex}</span></main>'
    assert blocks(shown) == [("text", "So"), ("math", "$$\nx^2\n$$")]
    assert blocks(r'<main><div class="math notranslate">\[a+b\]</div></main>') == [("math", "$$\na+b\n$$")]
    assert blocks('<main><math display="block"><mi>a</mi><mo>=</mo><mn>1</mn></math></main>') == [
        ("math", "$$\na=1\n$$")
    ]
    assert blocks("<main><p>10<sup>3</sup> g of H<sub>2</sub>O</p></main>") == [("text", "10³ g of H2O")]


def test_labels_definitions_and_notes() -> None:
    page = """<main><div class="admonition note"><p class="admonition-title">Mind</p><p>It is hot.</p></div>
      <dl><dt>Lid</dt><dd>Closes it.</dd></dl>
      <dl class="py"><dt class="sig" id="k.boil">k.<b>boil</b>()</dt><dd><p>Boils.</p></dd></dl>
      <p>Old<sup><a href="#fn1" role="doc-noteref">1</a></sup> news.</p></main>"""
    reading = reading_of(page, "")
    assert [block.text for block in reading.sections[0].blocks] == ["Mind: It is hot.", "Lid: Closes it."]
    assert (reading.sections[1].headings, reading.sections[1].anchor) == (("k.boil()",), "k.boil")
    assert reading.sections[1].blocks[-1].text == "Old news."


def test_xhtml_elements_that_close_themselves() -> None:
    reading = reading_of(
        '<?xml version="1.0"?><html><head><title/></head><body><a id="x"/><h2>A</h2><p>b</p></body></html>', "n"
    )
    assert (reading.title, [(section.headings, section.anchor) for section in reading.sections]) == (
        "n",
        [(("A",), "x")],
    )


def test_other_encodings_and_titles(tmp_path: Path) -> None:
    def file(name: str, data: bytes) -> Reading:
        (tmp_path / name).write_bytes(data)
        return read(Leaf(tmp_path / name, name, "/" + name, "stem"), tmp_path)

    assert file("a.html", b"<meta charset=iso-8859-1><title>Caf\xe9</title><p>x").title == "Café"
    assert file("b.html", "<title>Größe</title><p>x".encode("utf-16")).title == "Größe"
    assert file("c.html", b"<p>caf\xe9").sections[0].blocks[0].text == "café"
    assert file("d.html", b"<p>x").title == "stem"


@pytest.mark.parametrize(
    ("name", "page", "title"),
    [
        ("", "<h2>Release notes</h2><p>x</p><h2>2.1</h2><p>y</p>", "Release notes"),
        ("notes.part", "<h2>Release notes</h2><p>x</p>", "Release notes"),
        ("From the menu", "<h2>Release notes</h2><p>x</p>", "From the menu"),
        ("notes.part", "<p>x</p>", "notes.part"),
    ],
)
def test_a_part_of_a_page_is_called_by_its_first_heading(tmp_path: Path, name: str, page: str, title: str) -> None:
    path = tmp_path / "notes.part.html"
    path.write_text(page)
    assert read(Leaf(path, path.name, f"/{path.name}", name), tmp_path).title == title


def test_a_heading_that_became_the_title_heads_no_section(tmp_path: Path) -> None:
    path = tmp_path / "part.html"
    path.write_text("<h2>Kettles</h2><h3>Lids</h3><p>Dry them.</p><h2>Cups</h2><p>Warm them.</p>")
    page = read(Leaf(path, path.name, "/part.html", "part"), tmp_path)
    assert (page.title, [section.headings for section in page.sections]) == ("Kettles", [("Lids",), ("Cups",)])
    path.write_text("<h2>Kettles</h2><p>Boil.</p>")
    (only,) = read(Leaf(path, path.name, "/part.html", "part"), tmp_path).sections
    assert (only.headings, [block.text for block in only.blocks]) == ((), ["Boil."])


def test_passages_have_working_fragments() -> None:
    reading = reading_of("<main><h1>T</h1><p>The lid closes with a click.</p><p>The lid is red.</p></main>", "")
    (passage,) = chunk(reading, book="b", site="", route="/t.html", order=0)
    assert passage.url == "/t.html#:~:text=The%20lid%20closes%20with"


def test_elements_that_a_site_makes_up_stand_in_the_line() -> None:
    page = reading_of(
        "<h1>T</h1><p>Use <elib>os</elib> and <my-term>path</my-term> now.</p><x-box><p>A</p><p>B</p></x-box>", ""
    )
    assert [block.text for block in page.sections[0].blocks] == ["Use os and path now.", "A", "B"]
    assert "Use os and path now." in page.visible


@pytest.mark.parametrize(
    "strip",
    [
        "<div id='announcementBar'><h1>Vote now!</h1></div>",
        "<div class='md-banner'><h1>Vote now!</h1></div>",
        "<div role='banner'><h1>Vote now!</h1></div>",
        "<header><h1>Vote now!</h1></header>",
    ],
)
def test_a_banner_is_no_title(strip: str) -> None:
    page = reading_of(f"<body>{strip}<div><h1>Tea</h1><p>Text.</p></div></body>", "")
    assert (page.title, page.visible) == ("Tea", "Tea\nText.")
    assert reading_of("<body><header><h1>Tea</h1></header><p>Text.</p></body>", "").title == "Tea"


def test_the_anchor_of_a_section_that_has_ended_is_not_used_for_what_follows() -> None:
    inner = "<section><h2 id='a'>A</h2><p>In a.</p></section><p>After a.</p>"
    page = reading_of(f"<h1>T</h1><p>Lead.</p>{inner}<section><h2 id='b'>B</h2><p>In b.</p></section>", "")
    assert [(section.headings, section.anchor, section.blocks[0].text) for section in page.sections] == [
        ((), "", "Lead."),
        (("A",), "a", "In a."),
        ((), "", "After a."),
        (("B",), "b", "In b."),
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        '<td class="rouge-gutter gl gutter"><pre class="lineno">1\n2\n</pre></td>',
        '<td class="gutter gl"><pre>1\n2\n</pre></td>',
        '<td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td>',
        '<td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td>',
    ],
)
def test_numbers_of_lines_are_no_code(numbers: str) -> None:
    """As Rouge and Chroma set them beside the code, in a table."""
    table = f"<table><tbody><tr>{numbers}<td><pre><code>boil\npour\n</code></pre></td></tr></tbody></table>"
    words = "\n".join(text for _, text in blocks(f"<main><h1>T</h1><p>Do:</p>{table}</main>"))
    assert "boil" in words
    assert "1" not in words
