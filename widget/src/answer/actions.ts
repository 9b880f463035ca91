// What a reader can do with a finished answer: copy it, link to its question, and say whether it helped.

import { copy } from "../clipboard";
import { button, iconButton, make } from "../dom";
import { nameOf, sentenceUrl } from "../reading/place";
import { currentLanguage } from "../language";
import type { Turn } from "./turn";

export interface AnswerHooks {
  link: (question: string) => string;
  rate: (request: string, helpful: boolean, comment: string) => Promise<void>;
  say: (text: string) => void;
}

export function addActions(turn: Turn, hooks: AnswerHooks): void {
  const { words } = currentLanguage();
  const copied = (text: string) => async (event: MouseEvent) => {
    if (await copy(text, event.currentTarget as Element)) hooks.say(words.copied);
  };
  turn.bar.replaceChildren(
    iconButton("copy", words.copy, (event) => void copied(asText(turn))(event)),
    iconButton("link", words.share, (event) => void copied(hooks.link(turn.question))(event)),
  );
  const request = turn.metadata.request_id;
  if (request) turn.bar.append(...thumbs(turn, request, hooks));
}

function thumbs(turn: Turn, request: string, hooks: AnswerHooks): HTMLElement[] {
  const { words } = currentLanguage();
  const choose = (helpful: boolean, chosen: HTMLElement) => {
    for (const each of [up, down]) each.setAttribute("aria-pressed", String(each === chosen));
    turn.bar.querySelector("form")?.remove();
    if (!helpful) turn.bar.append(whyForm(request, hooks, chosen));
    hooks.rate(request, helpful, "").then(() => helpful && hooks.say(words.thanks), (error: Error) => hooks.say(error.message));
  };
  const up = iconButton("up", words.helpful, () => choose(true, up));
  const down = iconButton("down", words.notHelpful, () => choose(false, down));
  for (const each of [up, down]) each.setAttribute("aria-pressed", "false");
  return [up, down];
}

function whyForm(request: string, hooks: AnswerHooks, opener: HTMLElement): HTMLElement {
  const { words } = currentLanguage();
  const field = make("input");
  field.maxLength = 2000;
  field.placeholder = words.why;
  field.setAttribute("aria-label", words.why);
  const send = button("quiet-button", words.send);
  send.type = "submit";
  const form = make("form", "why", field, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hooks.rate(request, false, field.value.trim()).then(
      () => {
        opener.focus();
        form.remove();
        hooks.say(words.thanks);
      },
      (error: Error) => hooks.say(error.message),
    );
  });
  queueMicrotask(() => field.focus());
  return form;
}

/** The question, the answer and its sources as plain text. */
function asText(turn: Turn): string {
  const notes = turn.footnotes.cited.map(({ number, source, quotes }) => {
    const address = sentenceUrl(source, quotes[0] ?? "");
    return `[${number}] ${nameOf(source)}${address ? `\n    ${address}` : ""}`;
  });
  return [turn.question, turn.numbered.trim(), notes.join("\n")].filter(Boolean).join("\n\n");
}
