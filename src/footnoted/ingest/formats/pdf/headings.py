"""Which rows of a PDF are headings: by its outline, and by letters that are larger or bolder than the text's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.pdf.layout import CAPTION, Row
from footnoted.ingest.formats.pdf.lines import Entry
from footnoted.ingest.formats.pdf.paragraphs import BULLET, line_distance

_LARGER = 1.12
"""Times the size of the body's letters: 11.2 points where the body has 10, so that rounded sizes do not count."""
_LONGEST = 160
"""Characters of a heading, its second line included."""
_MOST_LEVELS = 6
"""As many as HTML has."""
_MOST_ON_COVER = 4
"""Groups of large letters that make up a title page: title, subtitle, author, edition."""
_NUMBERING = re.compile(r"^(?:(?:chapter|part|section|appendix)\s+)?[\divxlc]{1,6}(?:\.\d+)*[.:)]?\s+", re.IGNORECASE)
_CAPITALS = re.compile(r"(?:[IVX]{1,4}\.|[A-Z]\.|\d\.?)\s[A-Z][A-Z\s,&:-]{3,}|(?!FIGURE|TABLE)[A-Z]{6,}(?:\s[A-Z]+)?")
"""Headings of papers in letters of the body's size: ``IV. RELATED WORK``, ``REFERENCES``."""

_PLAIN = re.compile(r"[A-Z][\w'’()/&,:–-]*(?: [\w'’()/&,:–-]+){0,8}(?<![,:])")
"""Up to nine words without punctuation at the end."""
_NUMBER = re.compile(r"(?:[IVX]{1,5}|[A-Z]|\d{1,2}(?:\.\d{1,2})*)\.?\s+(?=[A-Z])")
"""Before a heading in the middle of its column: ``IV. Results`` in small capitals."""
_PROSE = 50
"""Letters in a line of prose."""
_NARROW_PROSE = 35
"""The same below a line in the middle, which is a heading in one of two columns, too."""
_ITEM = re.compile(r"[•●◦▪▫‣⁃∙·\uf0b7\uf0a7\uf076]\s")
"""A list's entry, however bold it is."""
_APART = 0.4
"""Letter sizes beyond the usual distance of lines."""
_FEWEST_PLAIN = 3
_WORD = re.compile(r"[^\W\d_\u02b0-\u02ff]{2}")
"""Two letters; braces over a formula are drawn with modifier letters."""


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    words: str
    """Empty for a row that belongs to the heading above it, or is the title of the whole."""


def plain(text: str) -> str:
    """A heading as it is compared: without its number, its case and its punctuation.

    >>> plain("2.1  On Dew:"), plain("On dew")
    ('on dew', 'on dew')
    """
    bare = _NUMBERING.sub("", text.strip())
    return " ".join(re.findall(r"\w+", (bare or text).lower()))


class Headings:
    """The headings of one document."""

    def __init__(self, pages: Sequence[Sequence[Row]], outline: Sequence[Entry]) -> None:
        self.title = ""
        self._found: dict[int, Heading] = {}
        self._listed: dict[int, list[Entry]] = {}
        for entry in outline:
            self._listed.setdefault(entry.page, []).append(entry)
        self._seen: set[int] = set()
        body, plain_headings = _body_size(pages), _plain_headings(pages)
        groups = [group for rows in pages for group in _groups(rows, body, self._titles(rows), plain_headings)]
        if pages and pages[0] and len(groups) > 1:
            self._take_title(pages[0], groups)
        self._set_levels(groups, body, max((entry.level for entry in outline), default=-1) + 1, plain_headings)

    def of(self, row: Row) -> Heading | None:
        return self._found.get(id(row))

    def missing(self, rows: Sequence[Row]) -> list[tuple[int, Heading]]:
        """The outline's entries for this page that match none of its rows, each before the row with this index."""
        entries = self._listed.get(rows[0].page, []) if rows else []
        return [
            (_place(rows, entry), Heading(entry.level + 1, entry.title))
            for entry in entries
            if id(entry) not in self._seen
        ]

    def _titles(self, rows: Sequence[Row]) -> set[str]:
        return {plain(entry.title) for entry in self._listed.get(rows[0].page, [])} if rows else set()

    def _take_title(self, first: Sequence[Row], groups: list[list[Row]]) -> None:
        """The title: the first page if it is a cover, or the largest letters if they are only on that page."""
        on_first = [group for group in groups if group[0].page == first[0].page]
        size = max(_rounded_size(group[0]) for group in groups)
        if sum(map(len, on_first)) == len(first) and len(on_first) <= _MOST_ON_COVER:
            title = on_first
        else:
            title = [group for group in groups if _rounded_size(group[0]) == size]
        if title and all(group[0].page == first[0].page for group in title) and len(title) <= _MOST_ON_COVER:
            self.title = flat(" ".join(map(_words, title)))
            for group in title:
                self._mark(group, Heading(0, ""))

    def _set_levels(self, groups: list[list[Row]], body: float, below: int, plain_headings: Collection[int]) -> None:
        groups = [group for group in groups if id(group[0]) not in self._found]
        sizes = sorted({_rounded_size(group[0]) for group in groups if group[0].size >= _LARGER * body}, reverse=True)
        for group in groups:
            words = _words(group)
            entry = self._entry(words, group[0].page)
            step = _rounded_size(group[0])
            rank = sizes.index(step) if step in sizes else len(sizes) + (id(group[0]) in plain_headings)
            level = entry.level + 1 if entry else 1 + below + rank
            self._mark(group, Heading(min(level, 3 * _MOST_LEVELS), words))

    def _entry(self, words: str, page: int) -> Entry | None:
        for entry in self._listed.get(page, []):
            if plain(entry.title) == plain(words) and id(entry) not in self._seen:
                self._seen.add(id(entry))
                return entry
        return None

    def _mark(self, group: list[Row], heading: Heading) -> None:
        for row in group:
            self._found[id(row)] = heading
            heading = Heading(heading.level, "")


