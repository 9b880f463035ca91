// One question and its answer on the page: the text as it streams, its footnotes, and what is said when there is no
// answer. Knows neither the server nor the conversation around it.

import { button, hasFocus, make, webAddress } from "../dom";
import { letters, mark } from "../reading/find";
import type { Citation, Metadata, Piece, Source } from "../server/wire";
import { currentLanguage } from "../language";
import { fill } from "../words";
import { Footnotes, type Note, type NoteActions, nearestSections, snippetOf } from "./footnotes";
import type { Rules } from "./inline";
import { paint } from "./markdown";
import { type State, isComplete, stateOf } from "./state";

export interface Trouble {
  message: string;
  wait?: number;
  reference?: string;
}

export class Turn {
  readonly element = make("article", "turn");
  readonly footnotes: Footnotes;
  metadata: Metadata = {};
  /** Where actions on the finished answer are put. */
  readonly bar = make("div", "bar");
  readonly #heading: HTMLElement;
  readonly #label = make("p", "label");
  readonly #answer = make("div", "answer prose");
  readonly #after = make("div", "after");
  #text = "";
  #sources: Source[] | null = null;
  #citations: Citation[] = [];
  #outcome = "";
  #frame = 0;
  #clock = 0;
  readonly #streaming: Rules;

  constructor(
    readonly question: string,
    readonly selection: string,
    private readonly actions: NoteActions,
  ) {
    this.footnotes = new Footnotes(actions);
    this.#streaming = { partial: true, mayLink: () => false, marker: (place) => this.footnotes.pending(place) };
    this.#label.hidden = true;
    this.#answer.setAttribute("aria-live", "polite");
    this.#heading = make("h2", "question", question);
    this.#heading.dir = "auto";
    this.#heading.tabIndex = -1;
    this.element.append(this.#heading);
    if (selection) {
      const quoted = make("p", "selection", selection.length > 280 ? `${selection.slice(0, 280)}…` : selection);
      quoted.dir = "auto";
      this.element.append(quoted);
    }
    this.element.append(this.#label, this.#answer, this.bar, this.#after);
  }

  get text(): string {
    return this.#text;
  }

  /** The answer's text with the numbers that readers see. */
  get numbered(): string {
    return this.#text.replace(/\[(\d{1,3})\]/g, (whole, place: string) =>
      this.footnotes.sources[Number(place) - 1] ? `[${this.footnotes.numberOf(Number(place))}]` : whole,
    );
  }

  get state(): State {
    return (this.element.dataset.state ?? "waiting") as State;
  }

  /** Whether the server has sent all of the answer, so that losing the connection takes nothing away. */
  get isWhole(): boolean {
    return this.#sources !== null;
  }

  /** Back to waiting for the first word. */
  begin(): void {
    clearInterval(this.#clock);
    // The button that was pressed to ask again is removed; keyboard users go on from the question.
    if (hasFocus(this.element)) this.#heading.focus({ preventScroll: true });
    this.#text = "";
    this.#sources = null;
    this.#citations = [];
    this.footnotes.setSources([], []);
    this.element.dataset.state = "waiting";
    this.#answer.setAttribute("aria-busy", "true");
    this.#answer.hidden = false;
    this.#answer.replaceChildren();
    this.bar.replaceChildren();
    this.#label.hidden = true;
    this.#after.replaceChildren(make("p", "hint waiting", currentLanguage().words.looking));
  }

  receive({ delta, sources, metadata, citations, outcome, fallback_message: fallback }: Piece): void {
    if (typeof delta === "string" && delta) this.#add(delta);
    if (Array.isArray(sources)) this.#sources = sources;
    if (metadata) this.metadata = metadata;
    if (Array.isArray(citations)) this.#citations = citations;
    if (outcome) this.#outcome = outcome;
    if (fallback && !this.#text) this.#text = fallback;
  }

  #add(delta: string): void {
    if (!this.#text) this.#after.replaceChildren();
    this.element.dataset.state = "streaming";
    this.#text += delta;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      paint(this.#answer, this.#text, this.#streaming);
    });
  }

  /** Everything has arrived: set the text with its footnotes, and label what kind of answer it is. */
  complete(): State {
    const sources = this.#sources ?? [];
    const state = stateOf({ ...this.metadata, ...(this.#outcome && { outcome: this.#outcome }) });
    this.#finish(state);
    this.footnotes.finish();
    this.#markTellingWords(state);
    // A shown place says so in its first sentence.
    this.#showLabel(state === "shown" ? "answered" : state);
    this.#after.replaceChildren();
    if (state === "declined") this.#after.append(make("p", "hint", currentLanguage().words.otherWords));
    if (sources.length && state !== "unclear") this.#after.append(...this.footnotes.lines());
    return state;
  }

  /** Offer the nearest sections; if a heading has the question's words, do not say that the book lacks it. */
  offer(sources: Source[]): void {
    if (!sources.length) return;
    const asked = wordsOf(this.question);
    const isHeading = ({ section = "" }: Source) => {
      const words = wordsOf(section);
      const isAsked = letters(section).length > 3 && words.every((word) => asked.some((other) => areAlike(word, other)));
      // A keyword or two that a heading has.
      return isAsked || (asked.length < 4 && letters(this.question).length > 3 && asked.every((word) => words.some((other) => areAlike(word, other))));
    };
    const headed = sources.filter(isHeading);
    if (headed.length) {
      this.#showLabel("shown");
      this.#answer.hidden = true;
      this.#after.replaceChildren();
    }
    const nearest = [...headed, ...sources.filter((each) => !headed.includes(each))];
    this.#after.append(
      make("p", "label", currentLanguage().words.nearest),
      nearestSections(nearest, (source, opener) => this.actions.open({ number: 0, source, quotes: [snippetOf(source)] }, opener)),
    );
  }

  /** Say what went wrong, below what has arrived; the first action is disabled for `wait` seconds. */
  fail({ message, wait = 0, reference = "" }: Trouble, actions: [label: string, act: () => void][], isCalm = false): void {
    const { words } = currentLanguage();
    const broken = this.#text !== "" && !isCalm;
    this.#finish(isCalm ? "stopped" : "failed");
    const box = make("div", isCalm ? "stopped-note" : "failure", make("p", "", broken ? `${words.brokeOff} ${message}` : message));
    if (!isCalm) box.setAttribute("role", "alert");
    const buttons = actions.map(([label, act]) => button("quiet-button", label, act));
    box.append(make("p", "actions", ...buttons));
    if (reference) box.append(make("p", "reference", fill(words.reference, { text: reference })));
    this.#after.replaceChildren(box);
    if (wait && buttons[0]) this.#countDown(buttons[0], wait);
  }

  #finish(state: State): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.element.dataset.state = state;
    this.footnotes.setSources(this.#sources ?? [], this.#citations);
    const origins = new Set((this.#sources ?? []).flatMap(({ source_url: url }) => (webAddress(url) ? [new URL(url ?? "").origin] : [])));
    const mayLink = (url: string) => webAddress(url) !== null && origins.has(new URL(url).origin);
    const marker = isComplete(state) ? (place: number) => this.footnotes.marker(place) : (place: number) => this.footnotes.pending(place);
    paint(this.#answer, this.#text, { mayLink, marker });
    this.#answer.setAttribute("aria-busy", "false");
  }

  /** Mark the words of a longer quote that answer; an older server sends no `telling`, so its citations' quotes are used. */
  #markTellingWords(state: State): void {
    const telling = this.#citations.flatMap((each) => each.telling ?? []);
    const quotes = state === "shown" && !telling.length ? this.#citations.flatMap((each) => each.quote ?? []) : telling;
    for (const block of this.#answer.children) {
      for (const quote of quotes) {
        if (telling.length || letters(quote).length < letters(block.textContent ?? "").length * 0.8) mark(block, quote);
      }
    }
  }

  /** Numbered lists of the answer, each with where it was taken from. */
  get procedures(): { list: HTMLOListElement; note: Note }[] {
    return [...this.#answer.querySelectorAll<HTMLOListElement>(":scope > ol")].flatMap((list) => {
      const note = this.footnotes.noteAfter(list);
      return note ? [{ list, note }] : [];
    });
  }

  #showLabel(state: State): void {
    const labels: Partial<Record<State, string>> = currentLanguage().words;
    this.#label.textContent = labels[state] ?? "";
    this.#label.hidden = !this.#label.textContent || state === "stopped";
  }

  #countDown(retry: HTMLButtonElement, wait: number): void {
    const { words } = currentLanguage();
    const label = retry.textContent ?? "";
    let left = wait;
    const tick = () => {
      retry.disabled = left > 0;
      retry.textContent = left > 0 ? fill(words.retryIn, { n: left }) : label;
      if (left <= 0) clearInterval(this.#clock);
      left -= 1;
    };
    tick();
    this.#clock = window.setInterval(tick, 1000);
  }
}

/** Whether two words begin alike, as forms of a word do: align and alignment, collimate and collimating. */
function areAlike(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  const stem = short.length > 5 ? short.slice(0, -1) : short;
  return short === long || (short.length > 3 && long.startsWith(stem));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
