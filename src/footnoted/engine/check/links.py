"""Removes links that leave the book from a streamed answer. Only this module decides where a link is allowed.

A Markdown parser reads each line. Links and images are built again from what it found, HTML is removed, and the other
text keeps no foreign address and nothing that a later line could complete to a link. Only text that may still become a
link is held back. An address that is in a passage stays, as code; after a stray back-tick, all text counts as prose.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence

from footnoted.domain.book import Source
from footnoted.domain.text.markers import MARKER
from footnoted.engine.check.addresses import ADDRESS_MARK, WORD_BEGUN, Addresses, address_last, address_start, end_of
from footnoted.engine.check.brackets import has_too_many_brackets, open_label
from footnoted.engine.check.newlines import Newlines
from footnoted.engine.check.plain_words import last_of_words
from footnoted.engine.check.spans import Span, spans

Pieces = AsyncGenerator[str, None]
_TYPE = re.compile(r"</?[A-Za-z_][\w, ]*>")
_UNSAFE = re.compile(
    r"</?(?:a|area|audio|base|body|button|embed|form|frame|html|iframe|image|img|input|link|math|meta|object|picture|"
    r"script|source|style|svg|track|video)\b",
    re.IGNORECASE,
)
_TAG_BEGUN = re.compile(r"<(?=[a-zA-Z!/?\[]|[^> !]*@)")
"""Where a tag or an address in angle brackets begins."""
_LEFT_OPEN = re.compile(r"<(?=[^> !`]*(?:`|$))")
"""Where one may begin that goes on in the next line, or behind code."""
_COMPLETED_LATER = re.compile(r"\](?=[(:])")
"""Where a destination may follow that is on another line, or that only another parser sees."""
_OPEN = re.compile(
    r"\]\([^\n]{0,2000}$|\]$"  # a link's destination and title; where its text begins is found apart
    r"|<[a-zA-Z!/?](?:[^<>\"']|\"[^\"]*\"|'[^']*')*(?:\"[^\"]*|'[^']*)?$|<(?:!--|\?|!\[CDATA\[).{0,2000}$"
    r"|<[^> !]{0,2000}$|!$|`[^\n]{0,400}$",
    re.IGNORECASE,
)
_UNMARKED = str.maketrans("[]<>`", "()‹›'")
_LONG = 64
"""Characters held back from which on the line is read again only when it has grown by an eighth: read at every piece,
what never becomes a link would cost as much as its square."""
_WORDS = re.compile(rf"(?:[^\[\]<>!\\`~:/&@\n]|{MARKER}(?=[^\]<>!\\`~:/&@\n(]))*+")
"""Words and markers, of which no link, code or tag can be made."""
_MARKER_BEGUN = re.compile(r"\[(?:\d{1,4}\]?)?")
_WORD_BEGUN = re.compile(WORD_BEGUN, re.IGNORECASE)
_MEETING = ("``", "~~", "](", "]:")
"""Characters that mean something else together than apart."""
_GONE = " "  # replaces what is removed, so that the text before and after it does not become a link
_FENCE_OPENS = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*+(?P<language>[\w.+#-]*+)[\w \t.+#{}=,-]*+\n")
_FENCE_BEGUN = re.compile(r"`{1,2}|~{1,2}|(?:`{3,}|~{3,})[\w \t.+#{}=,-]*")


class LinkFilter:
    """Passes an answer on piece by piece; only links to one of the origins, and links within them, stay links."""

    def __init__(self, origins: Collection[str], passages: Collection[str] = ()) -> None:
        self._addresses = Addresses(origins, passages)
        self._held, self._due = "", 0
        self._at_line_start = self._is_blank = True
        self._word = ""
        """What has been passed on of a word that may go on."""
        self._fence = ""
        self._trusts_ticks = True
        self._last = ""
        """The last character of the line that was passed on."""
        self._newlines = Newlines()

    def feed(self, piece: str) -> str:
        may_be_plain = not (self._held or self._fence or self._newlines.is_after_return)
        if may_be_plain and (word := last_of_words(self._word, piece)):
            self._word, self._last = word, piece[-1]
            self._at_line_start = self._is_blank = False
            return piece
        piece = self._newlines.only(piece)
        if self._fence or len(self._held) > _LONG or (passed := self._words(self._held + piece)) is None:
            self._held += piece
            if len(self._held) < self._due:
                return ""
            passed = "".join(self._steps(final=False))
        self._due = len(self._held) + (len(self._held) // 8 if len(self._held) > _LONG else 0)
        return passed

    def _words(self, text: str) -> str | None:
        """The text without an incomplete marker at its end, if nothing in it can be part of a link or of code."""
        end = _WORDS.match(text).end()  # type: ignore[union-attr]
        if end < len(text) and not _MARKER_BEGUN.fullmatch(text, end):
            return None
        passed, whole = text[:end], self._word + text[:end]
        word = end_of(whole)
        if "ww" in whole.lower() or (end == len(text) and _WORD_BEGUN.search(word)):
            return None
        if passed:
            self._word, self._at_line_start = word, False
        self._held = text[end:]
        return self._apart(passed)

    def end(self) -> str:
        """What was still held back; and code that is still open is closed, because some parsers take it for prose."""
        rest = "".join(self._steps(final=True))
        return rest + ("" if self._at_line_start else "\n") + self._fence if self._fence else rest

    def _steps(self, *, final: bool) -> Iterator[str]:
        while self._held:
            before = len(self._held)
            yield self._code(final) if self._fence else self._prose(final)
            if len(self._held) == before:
                return

    def _take(self, count: int) -> str:
        taken, self._held = self._held[:count], self._held[count:]
        if taken:
            self._at_line_start = taken.endswith("\n")
        if self._at_line_start:
            self._is_blank, self._last = True, ""
        return taken

    def _code(self, final: bool) -> str:
        """A line of code, or as much of it as is certain; the line that closes the fence may be indented a little."""
        line, newline, _ = self._held.partition("\n")
        could_close = self._at_line_start and (line.lstrip(" ")[:1] in ("", self._fence[0]))
        if newline or final:
            closes = re.fullmatch(rf" {{0,3}}{re.escape(self._fence)}{self._fence[0]}*[ \t]*", line)
            if closes and self._at_line_start:
                self._take(len(line) + len(newline))
                fence, self._fence = self._fence, ""
                return fence + newline
            return self._in_code(self._take(len(line) + len(newline)))
        if could_close:
            return ""
        return self._in_code(self._take(address_start(line)))

    def _in_code(self, code: str) -> str:
        before, self._word = self._word, end_of(self._word + code)
        return self._addresses.in_code(code, before)

    def _prose(self, final: bool) -> str:
        """A line of prose, or as much of it as is certain."""
        if self._at_line_start and self._trusts_ticks:
            if opens := _FENCE_OPENS.match(self._held):
                self._fence = opens["fence"]
                self._take(opens.end())
                return opens["fence"] + opens["language"] + "\n"
            if not final and _FENCE_BEGUN.fullmatch(self._held):
                return ""
        line, newline, rest = self._held.partition("\n")
        if has_too_many_brackets(line):
            line = line.translate(_UNMARKED)
            self._held = line + newline + rest
        found = spans(line)
        if newline or final:
            done = self._rebuilt(line, found)
            self._take(len(line) + len(newline))
            self._word = ""
            return done + newline
        at = self._sure(line, found)
        done = self._rebuilt(line[:at], [span for span in found if span.end <= at])
        self._take(at)
        return done

    def _sure(self, line: str, found: list[Span]) -> int:
        """How much of an unfinished line means the same whatever comes next."""
        masked = line
        for span in found:
            if span.end < len(line) or span.kind != "code":  # more ticks may follow
                masked = masked[: span.start] + "\0" * (span.end - span.start) + masked[span.end :]
        last = masked[-1:].strip() and masked.rsplit(None, 1)[-1]
        opened = _OPEN.search(masked), _WORD_BEGUN.search(masked, len(masked) - len(last))
        at = min([found.start() for found in opened if found], default=len(line))
        at = min(at, open_label(masked), len(masked.rstrip("~")))
        while at and (start := address_last(masked[:at])) < at:
            at = start
        return min([at, *(span.start for span in found if span.start < at < span.end)])

    def _rebuilt(self, line: str, found: list[Span], start: int = 0, end: int | None = None) -> str:
        end = len(line) if end is None else end
        done = ""
        for span in found:
            if start <= span.start and span.end <= end:
                done += self._apart(self._text(line[start : span.start]))
                last, self._last = self._last, ""
                rebuilt = self._span(line, span, found)
                start, self._last = span.end, last
                done += self._apart(rebuilt)
        return done + self._apart(self._text(line[start:end]))

    def _apart(self, part: str) -> str:
        """The next part of the line, after a space if it would mean something else next to what is before it."""
        if not part:
            return ""
        apart = f" {part}" if self._last + part[0] in _MEETING else part
        self._last, self._is_blank = part[-1], self._is_blank and part.isspace()
        return apart

    def _span(self, line: str, span: Span, found: list[Span]) -> str:
        if span.kind == "image" or (span.kind == "link" and not self._addresses.may_be_linked(span.to)):
            label = self._rebuilt(line, found, span.label_start, span.label_end)
            if label and not ADDRESS_MARK.search(self._word):
                return label  # a word may continue after it, an address may not
            self._word = ""
            return label + _GONE
        gap = _GONE if self._word[-4:].lower() == "www." else ""  # for some programs code belongs to the address
        self._word = ""
        kept = self._kept(line, span, found)
        self._word = ""
        return gap + kept

    def _kept(self, line: str, span: Span, found: list[Span]) -> str:
        source = line[span.start : span.end]
        match span.kind:
            case "autolink":
                if self._addresses.may_be_linked(span.to):
                    return source
                return self._addresses.replacement(span.to, trusts_ticks=self._trusts_ticks)
            case "html":
                if not _TYPE.fullmatch(source) or _UNSAFE.match(source):
                    return _GONE
                # At the start of a line it may begin a block of HTML, in which no fence is one.
                return "‹" + source[1:] if self._is_blank else source
            case "code":
                return self._addresses.in_code(source) if self._trusts_ticks else self._text(source)
        return f"[{self._rebuilt(line, found, span.label_start, span.label_end)}]({span.to})"

    def _text(self, text: str) -> str:
        """Text without foreign addresses and without anything that could be completed to a link or a tag."""
        if "`" in text or (self._is_blank and text.lstrip().startswith("~~~")):
            self._trusts_ticks = False
        before, word = self._word, end_of(self._word + text)
        self._word = word if self._addresses.in_text(word) == word else ""
        text = _LEFT_OPEN.sub("‹", _TAG_BEGUN.sub("‹", text))
        return _COMPLETED_LATER.sub("] ", self._addresses.in_text(text, before, trusts_ticks=self._trusts_ticks))


def link_filter(sources: Sequence[Source]) -> LinkFilter:
    """The filter for an answer from these sources."""
    return LinkFilter({source.passage.site for source in sources}, [source.passage.text for source in sources])


async def without_foreign_links(pieces: Pieces, sources: Sequence[Source]) -> Pieces:
    """The pieces without links that leave the book."""
    links = link_filter(sources)
    async for piece in pieces:
        if safe := links.feed(piece):
            yield safe
    if rest := links.end():
        yield rest
