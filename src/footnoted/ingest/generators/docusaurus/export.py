"""What docusaurus.config.js exports, as values: without running it, with the JSON files that it imports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.manuscript import Unreadable

_IMPORTED_JSON = re.compile(
    r"import\s+(?P<name>\w+)\s+from\s+['\"](?P<imported>\.[^'\"\n]+\.json)['\"]"
    r"|(?:const|let|var)\s+(?P<constant>\w+)\s*=\s*require\(['\"](?P<required>\.[^'\"\n]+\.json)['\"]\)"
)


def read_export(path: Path) -> Any:
    """What the file exports; UNKNOWN where that cannot be told."""
    try:
        source = path.read_text("utf-8", "replace")
        return read_literals(source, dict(_data_files(source, path.parent)))[0]
    except RecursionError:
        return UNKNOWN


def _data_files(source: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """The JSON files that the configuration imports, by the name it gives them."""
    for match in _IMPORTED_JSON.finditer(source):
        path = (folder / (match["imported"] or match["required"])).resolve()
        if path.is_relative_to(folder.resolve().parent):
            try:
                yield match["name"] or match["constant"], json.loads(text_of(path))
            except (Unreadable, ValueError, RecursionError):
                continue
