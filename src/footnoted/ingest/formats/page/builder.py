"""Gathers a page's blocks under its headings while it is read. Knows sections and labels, no markup."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypedDict

from footnoted.domain.text.clean import clean, letters
from footnoted.ingest.files.endless import refuse_too_long
from footnoted.ingest.formats.page.line import picture_mark, runs_of
from footnoted.ingest.formats.page.typography import typeset
from footnoted.ingest.manuscript import GAP, Block, BlockKind, NamedBox, NamedPicture, Section

ADMONITIONS = frozenset({"note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary"})
BOXES = ADMONITIONS | {"hint", "attention", "error", "failure", "bug", "example", "abstract", "question", "seealso"}
"""Kinds of boxes; most have a title."""
_BOX_CLASSES = frozenset({"admonition", "theme-admonition", "admonitionblock"})
_BREAKS = re.compile("[\n\xa0\u202f]")
"""Line ends and no-break spaces: a link's words cannot extend across them."""
HOLE = "\u202f"
"""Put where words are missing that the page shows: a break for links."""
_MATCHED_LETTERS = 60
"""Letters of a box's beginning and end by which it is found in the passages."""
_LINES_BEFORE = 3
"""Lines above a picture, by which its place is found."""
_LONG_ITEM = 600
"""Characters: with a longer item in it, a list would fill a passage with one or two of them."""


