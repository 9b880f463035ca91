"""Asks the books of projects that nothing here was tuned on, and prints right, wrong, shown and refused by kind.

A book is the documentation in its project's source package, fetched with pip; the questions are ours, most in other
words than the book's, with what a right answer must have. Folders and indexes are kept in FOOTNOTED_DATA_DIR, or in a
temporary folder. Once a book's failures have been looked at, it is unseen no longer: then write questions to another.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, copytree
from tempfile import TemporaryDirectory


@dataclass(frozen=True, slots=True)
class Package:
    """A source package and where its documentation is."""

    requirement: str
    folder: str
    beside: tuple[str, ...] = ()
    """Files that the documentation's build needs from above the folder."""


PACKAGES = {
    "borgbackup": Package("borgbackup==1.4.5", "docs"),
    "beets": Package("beets==2.14.1", "docs"),
    "hatch": Package("hatch==1.18.2", "docs", ("mkdocs.yml",)),
    "pytest": Package("pytest==9.2.0", "doc/en"),
    "structlog": Package("structlog==26.1.0", "docs", ("README.md",)),
    "supervisor": Package("supervisor==4.3.0", "docs"),
    "khal": Package("khal==0.14.1", "doc"),
    "trio": Package("trio==0.35.0", "docs/source"),
    "axelrod": Package("axelrod==4.9.1", "docs"),
}


def main(names: list[str]) -> int:
    with ExitStack() as stack:
        kept = os.environ.get("FOOTNOTED_DATA_DIR") or stack.enter_context(TemporaryDirectory())
        folders = list(_folders(names or list(PACKAGES), Path(kept) / "unseen"))
        if not folders:
            return 1
        command = [sys.executable, "-m", "footnoted", "evaluate", *map(str, folders)]
        return subprocess.run(command, env={**os.environ, "FOOTNOTED_DATA_DIR": kept}).returncode


def _folders(names: list[str], kept: Path) -> Iterator[Path]:
    """The books that can be had: pip runs a package's build to fetch its source, which may want libraries."""
    for name in names:
        try:
            yield _folder(name, kept / name)
        except subprocess.CalledProcessError as error:
            print(
                f"{name} is left out: pip cannot fetch {PACKAGES[name].requirement}.\n{error.stderr}", file=sys.stderr
            )


def _folder(name: str, folder: Path) -> Path:
    """The book and its questions, as `footnoted evaluate` takes them."""
    package = PACKAGES[name]
    if not (book := folder / "book").is_dir():
        with TemporaryDirectory() as fetched:
            root = _unpacked(package.requirement, Path(fetched))
            inside = package.folder if package.beside else "."
            copytree(root / package.folder, book / inside)
            for file in package.beside:
                copyfile(root / file, book / file)
    copyfile(Path(__file__).with_name(f"{name}.jsonl"), folder / "golden.jsonl")
    return folder


def _unpacked(requirement: str, folder: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d", str(folder)]
    subprocess.run([*pip, requirement], check=True, stderr=subprocess.PIPE, text=True)
    archive = next(folder.glob("*.tar.gz"))
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
