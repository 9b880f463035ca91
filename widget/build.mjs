// Builds the scripts of src/footnoted/web/static. `--check` only says whether the committed files are what the source gives.

import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const web = fileURLToPath(new URL("../src/footnoted/web/static/", import.meta.url));
const LARGEST = 40_000;
const check = process.argv.includes("--check");

/** Formulas are rare and their typesetter is large: it is loaded when the first one appears. */
const FILES = [
  { entry: "src/main.ts", file: "widget.js", format: "iife", largest: LARGEST },
  { entry: "src/math/typeset.ts", file: "math.js", format: "esm" },
  { entry: "src/read.ts", file: "read.js", format: "esm" },
];

/** Names the state of the source in the built file, so that a stale one is seen without building. */
async function digest() {
  const names = (await readdir(here + "src", { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(here.length))
    .sort();
  const hash = createHash("sha256");
  for (const name of [...names, "package-lock.json"]) hash.update(`${name}\n`).update(await readFile(here + name));
  return hash.digest("hex").slice(0, 16);
}

const source = await digest();

for (const { entry, file, format, largest } of FILES) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    loader: { ".css": "text" },
    banner: { js: `/* Footnoted, Apache-2.0. Built from widget/ (${source}); do not edit. */` },
  });
  const built = outputFiles[0].text;
  const size = gzipSync(built).length;
  console.log(`${file} ${built.length} characters, ${size} bytes gzipped`);
  if (largest && size > largest) throw new Error(`${file} has ${size} bytes gzipped; at most ${largest} are allowed.`);
  if (check) {
    if ((await readFile(web + file, "utf8")) !== built) throw new Error(`${file} is stale: run \`make widget\`.`);
  } else {
    await writeFile(web + file, built);
  }
}
