from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footnoted.ingest.formats.code.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.generators.docusaurus.config import read_config
from tests.ingest.test_discover import write


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
        (
            "const env = process.env; const {BASE, HOST: host} = process.env;\n"
            "export default {a: BASE ?? '/x/', b: host, c: env.C || 'c', d: process.env['D'] || 'd', e: make() || 'e'}",
            {"a": "/x/", "b": UNKNOWN, "c": "c", "d": "d", "e": UNKNOWN},
        ),
        (
            "const {a, d: e, f = 1} = {a: 1, d: 2}; const {b: {c}} = {b: {c: 1}}; export default {a, c, e, f}",
            {"a": 1, "c": UNKNOWN, "e": 2, "f": UNKNOWN},
        ),
        ("const n = 'x' as const\nconst m = {k: n} as const\nexport default {a: m.k} as Config", {"a": "x"}),
        (
            "export default {a: '' || 'b', b: null ?? 'c', c: 'd' || 'e' + 'f', d: true && 'g', e: '' ?? 'h'}",
            {"a": "b", "b": "c", "c": "d", "d": "g", "e": ""},
        ),
        (
            "const s = {n: 'x'}; export default {a: `/${process.env.A || s.n}/`, b: `${{c: 1}}`, c: `/${f(1)}/`}",
            {"a": "/x/", "b": UNKNOWN, "c": UNKNOWN},
        ),
        ("export default defineConfig(({mode}) => ({a: 1}))", {"a": 1}),
        ("export default async (env): Promise<Config> => { const b = 2; return {b} }", {"b": 2}),
        ("export default () => { if (isBlue()) { return {a: 1} } return {a: 2} }", UNKNOWN),
        (
            "const all = ['x']; export default {a: [...all, 'y'], b: [...others(), 'z']}",
            {"a": ["x", "y"], "b": [UNKNOWN, "z"]},
        ),
        ("export default Object.freeze({a: 1})", {"a": 1}),
        # What is assigned again: plainly, it has its last value; behind a condition, only running it would tell.
        ("let b = '/'; b = '/x/'; export default {b}", {"b": "/x/"}),
        ("let b = '/'; if (process.env.P) { b = '/x/' } export default {b}", {"b": UNKNOWN}),
        ("let b = '/'; if (process.env.P) b = '/x/'; export default {b}", {"b": UNKNOWN}),
        ("let b = '/'; for (const p of parts) { b += p } export default {b}", {"b": UNKNOWN}),
        ("const c = {b: '/', d: 1}; c.b = '/x/'; module.exports = c", {"b": "/x/", "d": 1}),
        ("const c = {b: '/', d: 1}; if (x) { c.b = '/x/' } module.exports = c", {"b": UNKNOWN, "d": 1}),
        ("const b = '/'; function f(b = 1, {d} = {}) { const e = 2 } export default {b}", {"b": "/"}),
        ("console.log('no export')", UNKNOWN),
        ("export default {a: [", {"a": []}),
        ("", UNKNOWN),
    ],
)
def test_literals_are_read_and_nothing_is_run(source: str, exported: Any) -> None:
    assert read_literals(source)[0] == exported


FILES = {
    "config/site.ts": "export const ORG = 'wells' as const\nexport const SITE = {url: 'https://wells.tools'} as const",
    "config/more.ts": "export * from './site';\nexport {SITE as PLACE} from './site';\n",
    "config/base.json": '{"path": "/keeper/"}',
}


@pytest.mark.parametrize(
    "source",
    [
        "import {SITE} from './config/site'; import base from './config/base.json';\n"
        "export default {url: SITE.url, baseUrl: base.path}",
        "import * as site from './config/site'\nimport {path as where} from './config/base.json'\n"
        "export default {url: site.SITE.url, baseUrl: where}",
        "import {PLACE, ORG} from './config/more.js';\n"
        "export default {url: `https://${ORG}.tools`, baseUrl: '/keeper'}",
        "const {SITE} = require('./config/more');\nconst {path} = require('./config/base.json');\n"
        "module.exports = {url: SITE.url, baseUrl: path};",
    ],
)
def test_constants_come_from_the_files_that_a_docusaurus_configuration_imports(tmp_path: Path, source: str) -> None:
    config = write(tmp_path / "site", {**FILES, "docusaurus.config.ts": source}) / "docusaurus.config.ts"
    found = read_config(config)
    assert (found.site, found.base_url, found.assumed) == ("https://wells.tools", "/keeper/", ())


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
