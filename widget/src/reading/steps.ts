// How many steps a procedure has in the book, whose page may have it in several pieces. Knows a page as the server sends it.

import type { Leaf } from "../server/wire";
import { letters } from "./find";

interface List {
  first: number;
  items: string[];
}

/** How many items the book's list has of which these are some; 0 where the page has no such list. */
export function stepsInBook(page: Leaf[], items: string[]): number {
  const wanted = items.map(letters).filter((item) => item.length > 3);
  const run = joined(listsIn(page)).find((list) => wanted.length > 0 && wanted.some((item) => list.items.includes(item)));
  return run ? run.first + run.items.length - 1 : 0;
}

/** A list whose numbers go on from the list before is part of it. */
function joined(lists: List[]): List[] {
  const runs: List[] = [];
  for (const list of lists) {
    const last = runs.at(-1);
    if (last && list.first > 1 && list.first === last.first + last.items.length) last.items.push(...list.items);
    else runs.push({ first: list.first, items: [...list.items] });
  }
  return runs;
}

function listsIn(leaves: Leaf[]): List[] {
  return leaves.flatMap((leaf) => {
    if (typeof leaf === "string") return [];
    const [name, attributes, children] = leaf;
    if (name !== "ol") return listsIn(children);
    const items = children.filter((child) => typeof child !== "string" && child[0] === "li");
    return [{ first: Number(attributes.start) || 1, items: items.map((item) => letters(wordsOf([item]))) }];
  });
}

function wordsOf(leaves: Leaf[]): string {
  return leaves.map((leaf) => (typeof leaf === "string" ? leaf : wordsOf(leaf[2]))).join("");
}
