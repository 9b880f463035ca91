"""The process in which PDFium reads: `python -m footnoted.ingest.formats.pdf.child PATH WHAT FIRST MEMORY SECONDS`.

Prints a line of JSON for the document, one before each page, and one with the page's text or, where WHAT is ``images``
and not ``text``, one for each picture. A file made to take all memory, or hours, ends only this process.
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

    _set_limits(memory, seconds)
    try:
        data = bytes_of(path, LIMIT)
        if b"%PDF-" not in data[:1024]:
            raise Unreadable("not a PDF")
        with document(data) as pdf:
            title = pdf.get_metadata_value("Title") or ""
            _print(
                {"title": title, "pages": len(pdf), "outline": [dataclasses.astuple(entry) for entry in outline(pdf)]}
            )
            for index in range(first, min(len(pdf), MOST_PAGES)):
                if time.process_time() > MOST_SECONDS:
                    _print({"stopped": index})
                    break
                _print({"begun": index})
                _limit_seconds(seconds)
                try:
                    _print_page(pdf, index, what)
                except pypdfium2.PdfiumError:
                    _print({"broken": index})
    except Unreadable as reason:
        _print({"unreadable": str(reason)})
    _print({"done": True})


def _print_page(pdf: Any, index: int, what: str) -> None:
    if what == "text":
        _print({"page": dataclasses.astuple(page_at(pdf, index))})
        return
    for image in images_at(pdf, index):
        _print({"image": [image.page, image.box, base64.b64encode(image.data).decode()]})


def _print(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _set_limits(memory: int, seconds: int) -> None:
    """Limit this process's memory and processor time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))
    _limit_seconds(seconds)


def _limit_seconds(seconds: int) -> None:
    """Limit processor time from now on; it does not count while other processes run."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds, hard))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6]))
