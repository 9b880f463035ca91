// Inline Markdown as DOM nodes: emphasis, code, formulas, links and footnote markers. What is not closed is text.

/** Nothing is nested deeper than this; what is stays text. */
export const DEPTH = 8;
/** Emphasis reaches no further than this, so that a text full of opening signs is not searched to its end for each. */
const REACH = 1000;
const LINK = /!?\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
const MARKER = /\[(\d{1,3})\]/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const MATH = /\$\$([^$]+)\$\$|\$(?!\s)((?:[^$\\\n]|\\.)*?[^\s$\\])\$(?!\d)/y;

export function element(name, children = [], className = "") {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** One line of text with its emphasis and code, without links or markers: for a snippet. */
export function inline(text) {
  return spans(text, { marker: () => null, mayLink: () => false }, 0);
}

/**
 * `text` as a fragment. `marker(number)` makes a footnote marker or null; `mayLink(url)` allows a link.
 */
export function spans(text, options, depth) {
  const out = document.createDocumentFragment();
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = depth < DEPTH ? spanAt(text, at, options, depth) : null;
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) out.append(plain);
    plain = "";
    if (found.node) out.append(found.node);
    at = found.end;
  }
  if (plain) out.append(plain);
  return out;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function spanAt(text, at, options, depth) {
  switch (text[at]) {
    case "\\": {
      const found = match(ESCAPE, text, at);
      return found && { node: found[1], end: at + 2 };
    }
    case "`":
      return codeAt(text, at);
    case "$": {
      const found = match(MATH, text, at);
      return found && { node: element("code", [found[1] ?? found[2]], "math"), end: at + found[0].length };
    }
    case "!":
    case "[":
      return bracketAt(text, at, options, depth);
    case "*":
    case "_":
      return emphasisAt(text, at, options, depth);
    default:
      return null;
  }
}

function codeAt(text, at) {
  const ticks = /^`+/.exec(text.slice(at, at + 32))[0];
  const end = text.indexOf(ticks, at + ticks.length);
  if (end < 0) return { node: ticks, end: at + ticks.length };
  return { node: element("code", [text.slice(at + ticks.length, end).trim()]), end: end + ticks.length };
}

function bracketAt(text, at, options, depth) {
  const link = match(LINK, text, at);
  if (link) {
    const end = at + link[0].length;
    if (text[at] === "!") return { node: link[1], end };
    const label = spans(link[1], options, depth + 1);
    if (!options.mayLink(link[2])) return { node: label, end };
    const node = element("a", [label]);
    Object.assign(node, { href: link[2], target: "_blank", rel: "noopener noreferrer" });
    return { node, end };
  }
  const marker = text[at] === "[" && match(MARKER, text, at);
  const node = marker && options.marker(Number(marker[1]));
  return node ? { node, end: at + marker[0].length } : null;
}

function emphasisAt(text, at, options, depth) {
  const sign = text[at];
  const strong = text[at + 1] === sign;
  const width = strong ? 2 : 1;
  if (!/\S/.test(text[at + width] ?? " ") || (sign === "_" && isWord(text[at - 1]))) return null;
  const end = closingSign(text, at + width, sign, width);
  if (end < 0) return null;
  return { node: element(strong ? "strong" : "em", [spans(text.slice(at + width, end), options, depth + 1)]), end: end + width };
}

function closingSign(text, from, sign, width) {
  for (let end = text.indexOf(sign, from + 1); end >= 0 && end < from + REACH; ) {
    let run = 1;
    while (text[end + run] === sign) run += 1;
    const fits = run >= width && (width === 2 || run % 2 === 1);
    if (fits && /\S/.test(text[end - 1]) && !(sign === "_" && isWord(text[end + run]))) return end + run - width;
    end = text.indexOf(sign, end + run);
  }
  return -1;
}

function isWord(character) {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
