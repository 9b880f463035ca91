"""The pages in docs/contracts/ say what the contracts do. `REWRITE_DOCS=1` (or `make docs`) writes them again."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import httpx
import pytest

from footnoted.contracts import CONTRACTS
from tests import scenes
from tests.contracts.live import house
from tests.contracts.pages import ABOUT, FACTS, page, side_by_side
from tests.scenes import PlayedEngine

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


async def test_the_commands_on_the_page_work() -> None:
    commands = re.findall(r"^curl .*", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(commands) == 4
    async with house(PlayedEngine(scenes.answered)) as address:
        for command in commands:
            *_, url, option, body = shlex.split(command.replace("http://127.0.0.1:8000", address))
            assert option == "--json"
            async with httpx.AsyncClient() as client:
                reply = await client.post(url, content=body, headers={"Content-Type": "application/json"})
            assert (reply.status_code, "34 °C" in reply.text) == (200, True), reply.text


def test_nothing_else_lies_there() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {
        "README.md",
        "mcp.md",
        "llms-txt.md",
        *(f"{name}.md" for name in CONTRACTS),
    }
