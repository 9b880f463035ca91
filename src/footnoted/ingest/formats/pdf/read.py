"""Reads a PDF into a title and sections, one for each heading and page: the anchor ``page=7`` opens at that page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.pdf.headings import Headings
from footnoted.ingest.formats.pdf.images import NamedImage
from footnoted.ingest.formats.pdf.layout import Row, rows_of
from footnoted.ingest.formats.pdf.paragraphs import (
    BULLET,
    Opening,
    join_stretched_lines,
    line_distance,
    whole_paragraphs,
)
from footnoted.ingest.formats.pdf.process import load, load_images
from footnoted.ingest.manuscript import Block, BlockKind, Leaf, NamedPicture, Reading, Section

_SIGN = re.compile(r"[•●◦▪▫‣⁃∙·\uf0b7\uf0a7\uf076]\s*|[*–-]\s+|o\s+")
_LEADERS = re.compile(r"(?<!\.)(?<!\.\s)(?:\s?\.){4,}+\s*+[\divxlc]*+$")
_BEFORE_HYPHEN = re.compile(r"(?<![^\W\d_])(?<![^\W\d_]-)([^\W\d_]++(?:-[^\W\d_]++)*+)-$")
_JUNK_TITLE = re.compile(r"\.(?:docx?|pdf|tex|indd|pptx?|xlsx?|rtf)$|^(?:microsoft \w+|untitled|document\d*)\b", re.I)
_TAG = re.compile(r"</?[A-Za-z][\w.:-]*(?:\s+[\w:-]+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'<>=]+))*\s*/?>")
"""A tag that is printed is meant to be read."""
_LINES_ABOVE = 3
"""Lines above a picture, by which its place is found."""
_MOST_TIMES = 3
"""A picture that occurs more often is a logo."""


def read(leaf: Leaf, root: Path) -> Reading:
    """The document as a reader sees it. Raises Unreadable."""
    pdf = load(leaf.path)
    pages = [
        join_stretched_lines([row for row in rows if not _LEADERS.search(row.text)]) for rows in rows_of(pdf.pages)
    ]
    headings = Headings(pages, pdf.outline)
    draft = _Draft(_vocabulary(pages))
    for piece in whole_paragraphs(_pieces(pages, headings), line_distance(pages)):
        if isinstance(piece, Opening):
            draft.open(piece)
        else:
            draft.add(piece)
    own_title = "" if _JUNK_TITLE.search(pdf.title) else flat(pdf.title)
    title = own_title or headings.title or leaf.name.replace("_", " ").replace("-", " ").strip() or leaf.path.stem
    warning = pdf.warning or ("" if any(pages) else "holds no text: its pages are pictures")
    pictures = tuple(_pictures(load_images(leaf.path), [row for page in pages for row in page]))
    # No visible words: browsers do not take text fragments into PDFs.
    return Reading(title, tuple(draft.sections), "", (warning,) if warning else (), on_paper=True, pictures=pictures)


def _pictures(images: Sequence[NamedImage], rows: Sequence[Row]) -> Iterator[NamedPicture]:
    """Each picture with the lines above it, in its column or on earlier pages. Logos are left out."""
    seen = Counter(image.letters for image in images)
    numbers = [row.page for row in rows]
    for image in images:
        if seen[image.letters] > _MOST_TIMES:
            continue
        first, last = bisect_left(numbers, image.page), bisect_right(numbers, image.page)
        end = max((place + 1 for place in range(first, last) if _is_above(rows[place], image)), default=first)
        lines = tuple(row.text for row in rows[max(0, end - _LINES_ABOVE) : end])
        yield NamedPicture(f"data:image/png;base64,{image.letters}", "", lines)


def _is_above(row: Row, image: NamedImage) -> bool:
    left, bottom, right, top = image.box
    is_beside = row.right > left and row.left < right
    return is_beside and (row.top + row.bottom) / 2 > (top + bottom) / 2


def _pieces(pages: Sequence[Sequence[Row]], headings: Headings) -> Iterator[Row | Opening]:
    for page in pages:
        missing = headings.missing(page)
        for index, row in enumerate([*page, None]):
            for place, heading in missing:
                if place == index:
                    yield Opening(heading.level, heading.words, page[0].page)
            if row is None:
                break
            found = headings.of(row)
            if found is None:
                yield row
            elif found.words:
                yield Opening(found.level, found.words, row.page)


def _vocabulary(pages: Sequence[Sequence[Row]]) -> Counter[str]:
    """Every word that is whole on a line, and the ends of those with a hyphen.

    They show whether a hyphen at a line's end belongs to the word.
    """
    words: Counter[str] = Counter()
    before = ""
    for line in (line for page in pages for row in page for line in row.text.split("\n")):
        found = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", line.lower())
        for word in found[1 if before.endswith("-") else 0 : -1]:
            words[word] += 1
            if "-" in word:
                words["-" + word.rpartition("-")[2]] += 1
        before = line
    return words


class _Draft:
    """Sections in the making."""

    def __init__(self, vocabulary: Counter[str]) -> None:
        self.sections: list[Section] = []
        self._vocabulary = vocabulary
        self._path: list[tuple[int, str]] = []

    def open(self, heading: Opening) -> None:
        self._path = [*(step for step in self._path if step[0] < heading.level), (heading.level, heading.words)]
        self.sections.append(Section(tuple(words for _, words in self._path), f"page={heading.page}", ()))

    def add(self, rows: list[Row]) -> None:
        kind, text = self._block(rows)
        text = _TAG.sub(r"`\g<0>`", clean(text).strip()) if "`" not in text else clean(text).strip()
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
            return _table([tuple(map(self._cell, row.cells)) for row in rows])
        text = self._joined(row.text for row in rows)
        if BULLET.match(text):
            sign = _SIGN.match(text)
            return "list", f"- {text[sign.end() :]}" if sign else text
        return "text", text

    def _cell(self, lines: str) -> str:
        return self._joined(lines.split("\n")) if "\n" in lines else lines

    def _joined(self, lines: Iterable[str]) -> str:
        text = ""
        for line in lines:
            text = self._hyphenated(text, line) if text.endswith("-") else f"{text} {line}"
        return flat(text)

    def _hyphenated(self, text: str, rest: str) -> str:
        """Two lines of which the first ends in a hyphen: joined as the word is written elsewhere in the document."""
        before = _BEFORE_HYPHEN.search(text)
        after = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)*", rest)
        if not before or not after or not after[0][:1].islower():
            return text + rest if before else f"{text} {rest}"
        with_it, without = f"{before[1]}-{after[0]}".lower(), f"{before[1]}{after[0]}".lower()
        if self._vocabulary[with_it] != self._vocabulary[without]:
            keeps = self._vocabulary[with_it] > self._vocabulary[without]
        else:  # "three-" and "dimensional" are words, "dimen-" and "sional" are not
            ends = before[1].rpartition("-")[2].lower(), after[0].partition("-")[0].lower()
            is_compound = "-" in before[1] + after[0] and self._vocabulary[ends[1]] > 0
            keeps = self._vocabulary[ends[0]] > 0 and (is_compound or self._vocabulary["-" + ends[1]] > 0)
        return text + rest if keeps else text[:-1] + rest


def _table(rows: Sequence[tuple[str, ...]]) -> tuple[BlockKind, str]:
    """Rows of equal width as a table; others line by line."""
    widths = {len(cells) for cells in rows}
    if len(widths) > 1:
        return "text", "\n".join("  ".join(cells) for cells in rows)
    return "table", "\n".join(_table_lines(rows))


def _table_lines(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    for index, cells in enumerate(rows):
        yield "| " + " | ".join(flat(clean(cell)).replace("|", "\\|") for cell in cells) + " |"
        if index == 0:
            yield "| " + " | ".join("---" for _ in cells) + " |"
