"""Site generators that are recognised but whose routes are not known. Knows the files they are recognised by."""

from __future__ import annotations

from pathlib import Path

_CONFIGURATIONS = {
    "VitePress": (".vitepress", "docs/.vitepress"),
    "Astro": ("astro.config.mjs", "astro.config.ts", "astro.config.js"),
    "Nextra": ("theme.config.jsx", "theme.config.tsx"),
    "Quarto": ("_quarto.yml", "_quarto.yaml"),
    "Jupyter Book": ("_toc.yml", "myst.yml"),
    "Antora": ("antora.yml", "antora-playbook.yml"),
    "Hugo": ("hugo.toml", "hugo.yaml", "config/_default/hugo.toml", "archetypes"),
    "Jekyll": ("_config.yml", "_config.yaml"),
    "GitBook": (".gitbook.yaml", "SUMMARY.md"),
    "Hexo": ("scaffolds",),
    "VuePress": (".vuepress", "docs/.vuepress"),
    "Eleventy": (".eleventy.js", "eleventy.config.js", "eleventy.config.mjs"),
}


def unknown_generator(folder: Path) -> tuple[str, str] | None:
    """Name and file of the generator that publishes this folder, if it is one whose routes are not known."""
    for name, files in _CONFIGURATIONS.items():
        for file in files:
            if (folder / file).exists():
                return name, file
    return None
