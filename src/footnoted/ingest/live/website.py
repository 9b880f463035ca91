"""From a URL to a manuscript: visits the site and makes a book of the pages found there.

Reading order is the order in which pages are first linked, as in the site's own navigation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from footnoted.domain.errors import BadSource
from footnoted.domain.text.clean import parts_of
from footnoted.ingest.live.addresses import checked_url
from footnoted.ingest.live.fetch import Budget, fetching
from footnoted.ingest.live.mirror import Mirror
from footnoted.ingest.live.visit import Visit, VisitProgress
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable

_TEMPLATE_MISTAKE = 4
"""From this many pages on, a canonical address that they share is a template's mistake: they are not copies."""


def is_url(source: str | Path) -> bool:
    return str(source).lower().startswith(("http://", "https://"))


async def crawl(
    url: str,
    folder: Path,
    *,
    allow_private: bool = False,
    budget: Budget | None = None,
    progress: Callable[[VisitProgress], None] = lambda _: None,
) -> Manuscript:
    """The site at this address in its current state. Raises BadSource with the reason."""
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
    """The pages in the order in which they are first linked, without copies that name another page as the original."""
    claims = Counter(kept.canonical for kept in visit.pages.values() if kept.canonical)
    copies = Counter(kept.digest for kept in visit.pages.values())
    leaves: dict[str, Leaf] = {}
    skipped = list(visit.skipped)
    for url, kept in visit.pages.items():
        if kept.canonical in visit.pages and claims[kept.canonical] < _TEMPLATE_MISTAKE:
            continue
        route = url[len(visit.origin) :] or "/"
        if copies[kept.digest] >= _TEMPLATE_MISTAKE:
            skipped.append((route, f"{copies[kept.digest]} pages have its text, as where one is an error in disguise"))
            continue
        leaves[route] = Leaf(visit.mirror.path(url), route, route, kept.title)
    return Manuscript(
        kind="website",
        title=visit.title or parts_of(visit.origin).netloc,
        site=visit.origin,
        root=visit.mirror.folder,
        leaves=tuple(leaves.values()),
        source=visit.start,
        skipped=tuple(skipped),
        recognised_by="it was fetched from its address",
        assumed=()
        if _is_same_place(visit.start, visit.origin)
        else ((visit.start, f"{visit.origin}, where it leads"),),
    )


def _is_same_place(start: str, origin: str) -> bool:
    """Whether a page is on the site that was asked for; another scheme, or "www.", makes no difference."""
    hosts = [(parts_of(url).hostname or "").removeprefix("www.") for url in (start, origin)]
    ports = [parts_of(url).port for url in (start, origin)]
    return hosts[0] == hosts[1] and (ports[0] == ports[1] or parts_of(start).scheme != parts_of(origin).scheme)
