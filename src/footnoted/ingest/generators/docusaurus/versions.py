"""Which versions of its docs a Docusaurus site publishes, and where their files are. Knows no routes.

https://docusaurus.io/docs/versioning
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.settings_file import string
from footnoted.ingest.manuscript import Unreadable

CURRENT = "current"
"""What Docusaurus calls the version that is being written."""


def prefix(options: Mapping[str, Any]) -> str:
    """The prefix of this instance's version files and folders."""
    return "" if string(options.get("id"), "default") == "default" else f"{options['id']}_"


def published(options: Mapping[str, Any], root: Path) -> list[str]:
    """The versions that the site has: the current one, then those that were cut, newest first."""
    cut = [] if options.get("disableVersioning") is True else _cut(root, prefix(options))
    names = [CURRENT, *cut] if options.get("includeCurrentVersion") is not False or not cut else cut
    only = options.get("onlyIncludeVersions")
    return [name for name in names if name in only] if isinstance(only, list) and only else names


def first(options: Mapping[str, Any], names: list[str]) -> str:
    """The default version."""
    cut = [name for name in names if name != CURRENT]
    return string(options.get("lastVersion"), "") or (cut[0] if cut else CURRENT)


def folder_of(options: Mapping[str, Any], root: Path, version: str) -> Path:
    """Where a version's pages are."""
    if version == CURRENT:
        return root / string(options.get("path"), "docs")
    return root / f"{prefix(options)}versioned_docs" / f"version-{version}"


def _cut(root: Path, start: str) -> list[str]:
    try:
        names = json.loads(text_of(root / f"{start}versions.json"))
    except (Unreadable, OSError, ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
