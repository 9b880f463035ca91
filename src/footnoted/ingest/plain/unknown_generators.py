"""Site generators that are recognised but whose routes are not known. Knows the files they are recognised by."""

from __future__ import annotations

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


def unknown_generator(folder: Path) -> tuple[str, str] | None:
    """Name and file of the generator that publishes this folder, if it is one whose routes are not known."""
    for name, files in _CONFIGURATIONS.items():
        for file in files:
            if (folder / file).exists():
                return name, file
    return None
