"""The HTML that a browser gets: the chat page, a page of the book, the page of an API. Pure functions.

Knows no server and no route.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from urllib.parse import urlencode

from footnoted.domain.book import Passage
from footnoted.domain.picture import PlacedPicture
from footnoted.domain.text.language import ENGLISH
from footnoted.web.book_markdown import render


def chat_page(title: str, root: str = "") -> str:
    """The page at `/`: the widget's element, as wide as the window; ``root`` is the server's mount path."""
    filling = {"{{title}}": escape(title), "{{root}}": escape(root)}
    template = files(__package__).joinpath("static", "chat.html").read_text(encoding="utf-8")
    # In one pass, so that a title cannot insert a placeholder.
    return re.sub(r"\{\{(?:title|root)\}\}", lambda found: filling[found[0]], template)


def api_page(title: str, root: str = "") -> str:
    """The page that documents a contract and lets it be tried; it reads the description at its own address."""
    start = escape(root)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="{start}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{start}web/swagger-ui.css">
<script defer src="{start}web/swagger-ui-bundle.js"></script>
<script defer src="{start}web/api.js"></script>
</head>
<body>
<main id="api"></main>
</body>
</html>
"""


_NO_PAGE = """<h1>No such page</h1>
<p>The book has no page at this address; it may have moved. <a href="{start}">Ask the book</a> to find it.</p>"""


def reader_fragment(passages: Sequence[Passage], pictures: Sequence[PlacedPicture] = (), root: str = "") -> str:
    """The passages of one page in order, each a section; headings are added where they change, with their anchors."""
    return "\n".join(_sections(passages, pictures, root))


def reader_page(passages: Sequence[Passage], root: str = "/", pictures: Sequence[PlacedPicture] = ()) -> str:
    """A whole document around the fragment; ``root`` is the path that the server is mounted at."""
    title = escape(passages[0].title if passages else "No such page")
    start, spoken = escape(root), escape((passages[0].language if passages else "") or ENGLISH)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="{start}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{start}web/read.css">
<script type="module" src="{start}web/read.js"></script>
</head>
<body>
<header class="masthead">
<p class="running-title" lang="{spoken}" dir="auto">{title}</p>
<a href="{start}">Ask the book</a>
</header>
<main class="prose" lang="{spoken}" dir="auto">
{reader_fragment(passages, pictures, root) if passages else _NO_PAGE.format(start=start)}
</main>
</body>
</html>
"""


def _sections(passages: Sequence[Passage], pictures: Sequence[PlacedPicture], root: str) -> Iterator[str]:
    path: tuple[str, ...] = ()
    anchor = ""
    for passage in passages:
        headings = ""
        if passage.path != path or passage.anchor != anchor:
            headings = _headings(path, passage)
            path, anchor = passage.path, passage.anchor
        own = [(shown.place, _figure(passage.book, shown, root)) for shown in pictures if _is_in(shown, passage)]
        text = render(passage.text, own, passage.boxes)
        yield f'<section data-position="{passage.position}">\n{headings}{text}</section>'


def _is_in(shown: PlacedPicture, passage: Passage) -> bool:
    return shown.place.position == passage.position


def _figure(book: str, shown: PlacedPicture, root: str) -> str:
    address = f"{root}web/picture?{urlencode({'book': book, 'name': shown.name})}"
    size = f'width="{shown.width}" height="{shown.height}"'
    return f'<figure><img src="{escape(address)}" alt="{escape(shown.place.words)}" {size} loading="lazy"></figure>\n'


def _headings(before: tuple[str, ...], passage: Passage) -> str:
    """The headings that are new since ``before``; the anchor belongs to the innermost one.

    Equal paths with another anchor are two sections of the same name.
    """
    path = passage.path
    same = next((depth for depth, (old, new) in enumerate(zip(before, path, strict=False)) if old != new), len(before))
    lines = []
    for depth in range(min(same, len(path) - 1), len(path)):
        name = f"h{min(depth + 1, 6)}"
        own = f' id="{escape(passage.anchor)}"' if passage.anchor and depth == len(path) - 1 else ""
        lines.append(f"<{name}{own}>{escape(path[depth])}</{name}>\n")
    return "".join(lines)