def _place(rows: Sequence[Row], entry: Entry) -> int:
    """The first row, in reading order, of what the entry leads to."""
    if entry.top is None:
        return 0
    below = (
        index
        for index, row in enumerate(rows)
        if row.bottom < entry.top and row.top < entry.top + row.size and row.right > entry.left + row.size
    )
    return next(below, len(rows))


def _body_size(pages: Sequence[Sequence[Row]]) -> float:
    letters: Counter[float] = Counter()
    for row in (row for page in pages for row in page):
        letters[_rounded_size(row)] += len(row.text)
    return letters.most_common(1)[0][0] if letters else 1.0


def _rounded_size(row: Row) -> float:
    """The letters' size in half points: sizes within a heading differ slightly."""
    return round(row.size * 2) / 2


def _words(group: list[Row]) -> str:
    return flat(" ".join(row.text for row in group))


def _plain_headings(pages: Sequence[Sequence[Row]]) -> set[int]:
    """Ids of headings in the body's font: short single lines above a paragraph, if the document has several."""
    distance = line_distance(pages)
    found = {
        id(rows[index]) for rows in pages for index in range(len(rows)) if _is_plain_heading(rows, index, distance)
    }
    return found if len(found) >= _FEWEST_PLAIN else set()


def _is_plain_heading(rows: Sequence[Row], index: int, distance: float) -> bool:
    row, below = rows[index], rows[index + 1] if index + 1 < len(rows) else None
    if below is None or len(row.cells) > 1 or BULLET.match(below.text) or CAPTION.match(row.text):
        return False
    number = _NUMBER.match(row.text)
    middles = abs(row.left + row.right - below.left - below.right) / 2
    is_centred = row.left > below.left + row.size > below.left + middles
    if not _PLAIN.fullmatch(row.text[number.end() :] if number and is_centred else row.text):
        return False
    above = rows[index - 1] if index and rows[index - 1].column == row.column else None
    apart = (distance + _APART) * row.size
    ends_above = above is not None and bool(above.text.endswith((".", "!", "?", ":")) or BULLET.match(above.text))
    is_below_text = ends_above or ((above is None or above.bold) and (bool(number) or not is_centred))
    return bool(
        is_below_text
        and (above is None or above.bold or above.bottom - row.bottom > apart)
        and row.bottom - below.bottom > apart
        and len(below.text) > len(row.text)
        and len(below.text) >= (_NARROW_PROSE if is_centred else _PROSE)
        and row.column == below.column
        and (is_centred or (abs(row.left - below.left) < 2 and below.size > 0.95 * row.size))
        and below.size < 1.05 * row.size
    )


def _groups(rows: Sequence[Row], body: float, titles: set[str], plain_headings: Collection[int]) -> Iterator[list[Row]]:
    """Rows that are headings, those of one heading together."""
    group: list[Row] = []
    captions = _captions(rows)
    for index, row in enumerate(rows):
        listed = plain(row.text) in titles or id(row) in plain_headings
        stands_out = id(row) not in captions and _stands_out(rows, index, body)
        if not (listed or stands_out or (group and _is_last_line(group, row))):
            if group:
                yield group
            group = []
            continue
        if group and (listed or not _is_next_line(group, row)):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _captions(rows: Sequence[Row]) -> set[int]:
    """Ids of the rows of captions, which are no headings, however bold they are."""
    found: set[int] = set()
    for index, row in enumerate(rows):
        above = rows[index - 1] if index else row
        goes_on = id(above) in found and above.bottom - row.top < 0.6 * row.size and row.bold == above.bold
        if goes_on or CAPTION.match(row.text):
            found.add(id(row))
    return found


def _is_next_line(group: list[Row], row: Row) -> bool:
    last = group[-1]
    near = row.column == last.column and last.bottom - row.top < 0.6 * row.size
    fits = len(_words(group)) + len(row.text) <= _LONGEST
    return near and fits and _rounded_size(row) == _rounded_size(last) and row.bold == last.bold


def _is_last_line(group: list[Row], row: Row) -> bool:
    """Whether a row without words, such as a number, is the last line of a heading."""
    return len(row.cells) == 1 and not _WORD.search(row.text) and _is_next_line(group, row)


def _stands_out(rows: Sequence[Row], index: int, body: float) -> bool:
    row = rows[index]
    if len(row.cells) > 1 or len(row.text) > _LONGEST or not _WORD.search(row.text):
        return False
    if _ITEM.match(row.text):
        return False
    if row.size >= _LARGER * body:
        return True
    is_set_off = row.bold or _CAPITALS.fullmatch(row.text)
    smallest = 0.97 if row.bold and not _CAPITALS.fullmatch(row.text) else 0.85
    if not is_set_off or row.size < smallest * body or len(row.text) > 90 or row.text.endswith((".", ",", ";", ":")):
        return False
    # A heading has a gap above it; bold words within a paragraph have none.
    above = rows[index - 1] if index else None
    apart = above is None or above.column != row.column or above.bottom - row.top > 0.3 * row.size or above.bold
    below = rows[index + 1] if index + 1 < len(rows) else None
    return apart and not (below and below.bold and below.size < _LARGER * body and len(below.text) > 90)
