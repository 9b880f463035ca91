"""The command line as a person uses it: real parts, a small book of its own, exit codes and one clear line each."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result

from footnoted.cli import main
from footnoted.domain.door.health import Health
from tests.patience import PATIENCE

PAGES = {
    "01-kettle.md": "# The kettle\n\nA kettle holds 1.7 litres of water. It switches itself off at 100 °C.\n\n"
    "## Descaling\n\nDescale the kettle every six weeks with 50 g of citric acid. Rinse it twice afterwards.\n",
    "02-teapot.md": "# The teapot\n\nA teapot keeps tea warm for 40 minutes under a cosy.\n",
}


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which the small book is indexed."""
    folder = tmp_path_factory.mktemp("cli")
    book = folder / "tea"
    book.mkdir()
    for name, text in PAGES.items():
        (book / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTNOTED_DATA_DIR", str(folder / "data"))
        assert run("ingest", str(book)).exit_code == 0
    return folder / "data"


@pytest.fixture(autouse=True)
def _environment(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(data_dir))


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=input)


def only_line(result: Result) -> str:
    """The one line on standard error."""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_ask_answers_with_its_sources() -> None:
    result = run("ask", "How much water does a kettle hold?")
    assert result.exit_code == 0
    assert "1.7 litres of water." in result.stdout
    answer, _, sources = result.stdout.partition("\nSources:\n")
    assert answer.strip()
    assert sources.startswith("[1] The kettle (")


def test_ask_declines_what_the_book_does_not_say() -> None:
    result = run("ask", "Who won the chess championship in 1972?")
    assert (result.exit_code, result.stdout.count("Sources")) == (0, 0)
    assert "The book does not say" in result.stdout


def test_ask_as_json_and_from_standard_input() -> None:
    result = run("ask", "-", "--json", input="How often should I descale the kettle?\n")
    answer = json.loads(result.stdout)
    assert "six weeks" in answer["answer"]
    assert answer["declined"] is False
    assert answer["sources"][0]["section"] == "Descaling"
    assert answer["citations"][0]["supported"] is True


def test_ask_without_citations() -> None:
    result = run("ask", "How much water does a kettle hold?", "--no-citations")
    assert "[1]" not in result.stdout
    assert "Sources" not in result.stdout


def test_ask_shows_its_reasons() -> None:
    result = run("ask", "How much water does a kettle hold?", "--debug")
    assert "searched:" in result.stderr
    assert "cosine" in result.stdout


def test_ask_about_selected_text() -> None:
    result = run("ask", "How long?", "--selected-text", "Let the tea draw for three minutes.")
    assert "three minutes" in result.stdout


def test_search_finds_passages() -> None:
    found = json.loads(run("search", "descaling", "--json").stdout)["results"]
    assert found[0]["section"] == "Descaling"
    assert "Descaling" in run("search", "descaling").stdout


def test_chat_remembers_until_cleared() -> None:
    result = run("chat", input="How often should I descale the kettle?\nhelp\nAnd with how much acid?\nclear\nexit\n")
    assert result.exit_code == 0
    assert "50 g of citric acid" in result.stdout
    assert "A new conversation." in result.stdout


def test_health() -> None:
    result = run("health")
    assert result.exit_code == 0
    assert "give the address with --site" in result.stdout.splitlines()[0]
    assert [line.split()[:2] for line in result.stdout.splitlines()[1:]] == [
        ["index", "up"],
        ["database", "up"],
        ["embedder", "up"],
        ["model", "up"],
        ["reader", "up"],
        ["checker", "up"],
        ["HEALTHY"],
    ]


@pytest.mark.parametrize(("down", "word"), [("model", "DEGRADED"), ("index", "UNAVAILABLE")])
def test_health_ends_with_the_overall_word(monkeypatch: pytest.MonkeyPatch, down: str, word: str) -> None:
    async def health(_: object) -> dict[str, Health]:
        names = ("index", "database", "embedder", "model")
        return {name: Health(name, name != down, 1.0, "gone" if name == down else None) for name in names}

    monkeypatch.setattr("footnoted.engine.ask.Engine.health", health)
    result = run("health")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (2, word)


