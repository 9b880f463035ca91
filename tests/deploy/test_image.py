"""The Dockerfile's steps without Docker: install into a clean folder, start as the image starts, ask.

Run by ``make test-deploy``; it installs everything anew, so an ordinary test run leaves it out. INSTALL names a folder
to install into, which is found again the next time.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.dockerfile import ROOT, environment, of, start_command
from tests.servers import free_port

_NOBODY = 65532
SAMPLE = ROOT / "examples" / "backyard-observatory"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif("INSTALL" not in os.environ, reason="installs everything anew; make test-deploy runs it"),
]


@pytest.fixture(scope="module")
def home() -> Path:
    """Where the build stage's RUN step installed."""
    place = Path(os.environ["INSTALL"]).absolute()
    if not place.exists():
        (step,) = of(0, "RUN")
        command = step.replace("/source", str(ROOT)).replace("/opt/footnoted", str(place))
        subprocess.run(command, shell=True, check=True)
    return place


@pytest.fixture
def server(home: Path, tmp_path: Path) -> Iterator[str]:
    """The image's start command with the image's environment, as its user, who may write to the data folder only."""
    data, book = tmp_path / "data", tmp_path / "book"
    data.mkdir()
    subprocess.run(["cp", "-r", SAMPLE, book], check=True)
    as_root = os.getuid() == 0 and _others_may_run(home)
    if as_root:
        os.chown(data, _NOBODY, _NOBODY)
        for folder in (tmp_path, *list(tmp_path.parents)[:3]):
            folder.chmod(0o755)
    port = free_port()
    places = {"/opt/footnoted": str(home), "/data": str(data), "/book": str(book)}
    settings = {name: _placed(value, places) for name, value in environment().items()}
    settings |= {"PATH": f"{home}/bin", "FOOTNOTED_PORT": str(port), "FOOTNOTED_PUBLIC": "true"}
    command = [_placed(word, places) for word in start_command()]
    process = subprocess.Popen(
        [f"{home}/bin/{command[0]}", *command[1:]],
        cwd=data,
        env=settings,
        user=_NOBODY if as_root else None,
        group=_NOBODY if as_root else None,
        extra_groups=[] if as_root else None,
    )
    try:
        _wait(f"http://127.0.0.1:{port}/health", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        assert process.wait(60) in (0, -signal.SIGTERM)


def _others_may_run(home: Path) -> bool:
    """Not where the interpreter that made the folder lies in someone's own home."""
    try:
        subprocess.run([home / "bin" / "python", "-c", ""], user=_NOBODY, group=_NOBODY, extra_groups=[], check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _placed(value: str, places: dict[str, str]) -> str:
    for image, here in places.items():
        if value.startswith(image):
            return here + value.removeprefix(image)
    return value


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail("the server was not ready in time")


def _files(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_it_starts_as_in_the_image_and_answers(home: Path, server: str) -> None:
    before = _files(home)
    body = json.dumps({"query": "How long until my eyes get used to the dark?"}).encode()
    request = urllib.request.Request(f"{server}/chat", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        answer = response.read().decode()
    assert "20 to 30 minutes" in answer
    assert _files(home) == before


def test_neither_installers_nor_tests_are_inside(home: Path) -> None:
    inside = {path.name for path in home.glob("lib/python3*/site-packages/*")}
    assert "footnoted" in inside
    assert not inside & {"pip", "uv", "pytest", "mypy", "playwright"}
