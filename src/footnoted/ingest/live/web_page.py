"""One fetched HTML page: its links, its metadata, and its main content alone. Does not fetch."""

from __future__ import annotations

import html
import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from footnoted.domain.text.clean import joined, parts_of
from footnoted.ingest.formats.html.encoding import decoded, decoded_as
from footnoted.ingest.formats.html.view import View, view
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.live.fetch import Fetched
from footnoted.ingest.live.gate import gate
from footnoted.ingest.live.mirror import picture_file

_MOST_LINKS = 5000
"""Links of one page that are followed: as many as a visit reads pages."""
_MOST_PICTURES = 100
"""Of one page, as many as ingestion keeps."""
_NOT_PAGES = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|xml|txt|zip|gz|tgz|tar|bz2|xz|7z|pdf|epub|mobi|woff2?|ttf|eot"
    r"|otf|mp[34]|webm|ogg|wav|mov|avi|exe|dmg|deb|rpm|whl|jar|map|rss|atom|inv|ipynb|csv|tsv|docx?|xlsx?|pptx?)$",
    re.IGNORECASE,
)
_REFRESH = re.compile(r"""^\s*\d+\s*;\s*url\s*=\s*["']?([^"']+)""", re.IGNORECASE)
_KEPT_AS_IS = "/:@!$&'()*+,;=~%-._"


@dataclass(frozen=True, slots=True)
class WebPage:
    title: str
    site_name: str
    links: tuple[str, ...]
    canonical: str
    moved_to: str
    """Where a meta refresh sends the reader; empty without one."""
    html: str
    """Its main content as a page of its own: what surrounds it may change with every visit.

    Pictures of the same site are named there as the mirror names them."""
    pictures: tuple[str, ...] = ()
    """The addresses that these have."""
    gate: str = ""
    """What it shows instead of the book, such as a sign-in; empty for a page of the book."""


def origin_of(url: str) -> str:
    parts = parts_of(url)
    default = {"http": 80, "https": 443}.get(parts.scheme)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port and parts.port != default else "")


def plain_url(url: str) -> str:
    """The normal form of a page's URL; empty for other schemes, files and searches.

    >>> plain_url("HTTP://Book.example:80/a/./b/index.html#x"), plain_url("mailto:x"), plain_url("http://b.example/x.png")
    ('http://book.example/a/b/', '', '')
    """
    try:
        parts = parts_of(url)
        origin = origin_of(url)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or _NOT_PAGES.search(parts.path):
        return ""
    path = posixpath.normpath(parts.path) if parts.path else "/"
    path = "/" + path.lstrip("/") + ("/" if parts.path.endswith("/") and path.strip("/") else "")
    path = re.sub(r"/index\.html?$", "/", path)
    return origin + quote(unquote(path), safe=_KEPT_AS_IS.replace("%", ""))


def web_page(fetched: Fetched) -> WebPage:
    """The parsed page. Raises Unreadable."""
    named = decoded_as(fetched.charset, fetched.data) if fetched.charset else None
    text = decoded(fetched.data) if named is None else named
    seen = view(text)
    tree = seen.tree
    base_node = tree.css_first("base[href]")
    base = joined(fetched.url, (base_node.attributes.get("href") or "") if base_node else "") or fetched.url
    title = tree.css_first("head > title")
    pictures = _take_pictures(seen.main, base, origin_of(fetched.url))
    return WebPage(
        title=flat(title.text()) if title else "",
        site_name=_meta(tree, "property", "og:site_name"),
        links=_links(tree, base),
        canonical=plain_url(_absolute(base, _attribute(tree, "link[rel=canonical]", "href"))),
        moved_to=_moved_to(tree, base),
        html=_main_content_page(seen, title.text() if title else ""),
        pictures=pictures,
        gate=gate(tree, seen.main),
    )


def _links(tree: LexborHTMLParser, base: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for link in tree.css("a[href]")[:_MOST_LINKS]:
        if url := plain_url(_absolute(base, link.attributes.get("href") or "")):
            found[url] = None
    return tuple(found)


def _take_pictures(main: LexborNode, base: str, origin: str) -> tuple[str, ...]:
    """Addresses of the site's own pictures; in the page they are replaced by the mirror's file names."""
    found: dict[str, None] = {}
    for image in main.css("img")[:_MOST_PICTURES]:
        address = (image.attributes.get("src") or "").strip()
        # With lazy loading, src is a placeholder or empty, and data-src has the address.
        if not address or address.startswith("data:"):
            address = (image.attributes.get("data-src") or "").strip()
        url = _absolute(base, address).partition("#")[0]
        try:
            is_ours = url.startswith(("http://", "https://")) and origin_of(url) == origin
        except ValueError:
            continue
        if is_ours:
            found[url] = None
            image.attrs["src"] = picture_file(url)
    return tuple(found)


def _absolute(base: str, href: str) -> str:
    try:
        return joined(base, href.strip()) if href else ""
    except ValueError:
        return ""


def _attribute(tree: LexborHTMLParser, selector: str, name: str) -> str:
    node = tree.css_first(selector)
    return (node.attributes.get(name) or "") if node is not None else ""


def _meta(tree: LexborHTMLParser, key: str, name: str) -> str:
    return flat(_attribute(tree, f'meta[{key}="{name}"]', "content"))


def _moved_to(tree: LexborHTMLParser, base: str) -> str:
    for node in tree.css("meta[http-equiv]"):
        if (node.attributes.get("http-equiv") or "").lower() == "refresh":
            match = _REFRESH.match(node.attributes.get("content") or "")
            return plain_url(_absolute(base, match[1])) if match else ""
    return ""


def _main_content_page(seen: View, title: str) -> str:
    hidden = "".join(f"{name}{{display:none}}" for name in sorted(seen.hidden))
    head = f"<title>{html.escape(title)}</title>" + (f"<style>{hidden}</style>" if hidden else "")
    return f"<!doctype html><html><head><meta charset=utf-8>{head}</head><body>{seen.main.html or ''}</body></html>"
