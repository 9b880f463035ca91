// A block of code with its words coloured and a button that copies it. The colouring knows no grammar, only what
// comments, strings, numbers and key words look like in the languages that books show; what it does not know stays plain.

import { copy } from "../clipboard";
import { button, make } from "../dom";
import { currentLanguage } from "../language";

const HASH = /^(py|python|pycon|sh|bash|shell|console|zsh|rb|ruby|r|ya?ml|toml|ini|make|makefile|docker|dockerfile|perl|elixir|julia|nix)$/;
const DASHES = /^(sql|lua|haskell|hs|elm|ada|vhdl)$/;
const PLAIN = /^(text|txt|plain|plaintext|none|output|diff|markdown|md|html|xml)$/;

const STRINGS = String.raw`"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.){0,200}'|` + "`(?:[^`\\\\]|\\\\.)*`";
const NUMBERS = String.raw`\b(?:0x[\da-f_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?)[\w%]*\b`;
const WORDS = new Set(
  ("and as assert async await break case catch char class const continue crate def default defer del do double elif else end enum " +
    "except export extends extern false False final finally float fn for foreach from func function global go if impl import in " +
    "include int interface is lambda let long loop match mod module move mut namespace new nil None nonlocal not null of or package " +
    "pass print private protected pub public raise ref return select SELECT self static struct super switch template then this throw " +
    "trait true True try type typedef typeof union unsafe use using var virtual void where WHERE while with yield FROM INSERT INTO " +
    "UPDATE DELETE CREATE TABLE JOIN ON GROUP ORDER BY echo export sudo cd").split(" "),
);

export function codeBlock(text: string, language: string): HTMLElement {
  const words = currentLanguage().words;
  const code = make("code", "", highlighted(text, language.toLowerCase()));
  const label = button("copy-code", words.copy, () => {
    void copy(text, label).then((done) => {
      label.textContent = done ? words.copied : words.copy;
      setTimeout(() => (label.textContent = words.copy), 2000);
    });
  });
  const pre = make("pre", "", code);
  pre.tabIndex = 0;
  pre.dir = "ltr";
  return make("div", "code", label, pre);
}

export function highlighted(text: string, language: string): DocumentFragment {
  const out = document.createDocumentFragment();
  if (PLAIN.test(language) || text.length > 20_000) {
    out.append(text);
    return out;
  }
  let at = 0;
  for (const found of text.matchAll(pattern(language))) {
    const kind = kindOf(found[0], found.groups ?? {});
    if (!kind) continue;
    out.append(text.slice(at, found.index), make("span", kind, found[0]));
    at = found.index + found[0].length;
  }
  out.append(text.slice(at));
  return out;
}

function pattern(language: string): RegExp {
  const line = HASH.test(language) ? "#.*" : DASHES.test(language) ? "--.*" : String.raw`//.*|(?<=^|\s)#(?!\[|include|define|if|end).*`;
  const comment = String.raw`/\*[^]*?(?:\*/|$)|${line}`;
  return new RegExp(`(?<string>${STRINGS})|(?<comment>${comment})|(?<number>${NUMBERS})|(?<word>[A-Za-z_]\\w*)`, "gi");
}

function kindOf(text: string, groups: Record<string, string | undefined>): string {
  if (groups.word) return WORDS.has(text) ? "c-word" : "";
  return groups.comment ? "c-comment" : groups.string ? "c-string" : "c-number";
}
