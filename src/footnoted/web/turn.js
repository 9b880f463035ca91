// One question and its answer on the page: the text as it streams, its footnotes, and what is said when there is no
// answer. Knows neither the server nor the conversation around it.

import { paint } from "./markdown.js";
import { heading, make, noteOf } from "./notes.js";
import { webAddress } from "./reader.js";

let count = 0;

function button(label, onClick) {
  const node = make("button", "quiet-button", label);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}

/** A marker whose source has not come yet, or never will. */
function pending(number) {
  return make("sup", "pending", String(number));
}

export class Turn {
  element = make("article", "turn");
  question;
  #id = ++count;
  #label = make("p", "label");
  #answer = make("div", "answer prose");
  #after = make("div", "after");
  #text = "";
  #sources = [];
  #citations = [];
  #markers = [];
  #open;
  #frame = 0;
  #clock = 0;
  #streaming = { partial: true, mayLink: () => false, marker: pending };

  /** `open(source, quotes, opener)` shows a source in the book. */
  constructor(question, open) {
    this.question = question;
    this.#open = open;
    this.#label.hidden = true;
    this.#answer.setAttribute("aria-live", "polite");
    this.element.append(make("h2", "question", question), this.#label, this.#answer, this.#after);
  }

  /** Back to waiting for the first word. */
  begin() {
    this.#stopClock();
    this.#text = "";
    this.#sources = [];
    this.#citations = [];
    this.element.dataset.state = "waiting";
    this.#answer.setAttribute("aria-busy", "true");
    this.#answer.replaceChildren();
    this.#label.hidden = true;
    this.#after.replaceChildren(make("p", "hint waiting", "Looking through the book"));
  }

  add(delta) {
    if (!this.#text) this.#after.replaceChildren();
    this.element.dataset.state = "streaming";
    this.#text += delta;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      paint(this.#answer, this.#text, this.#streaming);
    });
  }

  /** The sources and figures of the answer; its text is complete. `again` asks once more where the model was away. */
  complete(sources, metadata, again) {
    this.#sources = sources;
    const state = stateOf(sources, metadata);
    if (state === "unwritten" && !this.#text) this.#text = metadata.fallback_message ?? "";
    this.#settle(state);
    this.#showLabel(LABELS[state]);
    this.#after.replaceChildren();
    if (state === "refused") this.#after.append(make("p", "hint", "Other words may help, or a question about something nearby."));
    if (state === "unwritten" && again) this.#after.append(button("Retry", again));
    if (sources.length) this.#after.append(...this.#notes(state));
  }

  get isComplete() {
    return this.element.dataset.state in LABELS;
  }

  /** Which words of which source carry which marker; arrives after the sources. */
  cite(citations) {
    this.#citations = citations.filter((each) => each && Number.isInteger(each.source));
    for (const marker of this.#markers) {
      const citation = this.#citationOf(marker);
      if (citation?.supported !== false) continue;
      marker.node.classList.add("unsure");
      marker.node.title = "The check did not find this sentence in the source.";
    }
  }

  /** Say what went wrong, under whatever has arrived. `actions` are [label, function] pairs. */
  fail({ sentence, wait = 0, reference = "" }, actions, calm = false) {
    const partial = this.#text !== "";
    this.#settle(calm ? "stopped" : "failed");
    const box = make("div", calm ? "stopped-note" : "failure");
    if (!calm) box.setAttribute("role", "alert");
    const said = make("p", "", partial && !calm ? `The answer broke off here. ${sentence}` : sentence);
    const buttons = actions.map(([label, act]) => button(label, act));
    box.append(said, make("p", "actions"));
    box.lastChild.append(...buttons);
    if (reference) box.append(make("p", "reference", `Reference: ${reference}`));
    this.#after.replaceChildren(box);
    if (wait && buttons.length) this.#countDown(buttons[0], wait);
  }

  #settle(state) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#markers = [];
    this.element.dataset.state = state;
    const origins = new Set(this.#sources.map((each) => webAddress(each.source_url)).filter(Boolean).map((url) => new URL(url).origin));
    const mayLink = (url) => Boolean(webAddress(url)) && origins.has(new URL(url).origin);
    const marker = this.isComplete ? (number) => this.#marker(number) : pending;
    paint(this.#answer, this.#text, { mayLink, marker });
    this.#answer.setAttribute("aria-busy", "false");
  }

  #showLabel(text) {
    this.#label.hidden = !text;
    this.#label.textContent = text ?? "";
  }

  #countDown(retry, wait) {
    const label = retry.textContent;
    let left = wait;
    const tick = () => {
      retry.disabled = left > 0;
      retry.textContent = left > 0 ? `${label} in ${left} s` : label;
      if (left === 0) this.#stopClock();
      left -= 1;
    };
    tick();
    this.#clock = setInterval(tick, 1000);
  }

