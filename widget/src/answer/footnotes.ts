// An answer's footnotes: numbered in the order in which the text cites them, each with its markers, its quotes and its
// line below the answer. Knows neither where the text comes from nor how a source is opened.

import { icon, make } from "../dom";
import { flat, nameOf, sentenceUrl } from "../reading/place";
import type { Citation, Source } from "../server/wire";
import { currentLanguage } from "../language";
import { fill } from "../words";
import { inline } from "./inline";

export interface Note {
  number: number;
  source: Source;
  quotes: string[];
}

/** What the reader may do with a footnote. */
export interface NoteActions {
  open: (note: Note, opener: HTMLElement) => void;
  hover: (note: Note | null, marker: HTMLElement) => void;
}

interface Marker {
  place: number;
  nth: number;
  node: HTMLAnchorElement;
}

export class Footnotes {
  /** Places of the server's list in the order in which the text cites them. */
  #order: number[] = [];
  #markers: Marker[] = [];
  #sources: Source[] = [];
  #citations: Citation[] = [];
  readonly #lines = new Map<number, HTMLElement>();

  constructor(private readonly actions: NoteActions) {}

  /** Start over with these sources; painting the text makes the markers again. */
  setSources(sources: Source[], citations: Citation[]): void {
    this.#order = [];
    this.#markers = [];
    this.#sources = sources;
    this.#citations = citations.filter((each) => Number.isInteger(each?.source));
  }

  get sources(): Source[] {
    return this.#sources;
  }

  get citations(): Citation[] {
    return this.#citations;
  }

  /** The cited sources as numbered, for copying. */
  get cited(): Note[] {
    return this.#order.map((place) => this.#note(place));
  }

  /** The number that readers see for the server's `place`. */
  numberOf(place: number): number {
    if (!this.#order.includes(place)) this.#order.push(place);
    return this.#order.indexOf(place) + 1;
  }

  /** A marker whose source has not come yet. */
  pending(place: number): HTMLElement {
    return make("sup", "pending", String(this.numberOf(place)));
  }

  /** A superscript number that shows and opens its source; null leaves the brackets as text. */
  marker(place: number): HTMLElement | null {
    if (!this.#sources[place - 1]) return null;
    const number = this.numberOf(place);
    const nth = this.#markers.filter((each) => each.place === place).length;
    const link = make("a", "", String(number));
    const note = () => this.#note(place, nth);
    link.href = "#";
    link.rel = "noopener noreferrer";
    link.setAttribute("aria-label", fill(currentLanguage().words.footnote, { n: number, text: nameOf(note().source) }));
    this.#markers.push({ place, nth, node: link });
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      this.actions.open(note(), link);
    });
    for (const name of ["mouseenter", "focus"]) link.addEventListener(name, () => this.#hover(place, note(), link));
    for (const name of ["mouseleave", "blur"]) link.addEventListener(name, () => this.#hover(place, null, link));
    return make("sup", "", link);
  }

  /** After all markers are made: set where each leads, and whether its sentence was found in the source. */
  finish(): void {
    for (const { place, nth, node } of this.#markers) {
      const { source, quotes } = this.#note(place, nth);
      node.href = sentenceUrl(source, quotes[0] ?? "") ?? "#";
      if (this.#citationOf(place, nth)?.supported !== false) continue;
      node.classList.add("unsure");
      node.title = currentLanguage().words.unsure;
    }
  }

  /** The footnote of a block: of the last marker in it, else of the next one after it. */
  noteAfter(block: Element): Note | null {
    const inside = this.#markers.filter(({ node }) => block.contains(node)).at(-1);
    const after = () => this.#markers.find(({ node }) => block.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const found = inside ?? after();
    return found ? this.#note(found.place, found.nth) : null;
  }

  /** The lines below the answer: the cited sources, and collapsed the others that were read for it. */
  lines(): HTMLElement[] {
    const { words } = currentLanguage();
    const cited = this.#order.filter((place) => this.#sources[place - 1]);
    const all = this.#sources.map((_, index) => index + 1);
    const main = cited.length ? cited : all;
    const rest = all.filter((place) => !main.includes(place));
    const list = make("ol", "notes", ...main.map((place) => this.#line(place, cited.length > 0)));
    list.setAttribute("aria-label", words.footnotes);
    if (!rest.length) return [list];
    const more = make("details", "more", make("summary", "", fill(words.more, { n: rest.length })));
    more.append(make("ol", "notes", ...rest.map((place) => this.#line(place, false))));
    return [list, more];
  }

  #line(place: number, isCited: boolean): HTMLElement {
    const note = this.#note(place);
    const title = make("button", "note-title", nameOf(note.source));
    title.type = "button";
    title.addEventListener("click", () => this.actions.open(note, title));
    const [quote = ""] = note.quotes;
    const isCut = quote === snippetOf(note.source) && quote !== note.source.snippet;
    const snippet = make("p", "snippet", inline(shortened(flat(quote)) + (isCut ? "…" : "")));
    snippet.dir = title.dir = "auto";
    const line = make("li", "note", make("span", "number", isCited ? String(note.number) : "·"), title, snippet);
    line.addEventListener("mouseenter", () => this.#highlight(place, true));
    line.addEventListener("mouseleave", () => this.#highlight(place, false));
    this.#lines.set(place, line);
    return line;
  }

  #hover(place: number, note: Note | null, marker: HTMLElement): void {
    this.#highlight(place, note !== null);
    this.actions.hover(note, marker);
  }

  #highlight(place: number, on: boolean): void {
    this.#lines.get(place)?.classList.toggle("lit", on);
    for (const marker of this.#markers) if (marker.place === place) marker.node.classList.toggle("lit", on);
  }

  #note(place: number, nth?: number): Note {
    const source = this.#sources[place - 1] ?? {};
    const first = nth === undefined ? undefined : this.#citationOf(place, nth);
    const own = this.#citations.filter((each) => each.source === place);
    // In a longer quote, lead the reader to the sentence that answers.
    const quotes = [first, ...own].flatMap((each) => (each?.telling ?? each?.quote ? [each?.telling ?? each?.quote ?? ""] : []));
    return { number: this.#order.indexOf(place) + 1, source, quotes: quotes.length ? [...new Set(quotes)] : [snippetOf(source)] };
  }

  /** A source's markers and citations are in the same order if there are as many of each. */
  #citationOf(place: number, nth: number): Citation | undefined {
    const own = this.#citations.filter((each) => each.source === place);
    const markers = this.#markers.filter((each) => each.place === place);
    return own.length === markers.length ? own[nth] : undefined;
  }
}

/** How the passage begins; the server cuts at 200 characters, wherever in a word that falls. */
export function snippetOf({ snippet = "" }: Source): string {
  return snippet.length < 200 ? snippet : snippet.replace(/\s*\S*$/, "");
}

function shortened(text: string): string {
  return text.length > 220 ? text.slice(0, 220).replace(/\S*$/, "…") : text;
}

/** Sections as links, for a question that got no answer: each section once, without a score. */
export function nearestSections(sources: Source[], open: (source: Source, opener: HTMLElement) => void): HTMLElement {
  const unique = [...new Map(sources.map((source) => [nameOf(source), source])).values()].slice(0, 3);
  const list = make("ul", "nearest");
  list.setAttribute("aria-label", currentLanguage().words.nearest);
  for (const source of unique) {
    const link = make("button", "section-link", icon("book"), nameOf(source));
    link.type = "button";
    link.dir = "auto";
    link.addEventListener("click", () => open(source, link));
    list.append(make("li", "", link));
  }
  return list;
}