def test_mcp_wants_a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))
    result = run("mcp", input="")
    assert result.exit_code == 1
    assert "footnoted ingest" in only_line(result)


def test_export_llms(tmp_path: Path) -> None:
    result = run("export", "llms", str(tmp_path / "site"))
    assert (result.exit_code, result.stdout.count("Markdown of 2 pages")) == (0, 1)
    site = tmp_path / "site"
    listed = (site / "llms.txt").read_text("utf-8")
    twins = re.findall(r"- \[(.+)\]\((.+)\)", listed)
    assert [title for title, _ in twins] == ["The kettle", "The teapot"]
    whole = (site / "llms-full.txt").read_text("utf-8")
    for title, path in twins:
        page = (site / path.lstrip("/")).read_text("utf-8")
        assert page.startswith(f"# {title}\n\n")
        assert page in whole
    assert "## Descaling\n\nDescale the kettle" in whole


def test_export_wants_a_book_that_is_there(tmp_path: Path) -> None:
    result = run("export", "llms", str(tmp_path), "--book", "coffee")
    assert result.exit_code == 3
    assert only_line(result) == "footnoted: There is no book 'coffee'. There are: tea."
    assert not list(tmp_path.iterdir())


def test_ingest_again_changes_nothing(data_dir: Path) -> None:
    summary = json.loads(run("ingest", str(data_dir.parent / "tea"), "--json").stdout)
    assert (summary["added"], summary["changed"], summary["unchanged"]) == (0, 0, 2)


def test_evaluate(tmp_path: Path) -> None:
    golden = tmp_path / "golden.jsonl"
    kettle = {"kind": "answerable", "question": "How much water does a kettle hold?", "facts": ["1.7 litres"]}
    chess = {"kind": "not_in_book", "question": "Who won the chess championship in 1972?"}
    rows = [kettle | {"id": "1", "page": "/01-kettle"}, chess | {"id": "2"}]
    golden.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    result = run("evaluate", str(golden))
    assert "not in the book, refused" in result.stdout
    shares = {row["name"]: row["share"] for row in json.loads(run("evaluate", str(golden), "--json").stdout)["golden"]}
    assert shares["fact in the answer"] == 1.0
    golden.write_text('{"id": 1}', "utf-8")
    assert "line 1" in only_line(run("evaluate", str(golden)))


def test_evaluate_compares_with_a_baseline(tmp_path: Path) -> None:
    golden, baseline, report = tmp_path / "golden.jsonl", tmp_path / "baseline.json", tmp_path / "report.html"
    kettle = {
        "id": "1",
        "kind": "answerable",
        "question": "How much water does a kettle hold?",
        "facts": ["1.7 litres"],
    }
    golden.write_text(json.dumps(kettle | {"page": "/01-kettle"}), "utf-8")
    baseline.write_text(run("evaluate", str(golden), "--json").stdout, "utf-8")
    same = run("evaluate", str(golden), "--compare", str(baseline), "--html", str(report))
    assert same.exit_code == 0
    assert "<svg" in report.read_text("utf-8")
    baseline.write_text(json.dumps({"containment": 2.0}), "utf-8")
    worse = run("evaluate", str(golden), "--compare", str(baseline))
    assert worse.exit_code == 5
    assert "containment: 2.000 → 1.000" in worse.stderr
    baseline.write_text("{", "utf-8")
    assert run("evaluate", str(golden), "--compare", str(baseline)).exit_code == 3


