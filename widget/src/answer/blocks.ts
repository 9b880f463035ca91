// Cuts Markdown into blocks of lines: fences, formulas, headings, tables, lists, quotes, paragraphs. Builds nothing.

export type Kind = "code" | "formula" | "heading" | "rule" | "table" | "list" | "quote" | "paragraph";

export interface Block {
  kind: Kind;
  lines: string[];
}

export const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
export const HEADING = /^ {0,3}#{1,6}\s+(.*)$/;
export const QUOTE = /^ {0,3}> ?/;
export const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)(?=\S)/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const MATH_OPENS = /^\s*(\$\$|\\\[)/;
const MATH_CLOSES = /(\$\$|\\\])\s*$/;

export function* blocks(lines: string[]): Generator<Block> {
  let at = 0;
  while (at < lines.length) {
    if (!lineAt(lines, at).trim()) {
      at += 1;
      continue;
    }
    const [kind, end] = blockAt(lines, at);
    yield { kind, lines: lines.slice(at, end) };
    at = end;
  }
}

function lineAt(lines: string[], at: number): string {
  return lines[at] ?? "";
}

function blockAt(lines: string[], at: number): [Kind, number] {
  const line = lineAt(lines, at);
  const fence = FENCE.exec(line);
  if (fence) return ["code", closing(lines, at + 1, (next) => isClosingFence(next, fence[1] ?? ""))];
  if (isFormula(lines, at)) return ["formula", formulaEnd(lines, at)];
  if (HEADING.test(line)) return ["heading", at + 1];
  if (RULE.test(line)) return ["rule", at + 1];
  if (isTable(lines, at)) return ["table", whileLines(lines, at, (next) => next.includes("|"))];
  if (ITEM.test(line)) return ["list", listEnd(lines, at)];
  if (QUOTE.test(line)) return ["quote", whileLines(lines, at, (next) => QUOTE.test(next))];
  return ["paragraph", paragraphEnd(lines, at)];
}

function closing(lines: string[], from: number, closes: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index >= from && closes(line));
  return found < 0 ? lines.length : found + 1;
}

export function isClosingFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? "`").repeat(text.length);
}

/** A formula that has a line, or several, to itself. */
function isFormula(lines: string[], at: number): boolean {
  const line = lineAt(lines, at).trim();
  if (!MATH_OPENS.test(line)) return false;
  return line === "$$" || line === "\\[" || (line.length > 4 && MATH_CLOSES.test(line.slice(2)) && !line.slice(2, -2).includes("$$"));
}

function formulaEnd(lines: string[], at: number): number {
  const line = lineAt(lines, at).trim();
  return line.length > 2 ? at + 1 : closing(lines, at + 1, (next) => MATH_CLOSES.test(next));
}

function whileLines(lines: string[], at: number, holds: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && holds(lineAt(lines, end))) end += 1;
  return end;
}

function isTable(lines: string[], at: number): boolean {
  const next = lineAt(lines, at + 1);
  return lineAt(lines, at).includes("|") && next.includes("-") && DELIMITERS.test(next);
}

function startsBlock(lines: string[], at: number): boolean {
  const line = lineAt(lines, at);
  return [FENCE, HEADING, RULE, ITEM, QUOTE].some((pattern) => pattern.test(line)) || isFormula(lines, at) || isTable(lines, at);
}

function paragraphEnd(lines: string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && lineAt(lines, end).trim() && !startsBlock(lines, end)) end += 1;
  return end;
}

/** A list goes on over blank lines as long as what follows is indented or another item of the same kind. */
function listEnd(lines: string[], at: number): number {
  const isNumbered = /\d/.test(ITEM.exec(lineAt(lines, at))?.[2] ?? "");
  let end = at + 1;
  while (end < lines.length) {
    const line = lineAt(lines, end);
    const item = ITEM.exec(line);
    const isOther = item !== null && !item[1] && /\d/.test(item[2] ?? "") !== isNumbered;
    const afterBlank = !lineAt(lines, end - 1).trim();
    const belongs = !line.trim() || (item && !isOther) || /^\s{2,}/.test(line) || (!afterBlank && !startsBlock(lines, end));
    if (!belongs) break;
    end += 1;
  }
  while (!lineAt(lines, end - 1).trim()) end -= 1;
  return end;
}
