"""Which site generator a folder belongs to, told by its configuration file. Docusaurus is looked for before these."""

from __future__ import annotations

from pathlib import Path

from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.routes import mdbook, mkdocs, mkdocs_config, sphinx, sphinx_config


def recognised(folder: Path, only: Path | None = None) -> Manuscript | None:
    """The book in this folder, if a generator claims it; with ``only``, if its pages lie in just that folder."""
    if path := mkdocs_config.find_config(folder):
        site = mkdocs_config.read_config(path)
        if site.docs.is_dir() and only in (None, site.docs.resolve()):
            return mkdocs.manuscript(site)
    if (path := mdbook.find(folder)) and only in (None, mdbook.source_folder(path).resolve()):
        return mdbook.manuscript(path)
    # A conf.py lies among the pages; the folder above may hold it, and what the pages include.
    if only is None and (path := sphinx.find(folder)):
        return sphinx.manuscript(sphinx_config.read_config(path), folder)
    return None
