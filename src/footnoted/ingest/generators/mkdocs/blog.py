"""Where Material for MkDocs' blog plugin publishes a post. Knows its defaults and the formats that people set.

https://squidfunk.github.io/mkdocs-material/plugins/blog/
"""

from __future__ import annotations

import datetime
import re
from typing import Any

from pymdownx.slugs import slugify

from footnoted.ingest.generators.mkdocs.config import MkDocsConfig

_SLUGIFY: Any = slugify
_H1 = re.compile(r"\s*+# (?P<title>.+)")
"""A post's title is its first line or none: MkDocs looks no further, and a comment in code is no heading."""
_MARKUP = re.compile(r"[`*]|\[(?P<words>[^\[\]]*+)\]\([^)\[]*+\)")
_DATE_PARTS = {"yyyy": "%Y", "MM": "%m", "dd": "%d", "yy": "%y"}


def post_route(source: str, front: tuple[dict[str, Any], str, str], config: MkDocsConfig) -> str | None:
    """The post's address below the base, empty for a draft; None for a page that is no post."""
    options = config.plugins.get("material/blog", config.plugins.get("blog"))
    if options is None:
        return None
    blog = str(options.get("blog_dir", "blog")).strip("/")
    blog = "" if blog == "." else f"{blog}/"
    posts = str(options.get("post_dir", "{blog}/posts")).replace("{blog}/", blog).strip("/")
    if not source.startswith(f"{posts}/"):
        return None
    meta, body, _ = front
    written = meta.get("date")
    date = written.get("created") if isinstance(written, dict) else written
    if meta.get("draft") is True or not isinstance(date, datetime.date):
        return ""
    name = source.rpartition("/")[2].rsplit(".", 1)[0]
    heading = _H1.match(body)
    written_title = heading["title"].rstrip().rstrip("#") if heading else name.replace("_", " ")
    title = str(meta.get("title") or _MARKUP.sub(r"\g<words>", written_title))
    slug = str(meta.get("slug") or _SLUGIFY(case="lower")(title, "-"))
    date_format = str(options.get("post_url_date_format", "yyyy/MM/dd"))
    day = date.strftime(re.sub("|".join(_DATE_PARTS), lambda match: _DATE_PARTS[match[0]], date_format))
    path = str(options.get("post_url_format", "{date}/{slug}"))
    for key, value in (("{date}", day), ("{slug}", slug), ("{file}", name), ("{categories}", "")):
        path = path.replace(key, value)
    return f"{blog}{path.strip('/')}" + ("/" if config.directory_urls else ".html")
