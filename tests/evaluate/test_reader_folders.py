"""``footnoted evaluate FOLDER…`` as an author runs it: real parts, two small books with their questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main

BOOKS = {
    "tea": (
        "# The kettle\n\nA kettle holds 1.7 litres of water. It switches itself off at 100 °C.\n",
        {"question": "How much water does a kettle hold?", "must": [["1.7 litres"]]},
    ),
    "bees": (
        "# The queen\n\nA queen bee lays up to 2,000 eggs a day. She is not fed by the drones of the hive.\n",
        {"question": "how many eggs does a queen bee lay a day", "must": [["2,000"]]},
    ),
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    for name, (page, question) in BOOKS.items():
        (tmp_path / name / "book").mkdir(parents=True)
        (tmp_path / name / "book" / "page.md").write_text(page, "utf-8")
        chess = {"question": "Who won the chess championship in 1972?", "kind": "off_book", "answerable": False}
        rows = [question | {"kind": "number", "answerable": True}, chess]
        (tmp_path / name / "golden.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return [str(tmp_path / name) for name in BOOKS]


def test_folders_are_summed_and_compared_with_a_run_that_was_kept(folders: list[str], tmp_path: Path) -> None:
    kept = run(*folders, "--json", "--typings", "--falsified")
    assert kept.exit_code == 0, kept.stderr
    report = json.loads(kept.stdout)
    assert report["questions"] == 4
    assert report["figures"]["answered right or shown with"] == 1.0
    assert report["figures"]["not answerable, answered"] == 0.0
    assert {row["name"]: row["asked"] for row in report["typings"]}["lower case"] == 3, "one is lower case already"
    assert report["figures"]["false, flagged: “not” dropped"] == 1.0

    baseline = tmp_path / "kept.json"
    report["figures"]["answered right or shown with"] = 2.0
    baseline.write_text(json.dumps(report), "utf-8")
    html = tmp_path / "report.html"
    worse = run(*folders, "--compare", str(baseline), "--html", str(html))
    assert worse.exit_code == 5
    assert "answered right or shown with: 2.000 → 1.000" in worse.stderr
    assert "first two passages" in worse.stdout
    assert "<svg" in html.read_text("utf-8")


def test_a_baseline_of_another_kind_and_a_mix_of_sets_are_refused(folders: list[str], tmp_path: Path) -> None:
    mixed = run(*folders, str(tmp_path / "golden.jsonl"))
    assert (mixed.exit_code, "must all be folders" in mixed.stderr) == (3, True)
    baseline = tmp_path / "kept.json"
    baseline.write_text('{"ndcg": 1.0}', "utf-8")
    other = run(folders[0], "--compare", str(baseline))
    assert (other.exit_code, "another kind of set" in other.stderr) == (3, True)
