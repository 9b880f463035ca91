"""Plugins of MkDocs that decide which pages there are. Knows names and options, runs none."""

from __future__ import annotations

from fnmatch import fnmatchcase

from footnoted.ingest.files.globs import Patterns, expression
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig

MAKE_PAGES = frozenset(
    {"gen-files", "monorepo", "multirepo", "mkdocs-jupyter", "autoapi", "mkdocs-autoapi", "api-autonav"}
)
"""Plugins that generate pages, mostly by running something."""


def is_excluded(source: str, config: MkDocsConfig) -> bool:
    """Whether mkdocs-exclude takes the file out."""
    options = config.plugins.get("exclude", {})
    globs, expressions = options.get("glob"), options.get("regex")
    named = (str(glob) for glob in (globs if isinstance(globs, list) else [globs]) if glob)
    patterns = [str(each) for each in (expressions if isinstance(expressions, list) else [expressions]) if each]
    return any(fnmatchcase(source, glob) for glob in named) or Patterns(map(expression, patterns), "match").match(
        source
    )
