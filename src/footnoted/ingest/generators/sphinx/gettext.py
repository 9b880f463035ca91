"""Translations of a Sphinx project: which languages it has, and the words of each page in one of them.

Reads ``locale/<language>/LC_MESSAGES/*.po``. https://www.sphinx-doc.org/en/master/usage/advanced/intl.html
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlunsplit

from footnoted.domain.errors import BadSource
from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import leads_out
from footnoted.ingest.manuscript import Unreadable

_KEYWORD = re.compile(r"(?P<name>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]+(?P<text>\".*\")")
_MESSAGES = "LC_MESSAGES"


def languages(folder: Path, locale_dirs: tuple[str, ...]) -> dict[str, Path]:
    """Each language with the folder of its messages."""
    found: dict[str, Path] = {}
    for name in locale_dirs:
        place = folder / name
        for path in sorted(place.glob(f"*/{_MESSAGES}")) if place.is_dir() else ():
            found.setdefault(path.parent.name, path)
    return found


def messages_folder(folder: Path, locale_dirs: tuple[str, ...], locale: str) -> Path:
    """Where the messages of a language are. Raises BadSource for one that the project does not have."""
    known = languages(folder, locale_dirs)
    if locale not in known:
        has = f"It has {', '.join(known)}." if known else "It has no folder of translations (locale_dirs)."
        raise BadSource(f"This Sphinx project has no locale {locale}. {has}")
    return known[locale]


def catalogue_of(document: str, folder: Path, root: Path) -> Path | None:
    """The file with a document's messages: its own, or that of the folder that it is in."""
    for name in (document, document.partition("/")[0]):
        path = folder / f"{name}.po"
        if path.is_file() and not leads_out(path, root):
            return path
    return None


def messages(path: Path) -> Mapping[str, str]:
    """Text → its translation, without those that are marked as fuzzy."""
    try:
        text = text_of(path)
    except Unreadable:
        return {}
    return {
        normal(entry["msgid"]): entry["msgstr"]
        for entry in _entries(text)
        if entry.get("msgid") and entry.get("msgstr")
    }


def normal(text: str) -> str:
    return " ".join(text.split())


def _entries(text: str) -> Iterator[dict[str, str]]:
    """
    >>> list(_entries('#, fuzzy\\nmsgid "a"\\nmsgstr "b"\\n\\nmsgid "Hot "\\n"tea"\\nmsgstr "Tee"\\n'))
    [{'msgid': 'Hot tea', 'msgstr': 'Tee'}]
    """
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        lines = block.split("\n")
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        entry: dict[str, str] = {}
        name = ""
        for line in map(str.strip, lines):
            match = _KEYWORD.fullmatch(line)
            if match:
                name = match["name"]
                entry[name] = _unquoted(match["text"])
            elif name and line.startswith('"'):
                entry[name] += _unquoted(line)
        if entry:
            yield entry


def _unquoted(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return text.strip('"')


def address_in(base_url: str, language: str, locale: str) -> str:
    """The project's address in another language, if the address has a folder for the language; else empty.

    >>> address_in("https://tea.example/en/latest/", "en", "de"), address_in("https://tea.example/", "en", "de")
    ('https://tea.example/de/latest/', '')
    """
    parts = parts_of(base_url)
    steps = parts.path.split("/")
    if language not in steps:
        return ""
    steps[steps.index(language)] = locale.replace("_", "-").lower()
    return urlunsplit(parts._replace(path="/".join(steps)))
