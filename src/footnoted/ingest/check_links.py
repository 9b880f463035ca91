"""Do citations open? Holds routes and anchors against a built site: a folder, an EPUB, or the live pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser

from footnoted.domain.errors import BadSource
from footnoted.ingest.disk import bytes_of
from footnoted.ingest.manuscript import Unreadable
from footnoted.ingest.read.archive import open_archive, read_entry
from footnoted.ingest.read.html_view import decoded, opened_up, refuse_deep
from footnoted.ingest.read.pdf_lines import count_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_FOLDERS_OFF = 3
"""How many leading folders of a route, its base URL, a build folder may lack."""
_HTML = (".html", ".htm", ".xhtml")


@dataclass(frozen=True, slots=True)
class Checked:
    """How the links fared."""

    links: int
    opened: int
    failures: tuple[tuple[str, str], ...]
    """Link and reason."""


async def check_links(links: Collection[str], target: str, *, allow_private: bool = False) -> Checked:
    """Look up every link (``/docs/intro#dew``) in the built site at the target. Raises BadSource."""
    pages: dict[str, list[str]] = {}
    for link in sorted(links):
        pages.setdefault(link.partition("#")[0], []).append(link)
    if target.lower().startswith(("http://", "https://")):
        ids = await _live_ids(pages, target, allow_private)
    else:
        ids = await asyncio.to_thread(_built_ids, list(pages), target)
    failures: list[tuple[str, str]] = []
    for route, on_page in pages.items():
        found = ids[route]
        for link in on_page:
            anchor = link.partition("#")[2]
            if isinstance(found, str):
                failures.append((link, found))
            elif anchor and anchor not in found and unquote(anchor) not in found:
                failures.append((link, "the page has no such anchor"))
    return Checked(len(links), len(links) - len(failures), tuple(failures))


Ids = Mapping[str, "set[str] | str"]
"""Route → the anchors of its page, or why it does not open."""


def ids_of(text: str) -> set[str]:
    """Every anchor that a link may name on this page. Raises Unreadable.

    >>> sorted(ids_of('<h2 id="a">A</h2><a name="b"></a>'))
    ['a', 'b']
    """
    refuse_deep(text)
    tree = LexborHTMLParser(text)
    found = {node.attributes.get("id") for node in tree.css("[id]")}
    found |= {node.attributes.get("name") for node in tree.css("a[name]")}
    return {name for name in found if name}


async def _live_ids(routes: Iterable[str], target: str, allow_private: bool) -> Ids:
    from footnoted.ingest.live.fetch import Budget, fetching

    parts = urlsplit(target)
    found: dict[str, set[str] | str] = {}
    async with fetching(Budget(), allow_private=allow_private) as fetcher:
        for route in routes:
            try:
                answer = await fetcher.get(f"{parts.scheme}://{parts.netloc}{route}")
                if answer.status != 200:
                    found[route] = f"answered {answer.status}"
                elif "html" in answer.kind:
                    found[route] = ids_of(decoded(answer.data))
                else:
                    found[route] = _EVERY
            except Unreadable as reason:
                found[route] = str(reason)
    return found


class _Every(set[str]):
    def __contains__(self, anchor: object) -> bool:
        return True


_EVERY = _Every()
"""Of a live file that is not HTML, such as a PDF, the anchors are not known here."""


def _built_ids(routes: Collection[str], place: str) -> Ids:
    target = Path(place).expanduser()
    if not target.exists():
        raise BadSource(f"There is nothing at {target}. Give the folder that the site was built into, or its URL.")
    try:
        with _lookup(target) as look:
            return {route: look(path) for route, path in _without_base(routes, look).items()}
    except Unreadable as reason:
        raise BadSource(f"{target} cannot be read: {reason}.") from reason


Look = Callable[[str], "set[str] | str"]


def _without_base(routes: Collection[str], look: Look) -> dict[str, str]:
    """Each route as a path below the target: as it is, or without the base URL, whichever opens most of them."""
    best: dict[str, str] = {}
    most = -1
    split = {route: unquote(route).lstrip("/").split("/") for route in routes}
    for off in range(_MOST_FOLDERS_OFF + 1):
        if len({tuple(parts[:off]) for parts in split.values() if len(parts) > off}) > 1:
            break  # a base URL is the same for all
        paths = {route: "/".join(parts[off:]) for route, parts in split.items()}
        some = list(paths.values())[:: max(1, len(paths) // 50)]
        opened = sum(not isinstance(look(path), str) for path in some)
        if opened > most:
            best, most = paths, opened
        if opened == len(some):
            break
    return best


@contextmanager
def _lookup(target: Path) -> Iterator[Look]:
    if target.is_dir():
        yield lambda path: _in_folder(target, path)
    elif target.suffix.lower() == ".epub":
        with open_archive(target) as archive:
            names = set(archive.namelist())

            def look(path: str) -> set[str] | str:
                if path not in names:
                    return "no such page in the EPUB"
                return ids_of(opened_up(decoded(read_entry(archive, path))))

            yield look
    else:
        yield lambda path: _anchors(target) if path == target.name else "no such file"


def _in_folder(folder: Path, path: str) -> set[str] | str:
    """The page that a web server would give for a path."""
    place = (folder / path).resolve()
    if not place.is_relative_to(folder.resolve()):
        return "leads out of the site"
    for candidate in (place, place.with_name(place.name + ".html"), place / "index.html"):
        if candidate.is_file() and not (candidate == place and path.endswith("/")):
            try:
                return _anchors(candidate)
            except Unreadable as reason:
                return str(reason)
    for above in place.parents:
        if above.suffix.lower() == ".epub" and above.is_file():
            with _lookup(above) as look:
                return look(place.relative_to(above).as_posix())
    return "no such page"


def _anchors(path: Path) -> set[str]:
    if path.suffix.lower() == ".pdf":
        return {f"page={number}" for number in range(1, count_pages(path) + 1)}
    return ids_of(decoded(bytes_of(path))) if path.suffix.lower() in _HTML else set()
