"""Files with a book's text in formats that are not read here: their names, and what to do about them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

NOT_READ = {
    **dict.fromkeys((".docx", ".odt", ".rtf", ".doc"), "documents of word processors"),
    **dict.fromkeys((".wiki", ".mediawiki", ".creole"), "wiki markup"),
    **dict.fromkeys((".mobi", ".azw3", ".fb2", ".djvu"), "this kind of e-book"),
    ".qmd": "Quarto without its _quarto.yml",
    ".rmd": "R Markdown",
    ".org": "Org",
    ".textile": "Textile",
    ".tex": "LaTeX",
    ".typ": "Typst",
    ".dbk": "DocBook",
    ".dita": "DITA",
}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".bmp", ".svg", ".heic")
_MOST_FILES = 10_000


def not_read(ending: str) -> str:
    """Why a file of this ending is not read, with the way out."""
    return f"{NOT_READ[ending]} cannot be read; save it as Markdown or HTML"


def instead_of_pages(folder: Path) -> str:
    """What a folder without readable pages has instead; empty if it has nothing that looks like text."""
    found: Counter[str] = Counter()
    for _, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        found.update(Path(name).suffix.lower() for name in names)
        if found.total() > _MOST_FILES:
            break
    texts = Counter({ending: count for ending, count in found.items() if ending in NOT_READ})
    if texts:
        ending, count = texts.most_common(1)[0]
        return f"{count} {ending} file{'s' if count > 1 else ''}: {not_read(ending)}"
    if pictures := sum(found[ending] for ending in _PICTURES):
        return f"{pictures} picture{'s' if pictures > 1 else ''}, whose text is not read; turn them into text first"
    return ""
