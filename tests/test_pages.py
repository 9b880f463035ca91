"""What the pages say is there, is there: files, links, and the words and questions they promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if page.relative_to(ROOT).parts[:2] != ("docs", "contracts")  # made from the contracts, and held by their own test
)
_PATH = re.compile(r"`((?:src|tests|docs|examples|benchmarks|\.ci|\.github)/[\w./-]+)`")
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)")


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    text = (ROOT / "docs" / page).read_text("utf-8").partition(heading)[2]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    missing = [path for path in _PATH.findall(text) if not (ROOT / path).exists()]
    missing += [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    assert missing == []


def test_ten_questions_have_one_file_each() -> None:
    questions = rows("architecture.md", "## Ten questions")
    assert len(questions) == 10
    for question, answer in questions:
        assert question.endswith("?")
        assert _PATH.fullmatch(answer), answer


def test_the_picture_shows_every_stage_that_the_page_lists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    picture = (ROOT / "docs" / "pictures" / "flows.svg").read_text("utf-8")
    stages = re.findall(r"^\d\. \*\*(\w+)\*\*", page, re.MULTILINE)
    assert len(stages) == 6
    assert all(f">{stage.lower()}<" in picture for stage in stages)


def test_fifteen_words_stand_in_the_glossary_each_with_its_home() -> None:
    words = rows("glossary.md", "# Glossary")
    assert len(words) == 15
    for word, _, home in words:
        path = _PATH.fullmatch(home)
        assert path
        text = (ROOT / path[1]).read_text("utf-8").lower()
        assert word.strip("*") in text or ROOT.joinpath(path[1]).stem.strip("_") == word.strip("*"), word


def test_the_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = [page.name for page in (ROOT / "docs").glob("*.md") if page.name != "index.md"]
    assert [name for name in pages if f"({name})" not in index] == []


def test_the_public_workflow_runs_what_ci_runs() -> None:
    assert "run: .ci/run" in (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
