"""Fetches the pictures of a visited site into its mirror, after its pages. Knows neither pages nor passages.

Only the site's own: a picture from another host would tell that host of every visit.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from footnoted.ingest.live.fetch import Fetcher, Spent
from footnoted.ingest.live.mirror import Mirror
from footnoted.ingest.live.robots import Robots
from footnoted.ingest.live.web_page import origin_of
from footnoted.ingest.manuscript import Unreadable
from footnoted.ingest.pictures.image import image_of


async def fetch_pictures(urls: Iterable[str], fetcher: Fetcher, mirror: Mirror, robots: Robots) -> str:
    """Keep what can be had; returns why some were left, if a budget of the visit was used up.

    Whatever is no picture, and what robots.txt asks us not to read, is known by its description alone.
    """
    wanted = list(dict.fromkeys(urls))
    for place, url in enumerate(wanted):
        if not robots.allows(urlsplit(url).path or "/"):
            continue
        try:
            answer = await fetcher.get(url)
        except Spent as reason:
            return f"{len(wanted) - place} more pictures: {reason}"
        except Unreadable:  # the last copy stays
            continue
        if answer.status == 200 and origin_of(answer.url) == origin_of(url) and image_of(answer.data):
            mirror.keep_picture(url, answer.data)
    return ""
