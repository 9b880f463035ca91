"""Compares computed routes, anchors and text fragments with a site that its real generator has built."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from footnoted.domain.book import Passage
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.passages.chunk import chunk

TOOLS = Path(__file__).parents[2] / ".tools" / "generators"
DOCUSAURUS = TOOLS.with_name("docusaurus")
PACKAGES = ["sphinx", "myst-parser", "sphinx-design", "sphinx-tabs", "mkdocs", "mkdocs-material", "zensical"]
_UNSEEN = ("script", "style", "svg", "template", "noscript", "head")
# Elements inside a line: text outside of these is a block of its own.
_INLINE_TAGS = "a abbr b code del dfn em i ins kbd label mark q s samp small span strong sub sup u var"


def generator(name: str) -> Path:
    """The real generator's command, installed on first use into a venv of its own; skips where that cannot be.

    A command is there before all that it imports is: what tells that another test process is done is a file of its own.
    """
    whole = TOOLS / ".installed"
    if not whole.exists():
        beside = Path(sys.executable).with_name("uv")
        uv = str(beside) if beside.exists() else shutil.which("uv")
        if uv is None:
            pytest.skip(f"{name} is not installed, and there is no uv to install it with")
        with _one_at_a_time("generators"):
            if not whole.exists():
                if not _install(uv):
                    pytest.skip(f"{name} cannot be installed from the package registry")
                whole.touch()
    return TOOLS / "bin" / name


@contextmanager
def _one_at_a_time(name: str) -> Iterator[None]:
    """One test worker at a time."""
    TOOLS.parent.mkdir(parents=True, exist_ok=True)
    with TOOLS.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(uv: str) -> bool:
    steps = (
        ["venv", "-q", "--allow-existing", str(TOOLS)],
        ["pip", "install", "-q", "--compile-bytecode", "--python", str(TOOLS), *PACKAGES],
    )
    return all(
        subprocess.run([uv, *step], capture_output=True, timeout=600, check=False).returncode == 0 for step in steps
    )


def docusaurus_build(source: Path, site: Path) -> Path:
    """A copy of the site, built by Docusaurus itself, which ``make docusaurus`` installs; skips where it is not.

    A build takes half a minute of the processor, so only the long run does it.
    """
    if "LONG" not in os.environ:
        pytest.skip("Docusaurus builds only in the long run; run: make docusaurus, or make test-long")
    packages = DOCUSAURUS / "node_modules"
    if not (packages / ".bin" / "docusaurus").exists():
        pytest.skip("Docusaurus is not installed; run: make docusaurus")
    shutil.copytree(source, site)
    (site / "package.json").write_text('{"name": "site", "private": true}', "utf-8")
    (site / "node_modules").symlink_to(packages)
    with _one_at_a_time("docusaurus"):  # builds share a cache beside the packages, and spoil it for each other
        build(packages / ".bin" / "docusaurus", "build", cwd=site)
    return site


def build(*command: str | Path, cwd: Path, **environment: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=cwd,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr


class BuiltPage(HTMLParser):
    """Ids and words of one built page, one line a block."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.words: list[str] = []
        self._unseen = 0
        self.feed(path.read_text("utf-8"))
        lines = (" ".join(line.split()) for line in "".join(self.words).split("\n"))
        self.text = "\n".join(line for line in lines if line).casefold()

    def times(self, fragment: str) -> int:
        """How often a text fragment's words occur; what is before and after them may be in another block."""
        terms = (re.escape(unquote(term.strip("-")).casefold()) for term in fragment.split(","))
        pattern = r"\s*".join(terms)
        return len(re.findall(rf"(?={pattern})", self.text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value for name, value in attrs if name == "id" and value)
        if tag in _UNSEEN:
            self._unseen += 1
        if tag not in _INLINE_TAGS.split():
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen -= 1
        if tag not in _INLINE_TAGS.split():
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.words.append(data.replace("\n", " "))


def passages(book: Manuscript) -> list[Passage]:
    return [
        passage
        for order, leaf in enumerate(book.leaves)
        for passage in chunk(read(leaf, book.root), book="b", site=book.site, route=leaf.route, order=order)
    ]


def built_file(folder: Path, route: str, base: str = "/") -> Path:
    path = unquote(route).removeprefix(base)
    return folder / path / "index.html" if path.endswith("/") or not path else folder / path


def check(book: Manuscript, folder: Path, base: str = "/") -> dict[str, int]:
    """Asserts that every route is a file, every anchor an id on its page, and that every fragment occurs once."""
    counts = {"routes": 0, "anchors": 0, "fragments": 0, "passages": 0}
    for order, leaf in enumerate(book.leaves):
        path = built_file(folder, leaf.route, base)
        assert path.is_file(), f"{leaf.source}: no page at {leaf.route}"
        counts["routes"] += 1
        page = BuiltPage(path)
        reading = read(leaf, book.root)
        for section in reading.sections:
            if section.anchor:
                assert section.anchor in page.ids, f"{leaf.source}: no #{section.anchor} on {leaf.route}"
                counts["anchors"] += 1
        for passage in chunk(reading, book="b", site=book.site, route=leaf.route, order=order):
            counts["passages"] += 1
            if passage.fragment:
                times = page.times(passage.fragment)
                assert times == 1, f"{leaf.source}: {passage.fragment} stands {times} times"
                counts["fragments"] += 1
    return counts
