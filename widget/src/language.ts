// The widget's language: set once, when the element appears.

import { type Language, language } from "./words";

let current: Language = language("en");

export function currentLanguage(): Language {
  return current;
}

export function setLanguage(chosen: Language): void {
  current = chosen;
}
