"""The README's tree is held against the real one: what it shows exists, and no room is missing from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "footnoted"
README = (ROOT / "README.md").read_text("utf-8")
_ENTRY = re.compile(r"(?P<indent>(?:│   |    )*)[├└]── (?P<name>\S+)(?P<words>.*)")


def shown() -> dict[str, str]:
    """Path below src/footnoted → what the README says about it; folders end with a slash."""
    block = README.partition("## The tree")[2].split("```")[1]
    entries: dict[str, str] = {}
    above: list[str] = []
    for line in block.splitlines():
        if match := _ENTRY.match(line):
            depth = len(match["indent"]) // 4
            above = [*above[:depth], match["name"]]
            entries["".join(above)] = match["words"]
    return entries


def rooms(folder: Path) -> set[str]:
    """The packages and modules in a folder, as the README writes them."""
    packages = {f"{path.name}/" for path in folder.iterdir() if (path / "__init__.py").is_file()}
    return packages | {path.name for path in folder.glob("*.py") if not path.name.startswith("_")}


TREE = shown()


def test_the_tree_is_read_at_all() -> None:
    assert {"wiring.py", "engine/", "engine/ask.py", "ingest/formats/"} <= set(TREE)


@pytest.mark.parametrize("name", TREE)
def test_what_is_shown_exists(name: str) -> None:
    path = SOURCE / name
    assert path.is_dir() if name.endswith("/") else path.is_file()
    # Files that its description names lie in it.
    for file in re.findall(r"\b\w+\.py\b", TREE[name]):
        assert (path / file).is_file(), file


def test_every_room_at_the_top_is_shown() -> None:
    assert {name for name in TREE if "/" not in name.rstrip("/")} == rooms(SOURCE)


@pytest.mark.parametrize("folder", sorted({name.partition("/")[0] + "/" for name in TREE if "/" in name.rstrip("/")}))
def test_a_folder_that_is_opened_shows_all_its_rooms(folder: str) -> None:
    inside = {name.removeprefix(folder) for name in TREE if name.startswith(folder)}
    assert {room for room in rooms(SOURCE / folder) if room.endswith("/")} <= inside


def test_what_stands_beside_the_source_exists() -> None:
    block = README.partition("## The tree")[2].split("```")[1]
    beside = [name for line in block.splitlines() if line[:1].isalpha() for name in re.findall(r"(?:^| )(\w+)/", line)]
    assert "tests" in beside
    assert [name for name in beside if not (ROOT / name).is_dir()] == []


def test_the_flows_name_real_rooms() -> None:
    flows = README.partition("## The two flows")[2].partition("\n## ")[0]
    modules = {path.stem if path.suffix else path.name for path in SOURCE.rglob("*")}
    named = re.findall(r"`([a-z_]+)`", flows)
    assert named
    assert [name for name in named if name not in modules] == []
