"""The project's own rules that no linter knows, read off the syntax tree; and no secret in any tracked file.

``python -m tests.house_rules`` prints what breaks one and fails; part of ``make check``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from detect_secrets.core.scan import scan_line
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).parent.parent
_RUNS_TEXT = {"eval", "exec", "__import__"}
_SHELLS = {"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"}
_CLOCKS = {"perf_counter", "monotonic", "process_time", "thread_time", "time"}
_CLOCKS |= {f"time.{clock}" for clock in _CLOCKS}
_SECURE = ("contracts/door/", "domain/door/access_key.py", "engine/write/prompt.py")
"""Where chance must not be guessable."""
_MOST_LINES = 250
"""Of a module: beyond, a second thing usually hides in it."""
_DATA = {f"src/footnoted/engine/understand/languages/{language}.py" for language in ("english", "german")}
"""Data that is read as one table."""
_MOST_SIBLINGS = 12
"""Of a folder: beyond, nobody sees at a glance what is in it."""
_OF_ONE_KIND = {
    "src/footnoted",
    "src/footnoted/cli",
    "src/footnoted/contracts",
    "src/footnoted/domain/text/languages",
    "src/footnoted/engine/understand/languages/phrasebooks",
    "src/footnoted/ingest/generators",
    "src/footnoted/providers/sql/schema/migrations/versions",
}
"""Layers, commands, contracts, languages, phrasebooks, generators, migrations: all alike, found by their names."""
_SCANNED = {".py", ".toml", ".yml", ".yaml", ".sh", ".cfg", ".ini", ".env", ".ts", ".js", ".mjs", ""}

Finding = tuple[int, str]


def broken(path: str, source: str) -> list[Finding]:
    """The lines of a Python file that break a rule, and which; ``path`` is relative to the repository.

    >>> broken("src/footnoted/x.py", "def f(n):\\n    assert n > 0\\n")
    [(2, 'an assert checks input; it is gone under -O. Raise an error that names the fix')]
    >>> broken("benchmarks/x.py", "names = [one.name for one in books]\\n")
    [(1, 'a variable called `one` or `said` does not tell what it holds; call it by its noun')]
    >>> broken("tests/test_x.py", "began = perf_counter()\\nassert perf_counter() - began < 1\\n")
    [(2, 'a test asserts a time; it will fail on a busy machine')]
    """
    tree = ast.parse(source)
    found: list[Finding] = [*_empty_names(tree)]
    if not path.startswith("tests/"):  # these run the documentation's examples
        found += _text_that_runs(tree)
    if path.startswith("src/"):
        found += _too_long(path, source)
        found += _input_asserts(tree)
        if any(place in path for place in _SECURE):
            found += _guessable(tree)
    if path.startswith("tests/"):
        found += _timed_asserts(tree)
    return sorted(found)


def _too_long(path: str, source: str) -> Iterator[Finding]:
    if source.count("\n") > _MOST_LINES and path not in _DATA:
        yield _MOST_LINES + 1, f"a module has at most {_MOST_LINES} lines: find the second thing in it, and its name"


def _text_that_runs(tree: ast.AST) -> Iterator[Finding]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in _RUNS_TEXT:
            yield node.lineno, f"{name}() runs text"
        if name in _SHELLS or any(word.arg == "shell" and not _is_false(word.value) for word in node.keywords):
            yield node.lineno, "a shell reads text that it may misread; pass a list of arguments"


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _input_asserts(tree: ast.AST) -> Iterator[Finding]:
    """An assert may tell the type checker what is known, or name an invariant; it never judges what came in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and node.msg is None and not _narrows(node.test):
            yield node.lineno, "an assert checks input; it is gone under -O. Raise an error that names the fix"


def _narrows(test: ast.expr) -> bool:
    match test:
        case ast.BoolOp(op=ast.And()):
            return all(map(_narrows, test.values))
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
        case _:
            return isinstance(test, ast.Name | ast.Attribute)


