// Addresses on the host's site: a source's own page there, a link that asks a question, and the question in a link.

import type { Options } from "../options";

/**
 * The address on this site, or null when it is elsewhere. `site` is where the book is published, for a page that is
 * a preview or a mirror of it.
 */
export function addressHere(address: string | null, site: string): URL | null {
  if (!address) return null;
  const url = new URL(address);
  const isMirrored = URL.canParse(site) && new URL(site).origin === url.origin;
  if (isMirrored) return new URL(url.href.slice(url.origin.length), location.origin);
  return url.origin === location.origin ? url : null;
}

/** A site may use `q` for its own search, so only our own page does. */
function nameOf({ mode }: Options): string {
  return mode === "page" ? "q" : "ask";
}

/** A link to this page that asks the question. */
export function linkTo(question: string, options: Options): string {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set(nameOf(options), question);
  return address.href;
}

/** The question in the address. It is taken out, so that a reload does not ask again. */
export function takeQuestion(options: Options): string {
  const address = new URL(location.href);
  const question = (address.searchParams.get(nameOf(options)) ?? "").trim();
  if (!question) return "";
  address.searchParams.delete(nameOf(options));
  history.replaceState(history.state, "", address);
  return question;
}
