"""Takes links that leave the book out of a streamed answer. Where a link is allowed is decided here and nowhere else.

Each line is parsed by a Markdown parser; links and images are built again from what it found, HTML goes, and what is
left as text holds no foreign address and nothing that another line could complete to a link. Only what may still become
one is held back. An address that is in a passage stays, as code; after one stray back-tick all is taken for prose.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence

from footnoted.domain.book import Source
from footnoted.domain.text.markers import MARKER
from footnoted.engine.check.addresses import WORD_BEGUN, Addresses, begun, last_word
from footnoted.engine.check.brackets import are_too_many, open_label
from footnoted.engine.check.spans import Span, spans

_TYPE = re.compile(r"</?[A-Za-z_][\w, ]*>")
_UNSAFE = re.compile(
    r"</?(?:a|area|audio|base|body|button|embed|form|frame|html|iframe|image|img|input|link|math|meta|object|picture|"
    r"script|source|style|svg|track|video)\b",
    re.IGNORECASE,
)
_TAG_BEGUN = re.compile(r"<(?=[a-zA-Z!/?\[]|[^> !]*@)")
"""Where a tag or an address in angle brackets begins."""
_LEFT_OPEN = re.compile(r"<(?=[^> !]*$)")
"""Where one may begin that goes on in the next line."""
_COMPLETED_LATER = re.compile(r"\](?=[(:])")
"""Where a destination may follow that is on another line, or that only another parser sees."""
_OPEN = re.compile(
    r"\]\([^\n]{0,2000}$|\]$"  # a link's destination and title; where its text begins is found apart
    r"|<[a-zA-Z!/?](?:[^<>\"']|\"[^\"]*\"|'[^']*')*(?:\"[^\"]*|'[^']*)?$|<(?:!--|\?|!\[CDATA\[).{0,2000}$"
    r"|<[^> !]{0,2000}$|!$|(?<!~)~+$|`[^\n]{0,400}$"
    rf"|{WORD_BEGUN}",
    re.IGNORECASE,
)
_UNMARKED = str.maketrans("[]<>`", "()‹›'")
_LONG = 64
"""Characters held back from which on the line is read again only when it has grown by an eighth: read at every piece,
what never becomes a link would cost as much as its square."""
_LONGEST_WORD = 40
"""Characters that are known of a word that was passed on; no beginning of an address is longer."""
_WORDS = re.compile(rf"(?:[^\[\]<>!\\`~:/&@\n]|{MARKER}(?=[^\]<>!\\`~:/&@\n(]))*+")
"""Words and markers, of which no link, code or tag can be made."""
_MARKER_BEGUN = re.compile(r"\[(?:\d{1,4}\]?)?")
_WORD_BEGUN = re.compile(WORD_BEGUN, re.IGNORECASE)
_ADDRESS_MARK = re.compile(r"[:/\\&@]|www\.", re.IGNORECASE)
_FENCE_OPENS = re.compile(r"(?P<fence>`{3,}|~{3,})[\w \t.+#{}=,-]*\n")
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
        self._ends_in_tick = False

    def feed(self, piece: str) -> str:
        if self._fence or len(self._held) > _LONG or (passed := self._words(self._held + piece)) is None:
            self._held += piece
            if len(self._held) < self._due:
                return ""
            passed = "".join(self._steps(final=False))
        self._due = len(self._held) + (len(self._held) // 8 if len(self._held) > _LONG else 0)
        return passed

    def _words(self, text: str) -> str | None:
        """The text but for a marker at its end that is not whole, if nothing in it can be part of a link or of code."""
        end = _WORDS.match(text).end()  # type: ignore[union-attr]
        if end < len(text) and not _MARKER_BEGUN.fullmatch(text, end):
            return None
        passed, whole = text[:end], self._word + text[:end]
        word = _end_of(whole)
        if "ww" in whole.lower() or (end == len(text) and _WORD_BEGUN.search(word)):
            return None
        if passed:
            self._word, self._at_line_start, self._ends_in_tick = word, False, False
            self._is_blank = self._is_blank and passed.isspace()
        self._held = text[end:]
        return passed

    def end(self) -> str:
        """What was still held back."""
        return "".join(self._steps(final=True))

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
            self._is_blank = self._at_line_start or (self._is_blank and taken.isspace())
        return taken

    def _code(self, final: bool) -> str:
        """A line of code, or as much of it as is sure; the line that closes the fence may be indented a little."""
        line, newline, _ = self._held.partition("\n")
        could_close = self._at_line_start and (line.lstrip(" ")[:1] in ("", self._fence[0]))
        if newline or final:
            closes = re.fullmatch(rf" {{0,3}}{re.escape(self._fence)}{self._fence[0]}*[ \t]*", line)
            if closes and self._at_line_start:
                self._fence = ""
            return self._in_code(self._take(len(line) + len(newline)))
        if could_close:
            return ""
        return self._in_code(self._take(begun(line)))

    def _in_code(self, code: str) -> str:
        before, self._word = self._word, _end_of(self._word + code)
        return self._addresses.in_code(code, before)

    def _prose(self, final: bool) -> str:
        """A line of prose, or as much of it as is sure."""
        if self._at_line_start and self._trusts_ticks:
            if opens := _FENCE_OPENS.match(self._held):
                self._fence = opens["fence"]
                return self._take(opens.end())
            if not final and _FENCE_BEGUN.fullmatch(self._held):
                return ""
        line, newline, rest = self._held.partition("\n")
        if are_too_many(line):
            line = line.translate(_UNMARKED)
            self._held = line + newline + rest
        found = spans(line)
        if newline or final:
            done = self._rebuilt(line, found)
            self._take(len(line) + len(newline))
            self._word = "" if newline else self._word
            self._ends_in_tick = self._ends_in_tick and not newline
            return done + newline
        at = self._sure(line, found)
        done = self._rebuilt(line[:at], [span for span in found if span.end <= at], goes_on=True)
        self._take(at)
        return done

    def _sure(self, line: str, found: list[Span]) -> int:
        """How much of an unfinished line will read the same whatever comes next."""
        masked = line
        for span in found:
            if span.end < len(line) or span.kind not in ("code", "html"):  # more ticks may follow
                masked = masked[: span.start] + "\0" * (span.end - span.start) + masked[span.end :]
        opened = _OPEN.search(masked)
        at = min(opened.start() if opened else len(line), open_label(masked))
        while at and (start := _address_last(masked[:at])) < at:
            at = start
        return min([at, *(span.start for span in found if span.start < at < span.end)])

    def _rebuilt(
        self, line: str, found: list[Span], start: int = 0, end: int | None = None, *, goes_on: bool = False
    ) -> str:
        end = len(line) if end is None else end
        done = ["`" if self._ends_in_tick else ""]
        for span in found:
            if start <= span.start and span.end <= end:
                done.append(self._text(line[start : span.start]))
                self._word, self._is_blank = "", False
                done.append(self._span(line, span, found))
                start, self._word = span.end, ""
        done.append(self._text(line[start:end], goes_on=goes_on))
        rebuilt = _apart(done).removeprefix(done[0])
        self._ends_in_tick = rebuilt.endswith("`") if rebuilt else self._ends_in_tick
        return rebuilt

    def _span(self, line: str, span: Span, found: list[Span]) -> str:
        source = line[span.start : span.end]
        match span.kind:
            case "link" | "image":
                inner = [other for other in found if span.start < other.start and other.end <= span.label_end]
                label = self._rebuilt(line, inner, span.label_start, span.label_end)
                is_kept = span.kind == "link" and self._addresses.may_be_linked(span.to)
                return f"[{label}]({span.to})" if is_kept else label
            case "autolink":
                if self._addresses.may_be_linked(span.to):
                    return source
                return self._addresses.named(span.to, trusts_ticks=self._trusts_ticks)
            case "html":
                return source if _TYPE.fullmatch(source) and not _UNSAFE.match(source) else ""
            case "code":
                return self._addresses.in_code(source) if self._trusts_ticks else self._text(source)

    def _text(self, text: str, *, goes_on: bool = False) -> str:
        """Text with no foreign address in it, and nothing that could be completed to a link or a tag."""
        if "`" in text or (self._is_blank and text.lstrip().startswith("~~~")):
            self._trusts_ticks = False
        before, self._word = self._word, _end_of(self._word + text)
        text = _COMPLETED_LATER.sub("] ", text)
        text = _TAG_BEGUN.sub("‹", text)
        text = text if goes_on else _LEFT_OPEN.sub("‹", text)
        return self._addresses.in_text(text, before, trusts_ticks=self._trusts_ticks)


def _apart(parts: Sequence[str]) -> str:
    """The parts in a row; where two back-ticks would meet and mean something else, a space between them."""
    joined = ""
    for part in parts:
        joined += " " + part if joined.endswith("`") and part.startswith("`") else part
    return joined


def _end_of(text: str) -> str:
    """As much of the last word as the next piece must be read with."""
    return last_word(text[-_LONGEST_WORD:])


def _address_last(text: str) -> int:
    """Where the last word begins, if it is or may become an address, or a bracket that it is in; else the end."""
    at = len(text)
    if not text[-1:].isspace() and (word := text.rsplit(None, 1)[-1:]) and _ADDRESS_MARK.search(word[0]):
        at -= len(word[0])
    bracket = text.find("<", max(map(text.rfind, "> !")) + 1)
    return min(at, bracket) if bracket >= 0 else at


def link_filter(sources: Sequence[Source]) -> LinkFilter:
    """The filter for an answer from these sources."""
    passages = [source.passage for source in sources]
    return LinkFilter({passage.site for passage in passages}, [passage.text for passage in passages])


async def within_the_book(pieces: AsyncGenerator[str, None], sources: Sequence[Source]) -> AsyncGenerator[str, None]:
    """The pieces without links that leave the book."""
    links = link_filter(sources)
    async for piece in pieces:
        if safe := links.feed(piece):
            yield safe
    if rest := links.end():
        yield rest
