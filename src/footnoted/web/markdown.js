// The answer's Markdown as DOM nodes, for every prefix of it while it streams in.
// Elements are made by name from a short list and text is set as text: HTML in an answer is never parsed, images never
// load. What a footnote marker becomes, and which links are allowed, the caller decides.

import { DEPTH, element, spans } from "./inline.js";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}\s+(.*)$/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)(?=\S)/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

const painted = new WeakMap();

/**
 * Show `text` in `container`, keeping the blocks that have not changed since the last time.
 * `marker(number)` makes the node of a footnote marker; `mayLink(url)` allows a link; `partial` says that more will come.
 */
export function paint(container, text, options) {
  // A marker or an emphasis that is cut in half would show its punctuation for a moment.
  const shown = options.partial ? text.replace(/(\[\d{0,3}|[*_`]+)$/, "") : text;
  const found = [...blocks(shown.split(/\r?\n/))];
  found.forEach((block, index) => {
    const old = container.children[index];
    const before = old && painted.get(old);
    if (before && before.raw === block.raw && before.options === options) return;
    const node = build(block, options, 0);
    painted.set(node, { raw: block.raw, options });
    if (old) old.replaceWith(node);
    else container.append(node);
  });
  while (container.children.length > found.length) container.lastElementChild.remove();
}

/** Cut lines into blocks; each carries its own lines as `raw`. */
function* blocks(lines) {
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const [kind, end] = blockAt(lines, at);
    const own = lines.slice(at, end);
    yield { kind, lines: own, raw: kind + "\n" + own.join("\n") };
    at = end;
  }
}

function blockAt(lines, at) {
  const line = lines[at];
  const fence = FENCE.exec(line);
  if (fence) return ["code", closing(lines, at, (next) => isClosingFence(next, fence[1]))];
  if (line.trim() === "$$") return ["formula", closing(lines, at, (next) => next.trim() === "$$")];
  if (HEADING.test(line)) return ["heading", at + 1];
  if (RULE.test(line)) return ["rule", at + 1];
  if (isTable(lines, at)) return ["table", while_(lines, at, (next) => next.includes("|"))];
  if (ITEM.test(line)) return ["list", listEnd(lines, at)];
  if (QUOTE.test(line)) return ["quote", while_(lines, at, (next) => QUOTE.test(next))];
  return ["paragraph", paragraphEnd(lines, at)];
}

function closing(lines, at, closes) {
  const found = lines.findIndex((line, index) => index > at && closes(line));
  return found < 0 ? lines.length : found + 1;
}

function isClosingFence(line, fence) {
  const text = line.trim();
  return text.length >= fence.length && text === fence[0].repeat(text.length);
}

function while_(lines, at, holds) {
  let end = at + 1;
  while (end < lines.length && holds(lines[end])) end += 1;
  return end;
}

function isTable(lines, at) {
  return lines[at].includes("|") && at + 1 < lines.length && lines[at + 1].includes("-") && DELIMITERS.test(lines[at + 1]);
}

function startsBlock(lines, at) {
  const line = lines[at];
  return [FENCE, HEADING, RULE, ITEM, QUOTE].some((pattern) => pattern.test(line)) || line.trim() === "$$" || isTable(lines, at);
}

function paragraphEnd(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !startsBlock(lines, end)) end += 1;
  return end;
}

/** A list goes on over blank lines as long as what follows is indented or another item. */
function listEnd(lines, at) {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end];
    const afterBlank = !lines[end - 1].trim();
    const belongs = !line.trim() || ITEM.test(line) || /^\s{2,}/.test(line) || (!afterBlank && !startsBlock(lines, end));
    if (!belongs) break;
    end += 1;
  }
  while (!lines[end - 1].trim()) end -= 1;
  return end;
}

function build(block, options, depth) {
  const { kind, lines } = block;
  switch (kind) {
    case "code": {
      const fence = FENCE.exec(lines[0])[1];
      const closed = lines.length > 1 && isClosingFence(lines.at(-1), fence);
      return element("pre", [element("code", [lines.slice(1, closed ? -1 : undefined).join("\n")])]);
    }
    case "formula":
      return element("pre", [element("code", [lines.filter((line) => line.trim() !== "$$").join("\n")], "math")]);
    case "heading":
      return element("p", [element("strong", [spans(HEADING.exec(lines[0])[1].trim(), options, depth)])]);
    case "rule":
      return element("p", ["* * *"], "ornament");
    case "table":
      return table(lines, options, depth);
    case "list":
      return list(lines, options, depth);
    case "quote":
      return element("p", [spans(lines.map((line) => line.replace(QUOTE, "")).join(" "), options, depth)], "quoted");
    default:
      return element("p", [spans(lines.map((line) => line.trim()).join(" "), options, depth)]);
  }
}

function list(lines, options, depth) {
  const first = ITEM.exec(lines[0]);
  const ordered = /\d/.test(first[2]);
  const node = element(ordered ? "ol" : "ul");
  if (ordered) node.start = parseInt(first[2], 10);
  for (const item of items(lines, first[1].length)) {
    const indent = ITEM.exec(item[0])[0].length;
    const own = item.map((line, index) => (index ? line.replace(new RegExp(`^\\s{0,${indent}}`), "") : line.slice(indent)));
    const inner = depth < DEPTH ? [...blocks(own)] : [{ kind: "paragraph", lines: own }];
    // A tight item holds its text directly, as in a printed list.
    const parts = inner.map((block, index) => {
      const part = build(block, options, depth + 1);
      return index === 0 && block.kind === "paragraph" ? [...part.childNodes] : [part];
    });
    node.append(element("li", parts.flat()));
  }
  return node;
}

function items(lines, indent) {
  const found = [];
  for (const line of lines) {
    const start = ITEM.exec(line);
    if (start && start[1].length <= indent + 1) found.push([line]);
    else found.at(-1).push(line);
  }
  return found;
}

function table(lines, options, depth) {
  const [head, , ...rows] = lines.map(cells);
  const row = (texts, name) => element("tr", head.map((_, column) => element(name, [spans(texts[column] ?? "", options, depth)])));
  const body = rows.map((texts) => row(texts, "td"));
  return element("table", [element("thead", [row(head, "th")]), element("tbody", body)]);
}

function cells(line) {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
