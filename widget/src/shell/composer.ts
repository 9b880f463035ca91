// Where questions are written: a field that grows, the text selected on the page as a chip above it, Ask and Stop.

import { button, icon, make } from "../dom";
import { currentLanguage } from "../language";

export interface ComposerHooks {
  ask: (question: string, selection: string) => void;
  stop: () => void;
}

export class Composer {
  readonly element = make("form", "composer");
  readonly #field = make("textarea");
  readonly #ask: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #chip = make("div", "chip");
  #selection = "";

  constructor(private readonly hooks: ComposerHooks) {
    const { words } = currentLanguage();
    Object.assign(this.#field, { id: "question", rows: 1, maxLength: 32_000, placeholder: words.placeholder, autocomplete: "off", dir: "auto" });
    const label = make("label", "unseen", words.question);
    label.htmlFor = "question";
    this.#ask = button("solid-button", words.ask);
    this.#ask.type = "submit";
    this.#stop = button("solid-button stop", words.stop, () => {
      hooks.stop();
      this.focus();
    });
    this.#stop.hidden = this.#chip.hidden = true;
    const field = make("div", "field", label, this.#field, this.#ask, this.#stop);
    this.element.append(this.#chip, field, make("p", "hint", words.hint));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#submit();
    });
    this.#field.addEventListener("input", () => this.#fit());
  }

  set isAsking(asking: boolean) {
    this.#ask.hidden = asking;
    this.#stop.hidden = !asking;
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  write(text: string): void {
    this.#field.value = text;
    this.#fit();
    this.focus();
  }

  /** Ask about this text of the page; empty asks about the book again. */
  attach(selection: string): void {
    const { words } = currentLanguage();
    this.#selection = selection;
    this.#chip.hidden = !selection;
    if (!selection) return;
    const quoted = make("q", "", selection);
    quoted.dir = "auto";
    const explain = button("quiet-button", words.explain, () => this.#send(words.explain));
    const remove = button("icon-button", icon("close"), () => {
      this.attach("");
      this.focus();
    });
    remove.setAttribute("aria-label", words.remove);
    this.#chip.replaceChildren(quoted, explain, remove);
    this.focus();
  }

  #submit(): void {
    const question = this.#field.value.trim();
    if (!question || this.#ask.hidden) return;
    this.write("");
    this.#send(question);
  }

  #send(question: string): void {
    const selection = this.#selection;
    this.attach("");
    this.hooks.ask(question, selection);
  }

  #fit(): void {
    this.#field.style.height = "auto";
    this.#field.style.height = `${this.#field.scrollHeight}px`;
  }
}