  #stopClock() {
    clearInterval(this.#clock);
    this.#clock = 0;
  }

  /** A superscript number that opens its source; null leaves the brackets as text. */
  #marker(number) {
    const source = this.#sources[number - 1];
    if (!source) return null;
    const link = make("a", "", String(number));
    link.href = webAddress(source.source_url) ?? `#${this.#noteId(number)}`;
    link.rel = "noopener noreferrer";
    link.setAttribute("aria-label", `Footnote ${number}: ${heading(source)}`);
    const nth = this.#markers.filter((each) => each.number === number).length;
    const marker = { number, nth, node: link };
    this.#markers.push(marker);
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      this.#open(source, this.#quotes(number, marker), link);
    });
    this.#lightOn(link, number);
    const raised = make("sup");
    raised.append(link);
    return raised;
  }

  /** Markers and citations of a source stand in the same order when there are as many of each. */
  #citationOf({ number, nth }) {
    const own = this.#citations.filter((each) => each.source === number);
    const markers = this.#markers.filter((each) => each.number === number);
    return own.length === markers.length ? own[nth] : undefined;
  }

  #quotes(number, marker) {
    const first = marker && this.#citationOf(marker);
    const own = this.#citations.filter((each) => each.source === number && each.quote);
    const quotes = [first, ...own].filter((each) => each?.quote).map((each) => each.quote);
    return quotes.length ? [...new Set(quotes)] : [this.#sources[number - 1].snippet ?? ""];
  }

  #noteId(number) {
    return `note-${this.#id}-${number}`;
  }

  #lightOn(node, number) {
    const light = (on) => {
      document.getElementById(this.#noteId(number))?.classList.toggle("lit", on);
      for (const each of this.#markers) if (each.number === number) each.node.classList.toggle("lit", on);
    };
    for (const event of ["mouseenter", "focusin"]) node.addEventListener(event, () => light(true));
    for (const event of ["mouseleave", "focusout"]) node.addEventListener(event, () => light(false));
  }

  /** The footnotes: those the text points to, and folded away the other passages that were read for it. */
  #notes(state) {
    const cited = new Set(this.#markers.map((each) => each.number));
    const all = this.#sources.map((source, index) => [source, index + 1]);
    const main = cited.size ? all.filter(([, number]) => cited.has(number)) : all;
    const rest = all.filter((each) => !main.includes(each));
    const listed = (pairs) => {
      const node = make("ol", "notes");
      for (const [source, number] of pairs) {
        const item = noteOf(source, number, (opener) => this.#open(source, this.#quotes(number), opener));
        item.id = this.#noteId(number);
        this.#lightOn(item, number);
        node.append(item);
      }
      return node;
    };
    const shown = listed(main);
    shown.setAttribute("aria-label", state === "refused" ? "The nearest passages" : "Footnotes");
    if (!rest.length) return [shown];
    const more = make("details", "more");
    more.append(make("summary", "", `${rest.length} more ${rest.length === 1 ? "passage was" : "passages were"} read`), listed(rest));
    return [shown, more];
  }
}

const LABELS = {
  answered: "",
  refused: "Not in the book",
  hedged: "Covered only in part",
  unwritten: "The model that writes the answers is not available. These are the passages that come closest.",
};

function stateOf(sources, { mode, low_confidence: low, declined }) {
  if (mode === "no_results" || declined) return "refused";
  if (mode === "retrieval_only") return "unwritten";
  // An answer that rests on nothing is none.
  if (!sources.length) return "refused";
  return low ? "hedged" : "answered";
}
