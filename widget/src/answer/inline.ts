// Inline Markdown as DOM nodes: emphasis, code, formulas, links and footnote markers. What is not closed is text.

import { make } from "../dom";
import { formula } from "../math/formula";

export interface Rules {
  /** The node of a footnote marker; null leaves its brackets as text. */
  marker: (number: number) => Node | null;
  mayLink: (url: string) => boolean;
  /** More will come, so an unfinished marker or sign at the end is held back. */
  partial?: boolean;
}

/** Nothing is nested deeper than this; what is stays text. */
export const DEPTH = 8;
/** Most characters of an emphasis, so that a text full of opening signs is not searched to its end for each. */
const REACH = 1000;
const LINK = /!?\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
const MARKERS = /\s?((?:\[\d{1,3}\][ ,]{0,2})*\[\d{1,3}\])([.,;:!?…。，；：！？،؛؟۔]?)/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const MATH = /\$\$([^$]+)\$\$|\$(?!\s)((?:[^$\\\n]|\\.)*?[^\s$\\])\$(?!\d)|\\\((.+?)\\\)/y;

interface Span {
  node: Node | string;
  end: number;
}

/** One line of text with its emphasis and code, without links or markers: for a snippet. */
export function inline(text: string): DocumentFragment {
  return spans(text, { marker: () => null, mayLink: () => false }, 0);
}

export function spans(text: string, rules: Rules, depth: number): DocumentFragment {
  const out = document.createDocumentFragment();
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = depth < DEPTH ? spanAt(text, at, rules, depth) : null;
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) out.append(plain);
    plain = "";
    out.append(found.node);
    at = found.end;
  }
  if (plain) out.append(plain);
  return out;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function spanAt(text: string, at: number, rules: Rules, depth: number): Span | null {
  switch (text[at]) {
    case "\\":
      return mathAt(text, at) ?? escapeAt(text, at);
    case "`":
      return codeAt(text, at);
    case "$":
      return mathAt(text, at);
    case " ":
      return markersAt(text, at, rules);
    case "!":
      return linkAt(text, at, rules, depth);
    case "[":
      return linkAt(text, at, rules, depth) ?? markersAt(text, at, rules);
    case "*":
    case "_":
      return emphasisAt(text, at, rules, depth);
    default:
      return null;
  }
}

function escapeAt(text: string, at: number): Span | null {
  const found = match(ESCAPE, text, at);
  return found && { node: found[1] ?? "", end: at + 2 };
}

function mathAt(text: string, at: number): Span | null {
  const found = match(MATH, text, at);
  if (!found) return null;
  const tex = found[1] ?? found[2] ?? found[3] ?? "";
  return { node: formula(tex, Boolean(found[1])), end: at + found[0].length };
}

function codeAt(text: string, at: number): Span {
  const ticks = /^`+/.exec(text.slice(at, at + 32))?.[0] ?? "`";
  const end = text.indexOf(ticks, at + ticks.length);
  if (end < 0) return { node: ticks, end: at + ticks.length };
  return { node: make("code", "", text.slice(at + ticks.length, end).trim()), end: end + ticks.length };
}

function linkAt(text: string, at: number, rules: Rules, depth: number): Span | null {
  const link = match(LINK, text, at);
  if (!link) return null;
  const [whole, label = "", url = ""] = link;
  const end = at + whole.length;
  if (text[at] === "!") return { node: label, end };
  const words = spans(label, rules, depth + 1);
  if (!rules.mayLink(url)) return { node: words, end };
  const node = make("a", "", words);
  Object.assign(node, { href: url, target: "_blank", rel: "noopener noreferrer" });
  return { node, end };
}

/** Neighbouring markers, with only commas between them. They follow their word's punctuation, without a space. */
function markersAt(text: string, at: number, rules: Rules): Span | null {
  const found = match(MARKERS, text, at);
  if (!found) return null;
  const [whole, marks = "", sign = ""] = found;
  const nodes = [...marks.matchAll(/\d+/g)].map((each) => rules.marker(Number(each[0])));
  const raised = nodes.filter((node): node is Node => node !== null);
  if (raised.length !== nodes.length) return null;
  const run = make("span", "markers", sign);
  raised.forEach((node, index) => run.append(...(index ? [make("sup", "comma", ","), node] : [node])));
  return { node: run, end: at + whole.length };
}

function emphasisAt(text: string, at: number, rules: Rules, depth: number): Span | null {
  const sign = text[at] ?? "";
  const isStrong = text[at + 1] === sign;
  const width = isStrong ? 2 : 1;
  if (!/\S/.test(text[at + width] ?? " ") || (sign === "_" && isWord(text[at - 1]))) return null;
  const end = closingSign(text, at + width, sign, width);
  if (end < 0) return null;
  const inner = spans(text.slice(at + width, end), rules, depth + 1);
  return { node: make(isStrong ? "strong" : "em", "", inner), end: end + width };
}

function closingSign(text: string, from: number, sign: string, width: number): number {
  for (let end = text.indexOf(sign, from + 1); end >= 0 && end < from + REACH; ) {
    let run = 1;
    while (text[end + run] === sign) run += 1;
    const fits = run >= width && (width === 2 || run % 2 === 1);
    if (fits && /\S/.test(text[end - 1] ?? "") && !(sign === "_" && isWord(text[end + run]))) return end + run - width;
    end = text.indexOf(sign, end + run);
  }
  return -1;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
