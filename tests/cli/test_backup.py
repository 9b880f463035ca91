"""Restored on another machine: the same answers, the same history, from one file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main

QUESTION = "How much water does a kettle hold?"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def asked() -> object:
    reply = json.loads(run("ask", QUESTION, "--json").stdout)
    return [reply[name] for name in sorted(reply) if name not in {"id", "request_id", "session", "latency_ms"}]


def test_a_restored_book_answers_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, file = tmp_path / "tea", tmp_path / "backup.zip"
    book.mkdir()
    (book / "kettle.md").write_text("# The kettle\n\nA kettle holds 1.7 litres of water.\n", "utf-8")
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "here"))
    assert run("ingest", str(book)).exit_code == 0
    before = asked()
    assert "1.7 litres" in str(before)
    made = run("backup", str(file))
    assert made.stdout == f"{file}: 1 books, 1 passages, 0 answers.\n"
    assert run("backup", str(file)).exit_code == 3
    assert run("backup", str(file), "--force").exit_code == 0

    (book / "kettle.md").unlink()
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "there"))
    restored = run("restore", str(file))
    assert restored.exit_code == 0, restored.output
    assert asked() == before
    again = run("restore", str(file))
    assert again.exit_code == 1
    assert "not empty" in again.stderr
