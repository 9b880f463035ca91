// The reading panel: the book, open at the page a footnote points to, with the quoted words marked.

import { icon, make, outside, button } from "../dom";
import type { Client } from "../server/client";
import type { Source } from "../server/wire";
import { currentLanguage } from "../language";
import { mark } from "./find";
import { picture } from "./picture";
import { nameOf, placeOf, sentenceUrl } from "./place";
import { elementsOf } from "./tree";

export class Reader {
  readonly element: HTMLElement;
  readonly #title = make("h2");
  readonly #links = make("p", "reader-links");
  readonly #text = make("article", "prose");
  #opener: HTMLElement | null = null;
  #latest = 0;

  constructor(
    private readonly client: Client,
    private readonly changed: () => void,
  ) {
    const { words } = currentLanguage();
    const close = button("icon-button", icon("close"), () => this.close());
    close.setAttribute("aria-label", words.close);
    this.#title.id = "reader-title";
    this.#title.tabIndex = -1;
    this.#title.dir = "auto";
    this.#text.tabIndex = 0;
    this.#text.dir = "auto";
    this.#text.setAttribute("aria-label", words.pageOpen);
    const head = make("header", "", make("div", "", make("p", "label", words.pageOpen), this.#title), close);
    this.element = make("aside", "reader", head, this.#links, this.#text);
    this.element.setAttribute("aria-labelledby", this.#title.id);
    this.element.hidden = true;
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Open the source's page; the first of `quotes` is scrolled to, all are marked. */
  async open(source: Source, quotes: string[], opener: HTMLElement | null): Promise<void> {
    const { words } = currentLanguage();
    const latest = ++this.#latest;
    const { book, route, anchor } = placeOf(source);
    this.#opener = opener;
    this.#title.textContent = source.title || nameOf(source);
    const links: [string | null, string][] = [
      [this.client.pageAddress(book, route, anchor), words.ownTab],
      [sentenceUrl(source, quotes[0] ?? ""), words.onSite],
    ];
    this.#links.replaceChildren(...links.flatMap(([href, label]) => (href ? [outside(href, label)] : [])));
    this.#say(words.opening);
    this.element.hidden = false;
    this.changed();
    this.#title.focus({ preventScroll: true });
    try {
      const page = await this.client.page(book, route);
      if (latest !== this.#latest) return;
      if (page) this.#show(elementsOf(page, (named) => picture(named, (address) => this.client.picture(address))), source, anchor, quotes);
      else this.#say(words.gone);
    } catch (error) {
      if (latest === this.#latest) this.#say((error as Error).message);
    }
  }

  close(): void {
    this.#latest += 1;
    this.element.hidden = true;
    this.changed();
    if (this.#opener?.isConnected) this.#opener.focus();
  }

  #say(text: string): void {
    this.#text.replaceChildren(make("p", "hint", text));
  }

  #show(nodes: Node[], source: Source, anchor: string, quotes: string[]): void {
    this.#text.replaceChildren(...nodes);
    const section = this.#text.querySelector<HTMLElement>(`section[data-position="${Number(source.chunk_position ?? -1)}"]`);
    const marks = quotes.map((quote) => mark(section, quote) ?? mark(this.#text, quote));
    const heading = [...this.#text.querySelectorAll<HTMLElement>("[data-anchor]")].find((node) => node.dataset.anchor === anchor);
    const marked = marks.find(Boolean);
    const target = marked ?? section ?? heading;
    if (section && !marked && quotes.length) section.classList.add("lit");
    this.#text.scrollTop = 0;
    target?.scrollIntoView({ block: marked ? "center" : "start" });
  }
}
