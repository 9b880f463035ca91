"""Site generators that are recognised but whose routes are not known, or whose pages are not there.

Knows the files they are recognised by.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_CONFIGURATIONS = {
    "Astro": ("astro.config.mjs", "astro.config.ts", "astro.config.js"),
    "Antora": ("antora.yml", "antora-playbook.yml"),
    "Hugo without content": ("hugo.toml", "hugo.yaml", "config/_default/hugo.toml", "archetypes"),
    "Hexo": ("scaffolds",),
    "VuePress": (".vuepress", "docs/.vuepress"),
    "VitePress without its configuration": (".vitepress", "docs/.vitepress"),
    "Eleventy": (".eleventy.js", "eleventy.config.js", "eleventy.config.mjs"),
}

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


def unknown_generator(folder: Path) -> tuple[str, str] | None:
    """Name and file of the generator that publishes this folder, if it is one whose routes are not known."""
    for name, files in _CONFIGURATIONS.items():
        for file in files:
            if (folder / file).exists():
                return name, file
    return None


def without_pages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Name and file of each known generator that a folder is configured for; asked where no page of it was found."""
    for name, files in _KNOWN.items():
        yield from ((name, folder / file) for file in files if (folder / file).is_file())
