// The card that a footnote shows while it is pointed at or focused: where it stands, the words it rests on, and the ways
// to get there. One for all footnotes.

import { make } from "../dom";
import { flat, nameOf, sentenceUrl } from "../reading/place";
import { spoken } from "../spoken";
import type { Note } from "./footnotes";
import { inline } from "./inline";

const LINGER = 180;

export interface CardActions {
  read: (note: Note, opener: HTMLElement) => void;
  go: (note: Note, event: MouseEvent) => void;
}

export class Card {
  readonly element = make("div", "card");
  #leaving = 0;

  constructor(private readonly actions: CardActions) {
    this.element.hidden = true;
    this.element.setAttribute("role", "note");
    this.element.addEventListener("mouseenter", () => clearTimeout(this.#leaving));
    this.element.addEventListener("mouseleave", () => this.leave());
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget as Node | null)) this.leave();
    });
  }

  show(note: Note, marker: HTMLElement): void {
    clearTimeout(this.#leaving);
    const quote = make("p", "card-quote", make("mark", "", inline(flat(note.quotes[0] ?? "").slice(0, 500))));
    quote.dir = "auto";
    const name = make("p", "card-name", nameOf(note.source));
    name.dir = "auto";
    this.element.replaceChildren(name, quote, this.#links(note, marker));
    this.element.hidden = false;
    this.#place(marker.getBoundingClientRect());
  }

  /** Goes after a moment, so that the pointer can move into it. */
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = window.setTimeout(() => (this.element.hidden = true), LINGER);
  }

  hide(): void {
    clearTimeout(this.#leaving);
    this.element.hidden = true;
  }

  #links(note: Note, marker: HTMLElement): HTMLElement {
    const { words } = spoken();
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
