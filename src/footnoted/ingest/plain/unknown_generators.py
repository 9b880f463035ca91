"""Site generators that are recognised but whose routes are not known, or whose pages are not there.

Knows the files they are recognised by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.manuscript import Unreadable

_CONFIGURATIONS = {
    "Astro": ("astro.config.mjs", "astro.config.ts", "astro.config.js"),
    "Antora": ("antora.yml", "antora-playbook.yml"),
    "Hugo without content": ("hugo.toml", "hugo.yaml", "config/_default/hugo.toml", "archetypes"),
    "Hexo": ("scaffolds",),
    "VuePress": (".vuepress", "docs/.vuepress"),
    "VitePress without its configuration": (".vitepress", "docs/.vitepress"),
    "Eleventy": (".eleventy.js", "eleventy.config.js", "eleventy.config.mjs"),
    "Mintlify": ("mint.json", "docs.json"),
    "Docsify": ("index.html",),
    "Fumadocs": ("source.config.ts", "source.config.mjs"),
    "Rspress": ("rspress.config.ts", "rspress.config.js", "rspress.config.mjs"),
    "Nuxt Content": ("content.config.ts", "content.config.js"),
    "DocFX": ("docfx.json",),
    "Pelican": ("pelicanconf.py",),
    "Retype": ("retype.yml", "retype.yaml"),
}
_SAYING = {
    "docs.json": "mintlify",
    "index.html": "$docsify",
    "content.config.ts": "@nuxt/content",
    "content.config.js": "@nuxt/content",
}
"""What a file says that other programs have under the same name."""

_KNOWN = {
    "MkDocs": ("mkdocs.yml", "mkdocs.yaml"),
    "Zensical": ("zensical.toml",),
    "mdBook": ("book.toml",),
    "Docusaurus": ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"),
    "Quarto": ("_quarto.yml", "_quarto.yaml"),
    "GitBook": (".gitbook.yaml",),
    "MyST": ("myst.yml",),
    "Jupyter Book": ("_toc.yml",),
}


def unknown_generator(root: Path, pages: Collection[Path]) -> tuple[str, str] | None:
    """Name and file of the generator that publishes this folder, if it is one whose routes are not known.

    Its file may be in a folder below, if most of the pages are there.
    """
    held = Counter(folder for page in pages for folder in page.parents if root in folder.parents)
    most = sorted((folder for folder in held if 2 * held[folder] > len(pages)), key=lambda folder: len(folder.parts))
    for folder in (root, *most):
        for name, files in _CONFIGURATIONS.items():
            if file := next((file for file in files if _is_there(folder / file)), None):
                return name, (folder / file).relative_to(root).as_posix()
    return None


def _is_there(path: Path) -> bool:
    word = _SAYING.get(path.name)
    try:
        return path.exists() and (word is None or word in text_of(path))
    except Unreadable:
        return False


def without_pages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Name and file of each known generator that a folder is configured for; asked where no page of it was found."""
    for name, files in _KNOWN.items():
        yield from ((name, folder / file) for file in files if (folder / file).is_file())
