"""Reads a Jupyter notebook: its Markdown through the Markdown reader, its code as code, its text outputs in short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.read import File, Page
from footnoted.ingest.manuscript import Leaf, Reading, Unreadable

_OUTPUT_LINES = 12
_OUTPUT_LENGTH = 800
"""Lines and characters of an output that are kept: a long one is data, not prose."""
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def read(leaf: Leaf, root: Path) -> Reading:
    """The notebook as a reader sees it. Raises Unreadable."""
    page, file = Page(root, mdx=False), File(leaf.path, depth=0)
    for body in cells_of(text_of(leaf.path)):
        page.walk(SyntaxTreeNode(page.parser(leaf.path).parse(body)).children, file)
    title = page.title or leaf.name or leaf.path.stem
    return Reading(title, page.builder.finished(), "\n".join(page.builder.visible), **page.builder.beside)


def cells_of(text: str) -> Iterator[str]:
    """The notebook's cells, each as Markdown. Raises Unreadable."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not a notebook (its JSON is broken)") from error
    if not isinstance(notebook, dict):
        raise Unreadable("not a notebook")
    sheets = notebook.get("worksheets")
    cells = notebook.get("cells", sheets[0].get("cells") if isinstance(sheets, list) and sheets else None)
    if not isinstance(cells, list):
        raise Unreadable("not a notebook (it has no cells)")
    metadata = notebook.get("metadata")
    yield from _bodies(cells, _language(metadata if isinstance(metadata, dict) else {}))


def _bodies(cells: list[Any], language: str) -> Iterator[str]:
    for cell in cells:
        if not isinstance(cell, dict) or "remove-cell" in _tags(cell):
            continue
        source = _text(cell.get("source", cell.get("input", "")))
        if cell.get("cell_type") in ("markdown", "heading"):
            yield source
        elif cell.get("cell_type") == "code":
            yield _fence(source, language)
            yield from (_fence(short, "") for output in cell.get("outputs") or () if (short := _output(output)))


def _fence(code: str, language: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}" if code.strip() else ""


def _output(output: Any) -> str:
    """What the cell printed, cut short; pictures and HTML have no words to keep."""
    if not isinstance(output, dict):
        return ""
    data = output.get("data")
    text = _text(output.get("text") or (data.get("text/plain") if isinstance(data, dict) else ""))
    if not text and output.get("output_type") == "error":
        text = f"{output.get('ename', '')}: {output.get('evalue', '')}"
    text = _COLOURS.sub("", text).strip("\n")
    lines = text[:_OUTPUT_LENGTH].split("\n")
    cut = len(lines) > _OUTPUT_LINES or len(text) > _OUTPUT_LENGTH
    return "\n".join(lines[:_OUTPUT_LINES]) + ("\n…" if cut else "")


def _text(lines: Any) -> str:
    return "".join(map(str, lines)) if isinstance(lines, list) else str(lines or "")


def _tags(cell: dict[str, Any]) -> list[Any]:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return tags if isinstance(tags, list) else []


def _language(metadata: dict[str, Any]) -> str:
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        kernel = metadata.get(key)
        if isinstance(kernel, dict) and re.fullmatch(r"[\w+#-]{1,30}", str(kernel.get(name, ""))):
            return str(kernel[name])
    return "python"
