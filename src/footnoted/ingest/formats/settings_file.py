"""A generator's settings file as plain values; what is broken or of another kind counts as absent. Knows no key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.front_matter import toml_of, yaml_of
from footnoted.ingest.manuscript import Unreadable


def yaml_file(path: Path) -> Mapping[str, Any]:
    """What a YAML file says; nothing where it is absent, broken or no mapping."""
    try:
        return mapping(yaml_of(text_of(path)))
    except Unreadable:
        return {}


def toml_file(path: Path) -> Mapping[str, Any]:
    """What a TOML file says; nothing where it is absent or broken."""
    try:
        return toml_of(text_of(path)) or {}
    except Unreadable:
        return {}


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is one, else an empty one."""
    return value if isinstance(value, dict) else {}


def string(value: Any, otherwise: str) -> str:
    """The value if it is one, else the other."""
    return value if isinstance(value, str) else otherwise
