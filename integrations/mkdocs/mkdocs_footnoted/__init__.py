"""An MkDocs plugin: adds one small script to the site, which brings the widget once a page is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mkdocs.config import base
from mkdocs.config import config_options as option
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

_FILE = "assets/javascripts/footnoted.js"
# After the page has loaded, so that a slow or silent server costs the page nothing.
_SCRIPT = """addEventListener("load", () => {
  const script = document.createElement("script");
  script.src = %s;
  script.async = true;
  Object.assign(script.dataset, %s);
  document.head.append(script);
});
"""


class _Options(base.Config):
    server = option.Type(str, default="")
    book = option.Optional(option.Type(str))
    title = option.Optional(option.Type(str))
    lang = option.Optional(option.Type(str))
    theme = option.Optional(option.Choice(("auto", "light", "dark")))
    key = option.Optional(option.Type(str))
    select = option.Optional(option.Choice(("on", "off")))


class FootnotedPlugin(BasePlugin[_Options]):
    """Puts the widget on every page."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if not self.config.server.startswith(("http://", "https://")):
            raise PluginError("footnoted: set `server` to your Footnoted server, such as https://ask.book.example.")
        config.extra_javascript.append(_FILE)
        return config

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        given: dict[str, Any] = {name: value for name, value in self.config.items() if value is not None}
        server = given.pop("server").rstrip("/")
        if config.site_url:
            given["site"] = config.site_url
        file = Path(config.site_dir) / _FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_SCRIPT % (json.dumps(f"{server}/widget.js"), json.dumps(given)), encoding="utf-8")
