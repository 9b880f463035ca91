// The conversation: sends questions to the server, shows the turns, and keeps their session.

import { addActions } from "../answer/actions";
import type { NoteActions } from "../answer/footnotes";
import { Turn } from "../answer/turn";
import type { Conversations } from "../conversations";
import { make } from "../dom";
import { placeOf } from "../reading/place";
import { stepsInBook } from "../reading/steps";
import type { Asked, Client } from "../server/client";
import { Failure } from "../server/failure";
import type { Entry } from "../server/wire";
import { currentLanguage } from "../language";
import { fill } from "../words";
import type { Toast } from "./toast";

export interface TalkHooks extends NoteActions {
  asking: (isAsking: boolean) => void;
  changed: () => void;
  edit: (question: string, selection: string) => void;
  keyWanted: (again: () => void) => void;
  link: (question: string) => string;
}

export class Talk {
  readonly element = make("div", "turns");
  #asking: AbortController | null = null;

  constructor(
    private readonly client: Client,
    private readonly conversations: Conversations,
    private readonly toast: Toast,
    private readonly hooks: TalkHooks,
  ) {}

  get isEmpty(): boolean {
    return this.element.childElementCount === 0;
  }

  ask(question: string, selection = ""): void {
    const turn = new Turn(question, selection, this.hooks);
    this.element.append(turn.element);
    this.hooks.changed();
    void this.#put(turn);
  }

  stop(): void {
    this.#asking?.abort();
  }

  /** An empty conversation; the one before stays in the list. */
  clear(): void {
    this.stop();
    this.conversations.current = "";
    this.element.replaceChildren();
    this.hooks.changed();
  }

  /** Show the turns of the tab's conversation. */
  async resume(): Promise<void> {
    const id = this.conversations.current;
    if (!id) return;
    try {
      const entries = await this.client.history(id);
      if (this.conversations.current === id) this.#restore(entries);
    } catch (error) {
      if ((error as Failure).code === "UNAUTHORIZED") this.hooks.keyWanted(() => void this.resume());
      else this.toast.say(`${currentLanguage().words.earlierFailed} ${(error as Error).message}`, 8000);
    }
  }

  async #put(turn: Turn): Promise<void> {
    const { words } = currentLanguage();
    this.stop();
    const controller = new AbortController();
    this.#setAsking(controller);
    turn.begin();
    turn.element.scrollIntoView({ block: "start" });
    this.toast.announce(words.looking);
    const asked = { query: turn.question, session: this.conversations.current, selection: turn.selection };
    const problem = await this.#receive(turn, asked, controller.signal);
    const isLatest = this.#asking === controller;
    const isComplete = problem === null || (turn.isWhole && turn.element.isConnected);
    if (isComplete) this.#finish(turn);
    else if (turn.element.isConnected) this.#explain(turn, problem);
    if (isLatest) {
      this.#setAsking(null);
      this.toast.announce(isComplete ? words.complete : "");
    }
    // The reader does not wait for these, and may have asked the next question when they come.
    if (isComplete) await this.#addExtras(turn);
  }

  /** Show the answer as it streams; returns what went wrong, if anything did. */
  async #receive(turn: Turn, asked: Asked, signal: AbortSignal): Promise<Error | null> {
    try {
      for await (const piece of this.client.ask(asked, signal)) turn.receive(piece);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  #finish(turn: Turn): void {
    const state = turn.complete();
    const session = turn.metadata.session_id;
    if (session && turn.element.isConnected) {
      this.conversations.current = session;
      this.conversations.touch(session, turn.question);
    }
    if (state === "unwritten") turn.bar.append(this.#again(turn));
    else this.#addActions(turn);
  }

  /** What a complete answer may gain: the steps that it leaves out, or the sections nearest to what the book lacks. */
  async #addExtras(turn: Turn): Promise<void> {
    await this.#countSteps(turn).catch(() => undefined);
    if (turn.state !== "declined" || turn.footnotes.sources.length) return;
    const nearest = await this.client.nearest(turn.question).catch(() => []);
    if (turn.element.isConnected) turn.offer(nearest);
  }

  /** If the answer has only some steps of a procedure, say so and link to the rest. */
  async #countSteps(turn: Turn): Promise<void> {
    const { words } = currentLanguage();
    for (const { list, note } of turn.procedures) {
      const { book, route } = placeOf(note.source);
      const items = [...list.children].map((item) => [...item.childNodes].filter((node) => node.nodeName !== "SUP").map((node) => node.textContent ?? "").join(""));
      const page = note.source.source_type === "selected_text" ? null : await this.client.page(book, route);
      const whole = page ? stepsInBook(page, items) : 0;
      if (whole <= items.length) continue;
      const more = make("button", "link-button", words.readHere);
      more.type = "button";
      more.addEventListener("click", () => this.hooks.open(note, more));
      list.after(make("p", "hint steps", `${fill(words.steps, { n: items.length, text: String(whole) })} `, more));
    }
  }

  #again(turn: Turn): HTMLElement {
    const again = make("button", "quiet-button", currentLanguage().words.retry);
    again.type = "button";
    again.addEventListener("click", () => void this.#put(turn));
    return again;
  }

  #addActions(turn: Turn): void {
    addActions(turn, {
      link: this.hooks.link,
      rate: (request, helpful, comment) => this.client.rate(request, helpful, comment),
      say: (text) => this.toast.say(text),
    });
  }

  #explain(turn: Turn, error: Error): void {
    const { words } = currentLanguage();
    const again = () => void this.#put(turn);
    if (error.name === "AbortError") {
      turn.fail({ message: words.stopped }, [[words.askAgain, again]], true);
      return;
    }
    const failure = error instanceof Failure ? error : new Failure(words.unreadable);
    if (failure.code === "UNAUTHORIZED") this.hooks.keyWanted(again);
    const isStale = failure.code === "INVALID_SESSION_ID";
    if (isStale) this.conversations.current = "";
    const edit = () => {
      turn.element.remove();
      this.hooks.changed();
      this.hooks.edit(turn.question, turn.selection);
    };
    const mayRetry = failure.askAgain || isStale || failure.code === "UNAUTHORIZED";
    turn.fail(failure, mayRetry ? [[words.retry, again]] : [[words.edit, edit]]);
  }

  #setAsking(controller: AbortController | null): void {
    this.#asking = controller;
    this.hooks.asking(controller !== null);
  }

  /** Put earlier turns in front of what may have been asked while they were fetched. */
  #restore(entries: Entry[]): void {
    const wasEmpty = this.isEmpty;
    const earlier = entries.map(({ query, response = "", sources = [], metadata, citations = [] }) => {
      const turn = new Turn(query, "", this.hooks);
      turn.receive({ delta: response, sources, metadata: metadata ?? {}, citations });
      turn.complete();
      this.#addActions(turn);
      return turn.element;
    });
    this.element.prepend(...earlier);
    this.hooks.changed();
    if (wasEmpty) this.element.lastElementChild?.scrollIntoView({ block: "start", behavior: "instant" });
  }
}
