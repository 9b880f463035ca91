// The way in where the server wants a key: asks for it, keeps it for this tab, and says when it is not the right one.

import { button, make } from "../dom";
import { spoken } from "../spoken";

export class SignIn {
  readonly element = make("form", "sign-in");
  readonly #field = make("input");
  readonly #said = make("p", "hint");

  constructor(enter: (key: string) => void) {
    const { words } = spoken();
    this.element.hidden = true;
    Object.assign(this.#field, { type: "password", autocomplete: "off", id: "key", required: true });
    const label = make("label", "", words.key);
    label.htmlFor = "key";
    const send = button("solid-button", words.signIn);
    send.type = "submit";
    this.element.append(make("h2", "", words.keyWanted), label, make("div", "field", this.#field, send), this.#said);
    this.#said.setAttribute("role", "alert");
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      enter(this.#field.value.trim());
    });
  }

  show(isWrong: boolean): void {
    this.element.hidden = false;
    this.#said.textContent = isWrong ? spoken().words.wrongKey : "";
    this.#field.focus();
  }

  hide(): void {
    this.element.hidden = true;
    this.#field.value = "";
  }
}
