"""From a URL to a manuscript: visits the site and makes a book of the pages found there.

Reading order is the order in which pages are first linked, as in the site's own navigation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from footnoted.domain.errors import BadSource
from footnoted.ingest.live.addresses import checked_url
from footnoted.ingest.live.fetch import Budget, fetching
from footnoted.ingest.live.mirror import Mirror
from footnoted.ingest.live.visit import Visit, Visited
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable

_MISLED_FROM = 4
"""So many pages that name the same canonical address are a mistake in the template, not copies of one page."""


def is_url(source: str | Path) -> bool:
    return str(source).lower().startswith(("http://", "https://"))


def _ignore(visited: Visited) -> None:
    pass


async def crawl(
    url: str,
    folder: Path,
    *,
    allow_private: bool = False,
    budget: Budget | None = None,
    progress: Callable[[Visited], None] = _ignore,
) -> Manuscript:
    """The site at this address, as it now is. Raises BadSource with the reason."""
    budget = budget or Budget()
    try:
        checked_url(url)
        async with fetching(budget, allow_private=allow_private) as fetcher:
            visit = Visit(url, fetcher, Mirror(folder), budget, progress)
            await visit.run()
    except Unreadable as reason:
        raise BadSource(f"{url} cannot be read: {reason}.") from reason
    manuscript = _manuscript(visit)
    if not manuscript.leaves:
        name, why = manuscript.skipped[0] if manuscript.skipped else (url, "it holds no page")
        raise BadSource(f"No page of {url} can be read; {name}: {why}.")
    return manuscript


def _manuscript(visit: Visit) -> Manuscript:
    """The pages in the order of their first mention; copies that name another page as the real one are left out."""
    claims = Counter(kept.canonical for kept in visit.pages.values() if kept.canonical)
    leaves: dict[str, Leaf] = {}
    for url, kept in visit.pages.items():
        if kept.canonical in visit.pages and claims[kept.canonical] < _MISLED_FROM:
            continue
        route = url[len(visit.origin) :] or "/"
        leaves[route] = Leaf(visit.mirror.path(url), route, route, kept.title)
    return Manuscript(
        kind="website",
        title=visit.title or urlsplit(visit.origin).netloc,
        site=visit.origin,
        root=visit.mirror.folder,
        leaves=tuple(leaves.values()),
        source=visit.start,
        skipped=tuple(visit.skipped),
        recognised_by="it was fetched from its address",
    )
