// The card that a footnote shows while it is hovered or focused: its place, the quoted words, and links to it. One card for
// all footnotes. For the keyboard it comes right after its footnote, though not in the document's tree.

import { make } from "../dom";
import { flat, nameOf, sentenceUrl } from "../reading/place";
import { currentLanguage } from "../language";
import type { Note } from "./footnotes";
import { inline } from "./inline";

const LINGER = 180;
const FOCUSABLE = "a[href], button:not([disabled]), textarea, input, select, summary, [tabindex='0']";

export interface CardActions {
  read: (note: Note, opener: HTMLElement) => void;
  go: (note: Note, event: MouseEvent) => void;
}

export class Card {
  readonly element = make("div", "card");
  #leaving = 0;
  #marker: HTMLElement | null = null;

  constructor(private readonly actions: CardActions) {
    this.element.hidden = true;
    this.element.setAttribute("role", "note");
    this.element.addEventListener("mouseenter", () => clearTimeout(this.#leaving));
    this.element.addEventListener("mouseleave", () => this.leave());
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget as Node | null)) this.leave();
    });
    this.element.addEventListener("focusin", () => clearTimeout(this.#leaving));
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  show(note: Note, marker: HTMLElement): void {
    clearTimeout(this.#leaving);
    this.#marker = marker;
    const quote = make("p", "card-quote", make("mark", "", inline(flat(note.quotes[0] ?? "").slice(0, 500))));
    quote.dir = "auto";
    const name = make("p", "card-name", nameOf(note.source));
    name.dir = "auto";
    this.element.replaceChildren(name, quote, this.#links(note, marker));
    this.element.hidden = false;
    this.#place(marker.getBoundingClientRect());
  }

  /** Tab leads from a footnote into its card. */
  enter(event: KeyboardEvent): void {
    const first = this.element.querySelector<HTMLElement>(FOCUSABLE);
    if (event.shiftKey || this.element.hidden || event.target !== this.#marker || !first) return;
    event.preventDefault();
    first.focus();
  }

  /** Tab leads on to what comes after the footnote, Shift and Tab or Escape back to it. */
  #pressed(event: KeyboardEvent): void {
    const own = [...this.element.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const isBack = event.key === "Escape" || (event.key === "Tab" && event.shiftKey && event.target === own[0]);
    const isOn = event.key === "Tab" && !event.shiftKey && event.target === own.at(-1);
    const next = isBack ? this.#marker : isOn ? this.#nextFocusable() : null;
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    if (isOn) this.hide();
    next.focus();
    if (event.key === "Escape") this.hide();
  }

  #nextFocusable(): HTMLElement | null {
    const all = [...(this.element.getRootNode() as ShadowRoot).querySelectorAll<HTMLElement>(FOCUSABLE)];
    const others = all.filter((node) => !this.element.contains(node) && node.checkVisibility());
    return (this.#marker && others[others.indexOf(this.#marker) + 1]) ?? null;
  }

  /** Hides after a moment, so that the pointer can move into it. */
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = window.setTimeout(() => (this.element.hidden = true), LINGER);
  }

  hide(): void {
    clearTimeout(this.#leaving);
    this.element.hidden = true;
  }

  #links(note: Note, marker: HTMLElement): HTMLElement {
    const { words } = currentLanguage();
    const links = make("p", "card-links");
    const address = sentenceUrl(note.source, note.quotes[0] ?? "");
    if (address) {
      const go = make("a", "", words.toSentence);
      go.href = address;
      go.target = "_blank";
      go.rel = "noopener noreferrer";
      go.addEventListener("click", (event) => this.actions.go(note, event));
      links.append(go);
    }
    if (note.source.source_type !== "selected_text") {
      const read = make("button", "link-button", words.readHere);
      read.type = "button";
      read.addEventListener("click", () => {
        this.hide();
        this.actions.read(note, marker);
      });
      links.append(read);
    }
    return links;
  }

  #place(marker: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.min(Math.max(8, marker.left - width / 3), innerWidth - width - 8);
    const above = marker.top - height - 8;
    const top = above > 8 ? above : Math.min(marker.bottom + 8, innerHeight - height - 8);
    Object.assign(this.element.style, { left: `${Math.max(8, left)}px`, top: `${Math.max(8, top)}px` });
  }
}
