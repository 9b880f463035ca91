"""What is refused before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.errors import Misconfigured
from footnoted.wiring import refuse_full_disk


@pytest.mark.parametrize("left", [0, 1, 63_999_999])
def test_a_full_disk_is_one_line_and_not_a_signal(tmp_path: Path, left: int) -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_DATA_DIR") as refused:
        refuse_full_disk(tmp_path / "not" / "there", lambda path: left)
    assert "\n" not in refused.value.message


def test_enough_room_is_enough(tmp_path: Path) -> None:
    asked: list[Path] = []

    def free(path: Path) -> int:
        asked.append(path)
        return 64_000_000

    refuse_full_disk(tmp_path / "not" / "there", free)
    assert asked == [tmp_path]
