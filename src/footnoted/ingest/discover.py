"""From a folder or a file to a manuscript: what kind of book it is, its files, their routes, in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from footnoted.domain.errors import BadSource
from footnoted.ingest.files.included import including_from
from footnoted.ingest.files.unread_formats import instead_of_pages
from footnoted.ingest.files.walk import EVERY_ENDING, book_files, markdown_files
from footnoted.ingest.generators import (
    antora,
    gitbook,
    jupyter_book,
    myst,
    nextra,
    quarto,
    starlight,
    zensical,
)
from footnoted.ingest.generators.docusaurus import routes as docusaurus
from footnoted.ingest.generators.docusaurus.config import SiteConfig, bare_config, find_config, read_config
from footnoted.ingest.generators.hugo import routes as hugo
from footnoted.ingest.generators.jekyll import routes as jekyll
from footnoted.ingest.generators.mdbook import routes as mdbook
from footnoted.ingest.generators.mkdocs import config as mkdocs_config
from footnoted.ingest.generators.mkdocs import routes as mkdocs
from footnoted.ingest.generators.sphinx import config as sphinx_config
from footnoted.ingest.generators.sphinx import routes as sphinx
from footnoted.ingest.generators.vitepress import routes as vitepress
from footnoted.ingest.manuscript import Generator, Manuscript, plainly_named
from footnoted.ingest.plain import routes as plain
from footnoted.ingest.plain.built_site import at_built_addresses, build_folders
from footnoted.ingest.plain.program_files import without_program_files
from footnoted.ingest.plain.unknown_generators import unknown_generator, without_pages

GENERATORS: tuple[Generator, ...] = (
    antora,
    vitepress,
    starlight,
    zensical,
    myst,
    jupyter_book,
    hugo,
    jekyll,
    nextra,
    quarto,
    gitbook,
)
_SEARCHED_ABOVE = 3
"""Folders above the one given, so that ``site/docs`` and ``site/src/content/docs`` find their site's configuration."""
_SEARCHED_BELOW = 3
"""Folders below the one given, so that ``website``, ``doc/book`` and ``docs/en`` are found."""
_NO_SITES = frozenset("node_modules site-packages tests test fixtures examples templates build dist target".split())  # noqa: SIM905
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar")
_NOT_WRITTEN = (".html", ".htm", ".xhtml", ".txt")
"""Endings of files that a site is built into, that are its templates, or that programs keep data in."""
_WITH_LOCALES = ("docusaurus", "mkdocs", "sphinx")
_BESIDE_A_SITE = 10
"""Pages that a repository keeps beside its site: readme, changelog, how to contribute."""


def discover(
    source: str | Path, locale: str = "", site_dir: str = "", built: str = "", version: str = ""
) -> Manuscript:
    """The book at this path; in another language or version, if one is given and it has several. Raises BadSource.

    ``site_dir`` names the folder below it that holds the site, where a repository has several; ``built`` the folder
    that the site was built into, which settles where its pages are. A build in a usual place is found without it.
    """
    path = Path(source).expanduser()
    if not path.exists():
        raise BadSource(f"There is nothing at {path}. Give the path of a book's folder or file.")
    path = path.resolve()
    if site_dir and not (path / site_dir).is_dir():
        raise BadSource(f"{path} has no folder {site_dir}. Give the folder that holds the site's configuration.")
    book = _file(path) if path.is_file() else _folder((path / site_dir).resolve(), locale, version, path)
    manuscript = plainly_named(book)
    if (locale and manuscript.kind not in _WITH_LOCALES) or (version and manuscript.kind != "docusaurus"):
        raise _without_locales(path)
    if manuscript.leaves:
        return _at_its_build(replace(manuscript, source=str(path)), built)
    if manuscript.skipped:
        name, reason = manuscript.skipped[0]
        raise BadSource(f"No page of {path} can be read; {name}: {reason}.")
    there = f" but {found}" if path.is_dir() and (found := instead_of_pages(path)) else ""
    raise BadSource(f"{path} holds no page{there}. Give a folder with {', '.join(EVERY_ENDING)} files in it.")


