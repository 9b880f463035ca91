// Finds a quote in rendered text. Letters and digits alone are compared: the quote is Markdown, the page is not.

const SKIPPED = "script,style,noscript,template,textarea,select";

/** The quote's place as one range per text node; empty if the words are not there. */
export function rangesOf(root: Node | null | undefined, quote: string): Range[] {
  const wanted = letters(quote);
  if (!root || wanted.length < 3) return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const places: { node: Text; offset: number }[] = [];
  let whole = "";
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letter = letters(node.data[offset] ?? "");
      whole += letter;
      for (let count = 0; count < letter.length; count += 1) places.push({ node, offset });
    }
  }
  const start = whole.indexOf(wanted);
  if (start < 0) return [];
  const found = places.slice(start, start + wanted.length);
  const nodes = [...new Set(found.map(({ node }) => node))];
  return nodes.map((node, index) => {
    const range = document.createRange();
    range.setStart(node, index === 0 ? (found[0]?.offset ?? 0) : 0);
    range.setEnd(node, index === nodes.length - 1 ? (found.at(-1)?.offset ?? 0) + 1 : node.length);
    return range;
  });
}

/** Put the quote in <mark>; the first mark, or null if the words are not there. */
export function mark(root: Node | null | undefined, quote: string): HTMLElement | null {
  const marks = rangesOf(root, quote)
    .filter((range) => range.toString().trim())
    .map((range) => {
      const element = document.createElement("mark");
      range.surroundContents(element);
      return element;
    });
  return marks[0] ?? null;
}

export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
