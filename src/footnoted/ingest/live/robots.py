"""What a site's robots.txt allows us. Follows RFC 9309: the longest rule that matches decides.

https://www.rfc-editor.org/rfc/rfc9309
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

_MOST_BYTES = 512 * 1024
_LONGEST_DELAY = 10.0


@dataclass(slots=True)
class Robots:
    """The rules for us; none allows everything."""

    rules: list[tuple[str, bool]] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    delay: float = 0.0

    def allows(self, path: str) -> bool:
        """
        >>> Robots([("/", False), ("/docs/", True)]).allows("/docs/a"), Robots([("/", False)]).allows("/x")
        (True, False)
        """
        matching = [(len(rule), allowed) for rule, allowed in self.rules if _matches(rule, path)]
        return max(matching)[1] if matching else True


def read_robots(data: bytes, agent: str) -> Robots:
    """
    >>> read_robots(b"User-agent: *\\nDisallow: /private\\nSitemap: https://a.example/s.xml", "me").rules
    [('/private', False)]
    """
    groups: dict[str, Robots] = {}
    sitemaps: list[str] = []
    current: list[Robots] = []
    naming = False
    for key, value in _lines(data):
        if key == "user-agent":
            current = [] if not naming else current
            naming = True
            current.append(groups.setdefault(value.lower(), Robots()))
            continue
        if key == "sitemap":
            sitemaps.append(value)
            continue
        naming = False
        for group in current:
            _take(group, key, value)
    ours = next((group for name, group in groups.items() if name != "*" and name in agent.lower()), None)
    robots = ours or groups.get("*") or Robots()
    robots.sitemaps = sitemaps
    return robots


def _lines(data: bytes) -> Iterator[tuple[str, str]]:
    for line in data[:_MOST_BYTES].decode("utf-8", "replace").splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield key.strip().lower(), value.strip()


def _take(group: Robots, key: str, value: str) -> None:
    if key in ("allow", "disallow") and value:
        group.rules.append((value, key == "allow"))
    elif key == "crawl-delay":
        try:
            group.delay = min(max(0.0, float(value)), _LONGEST_DELAY)
        except ValueError:
            return


def _matches(rule: str, path: str) -> bool:
    """Whether a rule covers a path; ``*`` stands for anything, ``$`` for the end.

    >>> _matches("/*.pdf$", "/a/b.pdf"), _matches("/*.pdf$", "/a.pdf?x"), _matches("/a", "/abc")
    (True, False, True)
    """
    ends = rule.endswith("$")
    first, *rest = rule.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for index, part in enumerate(rest):
        if ends and index == len(rest) - 1:
            return path.endswith(part) and len(path) - len(part) >= at
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return at == len(path) if ends else True
