// The list of earlier conversations: open one, delete one, and undo that for a while.

import type { Conversation, Conversations } from "../conversations";
import { button, hasFocus, icon, iconButton, make } from "../dom";
import { currentLanguage } from "../language";
import type { Toast } from "./toast";

const UNDO_TIME = 8000;

export interface DrawerHooks {
  open: (id: string) => void;
  removed: (id: string) => void;
  restored: (id: string) => void;
  forget: (id: string) => Promise<void>;
}

export class Drawer {
  readonly element = make("section", "drawer");
  readonly opener: HTMLButtonElement;
  readonly #list = make("ul");
  readonly #deleted = new Map<string, number>();

  constructor(
    private readonly conversations: Conversations,
    private readonly toast: Toast,
    private readonly hooks: DrawerHooks,
  ) {
    const { words } = currentLanguage();
    this.element.hidden = true;
    this.element.setAttribute("aria-label", words.conversations);
    this.element.append(make("h2", "label", words.conversations), this.#list);
    this.opener = iconButton("list", words.conversations, () => this.toggle());
    this.opener.setAttribute("aria-expanded", "false");
    addEventListener("storage", () => this.#fill());
    // A closed tab must not bring back what was deleted in it.
    addEventListener("pagehide", () => [...this.#deleted.keys()].forEach((id) => void this.#forget(id)));
  }

  toggle(isOpen = this.element.hidden): void {
    const hadFocus = hasFocus(this.element);
    this.element.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.#fill();
    if (isOpen) this.#focus(0);
    else if (hadFocus) this.opener.focus();
  }

  /** The button of a row, or the way out where there is no row. */
  #focus(row: number, kind = ".row"): void {
    const all = [...this.#list.querySelectorAll<HTMLElement>(kind)];
    (all[Math.min(row, all.length - 1)] ?? this.opener).focus();
  }

  #fill(): void {
    const { words, code } = currentLanguage();
    const all = this.conversations.all();
    const rows = all.map((each) => {
      const when = new Date(each.at).toLocaleDateString(code, { day: "numeric", month: "short" });
      const open = button("row", make("span", "", each.title), () => {
        this.toggle(false);
        this.hooks.open(each.id);
      });
      open.dir = "auto";
      open.append(make("small", "", when));
      if (each.id === this.conversations.current) open.setAttribute("aria-current", "true");
      const remove = button("icon-button", icon("delete"), () => this.#delete(each));
      remove.setAttribute("aria-label", `${words.delete}: ${each.title}`);
      return make("li", "", open, remove);
    });
    this.#list.replaceChildren(...(rows.length ? rows : [make("li", "hint", words.noConversations)]));
  }

  #delete(conversation: Conversation): void {
    const { words } = currentLanguage();
    const { id } = conversation;
    const wasOpen = this.conversations.current === id;
    const row = this.conversations.all().findIndex((each) => each.id === id);
    this.conversations.remove(id);
    this.#fill();
    this.#focus(row, ".icon-button");
    if (wasOpen) this.hooks.removed(id);
    this.#deleted.set(id, window.setTimeout(() => void this.#forget(id), UNDO_TIME));
    this.toast.say(words.deleted, UNDO_TIME, [words.undo, () => {
      clearTimeout(this.#deleted.get(id));
      if (!this.#deleted.delete(id)) return;
      this.conversations.restore(conversation);
      this.#fill();
      if (!this.element.hidden) this.#focus(row);
      if (wasOpen) this.hooks.restored(id);
    }]);
  }

  /** The server forgets old conversations by itself in time; a failure here is no reason to bother the reader. */
  async #forget(id: string): Promise<void> {
    clearTimeout(this.#deleted.get(id));
    this.#deleted.delete(id);
    await this.hooks.forget(id).catch(() => {});
  }
}
