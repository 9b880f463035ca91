"""The pages in docs/contracts/ say what the contracts do. `REWRITE_DOCS=1` (or `make docs`) writes them again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from footnoted.contracts import CONTRACTS
from tests.contracts.pages import ABOUT, FACTS, page, side_by_side

FOLDER = Path(__file__).parents[2] / "docs" / "contracts"


def check(name: str, text: str) -> None:
    file = FOLDER / name
    if os.environ.get("REWRITE_DOCS"):
        FOLDER.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, f"{name} is stale: make docs"


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_the_page_of_each_contract(contract: str) -> None:
    check(f"{contract}.md", await page(contract))


def test_the_table_of_all_contracts() -> None:
    assert ABOUT.keys() == FACTS.keys() == CONTRACTS.keys()
    check("README.md", side_by_side())


def test_nothing_else_lies_there() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {
        "README.md",
        "mcp.md",
        "llms-txt.md",
        *(f"{name}.md" for name in CONTRACTS),
    }
