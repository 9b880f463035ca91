"""Files that mean harm: each is a clear line or harmless text, nothing is written, and the rest of the book is read."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from footnoted.ingest.files import disk, endless, page_time
from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.pdf import child, process
from footnoted.ingest.formats.pdf.lines import Pdf
from footnoted.ingest.index import ingest
from footnoted.ingest.manuscript import Unreadable
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex
from tests.ingest.formats.make_epub import CONTAINER, make_epub
from tests.ingest.formats.make_pdf import Words, make_pdf
from tests.ingest.pipeline.test_index import CountingEmbedder
from tests.processor_time import alarm

CHAPTER = {"one.xhtml": "<p>Chapter.</p>"}
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BOMB = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">{LAUGHS}]>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
BODY = CONTAINER.partition("?>")[2]
NAMES = [b"a%d" % number for number in range(100_000)]


def entity_container(head: str, entity: str) -> str:
    return head + BODY.replace("<rootfiles>", f"<rootfiles>&{entity};").replace("<container ", "<container ")


def linked() -> bytes:
    buffer = io.BytesIO(make_epub(CHAPTER))
    with zipfile.ZipFile(buffer, "a") as archive:
        entry = zipfile.ZipInfo("OEBPS/link")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return buffer.getvalue()


def many_entries() -> bytes:
    buffer = io.BytesIO(make_epub(CHAPTER))
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_STORED) as archive:
        for number in range(20_001):
            archive.writestr(f"x/{number}", b"")
    return buffer.getvalue()


def lying_size() -> bytes:
    """An entry that says it is small, and is not."""
    data = bytearray(make_epub({"one.xhtml": "<p>" + "a" * 3_000_000 + "</p>"}))
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        if b"one.xhtml" in data[at + 46 : at + 90]:
            data[at + 24 : at + 28] = struct.pack("<I", 10)
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def nested_zip() -> bytes:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"\0" * 3_000_000)
    return make_epub(CHAPTER, more={"OEBPS/Text/inner.zip": inner.getvalue()})


def encrypted_pdf() -> bytes:
    secret = "0123456789abcdef" * 4
    handler = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{secret}> /U <{secret}> /P -44 >>"
    return make_pdf([[Words(72, 700, "Secret.")]], trailer=f"{handler} /ID [<{secret}> <{secret}>]")


def picture_pdf() -> bytes:
    picture = b"/XObject << /I << /Type /XObject /Subtype /Image /Width 999999999 /Height 999999999 >>"
    return make_pdf([[Words(72, 700, "Beside a picture.")]]).replace(b"/F1 3 0 R", b"/F1 3 0 R >> " + picture)


FILES: dict[str, tuple[str, bytes | Callable[[], bytes], str]] = {
    # name: file name, its bytes, and a part of the line that reports it; "" where it is read or left alone.
    "zip bomb": ("x.epub", lambda: make_epub(CHAPTER, more={"bomb": b"\0" * 40_000_000}), "zip bomb"),
    "path traversal": ("x.epub", lambda: make_epub(CHAPTER, more={"../../evil.txt": b"x"}), "leads out"),
    "absolute name": ("x.epub", lambda: make_epub(CHAPTER, more={"/tmp/evil.txt": b"x"}), "leads out"),
    "drive letter": ("x.epub", lambda: make_epub(CHAPTER, more={"C:\\evil.txt": b"x"}), "leads out"),
    "link in a zip": ("x.epub", linked, "holds a link"),
    "zip in a zip": ("x.epub", nested_zip, ""),
    "too many entries": ("x.epub", many_entries, "more than 20000 entries"),
    "lying zip": ("x.epub", lying_size, "broken"),
    "not a zip": ("x.epub", b"PK\x03\x04 but not really", "not a zip"),
    "empty epub": ("x.epub", b"", "not a zip"),
    "zip without a book": ("x.epub", lambda: make_epub({}), "no chapter"),
    "billion laughs": ("x.epub", lambda: make_epub(CHAPTER, container=entity_container(BOMB, "l9")), "entities"),
    "external entity": ("x.epub", lambda: make_epub(CHAPTER, container=entity_container(OUTSIDE, "e")), "entities"),
    "deep xml": ("x.epub", lambda: make_epub(CHAPTER, container="<a>" * 9999 + "</a>" * 9999), "nested too deeply"),
    "encrypted pdf": ("x.pdf", encrypted_pdf, "encrypted"),
    "truncated pdf": ("x.pdf", lambda: make_pdf([[Words(72, 700, "Half.")]] * 40)[:700], "broken"),
    "not a pdf": ("x.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 500, "not a PDF"),
    "empty pdf": ("x.pdf", b"", "not a PDF"),
    "pdf that claims a million pages": ("x.pdf", lambda: make_pdf([[Words(72, 700, "One.")]], pages_said=10**6), ""),
    "huge picture in a pdf": ("x.pdf", picture_pdf, ""),
    "100 000 nested tags": ("x.html", b"<div>" * 100_000 + b"deep", "nested more than"),
    "100 000 nested spans": ("x.html", b"<p>" + b"<span><b>" * 50_000 + b"deep", "nested more than"),
    "100 000 attributes": ("x.html", b"<p " + b" ".join(NAMES) + b">", "attributes"),
    "as many in quotes": ("x.html", b"<p " + b"='>'".join(NAMES) + b">", "attributes"),
    "as many between slashes": ("x.html", b"<p/" + b"/".join(NAMES) + b">", "attributes"),
    "html that is binary": ("x.html", os.urandom(2000) + b"\0\0", "not text"),
    "entities in html": ("x.html", BOMB.encode() + b"<html><body><p>&l9; Fine.</p></body></html>", ""),
    "encoding that is none": ("x.html", b"<meta charset=undefined><p>Fine.</p>", ""),
    "encoding that costs the square": ("x.html", b"<meta charset=punycode><p>Fine." + b"-" + b"b9" * 400_000, ""),
    "encoding in which tags hide": ("x.html", b"<meta charset=unicode_escape><p>Fine. \\x3cscript\\x3e</p>", ""),
    "one character": ("x.md", b"a" * 200_000, ""),
    "one character in html": ("x.html", b"<p>" + b"a" * 200_000, ""),
    "one character in text": ("x.txt", b"(" * 200_000, ""),
    "deep quotes": ("x.md", b">" * 5_000 + b" deep", ""),
    "deep lists": ("x.md", b"\n".join(b"  " * n + b"- x" for n in range(400)), ""),
    "deep brackets": ("x.md", b"[" * 20_000 + b"](x)", ""),
    "many backticks": ("x.md", b" ".join(b"`" * (n % 300 + 1) for n in range(3_000)), ""),
    "asterisks around a word": ("x.md", b"*" * 200_000 + b"a" + b"*" * 200_000, ""),
    "lines below a word": ("x.md", b"_~" * 9_999 + b"_" * 200_000 + b"a" + b"_" * 200_000, ""),
    "many asterisks": ("x.md", b"*a_" * 20_000, ""),
    "hostile to patterns": ("x.md", b"<a " + b"b='c' " * 20_000 + b"\n\n" + b"&" * 50_000 + b"<!--" * 5_000, ""),
    "hostile to patterns in mdx": ("x.mdx", b"{" * 5_000 + b"<A " * 5_000 + b"\n\nexport const a = `" + b"${" * 99, ""),
    "hostile to patterns in html": ("x.html", b"<p>x</p><" + b"a/ " * 30_000 + b"<style>" + b"{.a" * 9_999, ""),
    "not utf-8": ("x.md", b"caf\xe9 \xff\xfe\xfd", "not UTF-8"),
    "utf-16": ("x.md", "Größe".encode("utf-16"), "UTF-16"),
    "binary markdown": ("x.md", b"\x7fELF\0\0\0", "NUL"),
    "empty": ("x.md", b"", ""),
    "yaml bomb": ("x.md", b"---\na: &a [1,1,1,1,1,1,1,1,1]\n" + b"".join(
        b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % (n, n, *[n - 1] * 9) for n in range(98, 107)
    ) + b"---\nHello.", ""),
    "asciidoc that includes itself": ("x.adoc", b"= X\n\nFine.\n\n" + b"include::x.adoc[]\n" * 9, ""),
    "asciidoc of marks": ("x.adoc", b"= X\n\n" + b"*a_`#^~" * 20_000 + b"\n\n" + b"[[" * 9_999 + b"|===\n" * 999, ""),
    "asciidoc that leads out": ("x.adoc", b"= X\n\nFine.\n\ninclude::../../../etc/passwd[]\n", ""),
    "substitutions that name each other": ("x.rst", b"X\n=\n\n.. |a0| replace:: ha\n" + b"".join(
        b".. |a%d| replace::" % n + b" |a%d|" % (n - 1) * 10 + b"\n" for n in range(1, 12)
    ) + b"\n|a11|\n", "substitutions make more"),
    "attributes that name each other": ("x.adoc", b"= X\n:a0: ha\n" + b"".join(
        b":a%d: " % n + b"{a%d}" % (n - 1) * 10 + b"\n" for n in range(1, 12)
    ) + b"\n{a11}\n", ""),
    "notebook that is none": ("x.ipynb", b'{"cells": 3}', "not a notebook"),
    "deep json": ("x.ipynb", b"[" * 200_000, "not a notebook"),
    "odd notebook": ("x.ipynb", json.dumps({"cells": [None, 3, {"cell_type": "code", "outputs": [7]}]}).encode(), ""),
    "a very long name": ("x" * 240 + ".md", b"# Long", ""),
    "a name with control characters": ("a\nb\x1b[31m.md", b"# Odd", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
async def test_one_bad_file_costs_only_itself(tmp_path: Path, name: str) -> None:
    file, content, reason = FILES[name]
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "good.md").write_text("# Good\n\nThe good page.")
    (folder / file).write_bytes(content if isinstance(content, bytes) else content())
    before = everything(tmp_path)
    with alarm(20):
        summary = await ingest(folder, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert everything(tmp_path) == before, "something was written"
    if reason:
        assert summary.added == 1
        ((source, given),) = summary.skipped
        assert source.startswith(file)
        assert reason in given
        assert len(given) < 200
        assert "\n" not in given
    else:
        assert summary.skipped == ()
        assert summary.added == 2


def everything(folder: Path) -> set[tuple[str, int]]:
    return {(str(path), path.lstat().st_size) for path in folder.rglob("*")}


async def test_links_pipes_and_devices(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (tmp_path / "secret.md").write_text("# Secret")
    (folder / "good.md").write_text("# Good")
    (folder / "out.md").symlink_to(tmp_path / "secret.md")
    (folder / "zero.md").symlink_to("/dev/zero")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "round").symlink_to(folder)
    (folder / "folder.md").mkdir()
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "pipe.pdf")
    os.mkfifo(folder / "pipe.epub")
    summary = await ingest(folder, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert summary.added == 1
    reasons = dict(summary.skipped)
    assert set(reasons) == {"out.md", "zero.md", "loop.md", "pipe.md", "pipe.pdf", "pipe.epub"}
    assert reasons["out.md"] == reasons["zero.md"] == "a link that leads out of the book"
    assert reasons["pipe.md"] == reasons["pipe.pdf"] == reasons["pipe.epub"] == "not a regular file"


def packed_pdf() -> bytes:
    """Three pages, the second of some kilobytes that unpack to a million pieces of text."""
    bomb = zlib.compress(b"BT /F1 1 Tf " + b"(a) Tj " * 1_000_000 + b"ET", 9)
    assert len(bomb) < 30_000
    pages = [[Words(72, 700, f"The {name} page.")] for name in ("first", "second", "third")]
    return make_pdf(pages, packed={1: bomb})


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to its memory")
def test_a_page_that_takes_all_memory_costs_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MEMORY", 200 * 1024 * 1024)
    (tmp_path / "x.pdf").write_bytes(packed_pdf())
    pdf = process.load(tmp_path / "x.pdf")
    assert [page.runs[0].text for page in pdf.pages] == ["The first page.", "The third page."]
    assert pdf.warning == "left out what takes too much memory or time: page 2"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to its memory")
def test_a_file_that_cannot_even_be_opened_has_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes alone need memory that the child must ask for: what it has free may be enough for a small file."""
    monkeypatch.setattr(process, "MEMORY", 16 * 1024 * 1024)
    (tmp_path / "x.pdf").write_bytes(make_pdf([[Words(72, 700, "Small.")]]) + b" " * (4 * 1024 * 1024))
    with pytest.raises(Unreadable, match=r"takes more than 24 MB of memory or 20 seconds"):
        process.load(tmp_path / "x.pdf")


