"""Reads a PDF's pages in a separate process with limits on memory and time. Knows that process's lines, not PDFium.

A page that exceeds the limits is left out: another process continues after it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import opened
from footnoted.ingest.formats.pdf.images import NamedImage
from footnoted.ingest.formats.pdf.letters import Run
from footnoted.ingest.formats.pdf.lines import LIMIT, MOST_PAGES, Entry, Pdf, PdfPage
from footnoted.ingest.formats.pdf.tables.frames import Frame
from footnoted.ingest.manuscript import Unreadable

MEMORY = 1024 * 1024 * 1024
"""Bytes beyond twice the file: a page of print takes a few megabytes, a scan of a large map some hundred."""
SECONDS = 20
"""Processor time for one page."""
_MOST_LOST = 5
"""Pages that may exceed the limits before the rest of the file is given up."""
_MOST_RUNS = 500_000
"""Lines of the whole file: a hundred on each of 5,000 pages. No book has more."""
_MOST_IMAGE_LETTERS = 100_000_000
"""Characters of all the file's pictures in base64; later pictures are left out."""


@dataclass(slots=True)
class PdfReading:
    """A file as far as it was read."""

    pdf: Pdf
    begun: int = -1
    count: int = 0
    broken: int = 0
    runs: int = 0
    stopped: int = 0
    """Pages that were read before the time was over; 0 if it was enough."""
    lost: list[int] = field(default_factory=list)
    is_known: bool = False
    is_done: bool = False


def load(path: Path) -> Pdf:
    """The whole document, within the limits. Raises Unreadable."""
    with opened(path, LIMIT) as file:
        size = file.seek(0, 2)
    reading = PdfReading(Pdf("", [], []))
    while not reading.is_done and len(reading.lost) < _MOST_LOST:
        _run_child(path, reading, MEMORY + 2 * size)
    if not reading.pdf.pages:
        if reading.lost:
            raise Unreadable(f"takes more than {MEMORY >> 20} MB of memory or {SECONDS} seconds a page")
        if reading.broken:
            raise Unreadable("the PDF is broken")
    reading.pdf.warning = warning_of(reading)
    return reading.pdf


def load_images(path: Path) -> list[NamedImage]:
    """The pictures, up to the first page that exceeds the limits."""
    found: list[NamedImage] = []
    letters = 0
    with opened(path, LIMIT) as file:
        size = file.seek(0, 2)
    with closing(_child_lines(path, "images", 0, MEMORY + 2 * size)) as lines:
        for line in lines:
            if "image" not in line:
                continue
            page, (left, bottom, right, top), text = line["image"]
            letters += len(text)
            if letters > _MOST_IMAGE_LETTERS:
                break
            found.append(NamedImage(page, (left, bottom, right, top), text))
    return found


def _run_child(path: Path, reading: PdfReading, memory: int) -> None:
    """Run one process, from the page after the last one that was begun."""
    with closing(_child_lines(path, "text", reading.begun + 1, memory)) as lines:
        for line in lines:
            take_line(line, reading)
            if reading.runs > _MOST_RUNS:
                reading.is_done = True
            if reading.is_done:
                return
    if not reading.is_known:
        raise Unreadable(f"takes more than {memory >> 20} MB of memory or {SECONDS} seconds to open")
    reading.lost.append(reading.begun)


def _child_lines(path: Path, what: str, first: int, memory: int) -> Generator[dict[str, Any]]:
    """The lines that a child process prints for the pages from ``first`` on; closing the generator ends the process."""
    module = "footnoted.ingest.formats.pdf.child"
    command = [sys.executable, "-m", module, str(path), what, str(first), str(memory), str(SECONDS)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        try:
            for line in child.stdout:
                if not line.endswith(b"\n"):  # the child died while printing it
                    break
                yield json.loads(line)
        finally:
            child.kill()


def take_line(line: dict[str, Any], reading: PdfReading) -> None:
    """Add one line of the child process to the reading."""
    match line:
        case {"unreadable": reason}:
            raise Unreadable(reason)
        case {"title": title, "pages": count, "outline": outline}:
            reading.is_known, reading.count = True, count
            reading.pdf.title, reading.pdf.outline = clean(title).strip(), [Entry(*entry) for entry in outline]
        case {"begun": index}:
            reading.begun = index
        case {"page": [number, width, height, runs, frames]}:
            reading.runs += len(runs)
            tables = tuple(Frame(left, right, tuple(levels), tuple(seams)) for left, right, levels, seams in frames)
            reading.pdf.pages.append(PdfPage(number, width, height, tuple(Run(*run) for run in runs), tables))
        case {"stopped": index}:
            reading.stopped = index
        case {"broken": _}:
            reading.broken += 1
        case {"done": True}:
            reading.is_done = True


def warning_of(reading: PdfReading) -> str:
    """What was left out, and why."""
    if reading.lost:
        pages = ", ".join(str(index + 1) for index in reading.lost)
        end = "; the rest was left" if len(reading.lost) >= _MOST_LOST else ""
        return f"left out what takes too much memory or time: page {pages}{end}"
    if reading.stopped:
        return f"only the first {reading.stopped} of {reading.count} pages were read: the rest takes too long"
    if reading.runs > _MOST_RUNS:
        return f"only the first {reading.begun + 1} of {reading.count} pages were read: it holds more than a book"
    if reading.count > MOST_PAGES:
        return f"only the first {MOST_PAGES} of {reading.count} pages were read"
    return f"{reading.broken} pages are broken" if reading.broken else ""
