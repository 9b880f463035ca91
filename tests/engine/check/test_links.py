"""Links out of the book leave the text, whatever they look like and wherever the pieces are cut."""

from __future__ import annotations

import os
import random
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import markdown as python_markdown
from markdown_it import MarkdownIt

from footnoted.engine.check.links import LinkFilter

BOOK = "https://book.example"


PASSAGE = "Ask it: `curl https://api.example` or, for all, `https://a.example/list`. Mail is at imaps://in.example."


def filtered(text: str, sizes: list[int] | None = None) -> str:
    links = LinkFilter([BOOK], [PASSAGE])
    done, at = "", 0
    for size in sizes or [len(text)]:
        done += links.feed(text[at : at + size])
        at += size
    return done + links.feed(text[at:]) + links.end()


CASES = {
    "See [the docs](https://evil.example/a?b=c) now [1].": "See the docs now [1].",
    "![x](//evil.example/i.png) ok": "x ok",
    "[a](/x) and [b](https://book.example/y#z) stay [2].": "[a](/x) and [b](https://book.example/y#z) stay [2].",
    "Plain https://evil.example/x, and https://book.example/q.": "Plain (link removed), and https://book.example/q.",
    "<https://evil.example> and Vec<String>, a < b.": "(link removed) and Vec<String>, a < b.",
    "`curl https://api.example` is code [1].": "`curl https://api.example` is code [1].",
    "```\nhttps://a.example/list\n<p>\n```\nwww.a.example": "```\nhttps://a.example/list\n<p>\n```\n(link removed)",
    "`curl https://evil.example/x` or `www.evil.example`": "`curl (link removed)` or `(link removed)`",
    "`https://api.example.evil.example`": "`(link removed)`",
    "`https://api.example/leak`, `https://book.example/y`": "`(link removed)`, `https://book.example/y`",
    "~~~\nget('https://evil.example/?q=1');\n~~~\nok": "~~~\nget('(link removed)');\n~~~\nok",
    "Ask https://api.example, or <https://a.example/list>.": "Ask `https://api.example`, or `https://a.example/list`.",
    "[https://api.example](https://api.example) but https://api.example/x": "`https://api.example` but (link removed)",
    "A stray ` and https://api.example": "A stray ` and (link removed)",
    "Enter imaps://in.example, not imaps://evil.example.": "Enter imaps:`//in.example`, not imaps(link removed).",
    "xhttps://api.example, a stray ` and imaps://in.example": "xhttps(link removed), a stray ` and imaps(link removed)",
    "It holds `a` and `b` [1][2].": "It holds `a` and `b` [1][2].",
    "Is it 5 < 6! Yes: it is [1].": "Is it 5 < 6! Yes: it is [1].",
    "A ratio of 3:1, at 10:30; e.g. f/8 [1].": "A ratio of 3:1, at 10:30; e.g. f/8 [1].",
    "[1]": "[1]",
    "- item [1]\n- item [2]\n": "- item [1]\n- item [2]\n",
    "wowww.x and word://x or xhttps://evil.example": "wowww.x and word(link removed) or xhttps(link removed)",
    "[see [1] there](/x) and <T, A> or Map<K, V>": "[see [1] there](/x) and ‹T, A> or Map‹K, V>",
}


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("seed", range(20))
def test_links_are_reduced_however_the_text_is_cut(text: str, seed: int) -> None:
    chance = random.Random(seed)
    sizes = [1] * len(text) if seed == 0 else [chance.randint(1, 9) for _ in range(len(text))]
    assert filtered(text, sizes) == CASES[text]


@given(st.text(alphabet="abc ,.!\n[]12", max_size=80), st.lists(st.integers(1, 7), max_size=40))
def test_text_without_links_is_untouched(text: str, sizes: list[int]) -> None:
    assert filtered(text, sizes) == text


def test_prose_is_not_held_back() -> None:
    links = LinkFilter([BOOK])
    assert [links.feed(token) for token in ("The", " hive", " is", " warm", ".")] == [
        "The",
        " hive",
        " is",
        " warm",
        ".",
    ]


def test_code_streams() -> None:
    links = LinkFilter([])
    assert "".join(links.feed(piece) for piece in ("```py\n", "x = 1\n", "y")) == "```py\nx = 1\ny"


