"""How Jekyll makes a page's address from a pattern. Knows no files.

https://jekyllrb.com/docs/permalinks/
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from footnoted.ingest.formats.markdown.slugs import slug
from footnoted.ingest.formats.settings_file import mapping, string

STYLES = {
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
}
_DAYS = {
    "year": "%Y",
    "month": "%m",
    "day": "%d",
    "short_year": "%y",
    "y_day": "%j",
    "short_month": "%b",
    "long_month": "%B",
    "short_day": "%a",
    "long_day": "%A",
    "week": "%V",
    "w_year": "%G",
    "w_day": "%u",
    "hour": "00",
    "minute": "00",
    "second": "00",
}
_NAMES = ("path", "basename", "name", "output_ext", "title", "slug", "collection", "categories", "i_month", "i_day")
_KNOWN = frozenset({*_DAYS, *_NAMES, "slugified_categories"})
_PART = re.compile(r":([a-z_]+)")
_DATED = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})-(?P<title>.+)")


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    """The address that a pattern makes of these parts.

    >>> filled("/:categories/:title:output_ext", {"categories": "", "title": "my-index", "output_ext": ".html"})
    '/my-index.html'
    """
    made = _PART.sub(lambda match: parts.get(match[1], match[0]), pattern)
    address = "/" + re.sub(r"/{2,}", "/", made).lstrip("/")
    return re.sub(r"(?<=/)index\.html\Z", "", address)


def parts_of_page(source: str, kind: str, title: str = "") -> dict[str, str]:
    """The values for a pattern, of a collection's file or of a page; ``title`` is given if it is not the name."""
    path = PurePosixPath(source)
    stem = path.name.rsplit(".", 1)[0]
    folder = path.parent.as_posix().removeprefix(".")
    named = {"path": f"{folder}/{stem}".strip("/"), "basename": stem, "name": slug(stem), "output_ext": ".html"}
    title = slug_of_title(title or stem)
    return named | {"title": title, "slug": title.lower(), "collection": kind}


def dated(stem: str) -> tuple[datetime.date, str] | None:
    """The day and the title in the name of a post."""
    match = _DATED.fullmatch(stem)
    try:
        day = datetime.date(*(int(match[name]) for name in ("year", "month", "day"))) if match else None
    except ValueError:
        day = None
    return (day, match["title"]) if match and day else None


def parts_of_day(day: datetime.date) -> dict[str, str]:
    """
    >>> [parts_of_day(datetime.date(2016, 7, 9))[name] for name in ("year", "i_month", "short_month", "y_day")]
    ['2016', '7', 'Jul', '191']
    """
    named = {name: day.strftime(shape) for name, shape in _DAYS.items()}
    return named | {"i_month": str(day.month), "i_day": str(day.day)}


def slug_of_title(title: str) -> str:
    """
    >>> slug_of_title("Old_Name here (2.0)")
    'Old_Name-here-(2.0)'
    """
    return re.sub(r"[^\w._~!$&'()+,;=@]+", "-", title).strip("-")


def categories_of(front: Mapping[str, Any], above: Sequence[str]) -> list[str]:
    """A post's categories: folders above its own, then what its front matter has."""
    written = front.get("categories", front.get("category"))
    names = written.split() if isinstance(written, str) else written if isinstance(written, list) else []
    return list(dict.fromkeys(str(name).lower() for name in [*above, *names]))


def unknown_parts(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Patterns of the configuration with parts that are not known here."""
    collections = mapping(settings.get("collections"))
    patterns = {"permalink": settings.get("permalink")}
    patterns |= {f"collections: {name}: permalink": mapping(own).get("permalink") for name, own in collections.items()}
    for name, pattern in patterns.items():
        if unknown := [part for part in _PART.findall(string(pattern, "")) if part not in _KNOWN]:
            yield name, f":{unknown[0]} as it is written"
