"""Where MkDocs publishes each page and in which order. Knows nav, .pages files and Material's blog; reads front matter.

https://www.mkdocs.org/user-guide/writing-your-docs/
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Ignored
from footnoted.ingest.files.included import included_files
from footnoted.ingest.files.walk import LEADS_OUT, folder_title, is_utf8, leads_out, walked
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.generators.mkdocs.api_docs import api_docs, names_in, unread_in
from footnoted.ingest.generators.mkdocs.blog import post_route
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig
from footnoted.ingest.generators.mkdocs.extensions import allowed, snippet_folders, snippets_in, unknown
from footnoted.ingest.generators.mkdocs.i18n import chosen, translations
from footnoted.ingest.generators.mkdocs.include_markdown import PLUGIN, Includes
from footnoted.ingest.generators.mkdocs.macros import PLUGINS, Macros, data_files
from footnoted.ingest.generators.mkdocs.plugins import MAKE_PAGES, is_excluded
from footnoted.ingest.generators.mkdocs.read import Rendering, front_matter, other_files, read
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable, unread_text, unrun

_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_AWESOME = ("awesome-pages", "awesome-nav")


@dataclass(slots=True)
class _Found:
    leaves: dict[str, Leaf] = field(default_factory=dict)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)


def manuscript(config: MkDocsConfig) -> Manuscript:
    """The site: pages in the order of its navigation, then the others."""
    extensions, configs = allowed(config)
    rendering = Rendering(
        extensions=extensions,
        configs=configs,
        macros=_macros(config),
        api_docs=api_docs(config),
        code_root=config.root if any(name == "markdown_include_variants" for name, _ in config.extensions) else None,
        within=config.within or config.root,
        includes=Includes(config.docs, config.within or config.root) if PLUGIN in config.plugins else None,
        snippets=tuple(snippet_folders(config)) if "pymdownx.snippets" in extensions else (),
    )
    known = {path.relative_to(config.docs).as_posix(): path for path in _files(config)}
    languages = translations(config)
    locale = chosen(languages, config.locale)
    if languages is not None:
        known = {page: known[file] for page, file in languages.pages(known, locale).items()}
    prefix = languages.prefix(locale) if languages else ""
    found = _Found()
    found.unread += (
        (config.file, f"pages that the plugin {name} makes when the site is built were not read")
        for name in sorted(MAKE_PAGES & config.plugins.keys())
    )
    names = (*(f"the hook {hook}" for hook in config.hooks), *(f"the extension {name}" for name in unknown(config)))
    found.unread += unrun(config.file, names)
    for name, source in _ordered(config, known):
        _add(found, name, source, known[source], prefix, config, rendering)
    return Manuscript(
        kind="mkdocs",
        title=config.title or folder_title(config.root),
        site=config.site,
        root=config.root,
        leaves=tuple(found.leaves.values()),
        settings=repr((config.extensions, rendering.api_docs and rendering.api_docs.options, rendering.macros)),
        skipped=tuple(found.skipped),
        unread=tuple(found.unread),
        assumed=config.assumed,
        language=locale,
    )


def _macros(config: MkDocsConfig) -> Macros | None:
    """The values of names in double braces; None without a plugin for them."""
    named = {**dict(config.extensions), **config.plugins}
    options = next((named[name] for name in PLUGINS if name in named), None)
    if options is None:
        return None
    variables = {**config.extra, "config": {"site_name": config.title, "site_url": config.site, "extra": config.extra}}
    include = options.get("include_dir")
    folders = (config.root / include if isinstance(include, str) else config.docs, config.root)
    return Macros({**variables, **dict(data_files(options, config.root))}, folders)


def _add(
    found: _Found, name: str, source: str, path: Path, prefix: str, config: MkDocsConfig, rendering: Rendering
) -> None:
    """Add the page of that name, which may come from a translated file."""
    shown = path.relative_to(config.root).as_posix() if path.is_relative_to(config.root) else source
    if leads_out(path, config.within or config.root):  # docs/index.md may be a link to the repository's readme
        found.skipped.append((shown, LEADS_OUT))
        return
    try:
        text = text_of(path)
    except Unreadable as reason:
        found.skipped.append((shown, str(reason)))
        return
    post = post_route(source, front_matter(text), config)
    if post is not None and not post:  # a draft
        return
    route = config.base + prefix + quote(post or _page(source, config.directory_urls), safe="/:@!$&'()*+,;=~")
    if route in found.leaves:
        return
    shaped_by = ""
    if rendering.api_docs is not None:
        found.unread += ((shown, reason) for reason in unread_text(unread_in(text, rendering.api_docs)))
        names = names_in(text)
        shaped_by = f"{rendering.api_docs.code.digest(names)} {len(names)}" if names else ""
    found.leaves[route] = Leaf(
        path,
        shown,
        route,
        name or _title_from_file(source),
        reader=partial(read, rendering=rendering),
        is_made_from_code=bool(shaped_by),
        shaped_by=shaped_by,
        parts=(
            *included_files(text, path, partial(snippets_in, folders=rendering.snippets)),
            *other_files(text, path, rendering),
        ),
    )


def _files(config: MkDocsConfig) -> Iterator[Path]:
    """The Markdown files that are published, folder by folder, each folder's index first."""
    # MkDocs itself reads exclude_docs with pathspec, after these two lines.
    ignored = Ignored([".*", "/templates/", *config.excluded.splitlines()])
    for place, folders, names in walked(config.docs, config.within or config.root):
        here = Path(place).relative_to(config.docs)
        folders[:] = sorted(
            name for name in filter(is_utf8, folders) if not ignored.match((here / name).as_posix() + "/")
        )
        markdown = [name for name in filter(is_utf8, names) if name.lower().endswith(_ENDINGS)]
        for name in sorted(markdown, key=_sort_key):
            path = Path(place, name)
            source = (here / name).as_posix()
            if ignored.match(source) or is_excluded(source, config):
                continue
            if name == "README.md" and "index.md" in names:  # both would be the folder's page
                continue
            yield path


