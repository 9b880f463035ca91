"""What a site's robots.txt allows us, after RFC 9309. Does not fetch it.

https://www.rfc-editor.org/rfc/rfc9309
"""

from __future__ import annotations

from protego import Protego

_MOST_BYTES = 512 * 1024
"""RFC 9309 asks crawlers to read at least 500 KiB."""
_LONGEST_DELAY = 10.0
"""Seconds between two pages; a site of 1,000 pages that asks for more would take over three hours."""


class Robots:
    """The rules for one crawler; an empty file allows everything.

    >>> robots = Robots(b"User-agent: *\\nDisallow: /\\nAllow: /docs/\\nSitemap: https://a.example/s.xml", "me")
    >>> robots.allows("/docs/a"), robots.allows("/x"), robots.sitemaps
    (True, False, ['https://a.example/s.xml'])
    """

    def __init__(self, data: bytes, agent: str) -> None:
        self._rules = Protego.parse(data[:_MOST_BYTES].decode("utf-8", "replace"))
        self._agent = agent
        self.sitemaps = list(self._rules.sitemaps)

    def allows(self, path: str) -> bool:
        """Whether the page at this path may be read."""
        return bool(self._rules.can_fetch(path, self._agent))

    @property
    def delay(self) -> float:
        """Seconds to wait between two requests."""
        return min(max(0.0, self._rules.crawl_delay(self._agent) or 0.0), _LONGEST_DELAY)
