// Text selected on the host page: offers to ask about it, beside the selection. By mouse, keyboard and touch alike, since
// all of them end in a changed selection. Reads the page and changes nothing on it.

import { button, icon, make } from "../dom";
import { currentLanguage } from "../language";

const LEAST = 3;
const MOST = 8000;
const SETTLE = 250;

export class SelectionOffer {
  readonly element: HTMLButtonElement;
  #timer = 0;

  constructor(
    private readonly host: HTMLElement,
    ask: (text: string) => void,
  ) {
    this.element = button("ask-about", icon("ask"), () => {
      const text = this.text();
      this.element.hidden = true;
      if (text) ask(text);
    });
    this.element.append(make("span", "", currentLanguage().words.askAbout));
    this.element.hidden = true;
    // Pressing the button must not take the selection away before it is read.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("touchend", (event) => {
      event.preventDefault();
      this.element.click();
    });
  }

  watch(signal: AbortSignal): void {
    document.addEventListener("selectionchange", () => this.#later(), { signal });
    addEventListener("scroll", () => this.#later(), { signal, passive: true, capture: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && (this.element.hidden = true), { signal });
  }

  /** The selected words of the page; empty inside a field or where too little is selected. */
  text(): string {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return "";
    const node = selection.anchorNode;
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element || element === this.host || element.closest("input, textarea, select, [contenteditable]")) return "";
    const text = inWholeWords(selection.toString(), selection.getRangeAt(0)).trim();
    return text.length < LEAST ? "" : text.slice(0, MOST);
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#place(), SETTLE);
  }

  #place(): void {
    const range = this.text() ? getSelection()?.getRangeAt(0) : null;
    const box = range?.getBoundingClientRect();
    const isVisible = box && box.bottom > 0 && box.top < innerHeight && box.width + box.height > 0;
    this.element.hidden = !isVisible;
    if (!isVisible) return;
    // Below the selection on a phone, where the system's own menu is above it.
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const above = box.top - height - 8;
    const top = isTouch || above < 8 ? Math.min(box.bottom + (isTouch ? 28 : 8), innerHeight - height - 8) : above;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
    Object.assign(this.element.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
  }
}

/** The selected text, its first and last word completed: a finger or a mouse seldom hits the exact letter. */
function inWholeWords(text: string, { startContainer, startOffset, endContainer, endOffset }: Range): string {
  const before = startContainer instanceof Text && /^[\p{L}\p{N}]/u.test(text) ? startContainer.data.slice(0, startOffset) : "";
  const after = endContainer instanceof Text && /[\p{L}\p{N}]$/u.test(text) ? endContainer.data.slice(endOffset) : "";
  return (/[\p{L}\p{N}]*$/u.exec(before)?.[0] ?? "") + text + (/^[\p{L}\p{N}]*/u.exec(after)?.[0] ?? "");
}
