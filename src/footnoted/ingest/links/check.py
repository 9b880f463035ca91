"""Checks whether citations open: routes, anchors and fragments on a built site, a folder, an EPUB, or live pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from footnoted.domain.errors import BadSource
from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.html.encoding import decoded
from footnoted.ingest.formats.html.view import with_closing_tags
from footnoted.ingest.formats.pdf.lines import count_pages
from footnoted.ingest.links.built_page import BuiltPage, built_page
from footnoted.ingest.manuscript import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_FOLDERS_OFF = 3
"""Leading folders of a route (its base URL) that the build folder may lack."""
_HTML = (".html", ".htm", ".xhtml")


FRAGMENT = ":~:text="


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a book's links."""

    links: int
    opened: int
    """Links whose page exists and has the anchor."""
    fragments: int
    """Links with words to scroll to, on a page that a browser searches."""
    unique: int
    """Those of them whose words are on the page exactly once."""
    failures: tuple[tuple[str, str], ...]
    """Link and reason."""


async def check_links(links: Collection[str], target: str, *, allow_private: bool = False) -> Checked:
    """Look up every link (``/docs/intro#dew:~:text=Wipe%20it``) in the built site at the target. Raises BadSource."""
    routes: dict[str, list[str]] = {}
    for link in sorted(links):
        routes.setdefault(link.partition("#")[0], []).append(link)
    if target.lower().startswith(("http://", "https://")):
        pages = await _live_pages(routes, target, allow_private)
    else:
        pages = await asyncio.to_thread(_built_pages, list(routes), target)
    failures: dict[str, str] = {}
    closed = fragments = ambiguous = 0
    for route, on_page in routes.items():
        page = pages[route]
        for link in on_page:
            anchor, _, words = link.partition("#")[2].partition(FRAGMENT)
            searched = bool(words) and not isinstance(page, str) and page.words is not None
            fragments += searched
            if isinstance(page, str):
                closed += 1
                failures[f"{route}#{anchor}".rstrip("#")] = page
                continue
            if anchor and anchor not in page.ids and unquote(anchor) not in page.ids:
                closed += 1
                failures[f"{route}#{anchor}"] = "the page has no such anchor"
            if searched and (times := page.times(words)) != 1:
                ambiguous += 1
                failures[link] = f"its words stand {times} times on the page" if times else "no such words there"
    return Checked(len(links), len(links) - closed, fragments, fragments - ambiguous, tuple(failures.items()))


Pages = Mapping[str, "BuiltPage | str"]
"""Route → its page, or why it does not open."""


async def _live_pages(routes: Iterable[str], target: str, allow_private: bool) -> Pages:
    from footnoted.ingest.live.fetch import Budget, fetching

    parts = parts_of(target)
    found: dict[str, BuiltPage | str] = {}
    async with fetching(Budget(), allow_private=allow_private) as fetcher:
        for route in routes:
            try:
                answer = await fetcher.get(f"{parts.scheme}://{parts.netloc}{route}")
                if answer.status != 200:
                    found[route] = f"answered {answer.status}"
                elif "html" in answer.kind:
                    found[route] = built_page(decoded(answer.data))
                else:
                    found[route] = _UNCHECKED_PAGE
            except Unreadable as reason:
                found[route] = str(reason)
    return found


class _AnyAnchor(set[str]):
    def __contains__(self, anchor: object) -> bool:
        return True


_UNCHECKED_PAGE = BuiltPage(_AnyAnchor())
"""A live file that is not HTML, such as a PDF: its anchors cannot be checked."""


def _built_pages(routes: Collection[str], place: str) -> Pages:
    target = Path(place).expanduser()
    if not target.exists():
        raise BadSource(f"There is nothing at {target}. Give the folder that the site was built into, or its URL.")
    try:
        with _lookup(target) as look:
            return {route: look(path) for route, path in _without_base(routes, look).items()}
    except Unreadable as reason:
        raise BadSource(f"{target} cannot be read: {reason}.") from reason


Lookup = Callable[[str], "BuiltPage | str"]


def _without_base(routes: Collection[str], look: Lookup) -> dict[str, str]:
    """Each route as a path below the target, with or without the base URL, whichever opens more of them."""
    best: dict[str, str] = {}
    most = -1
    split = {route: unquote(route).lstrip("/").split("/") for route in routes}
    for off in range(_MOST_FOLDERS_OFF + 1):
        if len({tuple(parts[:off]) for parts in split.values() if len(parts) > off}) > 1:
            break  # all routes have the same base URL
        paths = {route: "/".join(parts[off:]) for route, parts in split.items()}
        some = list(paths.values())[:: max(1, len(paths) // 50)]
        opened = sum(not isinstance(look(path), str) for path in some)
        if opened > most:
            best, most = paths, opened
        if opened == len(some):
            break
    return best


@contextmanager
def _lookup(target: Path) -> Iterator[Lookup]:
    if target.is_dir():
        yield lambda path: _in_folder(target, path)
    elif target.suffix.lower() == ".epub":
        with open_archive(target) as archive:
            names = set(archive.namelist())

            def look(path: str) -> BuiltPage | str:
                if path not in names:
                    return "no such page in the EPUB"
                return built_page(with_closing_tags(decoded(read_entry(archive, path))))

            yield look
    else:
        yield lambda path: _page(target) if path == target.name else "no such file"


def _in_folder(folder: Path, path: str) -> BuiltPage | str:
    """The page that a web server would give for a path."""
    place = (folder / path).resolve()
    if not place.is_relative_to(folder.resolve()):
        return "leads out of the site"
    beside, inside = place.with_name(place.name + ".html"), place / "index.html"
    for candidate in (inside, beside) if path.endswith("/") else (place, beside, inside):
        if candidate.is_file():
            try:
                return _page(candidate)
            except Unreadable as reason:
                return str(reason)
    for above in place.parents:
        if above.suffix.lower() == ".epub" and above.is_file():
            with _lookup(above) as look:
                return look(place.relative_to(above).as_posix())
    return "no such page"


def _page(path: Path) -> BuiltPage:
    if path.suffix.lower() == ".pdf":
        return BuiltPage({f"page={number}" for number in range(1, count_pages(path) + 1)})
    return built_page(decoded(bytes_of(path))) if path.suffix.lower() in _HTML else BuiltPage(())