def _empty_names(tree: ast.AST) -> Iterator[Finding]:
    """A name is a noun that tells what it holds; of a pair, one may be called so."""
    for node in ast.walk(tree):
        bound: list[ast.expr | ast.arg] = []
        match node:
            case ast.Assign():
                bound = [*node.targets]
            case ast.AnnAssign() | ast.AugAssign() | ast.For() | ast.AsyncFor() | ast.comprehension():
                bound = [node.target]
            case ast.arguments():
                bound = [*node.posonlyargs, *node.args, *node.kwonlyargs]
        names = {part.id for target in bound for part in ast.walk(target) if isinstance(part, ast.Name)}
        names |= {target.arg for target in bound if isinstance(target, ast.arg)}
        if "said" in names or ("one" in names and not names & {"other", "two"}):
            where = bound[0].lineno
            yield where, "a variable called `one` or `said` does not tell what it holds; call it by its noun"


def _guessable(tree: ast.AST) -> Iterator[Finding]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        if "random" in names:
            yield node.lineno, "random can be guessed; use secrets"


def _timed_asserts(tree: ast.AST) -> Iterator[Finding]:
    """How long something took; that a deadline has not passed yet is patience, which may be asserted."""
    taken = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _is_time_taken(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and any(
            isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Lt | ast.LtE) and _speaks_of(part.left, taken)
            for part in ast.walk(node.test)
        ):
            yield node.lineno, "a test asserts a time; it will fail on a busy machine"


def _speaks_of(tree: ast.expr, taken: set[str]) -> bool:
    return any(_is_time_taken(node) or (isinstance(node, ast.Name) and node.id in taken) for node in ast.walk(tree))


def _is_time_taken(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and any(isinstance(part, ast.Call) and ast.unparse(part.func) in _CLOCKS for part in ast.walk(node))
    )


def crowded(paths: list[str]) -> Iterator[str]:
    """Folders of the package with more siblings of different kinds than can be seen at a glance.

    >>> list(crowded([f"src/footnoted/engine/{number}.py" for number in range(13)]))
    ['src/footnoted/engine: 13 siblings; at most 12: find the room that some of them belong in']
    """
    siblings: dict[str, set[str]] = {}
    for path in map(PurePosixPath, paths):
        for inner, folder in zip((path, *path.parents), path.parents, strict=False):
            if not inner.name.startswith("__"):
                siblings.setdefault(str(folder), set()).add(inner.name)
    for where, names in sorted(siblings.items()):
        if where.startswith("src/footnoted") and where not in _OF_ONE_KIND and len(names) > _MOST_SIBLINGS:
            room = "find the room that some of them belong in"
            yield f"{where}: {len(names)} siblings; at most {_MOST_SIBLINGS}: {room}"


def secrets(paths: list[str]) -> Iterator[str]:
    """What looks like a vendor's key, a private key, a token or a password in an address."""
    with transient_settings({"plugins_used": [{"name": name} for name in _DETECTORS]}):
        for path in paths:
            for number, line in enumerate((ROOT / path).read_text("utf-8").split("\n"), 1):
                if not _MAY_HOLD.search(line) or any(example in line for example in _EXAMPLES):
                    continue
                for found in scan_line(line[:2000]):
                    yield f"{path}:{number}: looks like a secret ({found.type})"


_MAY_HOLD = re.compile(r"(?=[\w-]*\d)[A-Za-z0-9_-]{16,}|://[^/\s]*:[^/\s]*@|PRIVATE KEY")
"""Every key that is looked for is long and has a digit in it; to ask that first makes the scan much faster."""
_DETECTORS = (
    *("ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector", "CloudantDetector"),
    *("DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector", "JwtTokenDetector", "MailchimpDetector"),
    *("NpmDetector", "OpenAIDetector", "PrivateKeyDetector", "PypiTokenDetector", "SendGridDetector", "SlackDetector"),
    *("SquareOAuthDetector", "StripeDetector", "TelegramBotTokenDetector", "TwilioKeyDetector"),
)
"""Those that know what they look for; entropy and names of variables find only digests and tests here."""
_EXAMPLES = ("user:pass", "user:pw@", "me:secret@", ":hunter2@")
"""What tests and texts write for a password."""


def main() -> int:
    """Print every finding; 1 if there is any."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    tracked = [path for path in listed if path and (ROOT / path).is_file()]
    found = [
        f"{path}:{line}: {problem}"
        for path in tracked
        if path.endswith(".py")
        for line, problem in broken(path, (ROOT / path).read_text("utf-8"))
    ]
    found += crowded(tracked)
    found += secrets([path for path in tracked if Path(path).suffix in _SCANNED])
    print("\n".join(found) or "House rules: all kept")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
