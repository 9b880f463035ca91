// A page of the book as elements. The server sends a tree, not HTML, and of it only these elements are made.

import { codeBlock } from "../answer/code";
import { make, webAddress } from "../dom";
import { formula } from "../math/formula";
import type { Leaf } from "../server/wire";

const ALLOWED = new Set(
  "section h1 h2 h3 h4 h5 h6 p ul ol li blockquote code em strong s hr br table thead tbody tr th td a div figure".split(" "),
);
const CLASSES = new Set("center right admonition admonition-title tip hint success warning caution attention danger error".split(" "));
const DEEPEST = 60;

/** `show` makes a picture; without it, its description is used. */
export function elementsOf(leaves: Leaf[], show?: (attributes: Record<string, string>) => Node, depth = 0): Node[] {
  if (depth > DEEPEST) return [];
  return leaves.flatMap((leaf) => {
    if (typeof leaf === "string") return [document.createTextNode(leaf)];
    const [name, attributes, children] = leaf;
    if (name === "math") return [formula(textOf(children), "display" in attributes)];
    if (name === "pre") return [codeBlock(textOf(children).replace(/\n$/, ""), attributes.language ?? "")];
    if (name === "img") return [show?.(attributes) ?? document.createTextNode(attributes.alt ?? "")];
    const inside = elementsOf(children, show, depth + 1);
    if (!ALLOWED.has(name)) return inside;
    return [withAttributes(name, attributes, inside)];
  });
}

function withAttributes(name: string, attributes: Record<string, string>, inside: Node[]): Node {
  if (name === "a") {
    const href = webAddress(attributes.href);
    return href ? Object.assign(make("a", "", ...inside), { href, target: "_blank", rel: "noopener noreferrer" }) : make("span", "", ...inside);
  }
  const node = make(name as "div", "", ...inside);
  if (attributes.id) node.dataset.anchor = attributes.id;
  if (attributes.position) node.dataset.position = attributes.position;
  if (attributes.start && node instanceof HTMLOListElement) node.start = Number(attributes.start) || 1;
  for (const each of (attributes.class ?? "").split(" ")) if (CLASSES.has(each)) node.classList.add(each);
  return node;
}

function textOf(leaves: Leaf[]): string {
  return leaves.map((leaf) => (typeof leaf === "string" ? leaf : textOf(leaf[2]))).join("");
}
