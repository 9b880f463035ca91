from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footnoted.ingest.formats.code.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.generators.docusaurus.config import read_config


@pytest.mark.parametrize(
    ("source", "exported"),
    [
        ("module.exports = {a: 1};", {"a": 1}),
        ("export default {'a': \"b\", c: `d`, e: `${f}`,};", {"a": "b", "c": "d", "e": UNKNOWN}),
        ("const config: Config = {a: [1, 2,],}\nexport default config", {"a": [1, 2]}),
        ("export default {a: true, b: null, c: -1.5} satisfies Config;", {"a": True, "b": None, "c": -1.5}),
        ("export default {a: 'it\\'s', b: '\\u00e9\\x41\\n'};", {"a": "it's", "b": "éA\n"}),
        ("// {a: 2}\nmodule.exports = /* x */ {a /* y */: 1 // z\n}", {"a": 1}),
        ("const b = {c: 1}; export default {...b, ...unknown(), d: 2}", {"c": 1, "...": UNKNOWN, "d": 2}),
        (
            "const a = {b: 'c'}; export default {d: `${a.b}/${a.b}`, e: `${a.x}`, f: a.b}",
            {"d": "c/c", "e": UNKNOWN, "f": "c"},
        ),
        ("export default {a: () => ({b: 1}), c: 2}", {"a": UNKNOWN, "c": 2}),
        (
            "export default {a: function () { return {c: 3} }, async b() { return 1 }, c: 2}",
            {"a": UNKNOWN, "b": UNKNOWN, "c": 2},
        ),
        ('export default {a: /[}"]/g, c: 2}', {"a": UNKNOWN, "c": 2}),
        (
            "export default {a: process.env.A || '/x/', b: x ? 1 : 2, c: 'a' + 'b', d: 'a' + f()}",
            {"a": "/x/", "b": UNKNOWN, "c": "ab", "d": UNKNOWN},
        ),
        ("export default async function make() { const t = 'T'; return {t, [k]: 1} }", {"t": "T"}),
        ("export default {a: require.resolve('./s.js'), b: path.join(__dirname, 'c')}", {"a": "./s.js", "b": "c"}),
        ("console.log('no export')", UNKNOWN),
        ("export default {a: [", {"a": []}),
        ("", UNKNOWN),
    ],
)
def test_literals_are_read_and_nothing_is_run(source: str, exported: Any) -> None:
    assert read_literals(source)[0] == exported


def test_broken_configuration_takes_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "docusaurus.config.js").write_text("export default makeConfig({title: 'x'});")
    config = read_config(tmp_path / "docusaurus.config.js")
    assert (config.title, config.site, config.base_url) == ("", "", "/")
    assert [content.kind for content in config.contents] == ["docs", "blog", "pages"]  # as the classic preset has it


def test_a_configuration_that_recurses_without_end_is_survived(tmp_path: Path) -> None:
    (tmp_path / "docusaurus.config.js").write_text("export default " + "[" * 100_000)
    assert read_config(tmp_path / "docusaurus.config.js").base_url == "/"


def test_presets_plugins_versions_and_switches(tmp_path: Path) -> None:
    (tmp_path / "versions.json").write_text('["2.0", "1.0"]')
    (tmp_path / "docusaurus.config.js").write_text("""
        module.exports = {baseUrl: '/b', trailingSlash: false, presets: [['@docusaurus/preset-classic', {
          docs: {routeBasePath: '/'}, blog: false, pages: false}]],
          plugins: ['x', ['content-docs', {id: 'api', path: 'api', routeBasePath: 'api', lastVersion: 'current'}]]};
    """)
    config = read_config(tmp_path / "docusaurus.config.js")
    assert config.trailing_slash is False
    assert [(content.kind, content.folder, content.base) for content in config.contents] == [
        ("docs", tmp_path / "versioned_docs" / "version-2.0", "/b/"),
        ("docs", tmp_path / "api", "/b/api/"),
    ]