@pytest.mark.parametrize("length", [1_000, 20_000])
def test_an_open_bracket_does_not_hold_the_answer_for_ever(length: int) -> None:
    links = LinkFilter([])
    given_out = sum(len(links.feed("word ")) for _ in range(length // 5)) + len(links.feed("["))
    given_out += sum(len(links.feed("word ")) for _ in range(length // 5))
    assert given_out > 2 * length - 400


class Reading(LinkFilter):
    """Counts the characters that it looks at, however often."""

    count = 0

    def _words(self, text: str) -> str | None:
        self.count += len(self._word) + len(text)
        return super()._words(text)

    def _prose(self, final: bool) -> str:
        self.count += len(self._held)
        return super()._prose(final)

    def _code(self, final: bool) -> str:
        self.count += len(self._held)
        return super()._code(final)


ENDLESS = (
    *("[", "![", "[a", "[a](", "[a](b ", "[[1] ", "[1,", "[]", "]", "**[", r"\[", "[x](http://e.example/ ", "[a]: "),
    *("<", "<a ", '<a href="', "<!--", "<?", "`", "`a", "~", "!", "&", "a@", "http://", "://", "//", "www.", "w", "a"),
    *("(", "*", "_", "\u3010", "```\n/a"),
)


@pytest.mark.parametrize("piece", ENDLESS)
def test_what_never_becomes_a_link_is_not_read_again_at_every_piece(piece: str) -> None:
    links, pieces = Reading([BOOK]), 400
    told = "".join(links.feed(piece) for _ in range(pieces)) + links.end()
    assert links.count < 12 * pieces * (len(piece) + 25), "each character is read again and again"
    assert len(told) < 2 * pieces * (len(piece) + len("(link removed)"))


@pytest.mark.parametrize("text", CASES)
def test_plain_words_and_markers_need_no_parser_to_come_out_the_same(text: str) -> None:
    class Parsing(LinkFilter):
        def _words(self, text: str) -> str | None:
            return None

    for size in range(1, 6):
        quick, slow = LinkFilter([BOOK], [PASSAGE]), Parsing([BOOK], [PASSAGE])
        told = [[links.feed(text[at : at + size]) for at in range(0, len(text), size)] for links in (quick, slow)]
        assert "".join(told[0]) + quick.end() == "".join(told[1]) + slow.end()


_RUNS = "\n<img src=x onerror=x>"
"""Harmless in code; so no parser may take for prose what is code to us."""
DISGUISES = [
    "- [b]: //evil.example/x\n\n![b]",
    "> 1. [b]: https://evil.example\n\n[t][b]",
    "[b\n]: //evil.example\n\n[b]",
    "[^1]: https://evil.example/x",
    r"\[b\](https://evil.example)",
    r"[b\](https://evil.example)",
    "[b](javascript:alert(1))",
    "[b](JaVaScRiPt&colon;alert(1))",
    "[b](<java\tscript:alert(1)>)",
    "[b\n](<java\tscript:alert(1)>)",
    "[b](https&colon;//evil.example)",
    "https&colon;//evil.example/?q=1 ok",
    "https&#58;&sol;&sol;evil.example ok",
    r"[b](https\://evil.example)",
    r"[b](/\evil.example)",
    r"[b](\\evil.example)",
    "[b](&#47;&#47;evil.example)",
    "[b](&amp;#47;&amp;#47;evil.example)",
    "[a [b](https://evil.example) c](/x)",
    "[![b](https://evil.example/i.png)](/x)",
    "![a ![b](https://evil.example) c](https://evil.example)",
    '[b](/x "t](https://evil.example")',
    "[b](/x 't' https://evil.example)",
    "<img\nsrc=https://evil.example>",
    "<img src=x onerror=fetch('//evil.example')>",
    "`\n` <img src=//evil.example> `",
    "\\` <a href=//evil.example>x</a> `",
    "``` <img src=//evil.example>\n```",
    "- ```\n  <img src=//evil.example>\n  ```",
    "<https://evil.example>",
    "<a@evil.example>",
    "<[a@evil.example>",
    "<5\n@evil.example>",
    '<5<5"@evil.example>',
    "<5`a`@evil.example>",
    "//evil.example/x and www.evil.example",
    "[b](data:text/html;base64,PHNjcmlwdD4=)",
    "[b](https://book.example@evil.example/)",
    "[b](https://book.example.evil.example/)",
    "[b](https:evil.example)",
    "[b](https:/evil.example)",
    "| [b](//evil.example) | ![c](//evil.example) |\n|---|---|\n",
    "# [b](//evil.example)\n[1]: //evil.example\nSo [1].",
    *("[b]<b y=1>(tel:1)", "[b]![](/a)(tel:1)", "[[1]](tel:1)(tel:2)", "[b]<b y=1>: tel:1\n\n[b]"),
    *("![b]<b y=1>(/<b y=1>/evil.example)", "[b]<b y=1>(java<b y=1>script:alert(1))"),
    *("[b][(](tel:1)/[/](tel:1)evil.example)", "&#91;b&#93;(tel:1)https://evil.example"),
    *("<<b title='[a'>img src=x onerror=x>", "<5<b title='`'>@evil.example>", f"<5`{'a ' * 250}`@evil.example>"),
    "&lt;img&#32;src=x&#32;onerror=x&gt;//evil.example",
    *(f"{opening}{_RUNS}" for opening in ("<b y=1>~~~\n~~~", "[~~~](tel:1)\n~~~", "~~[~](tel:1)\n~~~", "a\r~~~\n~~~")),
    *(f"{opening}\n```{_RUNS}\n```" for opening in ("<pre>", "  <T>", "[<div>](tel:1)", "a\r<pre>", "</pre>")),
    *(f"{opening}//evil.example\n~~~{_RUNS}" for opening in ("&#126;~~", "a&NewLine;~~~")),
    *(
        f"https://book.example{end}.evil.example/?q=1"
        for end in ("'", '"', "`", "&quot;", "&apos", "&gt;", "&nbsp;", ".'", "&sol;")
    ),
    *("https://book.example/{https://evil.example/q}", "https://book.example`.evil.example`", "www.'evil.example"),
    *(
        "_www.evil.example",
        "_www.evil.example.a://b",
        "===@evil.example",
        "www.))'evil.example",
        "a@evil.example",
        "a@b.c//evil.example",
        "www.evil.example.a://b",
    ),
    *(f"```{_RUNS}", f"```{_RUNS}\n", f"```py title=a{_RUNS}\n```", f"```{_RUNS}\n````", f"```{_RUNS}\n  ```\t"),
]
FRAGMENTS = [
    *(
        "[b]",
        "![b]",
        "[1]",
        "[",
        "]",
        "](",
        "]:",
        "]: ",
        "(",
        ")",
        "![",
        "<",
        ">",
        "`",
        "```",
        "~~~",
        "\\",
        "\n",
        "\n\n",
    ),
    *(
        "- ",
        "> ",
        "1. ",
        "| ",
        "    ",
        "\t",
        " ",
        "word",
        "&colon;",
        "&sol;",
        "&#58;",
        "&amp;",
        ":",
        "/",
        "//",
        "https:",
    ),
    *("javascript:", "java\tscript:", "data:x", "www.", "evil.example", "//evil.example", "https://evil.example/q"),
    *("https://api.example", "<https://a.example/list>"),
    *("https://book.example", ".evil.example", "@evil.example", "&quot;", "&apos;", "&nbsp;", "{", "_", "))"),
    *(
        "img src=",
        "a href=",
        '"',
        "'",
        "onerror=x",
        "!",
        "^1",
        "mailto:",
        "a@evil.example",
        "https://book.example/p",
        "/p",
        "<5",
        "<!--",
        "-->",
        "`a`",
        "wo",
    ),
]
RUNNING = [
    *FRAGMENTS,
    *("<pre>", "<T>", "\r", "\n```\n", "\n~~~\n", _RUNS, f"\n~~~{_RUNS}", "<b y=1>", "](tel:1)", "(tel:1)", ": tel:1"),
    *("[](tel:1)", "[~~~](tel:1)", "&lt;", "&gt;", "&#91;", "&#93;", "&#32;", "&NewLine;", "&#96;", "~"),
]
_CHANCE = settings(
    max_examples=int(os.environ.get("CASES", "300")), deadline=None, derandomize="RANDOM" not in os.environ
)
"""The same examples in every run; others with RANDOM=1."""
_COMMONMARK = MarkdownIt("commonmark", {"html": True, "linkify": True}).enable(["table"])
_COMMONMARK.validateLink = lambda url: True  # type: ignore[method-assign]


class _Page(HTMLParser):
    """Collects where the tags of a page lead, and whatever in them runs or loads something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.found.append(value or "")
            elif name.startswith("on") or name in ("style", "srcset", "action"):
                self.found.append(f"javascript:{name}={value}")


_TAKEN_FOR_LINKS = re.compile(
    r"(?:https?|ftp)://[^\s<]+|(?<![^\W_])(?<!\.)www\.(?=[^\s<\w]*[\w])[^\s<]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    re.IGNORECASE,
)
"""As GitHub's Markdown has it: whatever follows without a blank belongs to the address."""


def taken_for_links(markdown: str) -> list[str]:
    """Where the bare addresses of a text lead whom a program makes links of them."""
    inside = [child for token in _COMMONMARK.parse(markdown) for child in token.children or ()]
    texts = [child.content for child in inside if child.type == "text"]
    if not {"`", "<", "~"} & set(markdown):  # some look for addresses before entities and escapes are resolved
        texts += re.split(r"\]\([^)]*\)", markdown)
    found = [found[0] for text in texts for found in _TAKEN_FOR_LINKS.finditer(text)]
    return [to if "://" in to else f"mailto:{to}" if "@" in to else f"http://{to}" for to in found]


def leads(markdown: str) -> list[str]:
    """Where three different renderers, none of which sanitises anything, would lead a reader."""
    return _shown_links(markdown) + taken_for_links(markdown)


def _shown_links(markdown: str) -> list[str]:
    pages = [_COMMONMARK.render(markdown), python_markdown(markdown, extensions=["tables", "fenced_code", "footnotes"])]
    return [to for page in pages for to in _Page(page).found]


def is_foreign(to: str) -> bool:
    seen = re.sub(r"[\x00-\x20]", "", to).replace("\\", "/")
    if seen.startswith(("#fn", "https://book.example/")) or seen == "https://book.example":
        return False
    return seen.startswith("//") or re.match(r"[a-z][a-z0-9+.-]*:", seen, re.IGNORECASE) is not None


@pytest.mark.parametrize("text", DISGUISES)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_no_disguise_leads_out_of_the_book(text: str, size: int) -> None:
    for around in (text, f"Before.\n\n{text}\n\nAfter [1].", f"- item\n- {text}"):
        out = filtered(around, [size] * (len(around) // size))
        assert not [to for to in leads(out) if is_foreign(to)], out


@_CHANCE
@given(st.lists(st.sampled_from(RUNNING), max_size=14), st.lists(st.integers(1, 9), max_size=60))
def test_nothing_made_of_the_parts_of_links_leads_out_of_the_book(parts: list[str], sizes: list[int]) -> None:
    out = filtered("".join(parts), sizes)
    assert not [to for to in leads(out) if is_foreign(to)], out


@_CHANCE
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=10), st.lists(st.integers(1, 9), max_size=60))
def test_how_the_text_is_cut_changes_nothing(parts: list[str], sizes: list[int]) -> None:
    text = "".join(parts)
    assert filtered(text, sizes) == filtered(text)


@pytest.mark.parametrize("shape", ["```\n{}\n```", "See `{}`."])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_nothing_is_added_to_an_address_in_code(shape: str, size: int) -> None:
    """Shown as plain text, the words behind a quotation mark belong to it for many programs."""
    for code, expected in (
        ("get(\"https://a.example/list\",'secret')", "get(\"https://a.example/list\",' secret')"),
        ("https://a.example/list'secret", "https://a.example/list' secret"),
        ("https://a.example/list>a'//b", "https://a.example/list> a'//b"),
        ("get('https://a.example/list')", "get('https://a.example/list')"),
        ("get('https://a.example/list', 1)", "get('https://a.example/list', 1)"),
        ("get('https://book.example/list',1)", "get('https://book.example/list',1)"),
    ):
        text = shape.format(code)
        assert filtered(text, [size] * (len(text) // size)) == shape.format(expected)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_backslashes_that_markdown_takes_for_escapes_lead_nowhere_in_plain_text(size: int) -> None:
    r"""What Markdown shows with one backslash, a client of plain text on Windows takes for another machine."""
    sharing = LinkFilter([BOOK], [r"It is at \\files.corp.example\drive for all."])
    for text, expected in (
        (r"Open \\evil.example\x now.", "Open (link removed) now."),
        (r"Open \\files.corp.example\drive now.", r"Open \\files.corp.example\drive now."),
        (r"A \\ breaks a line, C:\\temp\\x does not.", r"A \\ breaks a line, C:\\temp\\x does not."),
    ):
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        assert "".join(map(sharing.feed, pieces)) + sharing.end() == expected
