"""Reads a PDF into a title and sections, one for each heading and page: the anchor ``page=7`` opens at that page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.page.sheet import flat
from footnoted.ingest.formats.pdf.apart import load
from footnoted.ingest.formats.pdf.headings import Headings
from footnoted.ingest.formats.pdf.layout import Row, rows_of
from footnoted.ingest.manuscript import Block, BlockKind, Leaf, Reading, Section

_BULLET = re.compile(r"(?:[•●◦▪▫‣⁃∙·–\uf0b7\uf0a7\uf076*-]|o(?= )|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_SIGN = re.compile(r"[•●◦▪▫‣⁃∙·\uf0b7\uf0a7\uf076]\s*|[*–-]\s+|o\s+")
_LEADERS = re.compile(r"(?:\s?\.){4,}\s*[\divxlc]*$")
_JUNK_TITLE = re.compile(r"\.(?:docx?|pdf|tex|indd|pptx?|xlsx?|rtf)$|^(?:microsoft \w+|untitled|document\d*)\b", re.I)
_ENDS = (".", "!", "?", ":", "”", '"', "…", ")")


def read(leaf: Leaf, root: Path) -> Reading:
    """The document as a reader sees it. Raises Unreadable."""
    pdf = load(leaf.path)
    pages = [[row for row in rows if not _LEADERS.search(row.text)] for rows in rows_of(pdf.pages)]
    headings = Headings(pages, pdf.outline)
    draft = _Draft(_vocabulary(pages))
    for page in pages:
        for level, words in headings.unseen(page):
            draft.open(level, words, page[0].page)
        for row in page:
            heading = headings.of(row)
            if heading is None:
                draft.add(row)
            elif heading.words:
                draft.open(heading.level, heading.words, row.page)
    draft.flush()
    own_title = "" if _JUNK_TITLE.search(pdf.title) else flat(pdf.title)
    title = own_title or headings.title or leaf.name.replace("_", " ").replace("-", " ").strip() or leaf.path.stem
    warning = pdf.warning or ("" if any(pages) else "holds no text: its pages are pictures")
    # No visible words: browsers do not take text fragments into PDFs.
    return Reading(title, tuple(draft.sections), "", (warning,) if warning else (), on_paper=True)


def _vocabulary(pages: Sequence[Sequence[Row]]) -> Counter[str]:
    """Every word that is not at the end of a line: tells whether a hyphen there belongs to the word."""
    words: Counter[str] = Counter()
    for row in (row for page in pages for row in page):
        words.update(word.lower() for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", row.text)[:-1])
    return words


class _Draft:
    """Sections in the making; rows wait until their paragraph, list or table is whole."""

    def __init__(self, vocabulary: Counter[str]) -> None:
        self.sections: list[Section] = []
        self._vocabulary = vocabulary
        self._path: list[tuple[int, str]] = []
        self._waiting: list[Row] = []

    def open(self, level: int, words: str, page: int) -> None:
        self.flush()
        self._path = [*(step for step in self._path if step[0] < level), (level, words)]
        self.sections.append(Section(tuple(words for _, words in self._path), f"page={page}", ()))

    def add(self, row: Row) -> None:
        if self._waiting and not _continues(self._waiting, row):
            self.flush()
        self._waiting.append(row)

    def flush(self) -> None:
        rows, self._waiting = self._waiting, []
        if not rows:
            return
        kind, text = self._block(rows)
        text = clean(text).strip()
        if text:
            self._emit(Block(kind, text), rows[0].page)

    def _emit(self, block: Block, page: int) -> None:
        path, anchor = tuple(words for _, words in self._path), f"page={page}"
        if self.sections and (self.sections[-1].headings, self.sections[-1].anchor) == (path, anchor):
            before = self.sections.pop()
            last = before.blocks[-1] if before.blocks else None
            if last and last.kind == block.kind == "list":
                blocks = (*before.blocks[:-1], Block("list", f"{last.text}\n{block.text}"))
            else:
                blocks = (*before.blocks, block)
            self.sections.append(Section(path, anchor, blocks))
        else:
            self.sections.append(Section(path, anchor, (block,)))

    def _block(self, rows: list[Row]) -> tuple[BlockKind, str]:
        if len(rows) > 1 and len(rows[0].cells) > 1:
            return _table(rows)
        text = self._joined(rows)
        if _BULLET.match(text):
            sign = _SIGN.match(text)
            return "list", f"- {text[sign.end() :]}" if sign else text
        return "text", text

    def _joined(self, rows: list[Row]) -> str:
        text = ""
        for row in rows:
            text = self._hyphenated(text, row.text) if text.endswith("-") else f"{text} {row.text}"
        return flat(text)

    def _hyphenated(self, text: str, rest: str) -> str:
        """Two lines of which the first ends in a hyphen: joined as the word is written elsewhere in the document."""
        before = re.search(r"([^\W\d_]+(?:-[^\W\d_]+)*)-$", text)
        after = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)*", rest)
        if not before or not after or not after[0][:1].islower():
            return text + rest if before else f"{text} {rest}"
        with_it, without = f"{before[1]}-{after[0]}".lower(), f"{before[1]}{after[0]}".lower()
        keeps = self._vocabulary[with_it] > self._vocabulary[without] or "-" in before[1] + after[0]
        return text + rest if keeps else text[:-1] + rest


def _continues(waiting: list[Row], row: Row) -> bool:
    """Whether a row goes on with what the rows before it began."""
    last = waiting[-1]
    if len(row.cells) > 1 or len(last.cells) > 1:
        return len(row.cells) > 1 and len(last.cells) > 1 and row.page == last.page
    if _BULLET.match(row.text):
        return False
    if abs(row.size - last.size) > 0.15 * last.size:
        return False
    if (row.page, row.column) != (last.page, last.column):
        return not last.text.endswith(_ENDS) and (row.text[:1].islower() or last.text.endswith("-"))
    gap = last.bottom - row.top
    if gap > 0.6 * max(row.size, last.size):
        return False
    is_item = bool(_BULLET.match(waiting[0].text))
    indented = row.left > last.left + 0.8 * row.size
    if indented and not is_item and len(waiting) > 1:
        return False
    # An item's own lines stand further in than its sign; what comes back out to it is a new paragraph.
    return not (is_item and len(waiting) > 1 and row.left < last.left - 0.8 * row.size)


def _table(rows: list[Row]) -> tuple[BlockKind, str]:
    """Rows of equal width as a table; others line by line."""
    widths = {len(row.cells) for row in rows}
    if len(widths) > 1:
        return "text", "\n".join("  ".join(row.cells) for row in rows)
    return "table", "\n".join(_table_lines(rows))


def _table_lines(rows: list[Row]) -> Iterator[str]:
    for index, row in enumerate(rows):
        yield "| " + " | ".join(flat(clean(cell)).replace("|", "\\|") for cell in row.cells) + " |"
        if index == 0:
            yield "| " + " | ".join("---" for _ in row.cells) + " |"
