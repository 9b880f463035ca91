// The list of earlier conversations: open one, delete one, and change one's mind about that for a while.

import type { Conversation, Conversations } from "../conversations";
import { button, icon, make } from "../dom";
import { spoken } from "../spoken";
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
  readonly #list = make("ul");
  readonly #doomed = new Map<string, number>();

  constructor(
    private readonly conversations: Conversations,
    private readonly toast: Toast,
    private readonly hooks: DrawerHooks,
  ) {
    const { words } = spoken();
    this.element.hidden = true;
    this.element.setAttribute("aria-label", words.conversations);
    this.element.append(make("h2", "label", words.conversations), this.#list);
    addEventListener("storage", () => this.#fill());
    // A closed tab must not bring back what was deleted in it.
    addEventListener("pagehide", () => [...this.#doomed.keys()].forEach((id) => void this.#forget(id)));
  }

  toggle(isOpen = this.element.hidden): void {
    this.element.hidden = !isOpen;
    if (isOpen) this.#fill();
  }

  #fill(): void {
    const { words, code } = spoken();
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
    const { words } = spoken();
    const { id } = conversation;
    const wasOpen = this.conversations.current === id;
    this.conversations.remove(id);
    this.#fill();
    if (wasOpen) this.hooks.removed(id);
    this.#doomed.set(id, window.setTimeout(() => void this.#forget(id), UNDO_TIME));
    this.toast.say(words.deleted, UNDO_TIME, [words.undo, () => {
      clearTimeout(this.#doomed.get(id));
      if (!this.#doomed.delete(id)) return;
      this.conversations.restore(conversation);
      this.#fill();
      if (wasOpen) this.hooks.restored(id);
    }]);
  }

  /** The server forgets old conversations by itself in time; a failure here is no reason to bother the reader. */
  async #forget(id: string): Promise<void> {
    clearTimeout(this.#doomed.get(id));
    this.#doomed.delete(id);
    await this.hooks.forget(id).catch(() => {});
  }
}