def _at_its_build(book: Manuscript, built: str) -> Manuscript:
    if built:
        return at_built_addresses(book, Path(built).expanduser(), asked=True) or book
    if book.kind == "plain":
        return book
    placed = (at_built_addresses(book, folder, asked=False) for folder in build_folders(book))
    return next((found for found in placed if found), book)


def _without_locales(path: Path) -> BadSource:
    return BadSource(
        f"{path} has no locales or versions that can be told apart: Docusaurus, MkDocs and Sphinx sites with their "
        "configuration have locales, Docusaurus sites have versions."
    )


def _file(path: Path) -> Manuscript:
    if path.suffix.lower() not in EVERY_ENDING:
        if path.suffix.lower() in _ARCHIVES:
            raise BadSource(f"{path.name} is an archive. Unpack it, and give the folder that comes out of it.")
        endings = ", ".join(EVERY_ENDING)
        raise BadSource(f"{path.name} is not a file that can be read. Give a {endings} file or a folder.")
    return replace(plain.manuscript(path.parent, [path], path), recognised_by="it is one file")


def _folder(path: Path, locale: str, version: str, given: Path) -> Manuscript:
    """The book in a folder: the one that was given, or one below it that was chosen."""
    if manuscript := _site(path, locale, version, given if given in path.parents else None):
        return manuscript
    for above in list(path.parents)[:_SEARCHED_ABOVE]:
        if manuscript := _recognised(above, locale, only=path):
            return manuscript
        config = find_config(above)
        if config is None:
            continue
        # The docs folder of a site: its routes follow from the site's configuration.
        site = read_config(config, locale, version)
        inside = tuple(content for content in site.contents if content.folder.resolve() == path)
        if inside:
            only = replace(site, contents=inside)
            return replace(docusaurus.manuscript(only, above), recognised_by=f"{config.name} above it{_others(site)}")
    sites = _sites_below(path, locale, version)
    if manuscript := _most_of(path, sites):
        return manuscript
    files = list(markdown_files(path))
    if docusaurus.looks_like_docs(files) and not unknown_generator(path, files):
        if locale or version:
            raise _without_locales(path)
        if all(file.is_relative_to(path / "docs") for file in files):
            path = path / "docs"
        reason = "its pages are MDX or have _category_.json files; its site's configuration is not there"
        return replace(docusaurus.manuscript(bare_config(path), path), recognised_by=reason)
    return _plain(path, sites)


def _plain(path: Path, sites: Mapping[Path, Manuscript]) -> Manuscript:
    """The folder as it is; named are a generator of unknown rules, and sites below it with too little of its text."""
    files, left_out = without_program_files(book_files(path), path)
    book = plain.manuscript(path, files)
    if generator := unknown_generator(path, [leaf.path for leaf in book.leaves]):
        name, file = generator
        reason = f"{file} says {name}, which is not known here"
        return replace(book, recognised_by=reason, assumed=((f"the routes of {name}", "the files' names"),))
    if sites:
        names = _named(path, sites)
        reason = f"most of its text belongs to no site; sites are in {names}, to be chosen with --site-dir{left_out}"
        return replace(book, recognised_by=reason)
    folders = (path, *_folders_below(path, _SEARCHED_BELOW))
    if found := next((found for folder in folders for found in without_pages(folder)), None):
        known, config = found
        place = config.relative_to(path).as_posix()
        reason = f"{place} says {known}, but its pages, or the list of them, are not there"
        return replace(book, recognised_by=reason, assumed=((f"the routes of {known}", "the files' names"),))
    return replace(book, recognised_by=f"no site generator's configuration is there{left_out}")


def _site(path: Path, locale: str, version: str, within: Path | None = None) -> Manuscript | None:
    """The site whose configuration is in this folder; its pages may include what is in the folder that was given."""
    with including_from(within or path) as fence:
        if config := find_config(path):
            site = read_config(config, locale, version)
            names = f"{config.name}{_others(site)}"
            found: Manuscript | None = replace(docusaurus.manuscript(site, path), recognised_by=names)
        else:
            found = _recognised(path, locale, within=within)
    return fence.keep_in(found, path) if found and fence else found


