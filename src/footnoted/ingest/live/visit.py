"""One visit to a site: follows its sitemap or its links, and keeps each page's main content in a mirror.

Knows robots.txt, scope and budget; neither how bytes are fetched nor how pages become a book.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.live.fetch import AGENT, Budget, Fetched, Fetcher, Spent, Validators
from footnoted.ingest.live.gate import EMPTY
from footnoted.ingest.live.mirror import Kept, Mirror
from footnoted.ingest.live.pictures import fetch_pictures
from footnoted.ingest.live.robots import Robots
from footnoted.ingest.live.sitemap import Sitemap, on_site, read_sitemap
from footnoted.ingest.live.web_page import WebPage, origin_of, plain_url, web_page
from footnoted.ingest.manuscript import Unreadable

_GONE = (404, 410)
_GUARDED = ": it turns away programs, or readers who are not signed in; give the folder of its sources instead"
_MOST_SITEMAPS = 200
"""Sitemaps that are read; with the protocol's 50,000 addresses each, far more than the pages that are."""


@dataclass(frozen=True, slots=True)
class VisitProgress:
    """How far a visit has come."""

    done: int
    known: int
    """Pages found so far; more may come."""
    seconds: float


class Visit:
    """Runs once; then holds the pages that were read and those that were not, each with the reason."""

    def __init__(
        self, start: str, fetcher: Fetcher, mirror: Mirror, budget: Budget, progress: Callable[[VisitProgress], None]
    ) -> None:
        self.progress = progress
        self.began = time.monotonic()
        self.start = plain_url(start) or start
        self.fetcher = fetcher
        self.mirror = mirror
        self.budget = budget
        self.most_known = 20 * budget.pages  # so that a site that invents addresses cannot fill the memory
        self.robots = Robots(b"", AGENT)
        self.origin = origin_of(start)
        self.scope = ""
        self.listed: dict[str, None] = {}
        self.queue: deque[tuple[str, int]] = deque()
        self.met: set[str] = set()
        self.pages: dict[str, Kept] = {}
        self.pictures: list[str] = []
        """Pictures of pages that are new or changed."""
        self.skipped: list[tuple[str, str]] = []
        self.title = ""

    async def run(self) -> None:
        self.robots = await self._read_robots()
        if not self.robots.allows(parts_of(self.start).path or "/"):
            raise Unreadable("its robots.txt asks us not to read it")
        self._apply_crawl_delay()
        first = await self.fetcher.get(self.start)
        if first.status != 200:
            raise Unreadable(f"it answered {first.status}{_GUARDED if first.status in (401, 403, 429) else ''}")
        if origin_of(first.url) != self.origin:
            self.origin = origin_of(first.url)
            self.robots = await self._read_robots()
            self._apply_crawl_delay()
        if _is_xml(first):
            self.scope = parts_of(first.url).path.rpartition("/")[0] + "/"
            await self._list([first.url], {first.url: first})
        elif "html" in (first.kind or "html"):
            await self._begin(first)
        else:
            raise Unreadable(f"it is not a page but {first.kind}; download it, and give the file")
        try:
            await self._visit_all()
        except Spent as reason:
            self.skipped.append((f"{len(self.queue)} more pages", str(reason)))
            self.pages |= {url: kept for url, kept in self.mirror.pages.items() if url not in self.pages}
        await self._fetch_pictures()
        self.mirror.save(self.pages)

    async def _fetch_pictures(self) -> None:
        """Fetch the pictures of new and changed pages, and those that the mirror lacks."""
        missing = (url for kept in self.pages.values() for url in kept.pictures if not self.mirror.has_picture(url))
        left = await fetch_pictures([*self.pictures, *missing], self.fetcher, self.mirror, self.robots)
        if left:
            self.skipped.append(("pictures", left))

    async def _begin(self, first: Fetched) -> None:
        page = web_page(first)
        if page.gate and page.gate != EMPTY:  # an empty shell may link to pages with text
            raise Unreadable(page.gate)
        self.title = page.site_name
        self.scope = _scope(first.url, page.links)
        await self._list(self.robots.sitemaps or [f"{self.origin}/sitemap.xml"], {})
        home = plain_url(first.url) or first.url
        self.met.add(home)
        self._store(home, first, page, 0)

    async def _read_robots(self) -> Robots:
        answer = await self.fetcher.get(f"{self.origin}/robots.txt")
        if answer.status >= 500:
            raise Unreadable(f"its robots.txt answered {answer.status}, which forbids reading the site for now")
        return Robots(answer.data if answer.status == 200 else b"", AGENT)

    def _apply_crawl_delay(self) -> None:
        if self.robots.delay:
            self.fetcher.slow_down(self.robots.delay)

    async def _list(self, sitemaps: list[str], fetched: dict[str, Fetched]) -> None:
        """List the pages that the site's sitemaps name; ``fetched`` has the sitemap that the author gave, if any."""
        waiting, seen = deque(on_site(sitemaps, self.origin) or sitemaps), set(sitemaps)
        while waiting and len(seen) <= _MOST_SITEMAPS:
            place = waiting.popleft()
            try:
                answer = fetched.get(place) or await self.fetcher.get(place)
                sitemap = read_sitemap(answer.data) if answer.status == 200 else Sitemap((), ())
            except Spent:
                raise
            except Unreadable as reason:
                if fetched:
                    raise
                self.skipped.append((place, str(reason)))
                continue
            for page in on_site(sitemap.pages, self.origin):
                if len(self.listed) < self.most_known and (url := plain_url(page)) and self._in_scope(url):
                    self.listed[url] = None
            others = [other for other in on_site(sitemap.others, self.origin) if other not in seen]
            seen.update(others)
            waiting.extend(others)
        if fetched:
            self._enqueue(self.listed, 0)

    def _in_scope(self, url: str) -> bool:
        path = parts_of(url).path
        return origin_of(url) == self.origin and (path.startswith(self.scope) or path == self.scope.rstrip("/"))

    def _enqueue(self, urls: Iterable[str], depth: int) -> list[str]:
        """Queue the addresses that are new and in scope."""
        new = []
        for url in urls:
            is_met = url in self.met or len(self.met) >= self.most_known
            if is_met or not self._in_scope(url) or (self.listed and url not in self.listed):
                continue
            self.met.add(url)
            new.append(url)
            self.queue.append((url, depth))
        return new

    async def _visit_all(self) -> None:
        for more in (self.listed, self.mirror.pages):
            while self.queue:
                url, depth = self.queue.popleft()
                if len(self.pages) >= self.budget.pages:
                    self.queue.appendleft((url, depth))
                    raise Spent(f"the site has more than {self.budget.pages} pages")
                await self._visit(url, depth)
                self._report_progress()
            self._enqueue(more, 0)
        while self.queue:
            await self._visit(*self.queue.popleft())
            self._report_progress()

    def _report_progress(self) -> None:
        known = max(len(self.met), len(self.listed))
        self.progress(VisitProgress(len(self.met) - len(self.queue), known, time.monotonic() - self.began))

    async def _visit(self, url: str, depth: int) -> None:
        path = parts_of(url).path
        if not self.robots.allows(path):
            self.skipped.append((path, "robots.txt asks us not to read it"))
            return
        known = self.mirror.known(url)
        try:
            answer = await self.fetcher.get(url, Validators(known.etag, known.last_modified) if known else None)
            if answer.status == 304 and known:
                self.pages[url] = known
                self._enqueue(known.links, depth + 1)
            elif answer.status == 200:
                self._receive(url, answer, depth)
            elif answer.status not in _GONE or url in self.listed:
                raise Unreadable(f"answered {answer.status}")
        except Spent:
            self.queue.appendleft((url, depth))
            raise
        except Unreadable as reason:
            gone = str(reason) in {f"answered {status}" for status in _GONE}
            if known and not gone:
                self.pages[url] = known
                self._enqueue(known.links, depth + 1)
            self.skipped.append((path, f"{reason}; its last copy is kept" if known and not gone else str(reason)))

    def _receive(self, url: str, answer: Fetched, depth: int) -> None:
        landed = plain_url(answer.url) or answer.url
        if landed != url:
            # A redirect: the page counts under the address where it is.
            if landed in self.met:
                return
            self.met.add(landed)
            if not self._in_scope(landed):
                self.skipped.append((parts_of(url).path, f"it leads out of the book, to {landed}"))
                return
        if "html" not in answer.kind:
            if url in self.listed:
                self.skipped.append((parts_of(url).path, f"not a page but {answer.kind or 'something else'}"))
            return
        self._store(landed, answer, web_page(answer), depth)

    def _store(self, url: str, answer: Fetched, page: WebPage, depth: int) -> None:
        new = self._enqueue(page.links, depth + 1) if depth < self.budget.depth else []
        if page.moved_to:
            self._enqueue([page.moved_to], depth)
            return
        if page.gate:
            self.skipped.append((parts_of(url).path, page.gate))
            return
        known, digest = self.mirror.known(url), self.mirror.keep(url, page.html)
        if known is None or known.digest != digest:
            self.pictures += page.pictures
        self.pages[url] = Kept(
            digest=digest,
            title=page.title,
            canonical=page.canonical if self._in_scope(page.canonical) and page.canonical != url else "",
            links=tuple(new),
            pictures=page.pictures,
            etag=answer.validators.etag,
            last_modified=answer.validators.last_modified,
        )


def _is_xml(answer: Fetched) -> bool:
    head = answer.data[:512].lstrip()
    return b"<urlset" in head or b"<sitemapindex" in head or answer.data[:2] == b"\x1f\x8b"


def _scope(url: str, links: Iterable[str]) -> str:
    """The part of the site that is the book: the folder of the first page, or the page if others are below it."""
    path = parts_of(url).path or "/"
    if not path.endswith("/") and any(parts_of(link).path.startswith(path + "/") for link in links):
        return path + "/"
    return path.rpartition("/")[0] + "/"
