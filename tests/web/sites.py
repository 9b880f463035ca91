"""The same small book as each generator's own site, built by the generator itself with the widget's package in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ingest.built import TOOLS, build, docusaurus_build, generator
from tests.web.host_site import loader

INTEGRATIONS = Path(__file__).parents[2] / "integrations"
PUBLISHED = "https://bees.example"
FILLER = "A keeper who opens the hive in winter lets the warmth out, so most wait for spring.\n\n" * 40
WINTER = "In winter the bees form a cluster and keep its middle at 34 degrees."
QUESTION = "How warm is the middle of the winter cluster?"


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def installed_wheel(kind: str, folder: Path) -> str:
    """Build the package as it would be published, and install it for one generator's run: where it is."""
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "build", "-q", "--wheel", "-o", folder, INTEGRATIONS / kind], check=True, timeout=300)
    [wheel] = folder.glob("*.whl")
    packages = folder / "packages"
    subprocess.run(
        [uv, "pip", "install", "-q", "--no-deps", "--python", TOOLS, "--target", packages, wheel],
        check=True,
        timeout=300,
    )
    return str(packages)


def sphinx(folder: Path, server: str) -> tuple[Path, Path]:
    command = generator("sphinx-build")
    packages = installed_wheel("sphinx", folder / "wheel")
    source = written(
        folder / "source",
        {
            "conf.py": f'project = "Bees"\nextensions = ["sphinx_footnoted"]\nfootnoted_server = "{server}"\n'
            f'html_baseurl = "{PUBLISHED}/"\n',
            "index.rst": "Bees\n====\n\nA book about bees.\n\n.. toctree::\n\n   winter\n",
            "winter.rst": f"Winter\n======\n\n{FILLER}Warmth\n------\n\n{WINTER}\n",
        },
    )
    build(command, "-q", "-b", "html", source, folder / "built", cwd=folder, PYTHONPATH=packages)
    return source, folder / "built"


def mkdocs(folder: Path, server: str) -> tuple[Path, Path]:
    command = generator("mkdocs")
    packages = installed_wheel("mkdocs", folder / "wheel")
    source = written(
        folder / "source",
        {
            "mkdocs.yml": f"site_name: Bees\nsite_url: {PUBLISHED}/\ntheme:\n  name: material\n  font: false\n"
            f"plugins:\n  - footnoted:\n      server: {server}\n",
            "docs/index.md": "# Bees\n\nA book about bees.\n",
            "docs/winter.md": f"# Winter\n\n{FILLER}## Warmth\n\n{WINTER}\n",
        },
    )
    build(command, "build", "-q", "-d", folder / "built", cwd=source, PYTHONPATH=packages)
    return source, folder / "built"


def docusaurus(folder: Path, server: str) -> tuple[Path, Path]:
    subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", folder], cwd=INTEGRATIONS / "docusaurus", check=True
    )
    [packed] = folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    config = {
        "title": "Bees",
        "url": PUBLISHED,
        "baseUrl": "/",
        "presets": [["classic", {"docs": {"routeBasePath": "/"}, "blog": False}]],
        "plugins": [[str(folder / "package"), {"server": server}]],
    }
    source = written(
        folder / "source",
        {
            "docusaurus.config.js": f"module.exports = {json.dumps(config)};",
            "docs/intro.md": "---\nslug: /\n---\n\n# Bees\n\nA book about bees.\n",
            "docs/winter.md": f"# Winter\n\n{FILLER}## Warmth\n\n{WINTER}\n",
        },
    )
    with pytest.MonkeyPatch.context() as environment:
        # Its cache lies with the packages, and so would bring in what another site was built with.
        environment.setenv("DOCUSAURUS_NO_PERSISTENT_CACHE", "true")
        return source, docusaurus_build(source, folder / "site") / "build"


def ask_js(server: str) -> str:
    """The documented script, with the option that a preview of a published site needs."""
    site = f'widget.setAttribute("site", "{PUBLISHED}");'
    return loader(server).replace("document.body", f"{site}\n    document.body")


def zensical(folder: Path, server: str) -> tuple[Path, Path]:
    command = generator("zensical")
    source = written(
        folder / "source",
        {
            "mkdocs.yml": f"site_name: Bees\nsite_url: {PUBLISHED}/\ntheme:\n  font: false\n"
            "extra_javascript:\n  - ask.js\n",
            "docs/ask.js": ask_js(server),
            "docs/index.md": "# Bees\n\nA book about bees.\n",
            "docs/winter.md": f"# Winter\n\n{FILLER}## Warmth\n\n{WINTER}\n",
        },
    )
    build(command, "build", cwd=source)
    shutil.move(source / "site", folder / "built")
    return source, folder / "built"


def mdbook(folder: Path, server: str) -> tuple[Path, Path]:
    """As mdBook lays out its pages; mdBook itself cannot be installed here."""
    source = written(
        folder / "source",
        {
            "book.toml": f'[book]\ntitle = "Bees"\n[output.html]\nsite-url = "{PUBLISHED}/"\n'
            'additional-js = ["ask.js"]\n',
            "ask.js": ask_js(server),
            "src/SUMMARY.md": "# Summary\n\n- [Bees](index.md)\n- [Winter](winter.md)\n",
            "src/index.md": "# Bees\n\nA book about bees.\n",
            "src/winter.md": f"# Winter\n\n{FILLER}## Warmth\n\n{WINTER}\n",
        },
    )
    filler = FILLER.replace("\n\n", "</p><p>")
    page = (
        '<!doctype html><html lang="en" class="navy"><head><title>Bees</title></head><body><div id="content"><main>'
        "{}</main></div><script src='ask.js'></script></body></html>"
    )
    heading = '<h2 id="warmth"><a class="header" href="#warmth">Warmth</a></h2>'
    built = written(
        folder / "built",
        {
            "ask.js": ask_js(server),
            "index.html": page.format("<h1>Bees</h1><p>A book about bees.</p>"),
            "winter.html": page.format(f"<h1>Winter</h1><p>{filler}</p>{heading}<p>{WINTER}</p>"),
        },
    )
    return source, built


def plain_html(folder: Path, server: str) -> tuple[Path, Path]:
    tag = f'<script async src="{server}/widget.js" data-site="{PUBLISHED}"></script>'
    page = "<!doctype html><html lang=en><head><title>{}</title>" + tag + "</head><body><main>{}</main></body></html>"
    filler = FILLER.replace("\n\n", "</p><p>")
    built = written(
        folder / "built",
        {
            "index.html": page.format("Bees", "<h1>Bees</h1><p>A book about bees.</p>"),
            "winter.html": page.format(
                "Winter", f"<h1>Winter</h1><p>{filler}</p><h2 id=warmth>Warmth</h2><p>{WINTER}</p>"
            ),
        },
    )
    return Path(shutil.copytree(built, folder / "source")), built


SITES: dict[str, Callable[[Path, str], tuple[Path, Path]]] = {
    "plain HTML": plain_html,
    "mdBook": mdbook,
    "Sphinx": sphinx,
    "MkDocs": mkdocs,
    "Zensical": zensical,
    "Docusaurus": docusaurus,
}


def made(kind: str, folder: Path, server: str) -> tuple[Path, Path]:
    """The book's source for the server to read, and the site as it was built."""
    try:
        return SITES[kind](folder, server)
    except FileNotFoundError as error:
        pytest.skip(f"{kind} cannot be built here: {error}")
