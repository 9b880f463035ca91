"""Fetches the pictures of a visited site into its mirror, after its pages. Knows neither pages nor passages.

Only pictures of the site itself: fetching one from another host would reveal every visit to that host.
"""

from __future__ import annotations

from collections.abc import Iterable

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.live.fetch import Fetcher, Spent
from footnoted.ingest.live.mirror import Mirror
from footnoted.ingest.live.robots import Robots
from footnoted.ingest.live.web_page import origin_of
from footnoted.ingest.manuscript import Unreadable
from footnoted.ingest.pictures.image import image_of


async def fetch_pictures(urls: Iterable[str], fetcher: Fetcher, mirror: Mirror, robots: Robots) -> str:
    """Fetch and keep these pictures; returns why some are missing, if a budget of the visit was used up.

    Files that are no pictures, or that robots.txt disallows, are left out; their descriptions stay in the text.
    """
    wanted = list(dict.fromkeys(urls))
    for place, url in enumerate(wanted):
        if not robots.allows(parts_of(url).path or "/"):
            continue
        try:
            answer = await fetcher.get(url)
        except Spent as reason:
            return f"{len(wanted) - place} more pictures: {reason}"
        except Unreadable:  # the copy from the last visit stays
            continue
        if answer.status == 200 and origin_of(answer.url) == origin_of(url) and image_of(answer.data):
            mirror.keep_picture(url, answer.data)
    return ""
