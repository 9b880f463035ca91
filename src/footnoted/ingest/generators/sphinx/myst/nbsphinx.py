"""Notebooks as nbsphinx publishes them: MyST's reader, with heading ids of their own.

https://nbsphinx.readthedocs.io/en/latest/markdown-cells.html#Links-to-Other-Notebooks
"""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes

from footnoted.ingest.formats.rst.read import Source
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.generators.sphinx.myst.page import MystPage


class NotebookPage(MystPage):
    """A notebook while it is read."""

    def __init__(self, source: Source, config: SphinxConfig, front: Mapping[str, object]) -> None:
        super().__init__(source, config, front)
        self.taken: set[str] = set()

    def heading_id(self, section: nodes.section, words: str) -> str:
        """The words as they are, with hyphens for spaces; a second heading of the same words keeps docutils' id."""
        own = words.replace(" ", "-").replace('"', "%22")
        if own in self.taken:
            return super().heading_id(section, words)
        self.taken.add(own)
        return own
