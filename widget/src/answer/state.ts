// What kind of answer a reply is, from its `outcome`; an older server sends only `mode`.

import type { Metadata } from "../server/wire";

export type State =
  | "waiting"
  | "streaming"
  | "answered"
  /** A place of the book that is about it; neither an answer nor a refusal. */
  | "shown"
  | "hedged"
  | "declined"
  | "unclear"
  | "unwritten"
  | "stopped"
  | "failed";

const BY_OUTCOME: Record<string, State> = {
  answered: "answered",
  shown: "shown",
  partly_covered: "hedged",
  declined: "declined",
  unclear: "unclear",
  unwritten: "unwritten",
};

export function stateOf({ outcome = "", mode, low_confidence: low }: Metadata): State {
  const state = BY_OUTCOME[outcome];
  // A reply to a greeting is complete: nothing was refused, and it needs no source.
  if (state === "unclear" && mode === "full") return "answered";
  if (state) return state === "answered" && low ? "hedged" : state;
  if (mode === "no_results") return "declined";
  if (mode === "retrieval_only") return "unwritten";
  if (low) return "hedged";
  return "answered";
}

/** Whether the reply is complete, so that its markers lead somewhere. */
export function isComplete(state: State): boolean {
  return !["waiting", "streaming", "stopped", "failed"].includes(state);
}
