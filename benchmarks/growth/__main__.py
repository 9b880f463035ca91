"""`python -m benchmarks.growth [server:10000 …]`: measures the points named, or all, and draws the curves.

Each point is measured in a process of its own and kept in docs/growth.json as soon as it is known; the picture, and the
table in docs/operations.md, are made from what is kept (`--draw` makes them alone). `--fill` fills the servers named
and leaves their storage, so that a busy machine can do the work and a quiet one measure what searching takes.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from benchmarks.growth.curves import draw, table

_DOCS = Path(__file__).parent.parent.parent / "docs"
_KEPT = _DOCS / "growth.json"
_PICTURE = _DOCS / "pictures" / "growth.svg"
_PAGE = _DOCS / "operations.md"
_BEGIN, _END = "<!-- growth -->", "<!-- end of growth -->"
_POINTS = ("embedded:10000", "embedded:100000", "server:10000", "server:100000", "server:1000000")


def main() -> int:
    if sys.argv[1:2] == ["--point"]:
        print(json.dumps(asyncio.run(_measured(*sys.argv[2:]))))
        return 0
    if sys.argv[1:2] == ["--fill"]:
        for point in sys.argv[2:]:
            print(asyncio.run(_filled(point.removeprefix("server:"))), flush=True)
        return 0
    if sys.argv[1:] != ["--draw"]:
        for point in sys.argv[1:] or _POINTS:
            _keep(point)
    kept = _known()
    print(table(kept))
    _PICTURE.write_text(draw(kept), "utf-8")
    before, _, rest = _PAGE.read_text("utf-8").partition(_BEGIN)
    shown = f"![How search time, recall and memory grow with passages](pictures/{_PICTURE.name})\n\n{table(kept)}"
    _PAGE.write_text(f"{before}{_BEGIN}\n{shown}\n{_END}{rest.partition(_END)[2]}", "utf-8")
    return 0


async def _measured(store: str, passages: str) -> dict[str, float | str]:
    from benchmarks.growth.measure import embedded, in_server

    return await (in_server if store == "server" else embedded)(int(passages))


async def _filled(passages: str) -> dict[str, float | str]:
    from benchmarks.growth.measure import filled_server, true_nearest

    async with filled_server(int(passages)) as (_, _, figures):
        true_nearest(int(passages))
        return figures


def _keep(point: str) -> None:
    store, _, passages = point.partition(":")
    print(f"  {int(passages):,} passages, {store}", flush=True)
    command = [sys.executable, "-m", "benchmarks.growth", "--point", store, passages]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    last = ""
    for line in child.stdout:
        last = line
        print(line, end="", flush=True)
    if child.wait():
        raise SystemExit(f"{point} could not be measured")
    figures = json.loads(last)
    others = [row for row in _known() if (row["store"], row["passages"]) != (store, int(passages))]
    rows = sorted([*others, figures], key=lambda row: (row["store"], row["passages"]))
    _KEPT.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


def _known() -> list[dict[str, float | str]]:
    rows: list[dict[str, float | str]] = json.loads(_KEPT.read_text("utf-8")) if _KEPT.exists() else []
    return rows


if __name__ == "__main__":
    sys.exit(main())
