// The language the widget speaks. One page has one: it is set once, when the element appears.

import { type Language, language } from "./words";

let current: Language = language("en");

export function spoken(): Language {
  return current;
}

export function speak(chosen: Language): void {
  current = chosen;
}
