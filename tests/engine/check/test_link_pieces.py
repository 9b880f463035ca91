"""Exact results of the link gate, cut anywhere; how much it holds back; how often it reads a long line again."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from footnoted.engine.check.links import LinkFilter, without_foreign_links
from tests.scenes import CLUSTER

BOOK, KNOWN, EVIL = "https://book.example", "https://api.example", "https://evil.example"
TAG = "<p x=1>"
"""Goes in prose, stays in code: it tells which of them a line was taken for."""

SAME = [
    *(f"```\n{TAG}\n```", f"````\n```\n{TAG}\n````\nx", f"```\n~~~\n``` a\na ```\n    ```\n{TAG}\n```\n"),
    *(f"a\n```py\n{TAG}\n```\nb", f"\n\n~~~~\n~~~\n{TAG}\n~~~~\n", "```\n\n\n```\n", "``", "~~ a ~~ b", "~\n~~\n"),
    *(
        "`a`\n`b`",
        "``a ` b`` `` ` ``",
        "- <T> and <T>",
        "a <T> < b > c",
        "x <5[a b",
        "<5X[a b",
        "![",
        "a! b!",
        "[](/a)",
    ),
    *(f"[a]({BOOK}) <{BOOK}/x> {BOOK}/y", "[ab][1] and [1](/x) [12][3", "wwwwww.evil.example www. w", "[`a`<b>](/c)"),
    *("h ht htt http https :", "a:b a/b a//b c:/d &amp; x@y", "`a`[`b`](/c) `d`", f"a `` b ` c `` {EVIL[:4]}"),
]
CHANGED = {
    # A fence is passed on as every parser reads it, and code that is not closed is closed.
    f"```\n{KNOWN} {EVIL}\n```\n{KNOWN} {EVIL}": f"```\n{KNOWN} (link removed)\n```\n`{KNOWN}` (link removed)",
    f"```py title=a\n{TAG}\n   ````\t\n{TAG}.": f"```py\n{TAG}\n```\n .",
    f"~~~ {{.py}}\n{TAG}": f"~~~\n{TAG}\n~~~",
    f"```\n{TAG}\n": f"```\n{TAG}\n```",
    "```\nwww.evil.example\nhttps\n://evil.example\n```\n": "```\n(link removed)\nhttps\n(link removed)\n```\n",
    f"```\r\n{TAG}\r```\r\r\n{TAG}.": f"```\n{TAG}\n```\n\n .",
    # What is no fence for us may be one for a parser: from there on no tick is trusted.
    f"``` {KNOWN}\n{TAG}\n```\n{KNOWN}": "``` (link removed)\n \n```\n(link removed)",
    f"  ```\n{TAG}\n{KNOWN}": "  ```\n \n(link removed)",
    f" \t~~~\n{TAG}\n{KNOWN}": " \t~~~\n \n(link removed)",
    f"[~~~]({EVIL})\n{KNOWN}": "~~~\n(link removed)",
    f"{TAG}~~~!\n{KNOWN}": " ~~~!\n(link removed)",
    f"~~[~]({EVIL})\n{KNOWN}": f"~~ ~\n`{KNOWN}`",
    f"a ~~~\n{KNOWN}": f"a ~~~\n`{KNOWN}`",
    f"[a](/x)~~~\n{KNOWN}": f"[a](/x)~~~\n`{KNOWN}`",
    f"a ```\n{TAG}\n``` {KNOWN}": "a ```\n \n``` (link removed)",
    # Two ticks never meet.
    f"`a`{KNOWN}`b`<{KNOWN}>": f"`a` `{KNOWN}` `b` `{KNOWN}`",
    f"<{KNOWN}>\n<{KNOWN}>``": f"`{KNOWN}`\n`{KNOWN}` ``",
    f"`a`[`b`]({EVIL})": "`a` `b`",
    f"`{EVIL}` ` {KNOWN}": "`(link removed)` ` (link removed)",
    # Tags.
    "<b>bold</b> <T, A> <b x=1>.": "‹b>bold</b> ‹T, A>  .",
    "a<a>b</a>c<img>d<A>e<Svg>f": "a b c d e f",
    "a <b": "a ‹b",
    "a <5": "a ‹5",
    "1<2 <5\n> a <!-- b": "1<2 ‹5\n> a ‹!-- b",
    "a <!-- b --> <?b?> <![CDATA[c]]>.": "a      .",
    "a<5@b> and <5@b.c": "a(link removed) and ‹5(link removed)",
    "<<b title='[a'>img src=x> b": "‹ img src=x> b",
    "a<5<b>5": "a‹5<b>5",
    f"[<b>](/a) [<b>]({EVIL})": "[‹b>](/a) <b>",
    # Links; and what is on both sides of something removed stays apart.
    f"[a](/b)[c]({EVIL}/d)![e](/f)": "[a](/b)ce",
    f"[x [a](/b) y](/c) ![a `b` {TAG} [1]](/c)": "[x [a](/b) y] (/c) a `b` ‹p x=1> [1]",
    "[a](/b 'title') [c](</d>) [a](/b(c)d)": "[a](/b) [c](/d) a",
    f"[a]: {EVIL}\n[b] : c](d)]:e": "[a] : (link removed)\n[b] : c] (d)] :e",
    "[a\n](/b) [c](\n/d)": "[a\n] (/b) [c] (\n/d)",
    f"[x]{TAG}(a)[c][[1]]({EVIL})(d)[[1]]({EVIL}):[e][]({EVIL}): f": "[x] (a)[c][1] (d)[1] :[e] : f",
    f"so www[.evil.example]({EVIL}) /[/evil.example]({EVIL})x": "so www(link removed) /(link removed)x",
    f"[{EVIL}](tel:1).b [{BOOK}](tel:1).evil.example": f"(link removed).b {BOOK}/.evil.example",
    f"[{EVIL}](tel:1)www.evil.example [{BOOK}](tel:1)www.a.b": f"(link removed)(link removed) {BOOK}/(link removed)",
    f"x[{EVIL}](/a)": "x[(link removed)](/a)",
    "w![](/a)ww.evil.example": "w ww.evil.example",
    # Addresses.
    "www.evil.example wWw.evil.example www.a[b c": "(link removed) (link removed) (link removed) c",
    "mailto:a@evil.example, javascript:x data: file": "(link removed), (link removed) data: file",
    f"({EVIL}), *{EVIL}* - <b>{EVIL}</b>": "((link removed)), *(link removed)* - <b>(link removed)</b>",
    "x" * 60 + "://evil.example/ a": "x" * 60 + "(link removed) a",
    "&#104;ttps://evil.example &lt;p x&gt;": "(link removed) &lt;p x&gt;",
    "&lt;p&gt;//evil.example &#91;x&#93;(&#126;&#96;)www.evil.example": "‹p›(link removed) (x)(-')(link removed)",
    "//evil.example&NewLine;a \\[www.evil.example": "(link removed) a ((link removed)",
    "a <5`b": "a ‹5`b",
    # What other programs take for one address: a slash ends its host, and in its path is no other.
    f"{BOOK}. {BOOK}'.evil.example {BOOK}&quot;.evil.example": f"{BOOK}/. {BOOK}/'.evil.example {BOOK}/\".evil.example",
    f"{BOOK}`.evil.example/`a` {BOOK}&nbsp;.evil.example": f"{BOOK}/`.evil.example/`a` {BOOK}/\u00a0.evil.example",
    f"{BOOK}?a={EVIL} {BOOK}/{{{EVIL}}}": f"{BOOK}?a=(link removed) {BOOK}/{{(link removed)}}",
    f"{BOOK}/a'{EVIL}": f"{BOOK}/a'(link removed)",
    f"www.'evil.example www.`\"evil.example {BOOK}/a?b#c'd": f"(link removed) (link removed) {BOOK}/a?b#c'd",
    f"www.evil.example.https:{BOOK[6:]} and www.evil.example:{BOOK[6:]}": "(link removed) and (link removed)",
    "_www.evil.example_ **__www.evil.example__**": "_(link removed)_ **__(link removed)__**",
    f"www.`.evil.example` and \\{KNOWN}": "www. `.evil.example` and \\(link removed)",
    "www.))'evil.example": "(link removed)",
    "a@evil.example//evil.example me@told.example//evil.example": "a(link removed) me(link removed)",
    "a@evil.example, a.b+c@d.evil.example; me@told.example": "a(link removed), a.b+c(link removed); me@told.example",
}
EXACT = dict.fromkeys(SAME, "") | CHANGED


def passed(*pieces: str) -> str:
    links = LinkFilter([BOOK], [f"Ask `{KNOWN}`, or me@told.example."])
    return "".join(map(links.feed, pieces)) + links.end()


@pytest.mark.parametrize("text", EXACT)
def test_a_text_comes_out_the_same_wherever_it_is_cut(text: str) -> None:
    cleaned = EXACT[text] or text
    assert passed(text) == cleaned
    assert passed(*text) == cleaned
    for at in range(1, len(text)):
        assert passed(text[:at], text[at:]) == cleaned, f"cut after {text[:at]!r}"


def test_a_long_word_of_code_is_read_with_its_beginning() -> None:
    assert passed("```\nxwww.", *"a" * 50, "\n```") == f"```\nxwww.{'a' * 50}\n```"


@pytest.mark.parametrize("unclosed", [40, 41])
def test_a_line_with_more_brackets_than_anyone_writes_is_not_parsed(unclosed: int) -> None:
    line = "[" * unclosed + " `a` <b>"
    expected = line if unclosed == 40 else "(" * unclosed + " 'a' ‹b›"
    assert passed(f"{line}\n[a]({EVIL}) `b`\n") == f"{expected}\na `b`\n"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        *(("so ht", "ht"), ("so htx", ""), ("so w", "w"), ("so www", "www"), ("so wwww", ""), ("so www.a", "www.a")),
        *(("so [", "["), ("so [1", "[1"), ("so [1]", "[1]"), ("so [1].", ""), ("so [12345", "[12345"), ("[1][", "[")),
        *(("so [a] ", ""), ("so [a](/b", "[a](/b"), ("so [a](/b)", ""), ("so ]", "]"), ("so !", "!"), ("so ![", "![")),
        *(("so `a", "`a"), ("so `a`", "`a`"), ("so `a` ", ""), ("so ~", "~"), ("so ~~~ a", ""), ("so &", "&")),
        *(("so <", "<"), ("so <5", "<5"), ("so < ", ""), ("so <T>", ""), ("so <b title='>", "<b title='>")),
        *(("so x@b", "@b"), ("so x@b ", ""), ("so x/b", "/b"), ("so x/b ", ""), ("so <!-- x", "<!-- x")),
        *(("`", "`"), ("``", "``"), ("```py", "```py"), ("```py\n", ""), ("~~~é", "~~~é"), ("~~~?", "")),
        *(
            ("```\nX", ""),
            ("```\n`", "`"),
            ("```\n ", " "),
            ("```\n X", ""),
            ("```\nx\n```", "```"),
            ("```\nhtt", "htt"),
        ),
        ("```\nx\n```\nword w", "w"),
    ],
)
def test_only_what_may_become_a_link_is_held_back(text: str, held: str) -> None:
    links = LinkFilter([BOOK])
    assert "".join(map(links.feed, text)) == text.removesuffix(held)


def test_letters_within_a_word_are_not_held_back() -> None:
    """The "d" could begin "data:", but not after "wor"."""
    links = LinkFilter([])
    assert [links.feed(letter) for letter in "word had"] == ["", "wo", "r", "d", " ", "", "ha", "d"]


def test_plain_words_and_markers_are_not_parsed() -> None:
    class Unparsed(LinkFilter):
        def _prose(self, final: bool) -> str:
            raise AssertionError(f"{self._held!r} is parsed")

    text = "Keep 3 of 10 [1], at 5 [12][3] apart. "
    links = Unparsed([])
    assert "".join(links.feed(text[at : at + 2]) for at in range(0, len(text), 2)) == text


@pytest.mark.parametrize(
    ("length", "pieces"), [(20, 1), (63, 1), (64, 1), (65, 8), (71, 8), (72, 9), (79, 9), (80, 10), (800, 100)]
)
def test_a_long_line_is_read_again_when_it_has_grown_by_an_eighth(length: int, pieces: int) -> None:
    links = LinkFilter([])
    assert links.feed("a <b" + "x" * (length - 2)) == "a "
    told = [links.feed(piece) for piece in ">" + " " * pieces]
    assert next(at for at, piece in enumerate(told, 1) if piece) == pieces
    assert "".join(told).startswith("<bx")


def test_what_is_held_back_at_the_end_may_be_several_lines() -> None:
    links = LinkFilter([])
    assert links.feed("a <b" + "x" * 70) + links.feed(">\nb\n") == "a "
    assert links.end() == f"<b{'x' * 70}>\nb\n"


async def test_an_answers_links_stay_within_its_sources() -> None:
    own = f"{CLUSTER.passage.site}/a"

    async def pieces() -> AsyncGenerator[str, None]:
        for piece in ("See ", "[a", f"]({own}), [b]({EVIL}) and [", "c"):
            yield piece

    told = [piece async for piece in without_foreign_links(pieces(), [CLUSTER])]
    assert told == ["See ", f"[a]({own}), b and ", "[c"]
