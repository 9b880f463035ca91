// The answer's Markdown as DOM nodes, for every prefix of it while it streams in.
// Elements are made by name from a short list and text is set as text: HTML in an answer is never parsed, images never
// load. What a footnote marker becomes, and which links are allowed, the caller decides.

import { make } from "../dom";
import { formula } from "../math/formula";
import { type Block, FENCE, HEADING, ITEM, QUOTE, blocks, isClosingFence } from "./blocks";
import { codeBlock } from "./code";
import { DEPTH, type Rules, spans } from "./inline";

const MARKERS = /^\s*(\[\d{1,3}\]\s*)+$/;
const painted = new WeakMap<Element, { raw: string; rules: Rules }>();

/** Show `text` in `container`, keeping the blocks that have not changed since the last time. */
export function paint(container: Element, text: string, rules: Rules): void {
  // A marker or an emphasis that is cut in half would show its punctuation for a moment.
  const shown = rules.partial ? text.replace(/(\s?\[\d{0,3}|[*_`]+)$/, "") : text;
  const found = [...blocks(shown.split(/\r?\n/))];
  found.forEach((block, index) => {
    const raw = `${block.kind}\n${block.lines.join("\n")}`;
    const old = container.children[index];
    const before = old && painted.get(old);
    if (before?.raw === raw && before.rules === rules) return;
    const node = build(block, rules, 0);
    node.dir = "auto";
    painted.set(node, { raw, rules });
    if (old) old.replaceWith(node);
    else container.append(node);
  });
  while (container.children.length > found.length) container.lastElementChild?.remove();
}

function build({ kind, lines }: Block, rules: Rules, depth: number): HTMLElement {
  switch (kind) {
    case "code":
      return code(lines);
    case "formula":
      return make("p", "formula", formula(lines.join("\n").trim().replace(/^(\$\$|\\\[)|(\$\$|\\\])$/g, "").trim(), true));
    case "heading":
      return make("p", "", make("strong", "", spans((HEADING.exec(lines[0] ?? "")?.[1] ?? "").trim(), rules, depth)));
    case "rule":
      return make("p", "ornament", "* * *");
    case "table":
      return make("div", "table", table(lines, rules, depth));
    case "list":
      return list(lines, rules, depth);
    case "quote":
      return quote(lines, rules, depth);
    case "paragraph":
      return make("p", lines.every((line) => MARKERS.test(line)) ? "note-line" : "", spans(lines.map((line) => line.trim()).join(" "), rules, depth));
  }
}

function code(lines: string[]): HTMLElement {
  const [, fence = "```", name = ""] = FENCE.exec(lines[0] ?? "") ?? [];
  const isClosed = lines.length > 1 && isClosingFence(lines.at(-1) ?? "", fence);
  return codeBlock(lines.slice(1, isClosed ? -1 : undefined).join("\n"), name);
}

function inner(lines: string[], rules: Rules, depth: number): HTMLElement[] {
  const found: Block[] = depth < DEPTH ? [...blocks(lines)] : [{ kind: "paragraph", lines }];
  return found.map((block) => build(block, rules, depth + 1));
}

function quote(lines: string[], rules: Rules, depth: number): HTMLElement {
  return make("blockquote", "", ...inner(lines.map((line) => line.replace(QUOTE, "")), rules, depth));
}

function list(lines: string[], rules: Rules, depth: number): HTMLElement {
  const first = ITEM.exec(lines[0] ?? "");
  const number = first?.[2] ?? "";
  const node = /\d/.test(number) ? Object.assign(make("ol"), { start: parseInt(number, 10) }) : make("ul");
  for (const item of items(lines, (first?.[1] ?? "").length)) {
    const indent = ITEM.exec(item[0] ?? "")?.[0].length ?? 0;
    const own = item.map((line, index) => (index ? line.replace(new RegExp(`^\\s{0,${indent}}`), "") : line.slice(indent)));
    const parts = inner(own, rules, depth);
    // A tight item holds its text directly, as in a printed list.
    const [head, ...rest] = parts;
    node.append(make("li", "", ...(head?.localName === "p" && !head.className ? [...head.childNodes, ...rest] : parts)));
  }
  return node;
}

function items(lines: string[], indent: number): string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    const start = ITEM.exec(line);
    if (!found.length || (start && (start[1] ?? "").length <= indent + 1)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
}

function table(lines: string[], rules: Rules, depth: number): HTMLElement {
  const [head = [], , ...rows] = lines.map(cells);
  const row = (texts: string[], name: "th" | "td") =>
    make("tr", "", ...head.map((_, column) => make(name, "", spans(texts[column] ?? "", rules, depth))));
  return make("table", "", make("thead", "", row(head, "th")), make("tbody", "", ...rows.map((texts) => row(texts, "td"))));
}

function cells(line: string): string[] {
  const text = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