def flat(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def kind_of_box(classes: Iterable[str]) -> str:
    """Which kind of box an element of these classes is, as generators write them; empty where it is none.

    >>> kind_of_box(["admonition", "warning"]), kind_of_box(["theme-admonition", "theme-admonition-tip"])
    ('warning', 'tip')
    >>> kind_of_box(["admonition-plain", "admonition"]), kind_of_box(["warning"])
    ('note', '')
    """
    names = [name.lower().removeprefix("theme-admonition-") for name in classes]
    is_box = not _BOX_CLASSES.isdisjoint(names)
    return next((name for name in names if name in BOXES), "note") if is_box else ""


class Extras(TypedDict):
    """What is on a page besides its sections, in reading order."""

    pictures: tuple[NamedPicture, ...]
    boxes: tuple[NamedBox, ...]


@dataclass(slots=True)
class _OpenBox:
    kind: str
    title: str = ""
    begins: str = ""
    ends: str = ""

    def take(self, title: str, text: str) -> None:
        """Add a block to the box."""
        if not self.begins:
            self.title, self.begins = title, letters(title + text)[:_MATCHED_LETTERS]
        self.ends = letters(text)[-_MATCHED_LETTERS:] or self.ends


class PageBuilder:
    """Builds a page: its sections, the words that it shows, and a label that waits for its block."""

    def __init__(self) -> None:
        self.visible: list[str] = []
        self.pictures: list[NamedPicture] = []
        self._boxes: list[_OpenBox] = []
        self._open_boxes: list[_OpenBox] = []
        self.is_typeset = False
        """Whether the generator changes quotes, dashes and dots."""
        self._path: list[tuple[int, str]] = []
        self._sections: list[tuple[tuple[str, ...], str, list[Block]]] = [((), "", [])]
        self._blocks = self._sections[0][2]
        self._label = ""
        self._length = 0
        self._resumed: list[list[Block]] = []
        """Block lists of resumed sections; those that stay empty are dropped."""

    @property
    def anchor(self) -> str:
        """Id of the current heading."""
        return self._sections[-1][1]

    @property
    def has_headings(self) -> bool:
        return len(self._sections) > 1

    def finished(self) -> tuple[Section, ...]:
        """The sections, one for each heading, even if nothing is under it."""
        self.drop_label()
        empty = [blocks for blocks in self._resumed if not blocks]
        kept = (part for part in self._sections if not any(part[2] is blocks for blocks in empty))
        sections = [Section(path, anchor, tuple(blocks)) for path, anchor, blocks in kept]
        return tuple(sections if sections[0].blocks else sections[1:])

    def open_section(self, level: int, heading: str, anchor: str) -> None:
        """Go on below a heading; one without a word ends the sections that it is not below."""
        self.drop_label()
        above = [step for step in self._path if step[0] < level]
        self._path = [*above, (level, heading)] if heading else above
        self._blocks = []
        self._sections.append((tuple(words for _, words in self._path), anchor, self._blocks))

    def within(self, write: Callable[[], None]) -> None:
        """Run ``write``, then go on in the section from before: headings that it opened end with it."""
        path, count, anchor = self._path, len(self._sections), self.anchor
        write()
        if len(self._sections) > count:
            self.drop_label()
            self._path, self._blocks = path, []
            self._resumed.append(self._blocks)
            self._sections.append((tuple(words for _, words in path), anchor, self._blocks))

    def show(self, text: str) -> None:
        """Add words that the page shows, and the pictures between them."""
        for run in runs_of(text):
            if isinstance(run, str):
                shown = typeset(clean(run)) if self.is_typeset else clean(run)
                shown = shown.replace(GAP, f"\n{GAP}\n")
                shown = _BREAKS.sub(lambda mark: "\n" if mark[0] == "\n" else f"\n{GAP}\n", shown)
                self.visible.extend(line for part in shown.split("\n") if (line := flat(part)))
            else:
                address, words = run
                above = [line for line in self.visible[-2 * _LINES_BEFORE :] if line != GAP]
                self.pictures.append(NamedPicture(address, flat(clean(words)), tuple(above[-_LINES_BEFORE:])))

    def show_heading(self, text: str) -> None:
        """Add a heading's words; where some are not known, what is left of it is no text that others follow."""
        before = len(self.visible)
        self.show(text)
        if len(self.visible) > before + 1:
            self.gap()

    def gap(self) -> None:
        """The page has something here that is not known."""
        self.visible.append(GAP)

    def picture(self, address: str, words: str) -> None:
        """Add a picture on its own; its description becomes a block."""
        self.show(picture_mark(address, words))
        self.emit("text", words)

    def emit(self, kind: BlockKind, text: str) -> None:
        """Add a block to the section, after the pending label, if there is one. Raises Unreadable for endless pages."""
        self._length = refuse_too_long(text, self._length)
        text = clean(text).replace(GAP, "")
        text = text.strip("\n") if kind == "code" else text.strip()
        if not text:
            return
        label, self._label = self._label, ""
        for box in self._open_boxes:
            box.take(label, text)
        if label and kind == "text":
            text = f"{label} {text}"
        elif label:
            self._blocks.append(Block("text", label))
        self._blocks.append(Block(kind, text))

    def ends_with(self, words: str) -> bool:
        """Whether the last block of the section ends with these words."""
        return bool(self._blocks) and self._blocks[-1].text.endswith(words)

    def set_label(self, label: str) -> None:
        """Set the label of the next block: of a tab, an admonition, a piece of code."""
        label = flat(clean(html.unescape(label))).rstrip(":")
        if label:
            self._label = f"{self._label} {label}{'' if label[-1] in '.!?' else ':'}".strip()

    @property
    def beside(self) -> Extras:
        """The further arguments of the page's Reading."""
        named = (box for box in self._boxes if box.kind and box.begins)
        boxes = tuple(NamedBox(box.kind, box.title, box.begins, box.ends) for box in named)
        return Extras(pictures=tuple(self.pictures), boxes=boxes)

    def open_box(self, kind: str) -> None:
        """Open a box; one of an unknown kind is not kept."""
        self._open_boxes.append(_OpenBox(kind.lower() if kind.lower() in BOXES else ""))
        self._boxes.append(self._open_boxes[-1])

    def close_box(self) -> None:
        if self._open_boxes:
            self._open_boxes.pop()

    def boxed(self, kind: str, write: Callable[[], None]) -> None:
        """Run ``write``; what it emits is in a box."""
        self.open_box(kind)
        write()
        self.drop_label()
        self.close_box()

    def drop_label(self) -> None:
        """No block followed the label: keep it as text, unless it is only ``Tip:`` or the like."""
        label, self._label = self._label, ""
        if label and label.rstrip(":").lower() not in ADMONITIONS:
            self._blocks.append(Block("text", label.rstrip(":")))

    def aside(self, write: Callable[[], None]) -> list[Block]:
        """Run ``write``; returns its blocks, which do not go into the section."""
        outside, self._blocks = self._blocks, []
        waiting, self._label = self._label, ""
        write()
        self.drop_label()
        inside, self._blocks, self._label = self._blocks, outside, waiting
        return inside

    def emit_items(self, items: Iterable[tuple[str, list[Block]]]) -> None:
        """One list block where items are short; a long item, or one with code, becomes blocks of its own."""
        lines: list[str] = []
        for marker, blocks in items:
            texts = [block.text.replace("\n", " ") for block in blocks if block.kind == "text"]
            if all(block.kind in ("text", "list") for block in blocks) and sum(map(len, texts)) < _LONG_ITEM:
                if texts:
                    lines.append(f"{marker} {' '.join(texts)}")
                indent = " " * (len(marker) + 1)
                nested = [line for block in blocks if block.kind == "list" for line in block.text.split("\n")]
                lines.extend(indent + line for line in nested)
                continue
            self.emit("list", "\n".join(lines))
            lines = []
            for index, block in enumerate(blocks):
                marked = index == 0 and block.kind == "text"
                self.emit(block.kind, f"{marker} {block.text}" if marked else block.text)
        self.emit("list", "\n".join(lines))