def _sort_key(name: str) -> tuple[bool, str]:
    return (name.rsplit(".", 1)[0] not in ("index", "README"), name)


def _ordered(config: MkDocsConfig, known: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """Navigation title and path of every page, each once."""
    seen: set[str] = set()
    listed = _nav(config.nav) if config.nav else ()
    if not config.nav and any(name in config.plugins for name in _AWESOME):
        listed = _from_pages_file("", config, known)
    for name, source in (*listed, *(("", source) for source in known)):
        if source in known and source not in seen:
            seen.add(source)
            yield name, source


def _nav(items: Any) -> Iterator[tuple[str, str]]:
    """
    >>> list(_nav(["a.md", {"B": "b.md"}, {"Part": [{"C": "c.md"}, "https://x.example"]}]))
    [('', 'a.md'), ('B', 'b.md'), ('C', 'c.md'), ('', 'https://x.example')]
    """
    for item in items if isinstance(items, list) else [items] if isinstance(items, dict) else ():
        if isinstance(item, str):
            yield "", item.removeprefix("./")
        elif isinstance(item, dict):
            for title, target in item.items():
                if isinstance(target, str):
                    yield str(title), target.removeprefix("./")
                else:
                    yield from _nav(target)


def _from_pages_file(folder: str, config: MkDocsConfig, known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pages below a folder as its .pages file lists them; ``...`` stands for those it does not name."""
    prefix = f"{folder}/" if folder else ""
    names = list(dict.fromkeys(source[len(prefix) :].split("/")[0] for source in known if source.startswith(prefix)))
    pages_file = _pages_file(config.docs / folder)
    listed = pages_file.get("nav", pages_file.get("arrange"))
    order: list[tuple[str, str]] = []
    for entry in listed if isinstance(listed, list) else ["..."]:
        title, target = next(iter(entry.items())) if isinstance(entry, dict) and entry else ("", entry)
        target = str(target).removeprefix("./").rstrip("/")
        order.append((str(title), "..." if "*" in target else target))
    named = {target for _, target in order}
    if "nav" not in pages_file and "..." not in named:
        order.append(("", "..."))
    rest = [("", name) for name in names if name not in named]
    for title, target in order:
        for name, path in rest if target == "..." else [(title, target)]:
            if f"{prefix}{path}" in known:
                yield name, f"{prefix}{path}"
            elif path in names:
                yield from _from_pages_file(f"{prefix}{path}", config, known)


def _pages_file(folder: Path) -> Mapping[str, Any]:
    path = next((path for name in (".nav.yml", ".nav.yaml", ".pages") if (path := folder / name).is_file()), None)
    try:
        settings = yaml_of(text_of(path)) if path else None
    except Unreadable:
        settings = None
    return settings if isinstance(settings, dict) else {}


def _page(source: str, directory_urls: bool) -> str:
    """
    >>> _page("a/b.md", True), _page("a/README.md", True), _page("index.md", False), _page("a/b.md", False)
    ('a/b/', 'a/', 'index.html', 'a/b.html')
    """
    folder, slash, name = source.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    stem = "index" if stem == "README" else stem
    if not directory_urls:
        return f"{folder}{slash}{stem}.html"
    return f"{folder}{slash}" if stem == "index" else f"{folder}{slash}{stem}/"


def _title_from_file(source: str) -> str:
    """The title that MkDocs makes from a file's name.

    >>> _title_from_file("user-guide/first_steps.md"), _title_from_file("API.md")
    ('First steps', 'API')
    """
    stem = source.rpartition("/")[2].rsplit(".", 1)[0]
    name = re.sub(r"[-_]", " ", "Home" if source == "index.md" else stem)
    return name.capitalize() if name.lower() == name else name
