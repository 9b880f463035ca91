// Picks the dictionary for a language; English where there is none.

import { ar } from "./ar";
import { de } from "./de";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { ur } from "./ur";
import { zh } from "./zh";

export type { Words };

const DICTIONARIES: Record<string, Words> = { en, de, es, fr, ar, zh, ur };

export interface Language {
  code: string;
  words: Words;
  direction: "ltr" | "rtl";
}

/** The first of `tags` that has a dictionary; `de` serves `de-AT` too. */
export function language(...tags: (string | null | undefined)[]): Language {
  const codes = tags.map((each) => (each ?? "").toLowerCase().split(/[-_]/)[0] ?? "");
  const code = codes.find((each) => each in DICTIONARIES) ?? "en";
  return { code, words: DICTIONARIES[code] ?? en, direction: code === "ar" || code === "ur" ? "rtl" : "ltr" };
}

/** `template` with {n} and {text} filled in. */
export function fill(template: string, values: { n?: number; text?: string }): string {
  return template.replace(/\{(n|text)\}/g, (_, name: "n" | "text") => String(values[name] ?? ""));
}
