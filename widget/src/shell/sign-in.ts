// The sign-in, if the server needs a key: asks for it, keeps it for this tab, and says when it is wrong.

import { button, make } from "../dom";
import { currentLanguage } from "../language";

export class SignIn {
  readonly element = make("form", "sign-in");
  readonly #field = make("input");
  readonly #said = make("p", "hint");

  constructor(enter: (key: string) => void) {
    const { words } = currentLanguage();
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
    this.#said.textContent = isWrong ? currentLanguage().words.wrongKey : "";
    this.#field.focus();
  }

  hide(): void {
    this.element.hidden = true;
    this.#field.value = "";
  }
}
