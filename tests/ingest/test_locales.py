"""A book in another of its languages: MkDocs with mkdocs-static-i18n, Sphinx with gettext."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.built import build, check, generator
from tests.ingest.test_discover import write

MKDOCS = """
site_name: Tea
site_url: https://tea.example/
plugins:
  - i18n:
      docs_structure: {structure}
      languages:
        - {{locale: en, name: English, default: true}}
        - {{locale: de, name: Deutsch}}
nav:
  - index.md
  - guide/brew.md
"""
SUFFIX = {
    "docs/index.md": "# Tea\n\nHot.\n",
    "docs/index.de.md": "# Tee\n\nHeiß.\n",
    "docs/guide/brew.en.md": "# Brewing\n\nWait.\n",
    "docs/guide/only.de.md": "# Nur hier\n\nAllein.\n",
}
FOLDERS = {
    "docs/en/index.md": "# Tea\n\nHot.\n",
    "docs/de/index.md": "# Tee\n\nHeiß.\n",
    "docs/en/guide/brew.md": "# Brewing\n\nWait.\n",
    "docs/de/guide/only.md": "# Nur hier\n\nAllein.\n",
}
CONF = """
project = "Kettle"
language = "en"
html_baseurl = "https://kettle.example/en/latest/"
locale_dirs = ["locale/"]
gettext_compact = False
"""
PAGE = """
The kettle
==========

.. _care:

Daily care
----------

Rinse it with *clean* water,
every day.

See :ref:`care` again. Nobody has translated this.
"""
MESSAGES = r"""
msgid ""
msgstr ""
"Language: de\n"

#: ../../guide/kettle.rst:2
msgid "The kettle"
msgstr "Der Kessel"

msgid "Daily care"
msgstr "Tägliche Pflege"

msgid "Rinse it with *clean* water, "
"every day."
msgstr "Spüle ihn mit *sauberem* "
"Wasser, jeden Tag."

#, fuzzy
msgid "See :ref:`care` again. Nobody has translated this."
msgstr "Falsch."
"""


def titles(folder: Path, locale: str = "") -> list[tuple[str, str]]:
    book = discover(folder, locale)
    return [(leaf.route, read(leaf, book.root).title) for leaf in book.leaves]


@pytest.mark.parametrize(("structure", "files"), [("suffix", SUFFIX), ("folder", FOLDERS)])
def test_an_mkdocs_site_in_each_of_its_languages(tmp_path: Path, structure: str, files: dict[str, str]) -> None:
    """A page that is not translated is shown in the site's own language, as the plugin shows it."""
    write(tmp_path, {"mkdocs.yml": MKDOCS.format(structure=structure), **files})
    assert titles(tmp_path) == [("/", "Tea"), ("/guide/brew/", "Brewing")]
    assert titles(tmp_path, "de") == [("/de/", "Tee"), ("/de/guide/brew/", "Brewing"), ("/de/guide/only/", "Nur hier")]
    assert discover(tmp_path, "de").language == "de"


def test_a_language_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": MKDOCS.format(structure="suffix"), **SUFFIX})
    with pytest.raises(BadSource, match=r"no locale fr\. It has en, de"):
        discover(tmp_path, "fr")


def kettle(folder: Path) -> Path:
    index = "Kettle\n======\n\n.. toctree::\n\n   guide/kettle\n"
    catalogue = "locale/de/LC_MESSAGES/guide/kettle.po"
    write(folder, {"conf.py": CONF, "index.rst": index, "guide/kettle.rst": PAGE, catalogue: MESSAGES})
    return folder


def test_a_sphinx_project_in_another_language(tmp_path: Path) -> None:
    """Ids are those of the original; what is not translated, or not surely, stays as it is."""
    book = discover(kettle(tmp_path), "de")
    assert [leaf.route for leaf in book.leaves] == ["/de/latest/index.html", "/de/latest/guide/kettle.html"]
    reading = read(book.leaves[1], book.root)
    section = reading.sections[0]
    assert (reading.title, section.headings, section.anchor) == ("Der Kessel", ("Tägliche Pflege",), "daily-care")
    assert [block.text for block in section.blocks] == [
        "Spüle ihn mit sauberem Wasser, jeden Tag.",
        "See Tägliche Pflege again. Nobody has translated this.",
    ]
    assert book.assumed == (("the builder, html or dirhtml", "html"),)


def test_a_changed_translation_changes_its_page(tmp_path: Path) -> None:
    before = discover(kettle(tmp_path), "de")
    hashes = [fingerprint(leaf, before) for leaf in before.leaves]
    catalogue = tmp_path / "locale/de/LC_MESSAGES/guide/kettle.po"
    catalogue.write_text(catalogue.read_text("utf-8").replace("sauberem", "klarem"), "utf-8")
    after = discover(tmp_path, "de")
    assert [fingerprint(leaf, after) == old for leaf, old in zip(after.leaves, hashes, strict=True)] == [True, False]


def test_a_sphinx_project_says_its_languages(tmp_path: Path) -> None:
    assert discover(kettle(tmp_path), "en").language == ""
    with pytest.raises(BadSource, match=r"no locale fr\. It has de"):
        discover(tmp_path, "fr")


def test_an_address_that_does_not_tell_the_language_is_said(tmp_path: Path) -> None:
    kettle(tmp_path)
    (tmp_path / "conf.py").write_text(CONF.replace("/en/latest", ""), "utf-8")
    assert discover(tmp_path, "de").assumed[0] == ("the address of de", "https://kettle.example/")


@pytest.mark.real
def test_a_real_sphinx_build_in_another_language(tmp_path: Path) -> None:
    site = kettle(tmp_path / "docs")
    built = tmp_path / "built"
    build(generator("sphinx-build"), "-q", "-D", "language=de", "-b", "html", site, built, cwd=site)
    assert check(discover(site, "de"), built, "/de/latest/")["anchors"] == 1