def _others(site: SiteConfig) -> str:
    """What else of the site can be read, and how to ask for it."""
    languages = f"; in other languages (--locale): {', '.join(site.other_languages)}" if site.other_languages else ""
    versions = f"; other versions (--docs-version): {', '.join(site.other_versions)}" if site.other_versions else ""
    return versions + languages


def _sites_below(path: Path, locale: str, version: str) -> dict[Path, Manuscript]:
    """The sites somewhere below a repository's root, each once: some are found from the folder above them too."""
    found = ((folder, _site(folder, locale, version, path)) for folder in _folders_below(path, _SEARCHED_BELOW))
    once = {site.leaves[0].path: (folder, site) for folder, site in found if site and site.leaves}
    return dict(once.values())


def _most_of(path: Path, sites: Mapping[Path, Manuscript]) -> Manuscript | None:
    """The largest of the sites, if they hold most of a repository's text between them."""
    largest = max(sites, key=lambda folder: (len(sites[folder].leaves), "en" in folder.parts), default=path)
    best = sites.get(largest)
    pages = {leaf.path for site in sites.values() for leaf in site.leaves}
    if best is None or 2 * len(pages) < _written(path) - _BESIDE_A_SITE:
        return None
    here = largest.relative_to(path).as_posix()
    others = sites.keys() - {largest}
    more = f"; also there: {_named(path, others)}, to be chosen with --site-dir" if others else ""
    place = "" if best.recognised_by.startswith(f"{here}/") else f" in {here}"
    return replace(best, recognised_by=f"{best.recognised_by}{place}{more}")


def _written(path: Path) -> int:
    """How many files of a repository are prose: not its tests' and examples', nor pages' versions and translations."""
    places = (file.relative_to(path).parts for file in book_files(path) if file.suffix.lower() not in _NOT_WRITTEN)
    return sum((_NO_SITES | {"versioned_docs", "i18n"}).isdisjoint(parts) for parts in places)


def _named(path: Path, folders: Iterable[Path]) -> str:
    return ", ".join(sorted(folder.relative_to(path).as_posix() for folder in folders)[:3])


def _folders_below(path: Path, depth: int) -> Iterator[Path]:
    for folder in sorted(path.iterdir()):
        if not folder.is_dir() or folder.is_symlink() or folder.name[0] in "._":
            continue
        if folder.name in _NO_SITES and not (folder.name == "build" and (folder / "conf.py").is_file()):
            continue
        yield folder
        if depth > 1:
            yield from _folders_below(folder, depth - 1)


def _recognised(folder: Path, locale: str, only: Path | None = None, within: Path | None = None) -> Manuscript | None:
    """The book in this folder, if a generator other than Docusaurus claims it.

    With ``only``, if its pages are in just that folder. ``within`` is the folder that was given, if it is above.
    """
    if path := mkdocs_config.find_config(folder):
        site = replace(mkdocs_config.read_config(path), within=within, locale=locale)
        if site.docs.is_dir() and only in (None, site.docs.resolve()):
            return replace(mkdocs.manuscript(site), recognised_by=mkdocs_config.recognised_by(path))
    if (path := mdbook.find(folder)) and only in (None, mdbook.source_folder(path).resolve()):
        return replace(mdbook.manuscript(path), recognised_by=path.name)
    for generator in GENERATORS:
        path = generator.find(folder)
        if path and only in (None, generator.pages_folder(path).resolve()):
            return replace(generator.manuscript(path), recognised_by=path.relative_to(folder).as_posix())
    # A conf.py is among the pages; the folder above may hold it, and what the pages include.
    if only is None and (path := sphinx.find(folder)):
        project = replace(sphinx_config.read_config(path), locale=locale)
        root = within or (folder if project.folder.is_relative_to(folder) else folder.parent)
        return replace(sphinx.manuscript(project, root), recognised_by=path.relative_to(root).as_posix())
    return None
