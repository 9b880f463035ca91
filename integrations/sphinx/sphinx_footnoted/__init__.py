"""A Sphinx extension: adds one small script to the site, which brings the widget once a page is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

_FILE = "footnoted.js"
_OPTIONS = ("book", "title", "theme", "key", "select", "site")
# After the page has loaded, so that a slow or silent server costs the page nothing.
_SCRIPT = """addEventListener("load", () => {
  const script = document.createElement("script");
  script.src = %s;
  script.async = true;
  Object.assign(script.dataset, %s);
  document.head.append(script);
});
"""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the settings and the script."""
    app.add_config_value("footnoted_server", "", "html")
    for name in _OPTIONS:
        app.add_config_value(f"footnoted_{name}", None, "html")
    app.connect("builder-inited", _add)
    app.connect("build-finished", _write)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}


def _add(app: Sphinx) -> None:
    if app.builder.format != "html":
        return
    if not str(app.config.footnoted_server).startswith(("http://", "https://")):
        raise ConfigError("Set footnoted_server to your Footnoted server, such as https://ask.book.example.")
    app.add_js_file(_FILE)


def _write(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html":
        return
    given = {name: app.config[f"footnoted_{name}"] for name in _OPTIONS}
    options = {name: value for name, value in given.items() if value is not None}
    if app.config.language:
        options["lang"] = app.config.language
    if app.config.html_baseurl and "site" not in options:
        options["site"] = app.config.html_baseurl
    server = str(app.config.footnoted_server).rstrip("/")
    file = Path(app.outdir) / "_static" / _FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_SCRIPT % (json.dumps(f"{server}/widget.js"), json.dumps(options)), encoding="utf-8")
