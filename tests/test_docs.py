"""Pages that are made from the code cannot go stale: this test fails until `make docs` has written them anew."""

from __future__ import annotations

import os
from pathlib import Path

from footnoted.settings import Settings

DOCS = Path(__file__).parent.parent / "docs"
_HEAD = """# Settings

Read from the environment or from `.env`. Our own names start with `FOOTNOTED_`; vendors' variables keep their names.
A misspelt name is refused with the one that was probably meant. This page is made from `settings/` by `make docs`.

| variable | default | what it is |
|---|---|---|
"""


def settings_page() -> str:
    rows = []
    for name, field in Settings.model_fields.items():
        variable = str(field.validation_alias or f"FOOTNOTED_{name.upper()}")
        default = "" if field.default in (None, "", ()) else f"`{field.default}`"
        rows.append(f"| `{variable}` | {default} | {field.description or ''} |")
    return _HEAD + "\n".join(rows) + "\n"


def test_the_settings_page_is_fresh() -> None:
    page = DOCS / "settings.md"
    if os.environ.get("REWRITE_DOCS"):
        page.write_text(settings_page(), "utf-8")
    assert page.read_text("utf-8") == settings_page(), "run: make docs"
    assert all(field.description for field in Settings.model_fields.values())
