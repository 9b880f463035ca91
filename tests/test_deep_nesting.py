"""Nesting without end, wherever text of others is parsed: refused like any other nonsense, never an accident."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.providers.models.agents_speaker import _written_call, query
from footnoted.server.hooks import _book_of
from footnoted.web.proof_of_work import Work

DEEP = "[" * 100_000
OBJECT = '{"query": ' + DEEP

PARSERS: dict[str, Callable[[str], object]] = {
    "a model's call": query,
    "a call that a model wrote out": lambda text: _written_call(f'{{"name": "search", "arguments": {text}}}'),
    "a visitor's work": lambda text: asyncio.run(Work(b"s" * 32).is_done(base64.b64encode(text.encode()).decode())),
    "a webhook's body": lambda text: _book_of(text.encode()),
}


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("text", [DEEP, OBJECT], ids=["list", "object"])
def test_deep_nesting_means_nothing(name: str, text: str) -> None:
    assert not PARSERS[name](text)


SITES = {
    "docusaurus": {
        "docusaurus.config.js": 'export default {url: "https://a.example", baseUrl: "/"};',
        "versions.json": DEEP,
        "docs/a.md": "# A page\n\nThe mirror needs half an hour to cool down.\n",
    },
    "hugo": {"hugo.toml": f"title = {DEEP}", "content/a.md": "# A page\n\nThe mirror needs half an hour.\n"},
    "mdbook": {
        "book.toml": f"[book]\ntitle = {DEEP}",
        "src/SUMMARY.md": "- [A page](a.md)\n",
        "src/a.md": "# A page\n",
    },
    "zensical": {"zensical.toml": f"[project]\nnav = {DEEP}", "docs/a.md": "# A page\n\nThe mirror needs time.\n"},
}


@pytest.mark.parametrize("generator", SITES)
def test_a_site_with_a_bottomless_file_is_read_or_refused_in_words(tmp_path: Path, generator: str) -> None:
    for name, text in SITES[generator].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with suppress(BadSource):  # anything else is an accident
        discover(tmp_path)
