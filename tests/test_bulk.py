"""Ingestion by two workers, one of them killed midway: nothing lost, nothing doubled, nothing different."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from footnoted.cli import main
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]


@pytest.mark.real
def test_two_workers_of_which_one_is_killed_make_the_same_book(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra dask")
    command = [sys.executable, "-m", "tests.bulk_program", str(tmp_path)]
    patient = dict.fromkeys(("CONNECT", "TCP"), f"{PATIENCE}s")
    environment = os.environ | {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{name}": wait for name, wait in patient.items()}
    program = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert program.returncode == 0, program.stderr
    told = json.loads(program.stdout.splitlines()[-1])
    passages, bulk_passages = told.pop("passages")
    assert passages == bulk_passages > 128
    assert told == {
        "added": [53, 53],
        "same index": True,
        "same catalogue": True,
        "languages": ["de", "en"],
        "a worker was killed": True,
    }


@pytest.mark.parametrize("where", ["spark", "dask:", "dask:none", "dask:0"])
def test_workers_that_are_not_known_are_refused_with_what_is(where: str, tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("# Tea\n\nTea is steeped for three minutes.\n", "utf-8")
    environment = {"FOOTNOTED_DATA_DIR": str(tmp_path / "data")}
    result = CliRunner().invoke(main, ["ingest", str(tmp_path / "tea.md"), "--on", where], env=environment)
    assert result.exit_code == 1
    assert "dask:4" in result.stderr