def test_evaluate_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "drinks"
    folder.mkdir()
    rows: dict[str, list[dict[str, object]]] = {
        "corpus.jsonl": [
            {
                "id": "kettle",
                "title": "The kettle",
                "text": "A kettle holds 1.7 litres of water and boils it in a minute.",
            },
            {"id": "teapot", "title": "The teapot", "text": "A teapot keeps tea warm for forty minutes under a cosy."},
        ],
        "queries.jsonl": [
            {"id": "q", "text": "How much water does the kettle hold?", "answerable": True, "answers": ["1.7 litres"]},
            {"id": "n", "text": "Who won the chess championship in 1972?", "answerable": False},
        ],
    }
    for name, lines in rows.items():
        (folder / name).write_text("\n".join(map(json.dumps, lines)), "utf-8")
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq\tkettle\t1\n", "utf-8")
    found = json.loads(run("evaluate", str(folder), "--json").stdout)
    assert (found["ndcg"], found["refusal_recall"], found["containment"]) == (1.0, 1.0, 1.0)
    assert "drinks" not in run("books").stdout


def test_calibrate_keeps_the_marks_with_the_book(tmp_path: Path) -> None:
    (before,) = json.loads(run("books", "--json").stdout)
    assert before["marks"]["revision"] == before["revision"], "ingestion calibrates"
    picture = tmp_path / "calibration.html"
    (report,) = json.loads(run("calibrate", "--json", "--html", str(picture)).stdout)
    assert report["strange"] == pytest.approx(before["marks"]["strange"])
    assert 0 < report["wrong_at_most"] < 0.1
    assert "<svg" in picture.read_text("utf-8")
    told = run("calibrate").stdout
    assert "at most" in told
    assert re.search(r"^kinship +\d\.\d{3}  how similar the book's pages are$", told, re.MULTILINE)
    assert run("calibrate", "--book", "nothing").exit_code == 3


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["ask", " "], 3, "empty"),
        (["ask", "x" * 8001], 3, "too long"),
        (["ask", "x", "--k", "0"], 3, "--k"),
        (["ingest", "no/such/folder"], 3, "no/such/folder"),
        (["evaluate", "no-such.jsonl"], 3, "no-such.jsonl"),
    ],
)
def test_bad_input(arguments: list[str], code: int, says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert says in result.stderr


def test_an_empty_folder_and_a_file_that_is_not_text(tmp_path: Path) -> None:
    empty = run("ingest", str(tmp_path))
    assert (empty.exit_code, "Traceback" in empty.stderr) == (3, False)
    assert str(tmp_path) in only_line(empty)
    (tmp_path / "picture.md").write_bytes(b"\x89PNG\x00\xff\xfe")
    binary = run("ingest", str(tmp_path / "picture.md"))
    assert binary.exit_code == 3
    assert "picture.md" in binary.stderr


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("FOOTNOTED_PORT", "many", "FOOTNOTED_PORT is wrong"),
        ("FOOTNOTED_EMBEDER", "x", "Did you mean FOOTNOTED_EMBEDDER?"),
        ("FOOTNOTED_EMBEDDER", "magic:model", "FOOTNOTED_EMBEDDER=magic:model is not known"),
        ("DATABASE_URL", "mysql://secret@host/db", "DATABASE_URL must be"),
    ],
)
def test_wrong_configuration(name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    result = run("ask", "Anything?")
    assert result.exit_code == 1
    assert says in only_line(result)
    assert "secret" not in result.stderr


def test_no_book_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))
    result = run("ask", "Anything?")
    assert (result.exit_code, only_line(result)) == (
        1,
        "footnoted: No book has been indexed yet. Run: footnoted ingest SOURCE",
    )


@pytest.mark.parametrize("command", [["ask", "Why?"], ["search", "tea"], ["chat"], ["export", "llms", "out"]])
def test_without_a_book_nothing_else_is_asked_for(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))
    result = run(*command)
    assert (result.exit_code, only_line(result), result.stdout) == (
        1,
        "footnoted: No book has been indexed yet. Run: footnoted ingest SOURCE",
        "",
    )


