"""``footnoted keys`` as an operator uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["keys", *arguments])
    assert result.exit_code == code, result.output
    return result


def listed() -> list[dict[str, Any]]:
    keys: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    return keys


def test_a_secret_is_printed_once_and_alone() -> None:
    assert "keys create NAME" in run("list").stdout
    made = run("create", "ada", "--per-minute", "5", "--model-calls", "3", "--expires", "2099-01-31")
    secret = made.stdout.strip()
    assert secret.startswith("fnk_")
    assert len(secret) == 47
    assert "not shown again" in made.stderr
    as_text, as_json = run("list").stdout, run("list", "--json").stdout
    assert "ada: reader, live, books: all, 5 a minute, 0 of 3 model calls today, until 2099-01-31 00:00 UTC" in as_text
    assert secret not in as_text + as_json
    assert "digest" not in as_json


def test_change_and_take_back() -> None:
    first = json.loads(run("create", "ada", "--admin", "--json").stdout)
    second = json.loads(run("rotate", "ada", "--overlap", "24h", "--json").stdout)
    assert first["secret"] != second["secret"]
    assert (second["kind"], bool(second["old_until"])) == ("admin", True)
    assert run("revoke", "ada").stdout == "ada is revoked.\n"
    assert [key["state"] for key in listed()] == ["revoked"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["create", "two words"], "letters, digits"),
        (["create", "ada", "--expires", "soon"], "2027-01-31, 90d or 12h"),
        (["create", "ada", "--expires", "2001-01-01"], "is in the past"),
        (["create", "ada", "--per-minute", "0"], "--per-minute"),
        (["create", "ada", "--book", "tea"], "There is no book 'tea'"),
        (["rotate", "ada", "--overlap", "-1h"], "not a length of time"),
        (["rotate", "ada"], "There is no key 'ada'"),
        (["revoke", "ada"], "There is no key 'ada'"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(arguments: list[str], says: str) -> None:
    assert says in " ".join(run(*arguments, code=3).stderr.split())
    assert listed() == []
