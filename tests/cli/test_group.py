"""A command is one file: it is found by its name, and none of them makes `footnoted --help` slow."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from footnoted import cli
from footnoted.domain.errors import Misconfigured

FILES = sorted(path.stem for path in Path(cli.__file__).parent.glob("[!_]*.py"))
HEAVY = ("pydantic", "fastapi", "sqlalchemy", "numpy", "onnxruntime", "rich", "httpx", "footnoted.wiring")


def test_every_file_is_a_command() -> None:
    assert cli.main.list_commands(click.Context(cli.main)) == [name.replace("_", "-") for name in FILES]
    assert {"ask", "ingest", "serve"} <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_command_has_its_files_name_and_says_what_it_does(name: str) -> None:
    command = importlib.import_module(f"footnoted.cli.{name}").command
    assert command.name == name.replace("_", "-")
    assert command.get_short_help_str()
    assert CliRunner().invoke(cli.main, [command.name, "--help"]).exit_code == 0


def test_an_unknown_command_is_bad_input() -> None:
    result = CliRunner().invoke(cli.main, ["asks"])
    assert result.exit_code == 3
    assert "asks" in result.stderr
    assert "Did you mean 'ask'?" in result.stderr
    assert "Did you mean" not in CliRunner().invoke(cli.main, ["xylophone"]).stderr
    # A file of shared code is no command.
    assert CliRunner().invoke(cli.main, ["_options"]).exit_code == 3


@pytest.mark.parametrize(("no_color", "is_coloured"), [("1", False), ("", True)])
def test_colours_are_left_out_on_request(no_color: str, is_coloured: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        click.secho("careful", fg="yellow")
        raise Misconfigured("It is wrong.")

    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(importlib.import_module("footnoted.cli.ask").command, "callback", fail)
    result = CliRunner().invoke(cli.main, ["ask", "Why?"], color=True)
    assert ("\x1b" in result.stdout, "\x1b" in result.stderr) == (is_coloured, is_coloured)


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys, click.testing, footnoted.cli as cli\n"
        "assert 'ingest' in click.testing.CliRunner().invoke(cli.main, ['--help']).stdout\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"


def test_a_file_that_cannot_be_used_is_named_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object, **__: object) -> None:
        (tmp_path / "none" / "page.md").read_text("utf-8")

    monkeypatch.setattr(importlib.import_module("footnoted.cli.ask").command, "callback", read)
    result = CliRunner().invoke(cli.main, ["ask", "Why?"])
    assert result.exit_code == 3
    assert (
        result.stderr
        == f"footnoted: {tmp_path / 'none' / 'page.md'} cannot be read or written: no such file or directory.\n"
    )
