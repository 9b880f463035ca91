// A message that is shown for a moment and read out by screen readers, perhaps with an action.

import { button, make } from "../dom";

export class Toast {
  readonly element = make("div", "toast");
  #timer = 0;

  constructor() {
    this.element.setAttribute("role", "status");
  }

  say(text: string, time = 4000, action?: [label: string, act: () => void]): void {
    clearTimeout(this.#timer);
    this.element.classList.remove("unseen");
    this.element.replaceChildren(make("span", "", text));
    if (action) {
      const [label, act] = action;
      this.element.append(
        button("link-button", label, () => {
          this.element.replaceChildren();
          act();
        }),
      );
    }
    this.#timer = window.setTimeout(() => this.element.replaceChildren(), time);
  }

  /** For screen readers alone. */
  announce(text: string): void {
    clearTimeout(this.#timer);
    this.element.classList.add("unseen");
    this.element.textContent = text;
  }
}
