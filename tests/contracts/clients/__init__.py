"""Clients of others, unmodified, in Node: what each prints after asking."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

_HERE = Path(__file__).parent
_TOOLS = Path(__file__).parents[3] / ".tools" / "clients"

needs_clients = [
    pytest.mark.real,
    pytest.mark.skipif(
        not (_TOOLS / "node_modules" / "ai").exists() or shutil.which("node") is None,
        reason="needs node and the npm packages of tests/contracts/clients: make clients",
    ),
]


async def asked(script: str, url: str, *questions: str, stops: bool = False, **headers: str) -> Any:
    """What the client's script prints; it runs where its packages are."""
    draft = _TOOLS / f"{script}.{os.getpid()}"
    shutil.copyfile(_HERE / script, draft)
    draft.replace(_TOOLS / script)  # another worker may be reading it
    arguments = json.dumps([url, {name.replace("_", "-"): value for name, value in headers.items()}, stops, *questions])
    process = await asyncio.create_subprocess_exec(
        "node", script, arguments, cwd=_TOOLS, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    return json.loads(out)
