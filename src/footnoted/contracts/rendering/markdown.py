"""Pages of a book as Markdown, assembled from their passages, and their paths. Knows no server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from footnoted.domain.book import Passage

_NO_FILE_NAME = "index.html"
"""The file name of llmstxt.org for a URL that ends in a slash."""
_SIGNS = re.compile(r"[\\\[\]<]")


def twin(route: str) -> str:
    """The path of a page's Markdown.

    >>> twin("/docs/winter"), twin("/docs/")
    ('/docs/winter.md', '/docs/index.html.md')
    """
    return (route + _NO_FILE_NAME if route.endswith("/") else route) + ".md"


def page_of(path: str) -> str | None:
    """The route whose Markdown has this path; None for other paths.

    >>> page_of("/docs/winter.md"), page_of("/docs/index.html.md"), page_of("/docs")
    ('/docs/winter', '/docs/', None)
    """
    if not path.endswith(".md"):
        return None
    route = path.removesuffix(".md")
    return route.removesuffix(_NO_FILE_NAME) if route.endswith("/" + _NO_FILE_NAME) else route


def page_markdown(passages: Sequence[Passage]) -> str:
    """One page: its title, then each passage under its headings, in reading order."""
    return "\n\n".join(_blocks(passages)) + "\n" if passages else ""


def section_of(passages: Sequence[Passage], anchor: str) -> list[Passage]:
    """The passages of the section with that anchor and of the sections below it; empty if there is none."""
    own = next((passage for passage in passages if passage.anchor == anchor), None)
    if own is None:
        return []
    if not own.headings:
        return [passage for passage in passages if passage.anchor == anchor]
    depth = len(own.headings)
    start = passages.index(own)
    inside: list[Passage] = []
    for passage in passages[start:]:
        is_below = len(passage.headings) > depth and passage.headings[:depth] == own.headings
        if passage.anchor != anchor and not is_below:
            break
        inside.append(passage)
    return inside


def heading(title: str) -> str:
    r"""A title as one line of Markdown, in which no part of it is a link, a picture or a tag.

    >>> print(heading("list[int]\n## <b>"))
    list\[int\] ## \<b>
    """
    return _SIGNS.sub(r"\\\g<0>", " ".join(title.split()))


def _blocks(passages: Sequence[Passage]) -> Iterator[str]:
    path: tuple[str, ...] = ()
    anchor = ""
    for passage in passages:
        if passage.path != path or passage.anchor != anchor:
            yield from _headings(path, passage.path)
            path, anchor = passage.path, passage.anchor
        yield passage.text.strip()


def _headings(before: tuple[str, ...], path: tuple[str, ...]) -> Iterator[str]:
    """The headings that are new since ``before``. Equal paths are two sections of the same name."""
    pairs = zip(before, path, strict=False)
    same = next((depth for depth, (old, new) in enumerate(pairs) if old != new), min(len(before), len(path)))
    for depth in range(min(same, len(path) - 1), len(path)):
        yield "#" * min(depth + 1, 6) + " " + heading(path[depth])
