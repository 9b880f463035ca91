"""What a page of reStructuredText may refer to: the book around it. Knows names, labels and files, no syntax tree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_of_repository, included_files
from footnoted.ingest.formats.code.python.package import PythonSource

_INCLUDED = re.compile(
    r"^[ \t]*(?:\.\.[ \t]+(?:literal)?include::|[`~:]{3,}\{(?:literal)?include\})[ \t]*(?P<name>\S+)"
    r"|^[ \t]*:file:[ \t]*(?P<csv>\S+)",
    re.MULTILINE,
)
_TITLED = re.compile(r"(?P<title>.*\S)\s*<(?P<target>[^<>]*)>", re.DOTALL)
_SOURCES = frozenset({".rst", ".md", ".txt", ".ipynb"})
"""Endings of documents: a target may have one, and "typing.Any" has none."""


@dataclass(frozen=True, slots=True)
class OwnType:
    """A directive, and the role that refers to it, which a project adds by name."""

    directive: str
    role: str
    is_target: bool
    """Whether it only marks a place and shows nothing."""
    has_own_names: bool
    """Whether the project's own code finds the name in the text."""


@dataclass(frozen=True, slots=True)
class RstConfig:
    """How the pages of a book read."""

    folder: Path = field(repr=False)
    smart_quotes: bool = True
    smart_actions: str = "qDe"
    """Which typography is applied: quotes, dashes, dots."""
    domain: str = "py"
    """The domain of directives that name none, such as ``function``."""
    prolog: str = ""
    epilog: str = ""
    default_role: str = ""
    substitutions: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """Roles that the configuration makes for links, each with the words that it shows around its text."""
    own_types: tuple[OwnType, ...] = ()
    autodoc_options: tuple[tuple[str, str], ...] = ()
    """Default options of ``auto…`` directives."""
    autoclass_content: str = "class"
    inherits_words: bool = True
    """Whether a method without a docstring has that of the method it overrides."""
    has_napoleon: bool = False
    """Whether docstrings are in Google's or NumPy's style."""


@dataclass(frozen=True, slots=True)
class RstBook:
    """What all pages of the book share."""

    config: RstConfig
    root: Path
    """Files that pages include are below it."""
    labels: Mapping[str, str] = field(default_factory=dict, repr=False)
    titles: Mapping[str, str] = field(default_factory=dict, repr=False)
    code: PythonSource | None = field(default=None, repr=False)
    """Where the text of ``auto…`` directives comes from."""

    def words_of(self, name: str) -> Mapping[str, str]:
        """The document's texts in the language that the book is read in; empty for the book's own language."""
        return {}

    def text_of(self, path: Path) -> str:
        """A page as it is read. Raises Unreadable."""
        return text_of(path)

    def title_of(self, kind: str, target: str, name: str) -> str:
        """The words that a bare reference from the document of that name shows; empty if nothing is known."""
        if kind == "doc":
            return self.titles.get(self.document(target, name), "")
        label = " ".join(target.lower().split())
        return self.labels.get(label, "") or (self.titles.get(self.document(target, name), "") if kind == "any" else "")

    def document(self, target: str, name: str) -> str:
        joined = target.lstrip("/") if target.startswith("/") else posixpath.join(posixpath.dirname(name), target)
        found = posixpath.normpath(joined)
        path, ending = posixpath.splitext(found)
        return path if ending in _SOURCES and found not in self.titles else found

    def name_of(self, path: Path) -> str:
        """The document in this file."""
        source = path.relative_to(self.config.folder) if path.is_relative_to(self.config.folder) else Path(path.name)
        return source.with_suffix("").as_posix()

    def file(self, name: str, path: Path) -> Path | None:
        """The file that a page names, if it is within the book; a leading slash means the source folder."""
        target = self.config.folder / name.lstrip("/") if name.startswith("/") else path.parent / name
        return file_of_repository(target, self.root)

    def included_in(self, text: str, path: Path) -> tuple[Path, ...]:
        """Every file that the text includes, directly or not."""
        return included_files(text, path, self._named)

    def _named(self, text: str, path: Path) -> Iterator[Path]:
        for match in _INCLUDED.finditer(text):
            if target := self.file(match["name"] or match["csv"], path):
                yield target


def split_title(text: str) -> tuple[str, str]:
    """Title and target of a role's text; no title where it has only a target.

    >>> split_title("Words <there>"), split_title("there")
    (('Words', 'there'), ('', 'there'))
    """
    match = _TITLED.fullmatch(text.strip())
    return (match["title"], match["target"]) if match else ("", text.strip())
