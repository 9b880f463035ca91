"""What mkdocs.yml says, read without running anything that it names. Knows the file, not the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.front_matter import loaded_yaml
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.manuscript import NO_ADDRESS, Unreadable

CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_SITE_NAME = re.compile(r"^site_name\s*:", re.MULTILINE)
_INHERITED = 5
"""Depth of inheriting files, so that a file that inherits from itself ends."""


@dataclass(frozen=True, slots=True)
class Named:
    """A Python object that the file names by ``!!python/name:`` or ``!!python/object/apply:``. Never imported."""

    name: str
    arguments: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class MkDocsConfig:
    """The part of the configuration that decides where pages are and how they read."""

    root: Path
    title: str
    site: str
    base: str
    docs: Path
    directory_urls: bool
    nav: Any
    excluded: str
    """Patterns as in a .gitignore file."""
    extensions: tuple[tuple[str, Mapping[str, Any]], ...]
    plugins: Mapping[str, Mapping[str, Any]]
    extra: Mapping[str, Any] = field(default_factory=dict)
    assumed: tuple[tuple[str, str], ...] = ()
    """Settings that could not be read, and what was taken instead."""
    file: str = "mkdocs.yml"
    hooks: tuple[str, ...] = ()
    """Files with code that runs when the site is built."""
    locale: str = ""
    """The language to read, where the site has several; its default one if empty."""
    within: Path | None = None
    """The folder that the author gave, where it is above the site's: pages may take code from there."""


def find_config(folder: Path) -> Path | None:
    """The configuration file in this folder, if it is the root of an MkDocs site.

    A site in several languages may have one for each (``mkdocs.en.yml``) and none by the usual name.
    """
    usual = next((folder / name for name in CONFIG_NAMES if (folder / name).is_file()), None)
    return usual or next(iter(sorted(_unusual(folder), key=lambda path: (".en." not in path.name, path.name))), None)


def _unusual(folder: Path) -> Iterator[Path]:
    for path in (*folder.glob("mkdocs?*.yml"), *folder.glob("mkdocs?*.yaml")):
        try:
            if path.is_file() and _SITE_NAME.search(text_of(path)):
                yield path
        except Unreadable:
            continue


def recognised_by(path: Path) -> str:
    """The file's name; if it is not the usual one, with the names of the files beside it."""
    others = (
        sorted(file.name for file in _unusual(path.parent) if file != path) if path.name not in CONFIG_NAMES else []
    )
    return f"{path.name}; not read: {', '.join(others)}" if others else path.name


def read_config(path: Path) -> MkDocsConfig:
    """The configuration in this file; a broken value takes MkDocs' default."""
    return config_of(_loaded(path, _INHERITED), path)


def config_of(values: Mapping[str, Any], path: Path) -> MkDocsConfig:
    """The same for values that were read already."""
    address = parts_of(string(values.get("site_url"), ""))
    inner = address.path.strip("/")
    directory_urls = values.get("use_directory_urls")
    docs = path.parent / string(values.get("docs_dir"), "docs")
    excluded = "\n".join(string(values.get(key), "") for key in ("exclude_docs", "draft_docs"))
    return MkDocsConfig(
        root=path.parent,
        title=string(values.get("site_name"), ""),
        site=f"{address.scheme}://{address.netloc}" if address.scheme in ("http", "https") and address.netloc else "",
        base=f"/{inner}/" if inner else "/",
        docs=docs,
        directory_urls=directory_urls if isinstance(directory_urls, bool) else True,
        nav=values.get("nav"),
        excluded=excluded,
        extensions=tuple(_entries(values.get("markdown_extensions"))),
        plugins=dict(_entries(values.get("plugins"))),
        extra=mapping(values.get("extra")),
        assumed=tuple(_assumed(path, values)),
        file=path.name,
        hooks=tuple(map(str, hooks)) if isinstance(hooks := values.get("hooks"), list) else (),
    )


def _assumed(path: Path, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not values:
        yield path.name, "MkDocs' defaults"
    for name, default in (("site_url", NO_ADDRESS), ("docs_dir", "docs"), ("use_directory_urls", "true")):
        if name in values and not isinstance(values[name], str | bool):
            yield name, default


def _loaded(path: Path, depth: int) -> Mapping[str, Any]:
    """The file's values over those it inherits, from a file in the same folder or the one above."""
    try:
        values = loaded_yaml(text_of(path), _Loader)
    except (Unreadable, yaml.YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(values, dict):
        return {}
    above = path.parent / string(values.pop("INHERIT", None), "")
    if depth and above.is_file() and above.resolve().is_relative_to(path.parent.resolve().parent):
        return _merged(_loaded(above, depth - 1), values)
    return values


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> Mapping[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


class _Loader(yaml.SafeLoader):
    """A safe loader that accepts the tags that MkDocs files use."""


def _named(loader: _Loader, suffix: str, node: yaml.Node) -> Named:
    arguments: Any = {}
    if isinstance(node, yaml.MappingNode):
        arguments = loader.construct_mapping(node, deep=True).get("kwds")
    return Named(suffix, tuple(sorted(mapping(arguments).items(), key=lambda item: str(item[0]))))


def _environment(loader: _Loader, node: yaml.Node) -> Any:
    """``!ENV [NAME, default]``: the default, as a book must not read this machine's environment."""
    if isinstance(node, yaml.SequenceNode) and len(node.value) > 1:
        return loader.construct_object(node.value[-1], deep=True)
    return None


def _unknown(loader: _Loader, suffix: str, node: yaml.Node) -> Any:
    return None


_Loader.add_multi_constructor("tag:yaml.org,2002:python/name:", _named)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/object/apply:", _named)


def _relative(loader: _Loader, node: yaml.Node) -> Any:
    """``!relative $config_dir``: the folder's name; the path is resolved where it is used."""
    return loader.construct_scalar(node) if isinstance(node, yaml.ScalarNode) else None


_Loader.add_constructor("!ENV", _environment)
_Loader.add_constructor("!relative", _relative)
_Loader.add_multi_constructor("!", _unknown)
_Loader.add_multi_constructor("tag:", _unknown)


def _entries(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Extensions and plugins come as names, as one name with options, or as a mapping of them all."""
    entries = [{name: options} for name, options in value.items()] if isinstance(value, dict) else value
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, str):
            yield entry, {}
        elif isinstance(entry, dict):
            for name, options in entry.items():
                yield str(name), mapping(options)
