// Copies text, also where the page has no secure origin and so no clipboard of its own.

import { make } from "./dom";

/** Whether it was copied; a hidden field may be put after `near` for a moment. */
export async function copy(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", "unseen");
    field.value = text;
    near.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (near instanceof HTMLElement) near.focus();
    return done;
  }
}
