"""FOOTNOTED_RERANKER as an author uses it: every command that searches honours it, or says at once what is wrong."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main
from tests.providers.rerankers.make_cross_encoder import write_cross_encoder

TEAS = ["Assam", "Ceylon", "Darjeeling", "Keemun", "Lapsang"]
LIKED = "Assam"
ASKED = "Which tea is harvested in spring?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages that are much alike, and a reranker that goes by "which", a word that no search goes by."""
    folder = tmp_path_factory.mktemp("reranked")
    (folder / "teas").mkdir()
    for tea in TEAS:
        hills = "in the hills which it" if tea == LIKED else "in the hills that it"
        text = f"# {tea}\n\n{tea} is a tea that is harvested in spring, by hand and by night, {hills} comes from.\n"
        (folder / "teas" / f"{tea.lower()}.md").write_text(text, "utf-8")
    golden = {"id": "1", "kind": "answerable", "question": ASKED, "facts": [LIKED], "page": f"/{LIKED.lower()}"}
    (folder / "golden.jsonl").write_text(json.dumps(golden), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTNOTED_DATA_DIR", str(folder / "data"))
        assert run("ingest", str(folder / "teas")).exit_code == 0
    write_cross_encoder(folder / "model", ["which"])
    return folder


@pytest.fixture(autouse=True)
def _environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(home / "data"))
    monkeypatch.setenv("FOOTNOTED_RERANK_SECONDS", "30")
    monkeypatch.setenv("FOOTNOTED_READER", "none")  # which would have an opinion of its own


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def found() -> tuple[list[str], list[float]]:
    results = json.loads(run("search", ASKED, "--json").stdout)["results"]
    return [result["section"] for result in results], [result["score"] for result in results]


def test_a_search_is_reordered_and_its_scores_stay(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, plain_scores = found()
    monkeypatch.setenv("FOOTNOTED_RERANKER", str(home / "model"))
    moved, scores = found()
    assert plain[0] != moved[0] == LIKED
    assert (sorted(moved), scores) == (sorted(plain), plain_scores)


def test_an_evaluation_sees_the_new_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = str(home / "golden.jsonl")
    plain = json.loads(run("evaluate", golden, "--json").stdout)["reciprocal_rank"]
    monkeypatch.setenv("FOOTNOTED_RERANKER", str(home / "model"))
    assert json.loads(run("evaluate", golden, "--json").stdout)["reciprocal_rank"] == 1.0 > plain


def test_health_names_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_RERANKER", str(home / "model"))
    assert run("health").stdout.splitlines()[-2].split()[:2] == ["reranker", "up"]


def test_a_server_that_is_not_there_changes_nothing_but_health(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = found()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        monkeypatch.setenv("FOOTNOTED_RERANKER", f"http://127.0.0.1:{taken.getsockname()[1]}")
        assert found() == plain
        result = run("health")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-2].split()[:2] == ["reranker", "down"]


@pytest.mark.parametrize("reranker", ["no/such/folder", "cohere:rerank-v3.5", "tei:nowhere"])
def test_a_wrong_setting_stops_the_command_with_one_line(reranker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COHERE_API_KEY", raising=False)
    monkeypatch.setenv("FOOTNOTED_RERANKER", reranker)
    result = run("ask", ASKED)
    assert result.exit_code != 0
    assert len(result.stderr.strip().splitlines()) == 1
    assert f"FOOTNOTED_RERANKER={reranker}" in result.stderr
