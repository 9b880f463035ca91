"""From a folder or a file to a manuscript: what kind of book it is, its files, their routes, in reading order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from footnoted.domain.errors import BadSource
from footnoted.ingest.docusaurus import routes as docusaurus
from footnoted.ingest.docusaurus.config import SiteConfig, bare_config, find_config, read_config
from footnoted.ingest.files.walk import EVERY_ENDING, book_files, markdown_files
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.mdbook import routes as mdbook
from footnoted.ingest.mkdocs import config as mkdocs_config
from footnoted.ingest.mkdocs import routes as mkdocs
from footnoted.ingest.plain import routes as plain
from footnoted.ingest.sphinx import config as sphinx_config
from footnoted.ingest.sphinx import routes as sphinx

_SEARCHED_ABOVE = 2
"""Folders above the one given, so that ``site/docs`` and ``site/website/docs`` find their site's configuration."""


def discover(source: str | Path, locale: str = "") -> Manuscript:
    """The book at this path, in its own language or, of a Docusaurus site, another. Raises BadSource."""
    path = Path(source).expanduser()
    if not path.exists():
        raise BadSource(f"There is nothing at {path}. Give the path of a book's folder or file.")
    path = path.resolve()
    manuscript = _file(path) if path.is_file() else _folder(path, locale)
    if locale and manuscript.kind != "docusaurus":
        raise _without_locales(path)
    if manuscript.leaves:
        return replace(manuscript, source=str(path))
    if manuscript.skipped:
        name, reason = manuscript.skipped[0]
        raise BadSource(f"No page of {path} can be read; {name}: {reason}.")
    raise BadSource(f"{path} holds no page. Give a folder with {', '.join(EVERY_ENDING)} files in it.")


def _without_locales(path: Path) -> BadSource:
    return BadSource(f"{path} is not a Docusaurus site with its configuration, so it has no locales.")


def _file(path: Path) -> Manuscript:
    if path.suffix.lower() not in EVERY_ENDING:
        endings = ", ".join(EVERY_ENDING)
        raise BadSource(f"{path.name} is not a file that can be read. Give a {endings} file or a folder.")
    return plain.manuscript(path.parent, [path])


def _folder(path: Path, locale: str) -> Manuscript:
    if config := find_config(path):
        return docusaurus.manuscript(read_config(config, locale), path)
    if manuscript := _recognised(path):
        return manuscript
    for above in list(path.parents)[:_SEARCHED_ABOVE]:
        if manuscript := _recognised(above, only=path):
            return manuscript
        config = find_config(above)
        if config is None:
            continue
        # The docs folder of a site: its routes follow from the site's configuration.
        site = read_config(config, locale)
        inside = tuple(content for content in site.contents if content.folder.resolve() == path)
        if inside:
            only = SiteConfig(site.title, site.site, site.base_url, site.trailing_slash, site.format, inside)
            return docusaurus.manuscript(only, above)
    files = list(markdown_files(path))
    if docusaurus.looks_like_docs(files):
        if locale:
            raise _without_locales(path)
        return docusaurus.manuscript(bare_config(path), path)
    return plain.manuscript(path, book_files(path))


def _recognised(folder: Path, only: Path | None = None) -> Manuscript | None:
    """The book in this folder, if a generator other than Docusaurus claims it.

    With ``only``, if its pages lie in just that folder.
    """
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
