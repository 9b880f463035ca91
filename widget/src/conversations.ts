// Which conversations a reader has had with a book. The list is shared by all tabs; which one is open belongs to the tab.
// Their questions and answers are kept by the server.

import { siteStore, tabStore } from "./store";

export interface Conversation {
  id: string;
  title: string;
  at: number;
}

const MOST = 100;

export class Conversations {
  constructor(private readonly server: string, public book: string) {}

  get #slot(): string {
    return `footnoted:${this.server}:${this.book}`;
  }

  /** The open conversation's id; empty for one that has not begun. */
  get current(): string {
    return tabStore.read(this.#slot) ?? "";
  }

  set current(id: string) {
    tabStore.write(this.#slot, id);
  }

  /** Newest first. */
  all(): Conversation[] {
    try {
      const kept: unknown = JSON.parse(siteStore.read(this.#slot) ?? "[]");
      return Array.isArray(kept) ? kept.filter(isConversation) : [];
    } catch {
      return [];
    }
  }

  /** Put the conversation on top; its title is its first question. */
  touch(id: string, question: string): void {
    const rest = this.all();
    const title = rest.find((each) => each.id === id)?.title ?? question.slice(0, 120);
    this.#write([{ id, title, at: Date.now() }, ...rest.filter((each) => each.id !== id)].slice(0, MOST));
  }

  remove(id: string): void {
    this.#write(this.all().filter((each) => each.id !== id));
    if (this.current === id) this.current = "";
  }

  restore(conversation: Conversation): void {
    const all = [...this.all().filter((each) => each.id !== conversation.id), conversation];
    this.#write(all.sort((one, other) => other.at - one.at));
  }

  #write(all: Conversation[]): void {
    siteStore.write(this.#slot, all.length ? JSON.stringify(all) : "");
  }
}

function isConversation(value: unknown): value is Conversation {
  const { id, title, at } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof title === "string" && typeof at === "number";
}
