"""The languages of an MkDocs site with the plugin mkdocs-static-i18n: which file is which page in which language.

https://ultrabug.github.io/mkdocs-static-i18n/
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from footnoted.domain.errors import BadSource
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.generators.mkdocs.config import MkDocsConfig


@dataclass(frozen=True, slots=True)
class Translations:
    """The site's languages and how its files tell them."""

    languages: tuple[str, ...]
    default: str
    in_folders: bool
    """``de/guide.md`` and not ``guide.de.md``."""
    falls_back: bool
    """Whether a page that is not translated is shown in the default language."""

    def pages(self, files: Iterable[str], locale: str) -> dict[str, str]:
        """The page's name without its language → its file in this language."""
        named = list(files)
        found = {page: file for page, language, file in map(self._split, named) if language == locale}
        if self.falls_back and locale != self.default:
            found = {**self.pages(named, self.default), **found}
        return found

    def prefix(self, locale: str) -> str:
        """The prefix of a language's addresses."""
        return "" if locale == self.default else f"{locale}/"

    def _split(self, file: str) -> tuple[str, str, str]:
        """Page, language and file.

        >>> Translations(("en", "de"), "en", False, True)._split("a/b.de.md")
        ('a/b.md', 'de', 'a/b.de.md')
        >>> Translations(("en", "de"), "en", True, True)._split("de/a.md")
        ('a.md', 'de', 'de/a.md')
        """
        path = PurePosixPath(file)
        if self.in_folders:
            language = path.parts[0] if len(path.parts) > 1 and path.parts[0] in self.languages else ""
            return file.removeprefix(f"{language}/") if language else file, language or self.default, file
        inner = PurePosixPath(path.stem).suffix[1:]
        if inner in self.languages:
            return path.with_name(PurePosixPath(path.stem).stem + path.suffix).as_posix(), inner, file
        return file, self.default, file


def translations(config: MkDocsConfig) -> Translations | None:
    """What the configuration says about languages; None where the plugin is not used."""
    options = config.plugins.get("i18n")
    if options is None:
        return None
    languages = list(_languages(options.get("languages")))
    default = next((name for name, is_default in languages if is_default), string(options.get("default_language"), ""))
    names = tuple(name for name, _ in languages)
    if not names:
        return None
    return Translations(
        names,
        default or names[0],
        options.get("docs_structure") == "folder",
        options.get("fallback_to_default", True) is not False,
    )


def _languages(written: Any) -> Iterator[tuple[str, bool]]:
    """Each language, and whether it is the default one; older versions have a mapping of them."""
    if isinstance(written, dict):
        yield from ((str(name), name == "default") for name in written if name != "default")
    for entry in written if isinstance(written, list) else ():
        language: Mapping[str, Any] = mapping(entry)
        if isinstance(language.get("locale"), str) and language.get("build", True) is not False:
            yield language["locale"], language.get("default") is True


def chosen(found: Translations | None, locale: str) -> str:
    """The language to read. Raises BadSource for one that the site does not have."""
    if found is None:
        if locale:
            raise BadSource("This MkDocs site has no languages (it does not use mkdocs-static-i18n).")
        return ""
    if locale and locale not in found.languages:
        raise BadSource(f"This site has no locale {locale}. It has {', '.join(found.languages)}.")
    return locale or found.default
