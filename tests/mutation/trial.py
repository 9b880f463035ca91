"""Runs tests against a module with other code than its file has, in a process of its own. Knows no mutant's meaning."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parents[2]
_ARGUMENTS = ["-q", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
_PATIENCE = 5
"""So many times what the unchanged module takes, and eight seconds: then a mutant counts as noticed, being stuck."""
_IDLE_SECONDS = 30.0
_IDLE_WORK = 0.3
"""One that does no more in so long waits for what will never come, be it with a timer; no test waits so long."""
_MOST_WAITING = 4
"""So many times the processor time it may use, and two minutes: then a mutant that only ticks a timer is stuck too."""
_TICKS = os.sysconf("SC_CLK_TCK")

_OUTCOMES = {0: "survived", 1: "killed", 2: "killed", 4: "killed", None: "out of time"}
"""By pytest's exit status: tests failed, could not be collected, or not even their conftest.py could be imported."""


class Trial:
    """One module and its tests."""

    def __init__(self, module: str, path: Path, tests: Sequence[str]) -> None:
        self._module, self._path, self._files = module, path, list(tests)
        with tempfile.TemporaryDirectory() as folder:
            notes = Path(folder, "notes.json")
            status = _in_child(lambda: _noted(path, tests, notes), 3600)
            if status != 0:
                raise SystemExit(f"{module}: its tests do not pass as it is")
            seen = json.loads(notes.read_text())
        self._seconds: dict[str, float] = seen["seconds"]
        self._reaching = {int(line): found for line, found in seen["reaching"].items()}
        self._at_import = set(seen["at_import"])
        _import_all(seen["libraries"])
        unchanged = compile(path.read_text("utf-8"), str(path), "exec")
        if (status := _in_child(lambda: self._run(unchanged, list(self._seconds)), 3600)) != 0:
            raise SystemExit(f"{module}: its tests do not pass when its own code is put in its place (status {status})")

    def of(self, mutant: Mutant) -> str:
        """The outcome of a mutant: killed, out of time, survived, or unreached."""
        reaching = self._reaching.get(mutant.line, [])
        is_import = mutant.line in self._at_import
        if not reaching and not is_import:
            return "unreached"
        # What a module does at import may name tests (a case a route), so these are collected anew.
        tests = self._files if is_import else sorted(reaching, key=self._seconds.__getitem__)
        needed = self._seconds.values() if is_import else map(self._seconds.__getitem__, reaching)
        seconds = 8 + _PATIENCE * sum(needed)
        status = _in_child(lambda: self._run(mutant.code, tests), seconds)
        if status not in _OUTCOMES:
            raise SystemExit(f"{self._module}:{mutant.line}: the tests could not be run (status {status})")
        return _OUTCOMES[status]

    def _run(self, code: CodeType, tests: list[str]) -> int:
        changed = _Changed(self._module, self._path, code)
        status = int(pytest.main([*_ARGUMENTS, "-x", *tests], plugins=[changed]))
        module = sys.modules.get(self._module)
        if module is not None and module.__loader__ is not changed:
            raise RuntimeError("the tests did not see the change")
        return status


class _Changed(SourceFileLoader):
    """Finds the module, with its other code; a pytest plugin, to stand before what pytest itself loads modules with."""

    def __init__(self, module: str, path: Path, code: CodeType) -> None:
        super().__init__(module, str(path))
        self._code = code

    def pytest_configure(self) -> None:
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Notes:
    """A pytest plugin: which lines of a file each test reaches, and how long it takes."""

    def __init__(self, path: Path) -> None:
        self._file = str(path)
        self._lines: set[int] = set()
        self.at_import: set[int] = set()
        self.reaching: dict[int, list[str]] = defaultdict(list)
        self.seconds: dict[str, float] = {}

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename == self._file else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._lines.add(frame.f_lineno)
        return self._line

    def pytest_collection_finish(self) -> None:
        self.at_import, self._lines = self._lines, set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._lines = set()
        began = time.perf_counter()
        result: Any = yield
        self.seconds[item.nodeid] = time.perf_counter() - began
        for line in self._lines:
            self.reaching[line].append(item.nodeid)
        return result


def _noted(path: Path, tests: Sequence[str], notes: Path) -> int:
    plugin = _Notes(path)
    sys.settrace(plugin.trace)
    status = int(pytest.main([*_ARGUMENTS, *tests], plugins=[plugin]))
    sys.settrace(None)
    libraries = [name for name in sys.modules if not name.startswith(("footnoted", "tests", "_", "conftest"))]
    found = {"reaching": plugin.reaching, "seconds": plugin.seconds, "libraries": libraries}
    notes.write_text(json.dumps(found | {"at_import": sorted(plugin.at_import)}))
    return status


def _import_all(libraries: Sequence[str]) -> None:
    """Here, once, so that no child has to: only what is not ours."""
    for name in libraries:
        if "site-packages" in str(getattr(sys.modules.get(name), "__file__", "")) or name in sys.modules:
            continue
        with suppress(Exception):
            importlib.import_module(name)


def _in_child(work: Callable[[], int], seconds: float) -> int | None:
    """The work's status; None when it took longer."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        os.setpgid(0, 0)
        sys.dont_write_bytecode = True
        status = 99
        try:
            status = work()
        finally:
            os._exit(status)
    worked, last_worked = 0.0, time.monotonic()
    end = last_worked + 120 + _MOST_WAITING * seconds
    while time.monotonic() < min(end, last_worked + _IDLE_SECONDS):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None
        if (work_done := _work_done(child)) > worked + _IDLE_WORK:
            worked, last_worked = work_done, time.monotonic()
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _work_done(process: int) -> float:
    """Seconds of the processor that a process and the children it waited for have used, and those that it still has."""
    alive = [process, *_children(process)]
    return sum(sum(map(int, fields[11:15])) for child in alive if (fields := _fields(child))) / _TICKS


def _children(process: int) -> list[int]:
    with suppress(OSError):
        return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def _fields(process: int) -> list[str]:
    """What the system says of a process, behind its name; nothing once it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return []
