"""The process in which PDFium reads: `python -m footnoted.ingest.formats.pdf.child PATH WHAT FIRST MEMORY SECONDS`.

Prints a line of JSON for the document and one for each page, and before each page that it begins; of ``images`` in
place of ``text``, one for each picture. A file made to take all memory or hours ends this process by its limits, and
nothing else.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.pdf.images import images_at
from footnoted.ingest.formats.pdf.lines import LIMIT, MOST_PAGES, MOST_SECONDS, document, outline, page_at
from footnoted.ingest.manuscript import Unreadable


def main(path: Path, what: str, first: int, memory: int, seconds: int) -> None:
    """Read the pages from the first one on."""
    import pypdfium2

    _limit(memory, seconds)
    try:
        data = bytes_of(path, LIMIT)
        if b"%PDF-" not in data[:1024]:
            raise Unreadable("not a PDF")
        with document(data) as pdf:
            title = pdf.get_metadata_value("Title") or ""
            _tell(
                {"title": title, "pages": len(pdf), "outline": [dataclasses.astuple(entry) for entry in outline(pdf)]}
            )
            for index in range(first, min(len(pdf), MOST_PAGES)):
                if time.process_time() > MOST_SECONDS:
                    _tell({"stopped": index})
                    break
                _tell({"begun": index})
                _seconds_from_now(seconds)
                try:
                    _tell_page(pdf, index, what)
                except pypdfium2.PdfiumError:
                    _tell({"broken": index})
    except Unreadable as reason:
        _tell({"unreadable": str(reason)})
    _tell({"done": True})


def _tell_page(pdf: Any, index: int, what: str) -> None:
    if what == "text":
        _tell({"page": dataclasses.astuple(page_at(pdf, index))})
        return
    for image in images_at(pdf, index):
        _tell({"image": [image.page, image.box, base64.b64encode(image.data).decode()]})


def _tell(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _limit(memory: int, seconds: int) -> None:
    """Give up memory and processor time beyond these, where the system has such limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))
    _seconds_from_now(seconds)


def _seconds_from_now(seconds: int) -> None:
    """Processor time, which does not run while others are at work."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds, hard))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6]))
