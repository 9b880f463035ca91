"""Zensical: what zensical.toml says, read as MkDocs reads mkdocs.yml; its routes and heading ids are MkDocs' own.

A site that Zensical builds from mkdocs.yml is read as MkDocs' own. https://zensical.org/docs/setup/basics/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from footnoted.ingest.formats.settings_file import toml_file
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig, config_of
from footnoted.ingest.generators.mkdocs.routes import manuscript as mkdocs_manuscript
from footnoted.ingest.manuscript import Manuscript

_DEFAULTS = (
    "abbr admonition attr_list def_list footnotes md_in_html toc pymdownx.arithmatex pymdownx.betterem"
    " pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite pymdownx.keys"
    " pymdownx.magiclink pymdownx.mark pymdownx.smartsymbols pymdownx.superfences pymdownx.tabbed pymdownx.tasklist"
    " pymdownx.tilde"
)
"""Extensions of a site that names none."""
_PACKAGES = ("pymdownx", "markdown", "zensical")


def find(folder: Path) -> Path | None:
    path = folder / "zensical.toml"
    return path if path.is_file() else None


def pages_folder(path: Path) -> Path:
    return _config(path).docs


def manuscript(path: Path) -> Manuscript:
    """The site: pages in the order of its navigation, then the others."""
    return replace(mkdocs_manuscript(_config(path)), kind="zensical")


def _config(path: Path) -> MkDocsConfig:
    values = toml_file(path)
    project = values.get("project", values)
    settings = dict(project) if isinstance(project, dict) else {}
    named = settings.get("markdown_extensions")
    settings["markdown_extensions"] = dict(_extensions(named)) if isinstance(named, dict) else named
    if named is None:
        settings["markdown_extensions"] = _DEFAULTS.split()
    return (
        config_of(settings, path) if values else replace(config_of(settings, path), assumed=((path.name, "defaults"),))
    )


def _extensions(named: Mapping[str, Any], package: str = "") -> Iterator[tuple[str, Any]]:
    """
    >>> dict(_extensions({"toc": {"permalink": True}, "pymdownx": {"tabbed": {"alternate_style": True}}}))
    {'toc': {'permalink': True}, 'pymdownx.tabbed': {'alternate_style': True}}
    """
    for name, options in named.items():
        full = f"{package}.{name}" if package else name
        if name in (*_PACKAGES, "extensions", "blocks") and isinstance(options, dict):
            yield from _extensions(options, full)
        else:
            yield full, options
