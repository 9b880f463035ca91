// Beside the conversation on the whole page: the choice of book, and its contents. On a narrow screen a button of the
// masthead opens it over the conversation.

import { button, hasFocus, iconButton, make } from "../dom";
import type { Client } from "../server/client";
import type { BookInfo, Chapter } from "../server/wire";
import { currentLanguage } from "../language";

export interface SidebarHooks {
  read: (route: string, title: string, position: number, opener: HTMLElement) => void;
  choose: (book: string) => void;
}

export class Sidebar {
  readonly element = make("nav", "sidebar");
  readonly opener: HTMLButtonElement;
  readonly #picker = make("select");
  readonly #chapters = make("ol");

  constructor(
    private readonly client: Client,
    private readonly hooks: SidebarHooks,
  ) {
    const { words } = currentLanguage();
    this.element.setAttribute("aria-label", words.contents);
    this.#picker.setAttribute("aria-label", words.book);
    this.#picker.addEventListener("change", () => hooks.choose(this.#picker.value));
    this.element.append(this.#picker, make("h2", "label", words.contents), this.#chapters);
    this.element.hidden = true;
    this.opener = iconButton("book", words.contents, () => this.toggle());
    this.opener.classList.add("for-sidebar");
    this.opener.hidden = true;
    this.toggle(false);
  }

  get isOpen(): boolean {
    return this.element.classList.contains("open");
  }

  /** Open it over the conversation, or close it; no effect on a wide screen. */
  toggle(isOpen = !this.isOpen): void {
    const wasOpen = this.isOpen;
    this.element.classList.toggle("open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.element.querySelector<HTMLElement>("select:not([hidden]), button")?.focus();
    else if (wasOpen && hasFocus(this.element)) this.opener.focus();
  }

  offer(books: BookInfo[], chosen: string): void {
    this.#picker.hidden = books.length < 2;
    this.#picker.replaceChildren(...books.map(({ name, title }) => Object.assign(make("option", "", title), { value: name })));
    this.#picker.value = chosen;
  }

  async load(): Promise<void> {
    const chapters = await this.client.contents().catch(() => []);
    this.#chapters.replaceChildren(...chapters.map((chapter) => this.#chapter(chapter)));
    this.element.hidden = this.opener.hidden = !chapters.length && this.#picker.hidden;
  }

  #chapter({ route, title, sections }: Chapter): HTMLElement {
    const open = button("chapter", title, () => this.hooks.read(route, title, 0, open));
    open.dir = "auto";
    const item = make("li", "", open);
    if (sections.length) {
      const inner = sections.map((section) => {
        const link = button("section", section.title, () => this.hooks.read(route, title, section.position, link));
        link.dir = "auto";
        return make("li", "", link);
      });
      item.append(make("ol", "", ...inner));
    }
    return item;
  }
}