def test_an_unknown_book_is_refused_before_the_conversation_begins() -> None:
    result = run("chat", "--book", "coffee", input="Is it hot?\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert only_line(result) == "footnoted: There is no book 'coffee'. There are: tea."


def test_a_file_that_is_left_out_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    book = tmp_path / "book"
    book.mkdir()
    (book / "tea.md").write_text("# Tea\n\nTea is hot.")
    (book / "broken.pdf").write_text("no PDF")
    (book / "old.org").write_text("* Old")
    told = run("ingest", str(book)).stderr
    assert [told.count(name) for name in ("broken.pdf", "old.org")] == [1, 1]
    assert re.search(r"files not read +2\n", told)
    assert "1 passage on 1 page (" in told


def test_a_report_before_the_first_question_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "data"))
    page = tmp_path / "tea.md"
    page.write_text("# Tea\n\nTea is hot.")
    assert run("ingest", str(page)).exit_code == 0
    report = run("report").stdout
    assert "Nobody has asked anything yet." in report
    assert "Sections nobody was sent to" not in report
    assert "## How Tea was read" in report


def test_an_address_that_is_none_is_refused_before_anything_is_read(data_dir: Path) -> None:
    result = run("ingest", str(data_dir.parent / "tea"), "--site", "nowhere")
    assert result.exit_code == 1
    assert only_line(result).startswith("footnoted: FOOTNOTED_SITE_URL is wrong: it is not an http(s) address")


def test_mcp_at_a_terminal_says_what_it_waits_for_and_ctrl_c_ends_it() -> None:
    own, terminal = pty.openpty()
    command = [sys.executable, "-m", "footnoted", "mcp"]
    with subprocess.Popen(command, stdin=terminal, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"Waiting for an MCP client on standard input; Ctrl-C stops.\n"
        sleep(0.5)  # it reads by then; the signal must end it whether it does or not
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(PATIENCE) == -signal.SIGINT
        finally:
            process.kill()
    os.close(own)
    os.close(terminal)


def test_a_port_in_use_names_another() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert result.exit_code == 1
    assert f"--port {port + 1}" in only_line(result)


def test_serving_beyond_loopback_without_keys() -> None:
    result = run("serve", "--host", "0.0.0.0")
    assert result.exit_code == 1
    assert "FOOTNOTED_API_KEYS" in only_line(result)


def test_a_book_indexed_by_another_embedder(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    with sqlite3.connect(data_dir / "footnoted.db") as database:
        database.execute("UPDATE books SET embedder = 'other:model'")
    try:
        result = run("ask", "Anything?")
        assert result.exit_code == 1
        assert "footnoted ingest" in only_line(result)
    finally:
        with sqlite3.connect(data_dir / "footnoted.db") as database:
            database.execute("UPDATE books SET embedder = 'local:granite-embedding-30m-english'")
        database.close()


def test_unexpected_errors_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("footnoted.library.open", broken)
    result = run("health")
    assert result.exit_code == 4
    assert "ZeroDivisionError" in only_line(result)


def test_a_strict_author_is_told_what_cannot_be_trusted(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))
    tea = str(data_dir.parent / "tea")
    strict = run("ingest", tea, "--strict")
    assert strict.exit_code == 5
    assert "links" in strict.stderr
    assert "--site" in strict.stderr
    verdict = json.loads(run("ingest", tea, "--site", "https://tea.example.com", "--json").stdout)["verdict"]
    assert (verdict["generator"], verdict["links_are_trusted"]) == ("plain", False)
    assert "placeholder" in verdict["links"]


@pytest.mark.parametrize("command", ["books", "health", "repair"])
def test_without_a_book_every_command_says_what_to_do(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path))
    assert "No book has been indexed yet. Run: footnoted ingest SOURCE" in run(command).stdout


def test_a_server_that_lacks_a_package_does_not_say_that_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_METRICS", "true")
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    refused = run("serve", "--port", "0")
    assert refused.exit_code == 1
    assert only_line(refused) == "footnoted: FOOTNOTED_METRICS needs a package. Run: pip install 'footnoted[metrics]'"
