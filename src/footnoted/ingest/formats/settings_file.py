"""Reads a generator's settings file; a broken value, or one of the wrong type, counts as absent. Knows no key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.front_matter import toml_of, yaml_of
from footnoted.ingest.manuscript import Unreadable


def yaml_file(path: Path) -> Mapping[str, Any]:
    """The mapping in a YAML file; empty if the file is absent, broken or has no mapping."""
    try:
        return mapping(yaml_of(text_of(path)))
    except Unreadable:
        return {}


def toml_file(path: Path) -> Mapping[str, Any]:
    """The mapping in a TOML file; empty if the file is absent or broken."""
    try:
        return toml_of(text_of(path)) or {}
    except Unreadable:
        return {}


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def string(value: Any, otherwise: str = "") -> str:
    """The value if it is a string, else ``otherwise``."""
    return value if isinstance(value, str) else otherwise


def strings(value: Any) -> list[str]:
    """The strings in a list; none if the value is not a list."""
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []
