"""The real generators are installed once for all test processes, and used by none before they are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ingest import built


def test_a_generator_that_another_process_is_installing_is_not_used_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "generators" / "bin" / "sphinx-build"
    command.parent.mkdir(parents=True)
    command.touch()  # uv writes commands before it has installed all that they import
    installed: list[str] = []

    def install(uv: str) -> bool:
        installed.append(uv)
        return True

    monkeypatch.setattr(built, "TOOLS", tmp_path / "generators")
    monkeypatch.setattr(built, "_install", install)
    assert [built.generator("sphinx-build") for _ in range(2)] == [command] * 2
    assert len(installed) == 1