def test_a_file_that_takes_hours_is_read_for_some_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child's own clock, set forward: what it says is what the warning is made of."""
    (tmp_path / "x.pdf").write_bytes(make_pdf([[Words(72, 700, f"Page {number}.")] for number in range(3)]))
    printed: list[dict[str, Any]] = []
    ticks = chain([0.0, 119.0], repeat(121.0))
    monkeypatch.setattr(child, "_print", printed.append)
    monkeypatch.setattr(child, "_set_limits", lambda *_: None)
    monkeypatch.setattr(child, "_limit_seconds", lambda _: None)
    monkeypatch.setattr(time, "process_time", lambda: next(ticks))
    child.main(tmp_path / "x.pdf", "text", 0, 0, 0)
    reading = process.PdfReading(Pdf("", [], []))
    for line in json.loads(json.dumps(printed)):
        process.take_line(line, reading)
    assert process.warning_of(reading) == "only the first 2 of 3 pages were read: the rest takes too long"
    assert len(reading.pdf.pages) == 2


WORDS = "word and "
LONG: dict[str, tuple[str, Callable[[int], str], str]] = {
    "a line": ("x.md", lambda size: WORDS * (size // 9), "larger than 1 MB"),
    "lines of mdx": ("x.mdx", lambda size: "word\n" * (size // 5), "larger than 1 MB"),
    "text": ("x.txt", lambda size: WORDS * (size // 9), "larger than 1 MB"),
    "reStructuredText": ("x.rst", lambda size: "word\n\n" * (size // 6), "larger than 1 MB"),
    "AsciiDoc": ("x.adoc", lambda size: "= X\n\n" + WORDS * (size // 9), "larger than 1 MB"),
    "HTML": ("x.html", lambda size: "<p>" + WORDS * (size // 9), "has more than 1 MB of text"),
    "a notebook": (
        "x.ipynb",
        lambda size: json.dumps({"cells": [{"cell_type": "markdown", "source": WORDS * (size // 9)}]}),
        "has more than 1 MB of text",
    ),
    "a notebook of pictures": (
        "x.ipynb",
        lambda size: json.dumps({"cells": [{"cell_type": "code", "outputs": [{"data": {"image/png": "A" * size}}]}]}),
        "",
    ),
}


@pytest.mark.parametrize("name", LONG)
async def test_a_page_longer_than_any_book_is_not_read(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of 30 MB took 46 seconds and 3.7 GB. Here a page may have one."""
    for module in (disk, endless):
        monkeypatch.setattr(module, "TEXT_LIMIT", 1024 * 1024)
    file, content, reason = LONG[name]
    (tmp_path / file).write_text(content(1_200_000))
    (tmp_path / "good.md").write_text("# Good\n\nThe good page.")
    summary = await ingest(tmp_path, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert [given[: len(reason)] for _, given in summary.skipped] == ([reason] if reason else [])
    assert summary.passages == 1


# A parser that is stopped between opening a file and closing it leaves it to the garbage collector, which warns.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere other threads' time counts too")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.mdx", "{\n" * 100_000),
        ("x.rst", ".. _t:\n\n.. py:function:: f(a)\n   " * 20_000),
        ("x.adoc", "= #\n" * 100_000),
        ("x.md", "> ![" * 50_000),
    ],
)
async def test_a_page_that_takes_too_long_is_left_out(
    tmp_path: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_time, "SECONDS", 0.2)
    monkeypatch.setattr(page_time, "SECONDS_A_MEGABYTE", 0.0)
    (tmp_path / "good.md").write_text("# Good\n\nThe good page.")
    (tmp_path / name).write_text(text)
    with alarm(20):
        summary = await ingest(tmp_path, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert summary.skipped == ((name, "takes more than 0 seconds of the processor"),)
    assert summary.added == 1


def test_a_parser_that_catches_everything_is_told_again_and_what_follows_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_time, "SECONDS", 0.05)
    monkeypatch.setattr(page_time, "_AGAIN", 0.05)
    with alarm(20), pytest.raises(Unreadable, match="of the processor"):
        deaf_until_told(3)
    with page_time.within_page_time(0):
        pass
    busy(0.3)


TRACED = """
import sys
from footnoted.ingest.files import page_time
from footnoted.ingest.manuscript import Unreadable

page_time.SECONDS = {seconds}
try:
    with page_time.within_page_time(0):
        while page_time.SECONDS < 1:
            pass
except Unreadable:
    print("told")
sys.setprofile(lambda frame, event, _: None)
(lambda: None)()
print("traced")
"""


@pytest.mark.parametrize(("seconds", "printed"), [(60.0, ["traced"]), (0.05, ["told", "traced"])])
def test_code_can_be_traced_after_a_page_was_read(seconds: float, printed: list[str]) -> None:
    """An interpreter that still looks for what a thread is told never gets past a call that is traced.

    Nor does it hear a signal then: so in a process of its own.
    """
    program = [sys.executable, "-c", TRACED.format(seconds=seconds)]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.split() == printed


def deaf_until_told(times: int) -> None:
    with page_time.within_page_time(0):
        for _ in range(times - 1):
            with suppress(BaseException):
                busy(30.0)
        busy(30.0)


def busy(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_a_heading_of_many_placeholders_is_compared_in_one_pass(tmp_path: Path) -> None:
    """As a pattern, each placeholder would try every place that the one before left over."""
    (tmp_path / "x.md").write_text(f"# {'x' * 60}\n\nWords.\n\n## {'{{a}}x' * 25}y\n\nMore words.\n")
    with alarm(20):
        summary = await ingest(tmp_path, "b", CountingEmbedder(), InMemoryIndex(), FakeCatalogue())
    assert summary.added == 1


def test_a_page_of_nothing_but_tags_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.ingest.formats.html.attributes._MOST_TAGS", 1_000)
    with pytest.raises(Unreadable, match="more than 1,000 tags"):
        reading_of("<b>a</b>" * 501, "")
    assert reading_of("<p>a</p>" * 500, "").visible
