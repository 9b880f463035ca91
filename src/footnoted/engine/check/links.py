"""Takes links that leave the book out of a streamed answer: Markdown, HTML and bare ones are reduced to their text.

Holds back only what may still become a link. Code keeps the addresses that stand in a passage, and else stays as it is,
while there is no doubt that it is code: one stray back-tick, and everything after it is treated as prose.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from urllib.parse import urlsplit

_TO = r"\(\s*(?P<to><[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
_LINK = re.compile(r"!?\[(?P<text>[^\[\]]{0,300})\]" + _TO)
_LINK_TAIL = re.compile(r"\]\(\s*(?P<to><[^<>\n]*>|[^\s)]+)(?=[\s)])")
_DEFINITION = re.compile(r"^[ \t>]*\[[^\[\]]+\]:\s*(?P<to>\S+)(?=\s)", re.MULTILINE)
_AUTOLINK = re.compile(r"<(?P<to>[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*)>")
_TAG = re.compile(r"<[a-zA-Z!/?][^<>]*>")
_TYPE = re.compile(r"</?[A-Za-z_][\w, ]*>")
_UNSAFE = re.compile(
    r"</?(?:a|area|audio|base|body|button|embed|form|frame|html|iframe|image|img|input|link|math|meta|object|picture|"
    r"script|source|style|svg|track|video)\b",
    re.IGNORECASE,
)
_TAG_LEFT_OPEN = re.compile(r"<(?=[a-zA-Z!/?](?:[^<>]*<|[^<>]{2000}))")
_BARE = re.compile(r"(?:[a-z][a-z0-9+.-]*)?://[^\s<>\"']+(?=[\s<>\"'])|(?<![\w.])www\.[^\s<>\"']+(?=[\s<>\"'])", re.I)
_IN_CODE = re.compile(r"(?:[a-z][a-z0-9+.-]*)?://[^\s<>\"'`]+|(?<![\w.])www\.[^\s<>\"'`]+", re.I)
_SCHEME_BEGUN = r"(?<![\w.])(?:h|ht|htt|https?|f|ft|ftp|w|ww|www)$"
_ADDRESS_BEGUN = re.compile(
    r"(?:[a-z][a-z0-9+.-]*)?:/?$|(?:[a-z][a-z0-9+.-]*)?://[^\s<>\"'`]*$|(?<![\w.])www\.[^\s<>\"'`]*$"
    rf"|{_SCHEME_BEGUN}",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"[.,;:!?)\]*_]+$")
_BEGUN = re.compile(
    r"!?\[[^\[\]]{0,300}\]?$"  # a link's text, which a destination may follow
    r"|(?:!?\[[^\[\]]{0,300})?\]\(\s*[^\n]{0,2000}$"  # the destination and a title
    r"|\]$|\[[^\[\]]{0,300}\]:\s*\S*$"  # … after code; a definition
    r"|<[a-zA-Z!/?][^<>]{0,2000}$|<$|!$|\\$"
    r"|(?:[a-z][a-z0-9+.-]*)?:/?$|(?:[a-z][a-z0-9+.-]*)?://[^\s<>\"']*$|(?<![\w.])www\.[^\s<>\"']*$"
    rf"|{_SCHEME_BEGUN}",
    re.IGNORECASE,
)
_HARMLESS = re.compile(r"(?!.*ww)[^\[\]<>!\\`~:/\n]*(?<![htpsfw])", re.IGNORECASE)
"""Text that is no part of a link or of code, and cannot be the beginning of either."""
_CODE_SPAN = re.compile(r"(?<![`\\])(?P<ticks>`+)(?!`)(?P<code>[^\n]*?[^`\n])(?P=ticks)(?!`)")
_TICKS = re.compile(r"\\?`[^\n]{0,400}$")
_FENCE_OPENS = re.compile(r"^(?P<fence>`{3,}|~{3,})[^`\n]*\n", re.MULTILINE)
_FENCE_BEGUN = re.compile(r"^(?:`{1,2}|~{1,2}|`{3,}[^`\n]*|~{3,}[^\n]*)\Z", re.MULTILINE)
_REMOVED = "(link removed)"


class LinkFilter:
    """Passes an answer on piece by piece; only links to one of the origins, and links within them, stay links."""

    def __init__(self, origins: Collection[str], passages: Collection[str] = ()) -> None:
        self._passages = passages
        self._origins = {origin for site in origins if (origin := _origin(site))}
        self._held = ""
        self._before = "\n"
        """The last characters passed on: whether a line starts here, and half a fence."""
        self._fence = ""
        self._trusts_ticks = True

    def feed(self, piece: str) -> str:
        if not self._held and not self._fence and _HARMLESS.fullmatch(piece):
            self._before = (self._before + piece)[-3:]
            return piece
        self._held += piece
        return "".join(self._steps(final=False))

    def end(self) -> str:
        """What was still held back."""
        return "".join(self._steps(final=True))

    def _steps(self, *, final: bool) -> list[str]:
        ready: list[str] = []
        while True:
            before, fence = len(self._held), self._fence
            ready.append(self._code(final) if self._fence else self._prose(final))
            self._before = (self._before + ready[-1])[-3:]
            if not self._held or (len(self._held), self._fence) == (before, fence):
                return ready

    def _code(self, final: bool) -> str:
        """Code up to the line that closes its fence; such a line may be indented a little."""
        closes = re.compile(rf"^ {{0,3}}{re.escape(self._fence)}{self._fence[0]}*[ \t]*(?:\n|\Z)", re.MULTILINE)
        found = closes.search(self._held)
        if found and (final or found[0].endswith("\n")):
            code, self._held, self._fence = self._held[: found.end()], self._held[found.end() :], ""
            return self._known(code)
        last = self._held.rfind("\n") + 1
        could_close = self._held[last:].lstrip(" ").startswith(self._fence[0]) or not self._held[last:].strip(" ")
        begun = _ADDRESS_BEGUN.search(self._held, last)
        at = len(self._held) if final else last if could_close else begun.start() if begun else len(self._held)
        code, self._held = self._held[:at], self._held[at:]
        return self._known(code)

    def _known(self, code: str) -> str:
        """Code without the addresses that are neither the book's own nor in one of its passages."""

        def kept(found: re.Match[str]) -> str:
            closing = re.search(r"[.,;:!?)\]}*_]+$", found[0])
            url = found[0][: closing.start()] if closing else found[0]
            if self._stays("http://" + url if url[:4].lower() == "www." else url):
                return found[0]
            if any(re.search(re.escape(url) + r"(?![\w/])", passage) for passage in self._passages):
                return found[0]
            return _REMOVED + (closing[0] if closing else "")

        return _IN_CODE.sub(kept, code)

    def _prose(self, final: bool) -> str:
        """Prose up to a fence, to what may still become something else, or to the end."""
        opens = self._find(_FENCE_OPENS)
        if opens:
            start, end = (place - len(self._before) for place in opens.span())
            prose, self._held = self._held[:start], self._held[end:]
            text = self._inline(prose, final=True)
            if not self._trusts_ticks:  # a stray tick before it: this may be no fence
                self._held = opens[0] + self._held
                return text
            self._fence = opens["fence"]
            return text + opens[0]
        begun = None if final else self._find(_FENCE_BEGUN)
        at = begun.start() - len(self._before) if begun else len(self._held)
        prose, later = self._held[:at], self._held[at:]
        self._held = ""
        text = self._inline(prose, final=final)
        self._held += later
        return text

    def _find(self, fence: re.Pattern[str]) -> re.Match[str] | None:
        return fence.search(self._before + self._held, len(self._before)) if self._trusts_ticks else None

    def _inline(self, prose: str, *, final: bool) -> str:
        """Prose with its code spans untouched; what must wait is put back."""
        done: list[str] = []
        at = 0
        while self._trusts_ticks and (span := _CODE_SPAN.search(prose, at)):
            if not final and span.end() == len(prose):
                break  # more ticks may follow
            done.append(self._clean(prose[at : span.start()], final=True))
            done.append(self._known(span[0]) if self._trusts_ticks else self._clean(span[0], final=True))
            at = span.end()
        rest = prose[at:]
        ticks = _TICKS.search(rest) if self._trusts_ticks and not final else None
        waits = rest[ticks.start() :] if ticks else ""
        rest = rest[: len(rest) - len(waits)]
        done.append(self._clean(rest, final=final or bool(waits)))
        if waits:
            self._held = waits
        return "".join(done)

    def _clean(self, text: str, *, final: bool) -> str:
        if "`" in text or "~~~" in self._before + text:
            self._trusts_ticks = False
        text = self._without_links(text + "\n" if final else text)
        if final:
            return re.sub(r"<(?=[a-zA-Z!/?][^<>]*\Z)", "‹", text[:-1])
        begun = _BEGUN.search(text)
        start = begun.start() if begun else len(text)
        self._held = text[start:]
        return text[:start]

    def _without_links(self, text: str) -> str:
        before = None
        while before != text:  # what stood inside a link may be one itself
            before = text
            text = _LINK.sub(lambda found: self._kept(found, found["text"]), text)
            text = _LINK_TAIL.sub(lambda found: self._kept(found, "] (link removed"), text)
            text = _DEFINITION.sub(lambda found: self._kept(found, _REMOVED), text)
            text = _AUTOLINK.sub(lambda found: self._kept(found, _REMOVED), text)
            text = _TAG.sub(_harmless, text)
            text = _TAG_LEFT_OPEN.sub("‹", text)
        return _BARE.sub(self._bare, text)

    def _kept(self, found: re.Match[str], instead: str) -> str:
        return found[0] if self._stays(found["to"]) else instead

    def _bare(self, found: re.Match[str]) -> str:
        closing = _CLOSING.search(found[0])
        url = found[0][: closing.start()] if closing else found[0]
        if self._stays("http://" + url if url[:4].lower() == "www." else url):
            return found[0]
        return _REMOVED + (closing[0] if closing else "")

    def _stays(self, destination: str) -> bool:
        """Whether a destination is within the book: relative, or of one of its origins."""
        to = unescape(destination).strip("<> \t\n")
        # Browsers read back-slashes as slashes and skip control characters; no honest link needs either.
        if "\\" in to or to.startswith("//") or re.search(r"[\x00-\x20\x7f]", to):
            return False
        if re.match(r"[a-z][a-z0-9+.-]*:|:", to, re.IGNORECASE) is None:
            return True
        return (_origin(to) or "-") in self._origins


def _harmless(tag: re.Match[str]) -> str:
    """A tag that is a checked link, or reads like a type such as ``<String>``, stays; others go."""
    if _AUTOLINK.fullmatch(tag[0]) or (_TYPE.fullmatch(tag[0]) and not _UNSAFE.match(tag[0])):
        return tag[0]
    return ""


def _origin(url: str) -> str:
    """Scheme, host and port; empty where there is none or the URL hides something.

    >>> _origin("https://book.example/docs"), _origin("https://book.example@evil.example/")
    ('https://book.example', '')
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return ""
    return f"{parts.scheme}://{parts.hostname}{port}"
