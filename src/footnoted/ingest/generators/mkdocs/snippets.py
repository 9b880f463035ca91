"""``--8<-- "path"`` as pymdownx puts it in, from files within the book only, and only so much.

By itself the extension follows links out of the book, and files that include each other never end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pymdownx.snippets import SnippetExtension, SnippetPreprocessor

from footnoted.ingest.generators.mkdocs.extensions import snippet_file
from footnoted.ingest.manuscript import Unreadable


class SafeSnippets(SnippetExtension):
    """The extension with these settings, over these folders."""

    def __init__(self, folders: Sequence[Path], longest: int, **settings: Any) -> None:
        super().__init__(**settings)  # type: ignore[no-untyped-call]
        self._folders, self._longest = folders, longest

    def extendMarkdown(self, md: Any) -> None:  # noqa: N802 - the library's name
        super().extendMarkdown(md)  # type: ignore[no-untyped-call]
        # Where the extension itself registers its own.
        md.preprocessors.register(_Within(self.getConfigs(), md, self._folders, self._longest), "snippet", 32)


class _Within(SnippetPreprocessor):
    def __init__(self, settings: Any, md: Any, folders: Sequence[Path], longest: int) -> None:
        super().__init__(settings, md)  # type: ignore[no-untyped-call]
        self._folders, self._longest = folders, longest

    def get_snippet_path(self, path: str) -> str | None:
        found = snippet_file(path, self._folders)
        return str(found) if found else None

    def run(self, lines: list[str]) -> list[str]:
        filled: list[str] = super().run(lines)  # type: ignore[no-untyped-call]
        if sum(map(len, filled)) > self._longest:
            raise Unreadable("includes too much text")
        return filled
